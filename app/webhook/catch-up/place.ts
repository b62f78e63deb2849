// Where is looked for what was not heard, and with what. Types only.
import type { HeardRepository, Missed } from '../../github/missed/port.ts';
import type { RepositoryRef } from '../../github/port.ts';
import type { WebhookDeps } from '../deps.ts';
import type { DoorDeps } from '../hear.ts';

export type CatchUpDeps = DoorDeps & { github: Missed & WebhookDeps['github'] };

/** A repository with what a payload says of it. */
export type Place = {
  ref: RepositoryRef;
  installationId: number;
  repository: HeardRepository;
  /** Everything before was heard. */
  since: number;
};
