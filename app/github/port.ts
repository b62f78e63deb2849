// What the host asks of GitHub, in the words of the product. Every write is harmless when done
// twice. Faults are AppError: GITHUB_UNAVAILABLE (no answer, or a permission is missing), NOT_FOUND,
// RATE_LIMITED (the wait would be longer than the call may take), TIMEOUT, CANCELLED, and
// VALIDATION_ERROR for what GitHub or we refuse; where callers act on it, `refusalOf` says why.
import { isAppError } from '../errors.ts';

export type RepositoryRef = { owner: string; name: string; installationId: number };

export type Issue = {
  number: number;
  title: string;
  body: string;
  author: string;
  state: 'open' | 'closed';
  labels: string[];
  isPullRequest?: boolean;
};

/** GitHub said no to the token itself. */
export type Denial = { message: string; accepted?: string };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export type CommitFile =
  | { path: string; mode: '100644' | '100755' | '120000'; content: Uint8Array }
  | { path: string; deleted: true };

export type PullRequest = {
  number: number;
  url: string;
  isDraft: boolean;
  state: 'open' | 'closed';
  headSha: string;
  body: string;
  title: string;
};

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'action_required' | 'cancelled';
export type Reaction = '+1' | 'eyes' | 'confused';

export type GitHub = {
  issue(repository: RepositoryRef, number: number): Promise<Issue>;
  /** Live, never cached; any answer but a clear one is `none`. */
  permission(repository: RepositoryRef, login: string): Promise<Permission>;
  branchSha(repository: RepositoryRef, branch: string): Promise<string | undefined>;
  /** A text file at a branch or commit (the default branch unless given); undefined: there is none. */
  file(
    repository: RepositoryRef,
    file: { path: string; ref?: string },
  ): Promise<string | undefined>;
  /** A short-lived token that can only read this repository's contents. */
  readToken(repository: RepositoryRef): Promise<{ token: string; cloneUrl: string }>;
  react(
    repository: RepositoryRef,
    target: { issue: number } | { comment: number },
    reaction: Reaction,
  ): Promise<void>;

  /** Creates the branch at `sha`, or leaves it when it is there. */
  ensureBranch(repository: RepositoryRef, branch: string, sha: string): Promise<void>;
  /**
   * Commits onto `parent` through the git data API and moves the branch there, fast-forward only.
   * No files: an empty commit (same tree). Answers with the new commit.
   */
  commit(
    repository: RepositoryRef,
    commit: { branch: string; parent: string; message: string; files: readonly CommitFile[] },
  ): Promise<{ sha: string; treeSha: string }>;
  /** The open PR of the branch, made as a draft when there is none. */
  ensureDraftPullRequest(
    repository: RepositoryRef,
    pull: { branch: string; base: string; title: string; body: string },
  ): Promise<PullRequest>;
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
  /** The check run `redgreen` of a commit, made or updated. */
  putCheckRun(
    repository: RepositoryRef,
    check: {
      sha: string;
      status: 'in_progress' | 'completed';
      conclusion?: CheckConclusion;
      title: string;
      summary: string;
    },
  ): Promise<{ id: number }>;
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
    /** Milliseconds spent waiting for limits and between repeats; 0 below the limits. */
    waitedMs(): number;
  };

const REFUSALS = ['drafts-unsupported', 'branch-moved', 'nothing-ahead', 'ref-moved'] as const;
/**
 * `drafts-unsupported`: the repository's plan has no draft PRs.
 * `branch-moved`: the branch is not where the commit was to go on from.
 * `nothing-ahead`: a PR needs a commit that the base does not have.
 * `ref-moved`: another run of the Action wrote the kept job meanwhile.
 */
export type GitHubRefusal = (typeof REFUSALS)[number];

export function refusalOf(error: unknown): GitHubRefusal | undefined {
  if (!isAppError(error)) return undefined;
  return REFUSALS.find((reason) => reason === error.details['reason']);
}
