// What only the App asks of GitHub, to hear of what no webhook told it. Faults as in ../port.ts.
import type { RepositoryRef } from '../port.ts';

/** Of the log in which GitHub keeps what it delivered to our hook, for three days. */
export type LoggedDelivery = {
  id: number;
  guid: string;
  event: string;
  action?: string;
  deliveredAt: number;
  /** We answered 2xx. */
  isAnswered: boolean;
};

/** As payloads of webhooks show it. */
export type HeardRepository = {
  id: number;
  name: string;
  owner: { id: number; login: string };
  default_branch: string;
  private: boolean;
};
type HeardPerson = { id: number; login: string; type: string };

/** No pull request. */
export type HeardIssue = { number: number; title: string; body: string; labels: string[] };
/** An issue or a pull request, open or not. */
export type ChangedThread = {
  number: number;
  isOpen: boolean;
  isMerged: boolean;
  labels: string[];
  updatedAt: number;
};
export type HeardLabeling = { id: number; at: number; label: string; sender: HeardPerson };
export type HeardComment = {
  id: number;
  body: string;
  createdAt: number;
  sender: HeardPerson;
  viaAppId?: number;
  thread: { number: number; isPullRequest: boolean };
};

/** What only the App asks, to hear of what no webhook told. Lists are bounded. */
export type Missed = {
  /** Those that failed, newest first; `older` asks for the next page. */
  failedDeliveries(cursor?: string): Promise<{ page: LoggedDelivery[]; older?: string }>;
  redeliver(id: number): Promise<void>;
  /** Where we are installed and not suspended. */
  installations(): Promise<number[]>;
  repositories(installationId: number): Promise<HeardRepository[]>;
  /** Open ones that changed since then, last changed first. */
  changedIssues(
    repository: RepositoryRef,
    wanted: { since: number; label?: string; most?: number },
  ): Promise<HeardIssue[]>;
  /** All that changed since then. */
  changedThreads(repository: RepositoryRef, since: number): Promise<ChangedThread[]>;
  /** Who did that last and when, such as `closed`; undefined: GitHub does not say. */
  lastOf(
    repository: RepositoryRef,
    what: { number: number; event: string },
  ): Promise<{ at: number; sender?: HeardPerson } | undefined>;
  /** Who put labels on an issue, the newest last. */
  labelings(repository: RepositoryRef, issue: number): Promise<HeardLabeling[]>;
  /** Written or changed since then, oldest first. */
  changedComments(repository: RepositoryRef, since: number): Promise<HeardComment[]>;
};
