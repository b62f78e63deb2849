// What errands need of the rest of the host, beside what triggers are accepted with. Types only.

import type { ErrandRequest } from '../../command/errand.ts';
import type { ErrandEnd } from '../../engine/errands/port.ts';
import type { GitHub, RepositoryRef } from '../../github/port.ts';
import type { Store } from '../../store/store.ts';
import type { WebhookDeps } from '../deps.ts';

export type ErrandsDeps = Omit<WebhookDeps, 'store' | 'github'> & {
  store: Store;
  github: GitHub;
  redact(text: string): string;
  /** Brings the status comment of a job up to date. */
  refresh(jobId: string): Promise<void>;
};

export function placeOf({ repository, installationId }: ErrandRequest): RepositoryRef {
  return { owner: repository.owner, name: repository.name, installationId };
}

export function refuse(say: string, detail: Record<string, unknown> = {}): ErrandEnd {
  return { outcome: { isRefused: true, say, detail } };
}
