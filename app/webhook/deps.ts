// What the webhook side needs from the rest of the host. Types only: app/compose passes the
// implementations.
import type { AdmissionSettings } from '../command/admission-settings.ts';
import type { Applied } from '../engine/port.ts';
import type { GitHub, RepositoryRef } from '../github/port.ts';
import type { CommandBody, NewsBody } from '../job/events.ts';
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
    change: { event: CommandBody | NewsBody; actor: string },
  ): Promise<Applied>;
};

/** Which refusals were told already: strangers must not make us talk without end. */
export type Explanations = {
  /** True when nobody was told under this key for a while; then he counts as told. */
  isFirst(key: string): Promise<boolean>;
  /** He was not told after all. */
  forget(key: string): Promise<void>;
};

export type ThreadAnswer = {
  /** Our own words, in Markdown; what others wrote in them was filtered. */
  text: string;
  /** Something was not done. */
  isRefusal: boolean;
  /** The comment that it answers; absent: a label. */
  to?: {
    commentId: number;
    login: string;
    command?: string;
    /** The first comment of the review thread that it stands in, and is answered in. */
    reviewThread?: number;
  };
};

/** Which models can be asked here, and who pays for them. */
type ModelChoices = {
  /** As records have its name; else what is wrong with it, and which would pass. */
  find(name: string): { ok: true; model: string } | { ok: false; problem: string };
  /** The class of the credential in use, and where it comes from. */
  credential: string;
  /** The variables that an operator can set instead. */
  ways: string;
};

export type WebhookDeps = {
  store: Pick<Store, 'accept'>;
  github: Pick<
    GitHub,
    | 'permission'
    | 'issue'
    | 'issueComments'
    | 'settingsFiles'
    | 'pullRequest'
    | 'react'
    | 'branchSha'
    | 'repository'
  >;
  /** Who does what we do on GitHub; undefined: nobody says. Throws when GitHub does not answer. */
  self(): Promise<{ login: string } | undefined>;
  /** Shows a job anew, with what happened around it. */
  show(jobId: string): Promise<void>;
  jobs: JobWriter;
  /** The newest job whose pull request this is. A pull request never changes its job's subject. */
  findJobByPullRequest(repositoryId: number, pullNumber: number): Promise<string | undefined>;
  log: Pick<Logger, 'info' | 'warn'>;
  newId(): string;
  /** Before the repository's own settings. */
  admission: AdmissionSettings;
  /** Tells a thread something in a comment of its own; what answers a comment, only once. */
  tell(
    place: { repository: RepositoryRef; threadNumber: number; jobId?: string },
    answer: ThreadAnswer,
  ): Promise<void>;
  /** Takes secrets out of what others wrote, before it becomes a part of ours. */
  redact(text: string): string;
  explanations: Explanations;
  models: ModelChoices;
  /** The Action: no process goes on between two triggers. */
  isAction: boolean;
  /** Ends the sign-ins of a person who took his consent back on GitHub. */
  forgetPerson(githubId: number): Promise<void>;
};

/** GitHub's own names for one delivery. */
export type DeliveryId = { hookId: number; guid: string; event: string; action?: string };
