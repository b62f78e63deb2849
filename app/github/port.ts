// What the host asks of GitHub, in the words of the product. Every write is harmless when done
// twice. Faults are AppError: GITHUB_UNAVAILABLE (no answer), RATE_LIMITED (the wait would be longer
// than the call may take), TIMEOUT, CANCELLED, NOT_FOUND, VALIDATION_ERROR for what GitHub or we
// refuse (where callers act on it, `refusalOf` says why), and for what only people can mend
// GITHUB_PERMISSION_MISSING, GITHUB_PULLS_FORBIDDEN, GITHUB_ARCHIVED, GITHUB_NO_ACCESS, GITHUB_RULE,
// GITHUB_THREAD_CLOSED and GITHUB_REFUSED.
import { isAppError } from '../errors.ts';
import type {
  Check,
  CommitFacts,
  LineRemark,
  Movement,
  NewCommit,
  Reversal,
  Reverted,
} from './shapes/port.ts';

export type RepositoryRef = { owner: string; name: string; installationId: number };

export type Issue = {
  number: number;
  title: string;
  body: string;
  author: string;
  state: 'open' | 'closed';
  labels: string[];
  isPullRequest?: boolean;
  comments: number;
};

/** `isByPerson`: neither a bot's nor our own. */
export type IssueComment = { id: number; author: string; body: string } & CommentSource;
type CommentSource = { isByPerson: boolean; writtenAt: number };

/** GitHub said no to the token itself. */
export type Denial = { message: string; accepted?: string };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export type PullRequest = {
  number: number;
  url: string;
  isDraft: boolean;
  state: 'open' | 'closed';
  headSha: string;
  body: string;
  title: string;
  /** Into which it is to be merged. */
  baseBranch: string;
};

export type Reaction = '+1' | 'eyes' | 'confused';

/** The path of a repository's own file, and where its owner's lies. */
export type SettingsPlaces = { file: string; organisation: { repository: string; path: string } };
export type SettingsTexts = { file: string | undefined; organisation: string | undefined };

export type GitHub = {
  /** Throws where the App does not get at it (any more). */
  repository(repository: RepositoryRef): Promise<{ isArchived: boolean }>;
  issue(repository: RepositoryRef, number: number): Promise<Issue>;
  /** The newest, at least a hundred if there are so many, oldest first. */
  issueComments(repository: RepositoryRef, number: number, total: number): Promise<IssueComment[]>;
  /** Live, never cached; any answer but a clear one is `none`. Throws when there is no answer. */
  permission(repository: RepositoryRef, login: string): Promise<Permission>;
  branchSha(repository: RepositoryRef, branch: string): Promise<string | undefined>;
  commitFacts(repository: RepositoryRef, sha: string): Promise<CommitFacts>;
  movement(repository: RepositoryRef, between: { from: string; to: string }): Promise<Movement>;
  /** A text file at a branch or commit (the default branch unless given); undefined: there is none. */
  file(
    repository: RepositoryRef,
    file: { path: string; ref?: string },
  ): Promise<string | undefined>;
  /**
   * The texts of the settings files on the default branches, of the repository and of another one of
   * its owner; undefined: there is none, or for the owner's, none that may be read.
   */
  settingsFiles(repository: RepositoryRef, places: SettingsPlaces): Promise<SettingsTexts>;
  /** A short-lived token that can only read this repository's contents. */
  readToken(repository: RepositoryRef): Promise<{ token: string; cloneUrl: string }>;
  /** Whether a commit may change files of workflows; undefined: nobody can tell beforehand. */
  mayChangeWorkflows(repository: RepositoryRef): Promise<boolean | undefined>;
  react(
    repository: RepositoryRef,
    target: { issue: number } | { comment: number } | { reviewComment: number },
    reaction: Reaction,
  ): Promise<void>;

  /** Creates the branch at `sha`, or leaves it when it is there. */
  ensureBranch(repository: RepositoryRef, branch: string, sha: string): Promise<void>;
  /**
   * Commits onto `parent` through the git data API and moves the branch there, fast-forward only.
   * No files: an empty commit (same tree). Answers with the new commit. Refused before the branch
   * moves: `branch-moved`, and `tree-differs` when GitHub made another tree than `treeSha`.
   */
  commit(repository: RepositoryRef, commit: NewCommit): Promise<{ sha: string; treeSha: string }>;
  /**
   * One commit that gives these paths, where `delivered` changed them, their content of `before`
   * again, fast-forward only. Nothing is done where somebody changed one of them since.
   */
  revert(repository: RepositoryRef, wanted: Reversal): Promise<Reverted>;
  /** The open PR of the branch, made when there is none: as a draft, unless a person said `/open`. */
  ensureDraftPullRequest(
    repository: RepositoryRef,
    pull: { branch: string; base: string; title: string; body: string; isReady?: boolean },
  ): Promise<PullRequest>;
  /** Takes a draft out of its state. `forbidden`: this token may not, whatever its permissions. */
  markReady(repository: RepositoryRef, number: number): Promise<'ready' | 'forbidden'>;
  pullRequest(repository: RepositoryRef, number: number): Promise<PullRequest>;
  updatePullRequest(
    repository: RepositoryRef,
    number: number,
    change: { title?: string; body?: string },
  ): Promise<void>;
  /**
   * One comment per job, edited in place; found by its stored id and its author. Without an id, the
   * one we made with the same `key` (one per thread unless given), so that a lost answer or a crash
   * before the id was stored makes no second one.
   */
  putStatusComment(
    repository: RepositoryRef,
    pullNumber: number,
    comment: { id?: number; body: string; key?: string },
  ): Promise<{ id: number }>;
  /** Once per key on a thread; without one, the same body is said once. */
  comment(
    repository: RepositoryRef,
    number: number,
    body: string,
    key?: string,
  ): Promise<{ id: number }>;
  /** In the thread of a review, once per key. `inReplyTo` is the thread's first comment. */
  replyToReview(
    repository: RepositoryRef,
    thread: { pull: number; inReplyTo: number },
    comment: { body: string; key: string },
  ): Promise<{ id: number }>;
  /** Comments on lines of a pull request, in all its reviews, oldest first. */
  lineRemarks(repository: RepositoryRef, pull: number): Promise<LineRemark[]>;
  /** The check run `redgreen` of a commit, made or updated. */
  putCheckRun(repository: RepositoryRef, check: Check): Promise<{ id: number }>;
};

