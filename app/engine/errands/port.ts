// Errands: what people ask for beside the course of a job is done by exactly one live worker, after
// the commit of the delivery that asked, and told once. Postgres holds them.
import type { ErrandOutcome } from '../../command/errand.ts';
import type { StoredErrand } from '../../store/acts/errands.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Records } from '../../store/records.ts';

export type ErrandContext = {
  errand: StoredErrand;
  /** The job as it is when the errand is run. */
  record: JobRecord;
  /** Aborted when the claim was lost or the process ends: stop at once. */
  signal: AbortSignal;
};

/** How an errand ended. */
export type ErrandEnd = {
  outcome: ErrandOutcome;
  begunJobId?: string;
  /** Written together with the end, and only if the claim still holds: a job begun, an approval. */
  write?(records: Records): Promise<void>;
};

export type ErrandFunctions = {
  /** Safe to run twice. What is thrown is tried again, unless trying cannot help. */
  run(context: ErrandContext): Promise<ErrandEnd>;
  /** Shows the outcome and says it where it was asked; the same when done twice. */
  tell(context: ErrandContext): Promise<{ id: number }>;
};

export type Errands = {
  /** Begins to run errands in this process. */
  start(): Promise<void>;
  /** Cancels what runs at once; the next process takes it up. Nothing counts as a try. */
  stop(): Promise<void>;
};
