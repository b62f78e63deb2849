// From PENDING to the first attempt: quota, plan, strategy, approval, tests, baseline. Pure.

import type { EventOf } from '../events.ts';
import { isPositive, STRATEGIES_AT_MOST } from '../policy.ts';
import { change } from '../record.ts';
import type { Job } from '../types.ts';
import { accept, type Handled, refuse } from '../verdict.ts';
import { fail } from './ending.ts';

export function start(job: Job, _event: EventOf<'start'>, now: number): Handled {
  return accept(change(job, { state: 'QUOTA_RESERVING', quota: 'reserved', startedAt: now }));
}

export function reserved(job: Job): Handled {
  return accept(change(job, { state: 'ANALYZING', quota: 'consumed' }));
}

export function reserveRefused(job: Job, { reason }: EventOf<'reserve_refused'>): Handled {
  return accept(fail(change(job, { quota: 'none' }), reason));
}

export function planned(job: Job, { revision, strategies }: EventOf<'planned'>): Handled {
  if (!Number.isInteger(strategies) || strategies < 1 || strategies > STRATEGIES_AT_MOST) {
    return refuse('VALIDATION_ERROR', `a plan has one to ${STRATEGIES_AT_MOST} strategies`);
  }
  if (revision === '') return refuse('VALIDATION_ERROR', 'a plan revision has a token');
  // A revised plan keeps the strategy that was chosen: there is no way back to WAITING_STRATEGY.
  if (job.state === 'WAITING_SPEC_APPROVAL') {
    const patch = { planRevision: revision, revise: undefined, announcement: 'due' } as const;
    return accept(change(job, patch));
  }
  const state = job.hasAnalysisReport ? 'GENERATING_ANALYSIS_REPORT' : 'WAITING_STRATEGY';
  return accept(change(job, { state, planRevision: revision, strategyCount: strategies }));
}

export function reportReady(job: Job): Handled {
  return accept(change(job, { state: 'WAITING_STRATEGY' }));
}

/** By a person, or by the system when there is only one (decision 12). */
export function chooseStrategy(
  job: Job,
  { strategy }: EventOf<'choose_strategy' | 'strategy_chosen'>,
): Handled {
  const count = job.strategyCount ?? 0;
  if (!Number.isInteger(strategy) || strategy < 1 || strategy > count) {
    return refuse('VALIDATION_ERROR', `the strategies are numbered 1 to ${count}`);
  }
  return accept(change(job, { state: 'WAITING_SPEC_APPROVAL', strategy }));
}

/** Bound to one revision: who approves an older one has not read what would be done. */
export function approve(job: Job, { revision, maxUsd, escalate }: EventOf<'approve'>): Handled {
  if (revision !== job.planRevision) {
    return refuse('REVISION_CONFLICT', 'a newer revision of the plan exists than the approved one');
  }
  if (maxUsd !== undefined && !isPositive(maxUsd)) {
    return refuse('VALIDATION_ERROR', 'the cap is an amount of dollars above 0');
  }
  if (escalate !== undefined && !job.tierClasses.includes(escalate)) {
    return refuse('ENTITLEMENT_INSUFFICIENT', `the tier of this job has no ${escalate} models`);
  }
  return accept(
    change(job, {
      state: 'GENERATING_TESTS',
      budget: maxUsd === undefined ? job.budget : { ...job.budget, costUsd: maxUsd },
      preauthorisedClass: escalate,
    }),
  );
}

/**
 * A new revision is written inside WAITING_SPEC_APPROVAL, where it then waits. Coming from
 * elsewhere (tests that did not stand up, the fallback, an edited issue) the counters begin anew
 * (decision 5).
 * What was asked before and is not done yet stays asked.
 */
export function revise(job: Job, { text }: EventOf<'revise'>): Handled {
  if (text.trim() === '')
    return refuse('VALIDATION_ERROR', 'say what the plan should do otherwise');
  const of = job.planRevision ?? '';
  const texts = [...(job.revise?.texts ?? []), text];
  const revised = change(job, {
    revise: { of, texts },
    announcement: undefined,
    notice: undefined,
    edited: undefined,
  });
  if (job.state === 'WAITING_SPEC_APPROVAL') return accept(revised);
  return accept(
    change(revised, {
      state: 'WAITING_SPEC_APPROVAL',
      step: undefined,
      resume: undefined,
      deepFix: undefined,
      attemptCount: 0,
      identicalFailureCount: 0,
      failureFingerprint: undefined,
    }),
  );
}

export function testsWritten(job: Job): Handled {
  return accept(change(job, { state: 'BASELINE_VALIDATION' }));
}

export function baselinePassed(job: Job): Handled {
  return accept(change(job, { state: 'REFACTORING', step: 'implement' }));
}

export function baselineFailed(job: Job, { detail }: EventOf<'baseline_failed'>): Handled {
  return accept(change(job, { state: 'BASELINE_VALIDATION_FAILED', notice: detail }));
}
