// Holds: waiting that has no state of its own (decision 15). At most one; nothing runs while it lasts
// but its announcement; ending it brings back the state's effect. Pure.
import { AGENT_EFFECTS } from '../effects.ts';
import type { EventOf } from '../events.ts';
import { effectKind } from '../outstanding.ts';
import {
  awayPauseMs,
  isPositive,
  PROVIDER_QUOTA_WAIT_LEAST_MS,
  PROVIDER_QUOTA_WAIT_MS,
  WALL_TIME_EXTENSION_MS,
} from '../policy.ts';
import { change } from '../record.ts';
import { type Hold, isAnnounced, isWorkedOn, type Job } from '../types.ts';
import { accept, type Handled, refuse } from '../verdict.ts';
import { fail } from './ending.ts';

/** Questions of an agent. */
const ASKED: ReadonlySet<Hold['reason']> = new Set<Hold['reason']>([
  'question',
  'permission',
  'scope',
]);

/** An agent asks. What it did so far is stored, so its effect resumes afterwards. */
export function held(job: Job, { reason, ask }: EventOf<'held'>, now: number): Handled {
  return accept(
    beginHold(job, { reason, since: now, ...(ask === undefined ? {} : { ask }) }, true),
  );
}

/** Not a session error: waited out if the job was told to, else the end (decision 9). */
export function providerQuotaHit(
  job: Job,
  { resetAt }: EventOf<'provider_quota_hit'>,
  now: number,
): Handled {
  if (!job.waitsForProviderQuota) return accept(fail(job, 'PROVIDER_QUOTA'));
  const named = Number.isFinite(resetAt) ? Number(resetAt) : now + PROVIDER_QUOTA_WAIT_MS;
  const until = Math.max(named, now + PROVIDER_QUOTA_WAIT_LEAST_MS);
  return accept(beginHold(job, { reason: 'provider_quota', since: now, until }, true));
}

/** Nobody works on what may not be meant any more, until a person says how to go on. */
export function groundMoved(job: Job, { ask }: EventOf<'ground_moved'>, now: number): Handled {
  return accept(beginHold(job, { reason: 'moved', since: now, ask }, runsAgent(job)));
}

/** Nothing of the work is lost: it is verified again, as an attempt of its own, on what there is now. */
export function moved(job: Job, { ask }: EventOf<'moved'>, now: number): Handled {
  if (ask === undefined) return accept(verifyAgain(job));
  const unverified = change(job, { step: 'verify' });
  return accept(beginHold(unverified, { reason: 'moved', since: now, ask }, false));
}

export function verifyAgain(job: Job): Job {
  const attemptNumber = job.attemptNumber + 1;
  return change(job, { step: 'verify', attemptNumber, attemptKind: 'intervention' });
}

/**
 * Nothing is spent by it, and it ends by itself (decision 98). A wait that was asked for is as long
 * as it was asked for; without one a person is asked when it took as long as the job may work.
 */
export function unavailable(
  job: Job,
  { detail: ask, retryAfterMs }: EventOf<'unavailable'>,
  now: number,
): Handled {
  const awaySince = job.awaySince ?? now;
  const isAsked = retryAfterMs !== undefined;
  const isTooLong = !isAsked && now - awaySince >= job.budget.wallTimeMs;
  const until = now + awayPauseMs(now - awaySince, retryAfterMs);
  const hold: Omit<Hold, 'number'> = isTooLong
    ? { reason: 'wall_time', since: now, ask }
    : { reason: 'unavailable', since: now, until, ask };
  // Who asks to be left alone has answered.
  const away = isAsked || isTooLong ? undefined : awaySince;
  return accept(change(beginHold(job, hold, runsAgent(job)), { awaySince: away }));
}

export function wallTimeSpent(job: Job, _event: EventOf<'wall_time_spent'>, now: number): Handled {
  return accept(beginHold(job, { reason: 'wall_time', since: now }, runsAgent(job)));
}

/** No agent may begin to spend what the job does not have; called after every event. */
export function holdForMoney(job: Job, now: number): Job {
  if (!runsAgent(job) || job.spent.costUsd < job.budget.costUsd) return job;
  return beginHold(job, { reason: 'money', since: now }, job.resume === true);
}

