// What a package of a job's attempts is made from. Pure shapes.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { ShownFailure } from '../failures.ts';
import type { Report, ReportAttempt } from '../report.ts';
import type { Dropped } from '../verification-tree.ts';
import type { Base, Operation } from './operations.ts';

export type LeftAttempt = Pick<ReportAttempt, 'number' | 'kind' | 'modelClass' | 'status'> & {
  /** Without withheld tests. */
  changes: readonly FileChange[];
  dropped: readonly Dropped[];
  failures: readonly ShownFailure[];
  /** What its implementer said when it handed over. */
  note?: string;
  report?: Report;
};

export type ArtifactFacts = {
  jobId: string;
  /** `octo/app` */
  repository: string;
  issue: number;
  goal: string;
  /** Where the job is, in a sentence. */
  stands: string;
  baseBranch: string;
  baseSha: string;
  /** Where the newest work lies on GitHub; absent: it could not be put there. */
  commit?: { branch: string; sha: string; attempt: number };
  createdAt: number;
  expiresAt: number;
  base: Base;
  attempts: readonly LeftAttempt[];
};

/** Something that the attempt changed and that is not in its files. */
export type LeftOut = { path: string; why: Dropped['why'] | 'submodule' | 'below a file' };
export type PackedAttempt = LeftAttempt & { operations: Operation[]; leftOut: LeftOut[] };
