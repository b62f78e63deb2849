// How a job fails: a person stops it, time is up, an effect cannot succeed. Pure.
import type { EventOf } from '../events.ts';
import { effectKind } from '../outstanding.ts';
import { change } from '../record.ts';
import type { FailureReason, Job } from '../types.ts';
import { accept, type Handled } from '../verdict.ts';

/** Quota is given back only when the job stops before ANALYZING (decision 48). */
export function fail(job: Job, reason: FailureReason, detail?: string): Job {
  return change(job, {
    state: 'FAILED',
    failureReason: reason,
    failureDetail: detail,
    quota: job.quota === 'reserved' ? 'released' : job.quota,
    step: undefined,
    hold: undefined,
    resume: undefined,
    revise: undefined,
    deepFix: undefined,
    notice: undefined,
    edited: undefined,
  });
}

export function cancel(job: Job, { detail }: EventOf<'cancel'>): Handled {
  return accept(fail(job, 'USER_CANCELLED', detail));
}

export function reservationTimeout(job: Job): Handled {
  return accept(fail(job, 'QUOTA_RESERVATION_TIMEOUT'));
}

export function escalationTimeout(job: Job): Handled {
  return accept(fail(job, 'ESCALATION_CONFIRMATION_TIMEOUT'));
}

export function allBlocked(job: Job): Handled {
  return accept(
    fail(job, 'ALL_BLOCKED', 'Every criterion is blocked by a cause outside the code.'),
  );
}

/** The effect will not succeed. What only tells or informs is given up; the rest ends the job. */
export function effectFailed(
  job: Job,
  { type, detail }: EventOf<'effect_failed' | 'poisoned'>,
): Handled {
  const kind = effectKind(job);
  if (kind === 'announce') return accept(change(job, { announcement: 'failed' }));
  if (kind === 'estimate') {
    const notice = `No estimate could be made: ${detail}`;
    return accept(change(job, { deepFix: undefined, announcement: 'due', notice }));
  }
  if (kind === 'release') return accept(fail(job, 'CLIENT_DISCONNECTED', detail));
  if (type === 'poisoned') return accept(fail(job, 'POISONED', detail));
  return accept(fail(job, kind === 'recover' ? 'RECOVERY_FAILED' : 'UNRECOVERABLE_ERROR', detail));
}
