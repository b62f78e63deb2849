// What an installation and a repository say of who may start and steer jobs. Pure.
import type { RoleSettings } from './role.ts';

export type AdmissionSettings = RoleSettings & {
  /** Ourselves: what we did comes back as an event. */
  app: { id: number; botUserId?: number };
  label: string;
  /** Bots that may speak, by their numeric id. */
  allowedBots: readonly number[];
  /** Jobs begun in an hour, after which the breaker opens: a loop must end by itself. */
  hourly: { ofIssue: number; ofRepository: number };
};

export const DEFAULT_ADMISSION: Omit<AdmissionSettings, 'app'> = {
  label: 'redgreen',
  allowedBots: [],
  leastRole: 'write',
  leastRoleOf: {},
  hourly: { ofIssue: 5, ofRepository: 100 },
};
