// What people choose in WAITING_ESCALATION_DECISION, WAITING_INTERVENTION and USER_INTERVENING, and
// the deep fix that may follow. Pure.

import type { EventOf } from '../events.ts';
import { deepFixClass, ESCALATION_DECISION_MS, isPositive } from '../policy.ts';
import { change } from '../record.ts';
import { escalationDeadline } from '../timers.ts';
import type { Job } from '../types.ts';
import { accept, type Handled, refuse } from '../verdict.ts';
import { fail } from './ending.ts';
import { endHold, goOnHere, verifyAgain } from './holding.ts';
import { escalateTo } from './implementing.ts';

export function escalate(job: Job, _event: EventOf<'escalate'>, now: number): Handled {
  if (isTooLate(escalationDeadline(job), now)) return tooLate();
  const escalated = escalateTo(job, 'self_heal');
  return accept(change(escalated, { state: 'SELF_HEALING', step: 'implement' }));
}

/** No means stop; the work stays on the branch (decision 6). */
export function declineEscalation(
  job: Job,
  _event: EventOf<'decline_escalation'>,
  now: number,
): Handled {
  if (isTooLate(escalationDeadline(job), now)) return tooLate();
  return accept(fail(job, 'USER_CANCELLED', 'The stronger model was declined.'));
}

/**
 * Held: goes on, and what was verified is verified again. Else resets the run of identical failures
 * and nothing else (decision 4).
 */
export function goOn(job: Job): Handled {
  if (job.hold !== undefined) {
    const isMoved = job.hold.reason === 'moved' && job.step === 'verify';
    return isMoved ? endHold(verifyAgain(job)) : goOnHere(job);
  }
  return accept(
    change(job, {
      state: 'SELF_HEALING',
      step: 'implement',
      identicalFailureCount: 0,
      failureFingerprint: undefined,
      deepFix: undefined,
    }),
  );
}

export function intervene(job: Job): Handled {
  return accept(change(job, { state: 'USER_INTERVENING', deepFix: undefined }));
}

/** What a person pushed is an attempt of its own; saying it again starts over with the newest. */
export function test(job: Job): Handled {
  return accept(
    change(job, {
      step: 'verify',
      attemptNumber: job.attemptNumber + 1,
      attemptKind: 'intervention',
      announcement: undefined,
      notice: undefined,
    }),
  );
}

/** L3 never runs without a person's yes to its price; other tiers are not asked (decision 7). */
export function deepFix(job: Job): Handled {
  if (deepFixClass(job) !== 'L3') return accept(beginDeepFix(job));
  return accept(change(job, { deepFix: { stage: 'estimating' }, announcement: undefined }));
}

export function estimated(
  job: Job,
  { costUsd, balanceShare }: EventOf<'estimated'>,
  now: number,
): Handled {
  if (!isPositive(costUsd) || (balanceShare !== undefined && !Number.isFinite(balanceShare))) {
    return refuse('VALIDATION_ERROR', 'an estimate is an amount of dollars and a share');
  }
  const offer = { stage: 'offered', costUsd, lapsesAt: now + ESCALATION_DECISION_MS } as const;
  const offered = balanceShare === undefined ? offer : { ...offer, balanceShare };
  return accept(change(job, { deepFix: offered, announcement: 'due' }));
}

export function confirmDeepFix(
  job: Job,
  _event: EventOf<'confirm_deep_fix'>,
  now: number,
): Handled {
  if (isTooLate(offerDeadline(job), now)) return tooLate();
  return accept(beginDeepFix(job));
}

/** As with the stronger model: no means stop. */
export function declineDeepFix(
  job: Job,
  _event: EventOf<'decline_deep_fix'>,
  now: number,
): Handled {
  if (isTooLate(offerDeadline(job), now)) return tooLate();
  return accept(fail(job, 'USER_CANCELLED', 'The deep fix was declined.'));
}

function offerDeadline(job: Job): number | undefined {
  return job.deepFix?.stage === 'offered' ? job.deepFix.lapsesAt : undefined;
}

/** The price is no longer good; the job goes on waiting for a choice. */
export function offerLapsed(job: Job): Handled {
  const notice = 'The estimate for the deep fix has lapsed.';
  return accept(change(job, { deepFix: undefined, announcement: 'due', notice }));
}

function beginDeepFix(job: Job): Job {
  return change(job, { state: 'DEEP_FIX_ACTIVE', deepFix: undefined });
}

export function deepFixDone(job: Job): Handled {
  return accept(
    change(job, {
      state: 'SELF_HEALING',
      step: 'verify',
      attemptCount: 0,
      identicalFailureCount: 0,
      failureFingerprint: undefined,
    }),
  );
}

export function deepFixFailed(job: Job, { detail }: EventOf<'deep_fix_failed'>): Handled {
  return accept(change(job, { state: 'WAITING_INTERVENTION', notice: detail }));
}

export function announced(job: Job): Handled {
  return accept(change(job, { announcement: 'done', notice: undefined }));
}

/** A deadline holds even when its timer has not been handled yet. */
function isTooLate(deadline: number | undefined, now: number): boolean {
  return deadline !== undefined && now >= deadline;
}

function tooLate(): Handled {
  return refuse('JOB_STATE_INVALID', 'the time for this answer has passed');
}
