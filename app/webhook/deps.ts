// What the webhook side needs from the rest of the host. Types only: app/compose passes the
// implementations.
import type { AdmissionSettings } from '../command/admission-rules.ts';
import type { Applied } from '../engine/port.ts';
import type { GitHub, RepositoryRef } from '../github/port.ts';
import type { CommandBody } from '../job/events.ts';
import type { Logger } from '../log.ts';
import type { NewJob } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Writes jobs inside the transaction of a delivery (app/engine/apply.ts: beginJob, applyEvent). */
type JobWriter = {
  begin(records: Records, job: NewJob, actor: string): Promise<void>;
  apply(
    records: Records,
    jobId: string,
    change: { event: CommandBody; actor: string },
  ): Promise<Applied>;
};

/** Which refusals were told already: strangers must not make us talk without end. */
export type Explanations = {
  /** True when nobody was told under this key for a while; then he counts as told. */
  isFirst(key: string): Promise<boolean>;
};

export type WebhookDeps = {
  store: Pick<Store, 'accept'>;
  github: Pick<GitHub, 'permission' | 'issue' | 'file' | 'pullRequest' | 'react'>;
  jobs: JobWriter;
  /** The newest job whose pull request this is. A pull request never changes its job's subject. */
  findJobByPullRequest(repositoryId: number, pullNumber: number): Promise<string | undefined>;
  log: Pick<Logger, 'info' | 'warn'>;
  newId(): string;
  /** Before the repository's own settings. */
  admission: AdmissionSettings;
  /** Tells a thread something, in the status comment of its job or in a comment of its own. */
  tell(
    place: { repository: RepositoryRef; threadNumber: number; jobId?: string },
    text: string,
  ): Promise<void>;
  explanations: Explanations;
  /** Ends the sign-ins of a person who took his consent back on GitHub. */
  forgetPerson(githubId: number): Promise<void>;
};

/** GitHub's own names for one delivery. */
export type DeliveryId = { hookId: number; guid: string; event: string; action: string };
