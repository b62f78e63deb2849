// When time itself moves a job. Pure: the engine wakes up at `timer(job).at` and sends the event.
import { SANDBOX_EFFECTS } from './effects.ts';
import type { EventOf, TimerType } from './events.ts';
import { effectKind } from './outstanding.ts';
import {
  ESCALATION_DECISION_MS,
  HEARTBEAT_GRACE_MS,
  hasSpentAttempts,
  PROMISE_MS,
  RESERVATION_MS,
  wallTimeLeftMs,
} from './policy.ts';
import { change } from './record.ts';
import type { Job } from './types.ts';
import { accept, type Handled } from './verdict.ts';

type JobTimer = { at: number; type: TimerType };

/** The earliest timer of the job; of two at the same time the one listed first below. */
export function timer(job: Job): JobTimer | undefined {
  let earliest: JobTimer | undefined;
  for (const one of timers(job)) {
    if (earliest === undefined || one.at < earliest.at) earliest = one;
  }
  return earliest;
}

export function isDue(job: Job, type: TimerType, now: number): boolean {
  return timers(job).some((one) => one.type === type && one.at <= now);
}

function timers(job: Job): JobTimer[] {
  const due: [TimerType, number | undefined][] = [
    ['reservation_timeout', inState(job, 'QUOTA_RESERVING', RESERVATION_MS)],
    ['attempts_spent', hasSpentAttempts(job) ? job.stateSince : undefined],
    ['escalation_timeout', escalationDeadline(job)],
    ['offer_lapsed', job.deepFix?.stage === 'offered' ? job.deepFix.lapsesAt : undefined],
    ['hold_ended', job.hold?.until],
    ['grace_expired', later(job.heartbeatLostAt, HEARTBEAT_GRACE_MS)],
    ['wall_time_spent', later(job.activeSince, wallTimeLeftMs(job))],
    ['promise_due', job.promise?.dueAt],
  ];
  return due.flatMap(([type, at]) => (at === undefined ? [] : [{ type, at }]));
}

export function escalationDeadline(job: Job): number | undefined {
  return inState(job, 'WAITING_ESCALATION_DECISION', ESCALATION_DECISION_MS);
}

function inState(job: Job, state: Job['state'], lengthMs: number): number | undefined {
  return job.state === state ? job.stateSince + lengthMs : undefined;
}

function later(since: number | undefined, lengthMs: number): number | undefined {
  return since === undefined ? undefined : since + lengthMs;
}

/**
 * We said people would hear from us by now: a new time is promised and the miss is counted.
 * Whoever renders the status comment does so after every accepted event, hence also after this one.
 */
export function putOffPromise(job: Job, _event: EventOf<'promise_due'>, now: number): Handled {
  const kind = effectKind(job);
  const lengthMs = kind === undefined ? undefined : PROMISE_MS[kind];
  if (lengthMs === undefined) return accept(change(job, { promise: undefined }));
  const missed = (job.promise?.missed ?? 0) + 1;
  return accept(change(job, { promise: { dueAt: now + lengthMs, missed } }));
}

/** Adds up wall time and renews or drops the promise after an event. */
export function keepTime(before: Job, after: Job, now: number): Job {
  const kind = effectKind(after);
  const activeMs =
    after.spent.activeMs + (before.activeSince === undefined ? 0 : now - before.activeSince);
  const isActive = kind !== undefined && SANDBOX_EFFECTS.includes(kind);
  return change(after, {
    lastEventAt: now,
    spent: { ...after.spent, activeMs },
    activeSince: isActive ? now : undefined,
    promise: promiseAfter(before, after, now),
  });
}

/** A retry of the same work keeps the time that was promised for it. */
function promiseAfter(before: Job, after: Job, now: number): Job['promise'] {
  const kind = effectKind(after);
  const lengthMs = kind === undefined ? undefined : PROMISE_MS[kind];
  if (lengthMs === undefined) return undefined;
  const isSameWork = before.state === after.state && effectKind(before) === kind;
  if (isSameWork && after.promise !== undefined) return after.promise;
  return { dueAt: now + lengthMs, missed: 0 };
}
