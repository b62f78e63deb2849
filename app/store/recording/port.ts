// What is kept of a job that is over, for those who look at it again: the report made anew, the job
// played again. Reads only. Types only; part of the store's port.
import type { Plan } from '../evidence/port.ts';
import type { HoldAnswer } from '../sessions/port.ts';

export type RecordedSession = { id: string; step: string; ordinal: number };

export type RecordingRecords = {
  /** Jobs whose id begins with this: at most two, enough to know whether it is one. */
  jobsLike(prefix: string): Promise<string[]>;
  /** The revision whose tests were run on the tree of this attempt; the newest if none were. */
  planOfAttempt(jobId: string, attemptNumber: number): Promise<Plan | undefined>;
  /** What the report of this attempt counted, as it was when that was made. */
  countsAt(report: {
    jobId: string;
    attemptNumber: number;
  }): Promise<{ costUsd: number; sandboxes: { created: number; wiped: number } }>;
  /** All conversations of a job, oldest first. */
  sessions(jobId: string): Promise<RecordedSession[]>;
  /** What people answered, hold by hold. */
  answers(jobId: string): Promise<HoldAnswer[]>;
};
