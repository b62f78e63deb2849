// A new job, PENDING, from what admission decided. Pure; the id and the time come in.
import { budgetProblems, DEFAULT_BUDGET } from './policy.ts';
import type { Budget, Job, ModelClass } from './types.ts';
import type { Refusal } from './verdict.ts';

export type NewJob = {
  id: string;
  at: number;
  /** What the tier of the installation includes, from its entitlement snapshot. */
  tierClasses: readonly ModelClass[];
  modelClass?: ModelClass;
  budget?: Partial<Budget>;
  hasAnalysisReport?: boolean;
  waitsForProviderQuota?: boolean;
};

/** A class outside the tier is refused here, never later (decision 49). */
export function createJob(input: NewJob): { ok: true; job: Job } | Refusal {
  const { id, at, tierClasses, modelClass = 'L1' } = input;
  const budget: Budget = { ...DEFAULT_BUDGET, ...input.budget };
  const problems = budgetProblems(budget);
  if (problems.length > 0) return refuse('VALIDATION_ERROR', problems.join('; '));
  if (!tierClasses.includes(modelClass)) {
    return refuse('ENTITLEMENT_INSUFFICIENT', `the tier has no ${modelClass} models`);
  }
  if (modelClass === 'L3') {
    return refuse('VALIDATION_ERROR', 'L3 is for a deep fix that a person confirmed');
  }
  const job: Job = {
    id,
    state: 'PENDING',
    stateSince: at,
    lastEventAt: at,
    attemptCount: 0,
    identicalFailureCount: 0,
    sessionErrorCount: 0,
    attemptNumber: 0,
    effectNumber: 0,
    holdNumber: 0,
    modelClass,
    tierClasses,
    budget,
    spent: { costUsd: 0, activeMs: 0 },
    quota: 'none',
    hasAnalysisReport: input.hasAnalysisReport ?? false,
    waitsForProviderQuota: input.waitsForProviderQuota ?? false,
  };
  return { ok: true, job };
}

function refuse(code: Refusal['code'], reason: string): Refusal {
  return { ok: false, code, reason, allowed: [] };
}
