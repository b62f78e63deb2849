// Follows a job until nothing is left to be run for it, and says where it is: one group of the log
// per state. Looks at the records; decides nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { Hold } from '../app/job/types.ts';
import type { JobRecord } from '../app/store/jobs.ts';

export type Look = { record: JobRecord; isAtRest: boolean; parkedReason?: string };
export type FollowEnd = 'rest' | 'parked' | 'deadline' | 'stopped';

export type FollowOptions = {
  look(): Promise<Look>;
  /** A new state was entered. */
  enter(state: string): void;
  say(line: string): void;
  /** From time to time while the job is worked on. */
  renew(): Promise<void>;
  signal: AbortSignal;
  now: () => number;
  deadlineMs: number;
  pollMs?: number;
  renewMs?: number;
};

const POLL_MS = 250;
const RENEW_MS = 120_000;

export async function follow(options: FollowOptions): Promise<FollowEnd> {
  const { look, now, signal, pollMs = POLL_MS, renewMs = RENEW_MS } = options;
  const endsAt = now() + options.deadlineMs;
  let renewAt = now() + renewMs;
  let state = '';
  let told = '';
  for (;;) {
    const { record, isAtRest, parkedReason } = await look();
    if (record.job.state !== state) {
      state = record.job.state;
      options.enter(state);
    }
    const line = progress(record);
    if (line !== told) options.say(line);
    told = line;
    if (parkedReason !== undefined) return 'parked';
    if (isAtRest && !isSoonOver(record, endsAt)) return 'rest';
    if (signal.aborted) return 'stopped';
    if (now() >= endsAt) return 'deadline';
    if (now() >= renewAt) {
      await options.renew();
      renewAt = now() + renewMs;
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** No event comes when whoever is away is back: the run itself waits for that. */
function isSoonOver({ job: { hold } }: JobRecord, endsAt: number): boolean {
  return hold?.reason === 'unavailable' && hold.until !== undefined && hold.until < endsAt;
}

function progress({ job }: JobRecord): string {
  const parts = [
    ...(job.step === undefined ? [] : [job.step]),
    ...(job.attemptNumber === 0 ? [] : [`attempt ${job.attemptNumber}`]),
    ...(job.hold === undefined ? [] : [heldWords(job.hold)]),
    `$${job.spent.costUsd.toFixed(2)} of $${job.budget.costUsd.toFixed(2)} spent`,
  ];
  return parts.join(', ');
}

function heldWords({ reason, until }: Hold): string {
  return `held: ${reason}${until === undefined ? '' : ` until ${new Date(until).toISOString()}`}`;
}
