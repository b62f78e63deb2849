// The engine's whole duty: the effect of a job's current state is run by exactly one live worker,
// and its outcome reaches `transition`. It holds no truth of its own: Postgres does.
import type { CommandBody } from '../job/events.ts';
import type { Refusal } from '../job/verdict.ts';
import type { JobRecord } from '../store/jobs.ts';

/** The job as it is now, or why nothing was changed. */
export type Applied = { ok: true; record: JobRecord } | Refusal;

export type Engine = {
  /** Queues a PENDING job for its start; one that was started before is left as it is. */
  submit(jobId: string): Promise<Applied>;
  /** Gives a person's command to a job. Two that race: one wins, the other gets the refusal. */
  signal(jobId: string, command: CommandBody, actor: string): Promise<Applied>;
  /** FAILED/USER_CANCELLED; a running effect hears of it at once. */
  cancel(jobId: string, actor: string, detail?: string): Promise<Applied>;
  /** Begins to run effects in this process. */
  start(): Promise<void>;
  /**
   * Claims nothing more, gives running effects `drainMs` to end, then hands the rest over to the
   * next process. Nothing is lost and nothing counts as a try.
   */
  stop(drainMs?: number): Promise<void>;
};
