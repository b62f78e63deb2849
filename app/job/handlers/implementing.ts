// Attempts: implement → verify → publish in REFACTORING and SELF_HEALING, verify in
// USER_INTERVENING, and what a failed attempt leads to. Pure.
import type { EventOf } from '../events.ts';
import { decideEscalation, IDENTICAL_FAILURES } from '../policy.ts';
import { change } from '../record.ts';
import type { Job } from '../types.ts';
import { accept, type Handled, refuse } from '../verdict.ts';

export function implemented(job: Job): Handled {
  return accept(change(job, { step: 'verify' }));
}

/** A pass ends the run of identical failures: what fails after it is a new failure. */
export function verifyPassed(job: Job): Handled {
  return accept(
    change(job, {
      state: job.state === 'USER_INTERVENING' ? 'SELF_HEALING' : job.state,
      step: 'publish',
      identicalFailureCount: 0,
      failureFingerprint: undefined,
    }),
  );
}

export function verifyFailed(job: Job, { fingerprint }: EventOf<'verify_failed'>): Handled {
  if (fingerprint === '') return refuse('VALIDATION_ERROR', 'a failure has a fingerprint');
  if (job.state === 'USER_INTERVENING') {
    const notice = 'The tests are still red on what was pushed.';
    return accept(change(job, { step: undefined, announcement: 'due', notice }));
  }
  return accept(failAttempt(job, fingerprint));
}

/** Only what GitHub showed when asked again gets here; there is no other way to DELIVERED. */
export function published(job: Job): Handled {
  return accept(change(job, { state: 'DELIVERED', step: undefined }));
}

/**
 * The failure of REFACTORING counts as an attempt but not towards the run of identical failures,
 * which is counted in SELF_HEALING only (decision 4). An attempt that failed without a verification
 * (no `fingerprint`) says nothing about the tests and leaves the run as it is. A third identical
 * failure asks a person even when it was the last attempt, because a person can still help.
 */
export function failAttempt(job: Job, fingerprint?: string): Job {
  const failed = change(job, { attemptCount: job.attemptCount + 1, resume: undefined });
  if (job.state === 'REFACTORING') {
    return change(failed, { state: 'SELF_HEALING', step: 'implement' });
  }
  const counted = fingerprint === undefined ? failed : countFailure(failed, fingerprint);
  if (fingerprint !== undefined && counted.identicalFailureCount >= IDENTICAL_FAILURES) {
    return change(counted, { state: 'WAITING_INTERVENTION', step: undefined });
  }
  if (counted.attemptCount >= counted.budget.attempts) {
    return change(counted, { state: 'RECOVERY_PENDING', step: undefined });
  }
  return change(counted, { step: 'implement' });
}

function countFailure(job: Job, fingerprint: string): Job {
  const isIdentical = job.failureFingerprint === fingerprint;
  return change(job, {
    identicalFailureCount: isIdentical ? job.identicalFailureCount + 1 : 1,
    failureFingerprint: fingerprint,
  });
}

/** The model is too weak for what is ahead. Nothing of the attempt is lost, and it does not count. */
export function escalationNeeded(job: Job): Handled {
  const decision = decideEscalation(job);
  if (decision === 'unavailable') return accept(failAttempt(job));
  if (decision === 'ask') {
    const patch = { state: 'WAITING_ESCALATION_DECISION', step: undefined, resume: true } as const;
    return accept(change(job, patch));
  }
  return accept(escalateTo(job, job.state === 'REFACTORING' ? 'implement' : 'self_heal'));
}

/** The stronger model is an attempt of its own, but goes on from the files of the weaker one. */
export function escalateTo(job: Job, attemptKind: 'implement' | 'self_heal'): Job {
  return change(job, {
    modelClass: 'L2',
    attemptNumber: job.attemptNumber + 1,
    attemptKind,
    resume: true,
  });
}

/** SELF_HEALING was entered without an attempt left. */
export function attemptsSpent(job: Job): Handled {
  return accept(change(job, { state: 'RECOVERY_PENDING', step: undefined }));
}
