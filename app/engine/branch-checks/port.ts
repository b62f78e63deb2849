// Checks of branches (`/verify`): requested rows are run by exactly one live worker, and each is
// answered once. Postgres holds them; whoever runs them holds no truth of its own.
import type { CheckOutcome } from '../../job/check-outcome.ts';
import type { BranchCheck } from '../../store/branch-checks.ts';
import type { JobRecord } from '../../store/jobs.ts';

export type CheckContext = {
  check: BranchCheck;
  /** The job whose criteria are checked; nothing of it is changed. */
  record: JobRecord;
  /** Of the check's own claim; goes into every write, the database refuses a stale one. */
  fence: number;
  /** Aborted when the claim was lost or the process ends: stop at once, leave no sandbox. */
  signal: AbortSignal;
};

export type CheckFunctions = {
  /** Safe to run twice. What is thrown is tried again, unless trying cannot help. */
  see(context: CheckContext): Promise<CheckOutcome>;
  /** Says the outcome in the thread; the same comment when done twice. */
  tell(context: CheckContext): Promise<{ id: number }>;
};

export type BranchChecks = {
  /** Begins to run checks in this process. */
  start(): Promise<void>;
  /** Cancels what runs at once; the next process takes it up. Nothing counts as a try. */
  stop(): Promise<void>;
};