/** Nothing goes on until a person says with which words; the newest change is what is asked about. */
export function issueEdited(job: Job, { ask }: EventOf<'issue_edited'>, now: number): Handled {
  const { hold } = job;
  if (hold === undefined) {
    return accept(beginHold(job, { reason: 'issue_edited', since: now, ask }, runsAgent(job)));
  }
  if (hold.reason !== 'issue_edited') return accept(change(job, { edited: ask }));
  const notice = 'The issue was edited again.';
  return accept(change(job, { hold: { ...hold, ask }, announcement: 'due', notice }));
}

/** An edit that came during another hold; called after every event. */
export function holdForEdit(job: Job, now: number): Job {
  const { edited: ask, hold, state } = job;
  if (ask === undefined || hold !== undefined || !isWorkedOn(state)) return job;
  const begun = beginHold(job, { reason: 'issue_edited', since: now, ask }, job.resume === true);
  return change(begun, { edited: undefined });
}

function beginHold(job: Job, hold: Omit<Hold, 'number'>, isBegun: boolean): Job {
  const number = job.holdNumber + 1;
  return change(job, {
    holdNumber: number,
    hold: { number, ...hold },
    announcement: 'due',
    heartbeatLostAt: undefined,
    resume: isBegun ? true : undefined,
  });
}

/** The answer itself stands in the records of the hold; here it only lets the job go on. */
export function endByAnswer(
  job: Job,
  { hold }: EventOf<'answer' | 'allow' | 'deny' | 'widen'>,
): Handled {
  if (hold !== undefined && hold !== job.hold?.number) {
    return refuse('JOB_STATE_INVALID', `number ${hold} is not what the job is held by now`);
  }
  return endHold(job);
}

/** A person saw what moved and wants it as it is; what waits for people says so again. */
export function goOnHere(job: Job): Handled {
  const isAsked = isAnnounced(job.state) && job.step === undefined;
  return accept(change(job, { hold: undefined, announcement: isAsked ? 'due' : undefined }));
}

/**
 * The conversation is dropped: what it had asked is no question any more, and its step goes on with
 * a new one, in the same attempt. What waits for money, time or a branch waits on.
 */
export function clear(job: Job): Handled {
  const { hold } = job;
  return hold !== undefined && ASKED.has(hold.reason) ? endHold(job) : accept(job);
}

export function endHold(job: Job): Handled {
  return accept(change(job, { hold: undefined, announcement: undefined }));
}

/** Drafts only (decision 42), unless a person says that it may be an ordinary pull request. */
export function open(job: Job): Handled {
  return endHold(change(job, { opensReady: true }));
}

/** Gives what it names on top of what is spent, so `/extend $2` always buys two dollars. */
export function extend(job: Job, { costUsd, wallTimeMs }: EventOf<'extend'>): Handled {
  const given = [costUsd, wallTimeMs].filter((one) => one !== undefined);
  if (given.length === 0 || !given.every(isPositive)) {
    return refuse('VALIDATION_ERROR', 'an extension names an amount above 0');
  }
  if (job.hold?.reason === 'money' && costUsd === undefined) {
    return refuse('VALIDATION_ERROR', 'the dollars of the job are spent, so name dollars');
  }
  const { budget, spent } = job;
  const moreMs =
    job.hold?.reason === 'wall_time' ? (wallTimeMs ?? WALL_TIME_EXTENSION_MS) : wallTimeMs;
  const extended = {
    ...budget,
    costUsd: raised(budget.costUsd, spent.costUsd, costUsd),
    wallTimeMs: raised(budget.wallTimeMs, spent.activeMs, moreMs),
  };
  return endHold(change(job, { budget: extended }));
}

function raised(cap: number, spent: number, by: number | undefined): number {
  return by === undefined ? cap : Math.max(cap, spent) + by;
}

function runsAgent(job: Job): boolean {
  const kind = effectKind(job);
  return kind !== undefined && AGENT_EFFECTS.includes(kind);
}
