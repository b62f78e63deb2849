// What the webhook side needs from the rest of the host. Types only: app/compose passes the
// implementations.
import type { AdmissionSettings } from '../command/admission-rules.ts';
import type { CommandName } from '../command/grammar.ts';
import type { OtherCommand } from '../command/thread-command.ts';
import type { Sender } from '../command/trigger.ts';
import type { Applied } from '../engine/port.ts';
import type { GitHub, RepositoryRef } from '../github/port.ts';
import type { CommandBody } from '../job/events.ts';
import type { ModelClass } from '../job/types.ts';
import type { Logger } from '../log.ts';
import type { JobRecord, NewJob } from '../store/jobs.ts';
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

/** Which refusals were told already: strangers must not make us talk without end (A02, A04). */
export type Explanations = {
  /** True when nobody was told under this key for a while; then he counts as told. */
  isFirst(key: string): Promise<boolean>;
};

export type OtherRequest = {
  name: CommandName;
  command: OtherCommand;
  record: JobRecord;
  repository: RepositoryRef;
  sender: Sender;
  commentId: number;
  /** The issue or pull request the comment stands on. */
  threadNumber: number;
};

export type WebhookDeps = {
  store: Pick<Store, 'accept'>;
  github: Pick<GitHub, 'permission' | 'issue' | 'file' | 'pullRequest' | 'react' | 'comment'>;
  jobs: JobWriter;
  /** The newest job whose pull request this is. A pull request never changes its job's subject. */
  findJobByPullRequest(repositoryId: number, pullNumber: number): Promise<string | undefined>;
  log: Pick<Logger, 'info' | 'warn'>;
  newId(): string;
  /** Before the repository's own settings. */
  admission: AdmissionSettings;
  /** What new jobs get; a self-hosted installation has every class (RULINGS 17). */
  tierClasses?: readonly ModelClass[];
  /**
   * Does a command that moves no state machine, after it was recorded, and answers what to tell.
   * `/help`, `/status`, `/config` and `/verify` need none; without this, the others are refused.
   */
  doOther?(request: OtherRequest): Promise<string | undefined>;
  /** Tells a thread something; a comment unless given (the status comment, RULINGS 26). */
  tell?(
    place: { repository: RepositoryRef; threadNumber: number; jobId?: string },
    text: string,
  ): Promise<void>;
  explanations: Explanations;
  /** Ends the sign-ins of a person who took his consent back on GitHub. */
  forgetPerson?(githubId: number): Promise<void>;
};

/** GitHub's own names for one delivery. */
export type DeliveryId = { hookId: number; guid: string; event: string; action: string };
