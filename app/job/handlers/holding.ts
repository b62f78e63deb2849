// Holds: waiting that has no state of its own (decision 15). At most one; nothing runs while it lasts
// but its announcement; ending it brings back the state's effect. Pure.
import { AGENT_EFFECTS } from '../effects.ts';
import type { EventOf } from '../events.ts';
import { effectKind } from '../outstanding.ts';
import {
  isPositive,
  PROVIDER_QUOTA_WAIT_LEAST_MS,
  PROVIDER_QUOTA_WAIT_MS,
  WALL_TIME_EXTENSION_MS,
} from '../policy.ts';
import { change } from '../record.ts';
import type { Hold, Job } from '../types.ts';
import { accept, type Handled, refuse } from '../verdict.ts';
import { fail } from './ending.ts';

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

export function wallTimeSpent(job: Job, _event: EventOf<'wall_time_spent'>, now: number): Handled {
  return accept(beginHold(job, { reason: 'wall_time', since: now }, runsAgent(job)));
}

/** No agent may begin to spend what the job does not have; called after every event. */
export function holdForMoney(job: Job, now: number): Job {
  if (!runsAgent(job) || job.spent.costUsd < job.budget.costUsd) return job;
  return beginHold(job, { reason: 'money', since: now }, job.resume === true);
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

export function endHold(job: Job): Handled {
  return accept(change(job, { hold: undefined, announcement: undefined }));
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