/** The commit in which a job waits between two runs of the Action. */
export type JobRef = { sha: string; message: string; author: string; content: string };

/** What only the Action asks. */
export type JobRefs = {
  /** Undefined when no job of the issue was kept. */
  readJobRef(repository: RepositoryRef, issue: number): Promise<JobRef | undefined>;
  /** Fast-forward only: `ref-moved` when `parent` is not the newest. Answers with the new commit. */
  writeJobRef(
    repository: RepositoryRef,
    job: { issue: number; parent: string | undefined; message: string; content: string },
  ): Promise<string>;
  /** Throws when checks may not be written: better before the work than after it. */
  probeChecks(repository: RepositoryRef): Promise<void>;
  /** Where the commits of a pull request come from; a deleted fork has no repository. */
  pullHead(
    repository: RepositoryRef,
    number: number,
  ): Promise<{ branch: string; repository: string | undefined }>;
};

/** The real one: its calls can be cancelled, and what it waited for GitHub's limits is counted. */
export type GitHubClient = GitHub &
  JobRefs & {
    /** The same client; calls made through it end with CANCELLED when the signal fires. */
    withSignal(signal: AbortSignal): GitHub;
    /** Who does what we do; undefined: nobody of ours, since the token was given. */
    self(): Promise<{ login: string } | undefined>;
    /** Milliseconds spent waiting for limits and between repeats; 0 below the limits. */
    waitedMs(): number;
  };

const REFUSALS = [
  'drafts-unsupported',
  'branch-moved',
  'nothing-ahead',
  'ref-moved',
  'tree-differs',
  'forbidden',
] as const;
/**
 * `drafts-unsupported`: the repository's plan has no draft PRs.
 * `branch-moved`: the branch is not where the commit was to go on from.
 * `nothing-ahead`: a PR needs a commit that the base does not have.
 * `tree-differs`: GitHub made another tree than was verified.
 * `ref-moved`: another run of the Action wrote the kept job meanwhile.
 * `forbidden`: GraphQL does not do that for such a token.
 */
export type GitHubRefusal = (typeof REFUSALS)[number];

export function refusalOf(error: unknown): GitHubRefusal | undefined {
  if (!isAppError(error)) return undefined;
  return REFUSALS.find((reason) => reason === error.details['reason']);
}
