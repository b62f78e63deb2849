// Commits, what moved between them, checks and comments on lines, as they are asked of GitHub. Types
// only.

export type CommitFile =
  | { path: string; mode: '100644' | '100755' | '120000'; content: Uint8Array }
  | { path: string; deleted: true };

export type Reversal = {
  branch: string;
  delivered: string;
  before: string;
  paths: readonly string[];
  message: string;
};

export type Reverted =
  | { kind: 'reverted'; sha: string; paths: string[] }
  /** The files have that content already. */
  | { kind: 'nothing'; headSha: string }
  | { kind: 'overlap'; paths: string[] }
  | { kind: 'branch-gone' };

export type CommitFacts = {
  treeSha: string;
  parents: readonly string[];
  message: string;
  /** As git has it; anybody can write anything there. */
  author: string;
};

/** What one commit has that another does not. */
export type Movement = {
  /** False: history was rewritten, so that the older commit is no part of the newer. */
  isForward: boolean;
  commits: number;
  /** Changed, added, removed, and what renamed files were called. */
  paths: readonly string[];
  /** GitHub lists no more. */
  isCut: boolean;
};

type CheckConclusion = 'success' | 'failure' | 'neutral' | 'action_required' | 'cancelled';

export type NewCommit = {
  branch: string;
  parent: string;
  /** What else it joins: a commit of the base branch. */
  joins?: string;
  message: string;
  files: readonly CommitFile[];
  /** The commit whose tree the files are laid on; the parent unless given. */
  onto?: string;
  /** The tree it has to be. */
  treeSha?: string;
  /** Told of every commit that is made, before the branch is moved to it; throwing, it never is. */
  noted?: (made: MadeCommit) => Promise<void>;
};

export type MadeCommit = { sha: string; treeSha: string };

/** A remark of a check at a place in the commit. */
export type Annotation = {
  path: string;
  startLine: number;
  endLine: number;
  level: 'failure' | 'warning' | 'notice';
  title: string;
  message: string;
};

export type Check = {
  sha: string;
  status: 'in_progress' | 'completed';
  conclusion?: CheckConclusion;
  title: string;
  summary: string;
  /** Where "Details" leads. */
  detailsUrl?: string;
  annotations?: readonly Annotation[];
};

/** A comment on a line of a pull request. */
export type LineRemark = {
  id: number;
  author: string;
  /** Neither a bot's nor our own. */
  isByPerson: boolean;
  body: string;
  writtenAt: number;
  path: string;
  /** Absent: it is about the whole file, or outdated. */
  line?: number;
  /** Where it was when it was written, if it is outdated. */
  wasLine?: number;
  /** The part of the diff that it stands below. */
  diffHunk: string;
  /** The first comment of its thread. */
  inReplyToId?: number;
  reviewId?: number;
};
