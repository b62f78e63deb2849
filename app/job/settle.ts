// What follows from every accepted event, whatever it was: entry into a state, the money cap, the
// number of the effect that begins, time. Pure.
import { type Effect, SANDBOX_EFFECTS } from './effects.ts';
import { isOutcome, type JobEvent, type OutcomeType } from './events.ts';
import { holdForEdit, holdForMoney } from './handlers/holding.ts';
import { effectKind, outstanding } from './outstanding.ts';
import { change } from './record.ts';
import { keepTime } from './timers.ts';
import { isAnnounced, isImmutable, type Job } from './types.ts';

/** Ends of a sandbox effect that do not show a working session, so errors go on being counted. */
const UNFINISHED: ReadonlySet<OutcomeType> = new Set<OutcomeType>([
  'held',
  'provider_quota_hit',
  'unavailable',
  'session_error',
  'runner_died',
  'effect_failed',
  'poisoned',
]);

/** Before the handler: what ended takes its marks with it, and what it cost is written down. */
export function prepare(job: Job, event: JobEvent): Job {
  if (!isOutcome(event)) return job;
  const kind = effectKind(job);
  const paid = Math.max(job.spent.costUsd, event.spentUsd ?? 0);
  const spent = { ...job.spent, costUsd: paid };
  // Any other end shows that whoever was away is back; an announcement shows nothing.
  const isStillAway = kind === 'announce' || event.type === 'unavailable';
  const awaySince = isStillAway ? job.awaySince : undefined;
  if (kind === undefined || !SANDBOX_EFFECTS.includes(kind)) {
    return change(job, { spent, awaySince });
  }
  return change(job, {
    spent,
    awaySince,
    heartbeatLostAt: undefined,
    resume: undefined,
    sessionErrorCount: UNFINISHED.has(event.type) ? job.sessionErrorCount : 0,
  });
}

/** After the handler. */
export function settle(
  before: Job,
  handled: Job,
  { event, now }: { event: JobEvent; now: number },
): Job {
  const entered = enter(before, handled, now);
  const gated = holdForMoney(holdForEdit(entered, now), now);
  const begun = begin(before, gated, isOutcome(event));
  return keepTime(before, begun, now);
}

function enter(before: Job, after: Job, now: number): Job {
  if (before.state === after.state) return after;
  return change(after, {
    stateSince: now,
    hold: undefined,
    heartbeatLostAt: undefined,
    // A record that never changes again cannot say whether its announcement was made.
    announcement: isAnnounced(after.state) && !isImmutable(after.state) ? 'due' : undefined,
  });
}

/** An effect that begins gets a number of its own, an attempt that begins likewise. */
function begin(before: Job, after: Job, isFinished: boolean): Job {
  const [next] = outstanding(after);
  const [running] = outstanding(before);
  if (next === undefined || (!isFinished && isSameWork(running, next))) return after;
  const effectNumber = before.effectNumber + 1;
  const isAttempt = (next.kind === 'implement' || next.kind === 'deep-fix') && !next.resume;
  if (!isAttempt) return change(after, { effectNumber });
  const attemptNumber = after.attemptNumber + 1;
  return change(after, { effectNumber, attemptNumber, attemptKind: attemptKind(after) });
}

function attemptKind(job: Job): NonNullable<Job['attemptKind']> {
  if (job.state === 'DEEP_FIX_ACTIVE') return 'deep_fix';
  return job.state === 'REFACTORING' ? 'implement' : 'self_heal';
}

/** Both carry the same number here, so only what they are to do is compared. */
function isSameWork(running: Effect | undefined, next: Effect): boolean {
  return running?.kind === next.kind && JSON.stringify(running) === JSON.stringify(next);
}
