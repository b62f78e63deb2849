// Every limit, length of time and default of a job in one place, and the decisions that follow from
// them alone. Pure.
import type { EffectKind } from './effects.ts';
import type { Budget, Job, ModelClass } from './types.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Exactly so many identical failures in a row lead to WAITING_INTERVENTION (decision 4). */
export const IDENTICAL_FAILURES = 3;
/** Consecutive broken sessions that are tolerated; one more ends the job (decision 9). */
export const SESSION_ERRORS_TOLERATED = 3;
export const STRATEGIES_AT_MOST = 3;

/** QUOTA_RESERVING is left within this time (decision 1). */
export const RESERVATION_MS = 10 * SECOND_MS;
/** How long an escalation waits for an answer, and how long an estimate is good. */
export const ESCALATION_DECISION_MS = 3600 * SECOND_MS;
/** How long a silent runner may come back (decision 8). */
export const HEARTBEAT_GRACE_MS = 300 * SECOND_MS;
/** A provider that names no reset time, and the least that is waited when it names a past one. */
export const PROVIDER_QUOTA_WAIT_MS = 60 * MINUTE_MS;
export const PROVIDER_QUOTA_WAIT_LEAST_MS = MINUTE_MS;
/** Between two looks at whoever does not answer. */
const AWAY_PAUSE_LEAST_MS = 5 * SECOND_MS;
const AWAY_PAUSE_MOST_MS = 10 * MINUTE_MS;
/** Of a wait that was asked for; whoever wants more is asked again then. */
const ASKED_PAUSE_MOST_MS = 24 * 60 * MINUTE_MS;
/** What `/extend` gives at a spent wall time when it names no time. */
export const WALL_TIME_EXTENSION_MS = 30 * MINUTE_MS;

export const DEFAULT_BUDGET: Budget = {
  attempts: 6,
  wallTimeMs: 120 * MINUTE_MS,
  costUsd: 5,
  turnsPerStep: 100,
};

/** When people hear from us at the latest while we work; nothing is promised while they are asked. */
export const PROMISE_MS: Partial<Record<EffectKind, number>> = {
  reserve: MINUTE_MS,
  plan: 10 * MINUTE_MS,
  'analysis-report': 15 * MINUTE_MS,
  'write-tests': 20 * MINUTE_MS,
  baseline: 20 * MINUTE_MS,
  implement: 30 * MINUTE_MS,
  verify: 30 * MINUTE_MS,
  publish: 5 * MINUTE_MS,
  'deep-fix': 45 * MINUTE_MS,
  recover: 10 * MINUTE_MS,
};

/** What is wrong with a budget, in plain words; empty when it can be used. */
export function budgetProblems(budget: Budget): string[] {
  const problems: string[] = [];
  if (!isPositiveInteger(budget.attempts)) problems.push('attempts must be a whole number above 0');
  if (!isPositive(budget.wallTimeMs)) problems.push('wall time must be above 0');
  if (!isPositive(budget.costUsd)) problems.push('dollars must be above 0');
  if (!isPositiveInteger(budget.turnsPerStep)) {
    problems.push('turns per step must be a whole number above 0');
  }
  return problems;
}

export function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

type EscalationDecision =
  /** A person said yes beforehand. */
  | 'granted'
  | 'ask'
  /** The tier has no stronger class, or the job is on it already. */
  | 'unavailable';

/** Escalation goes from L1 to L2 only: L3 is a deep fix and needs its own yes (decision 7). */
export function decideEscalation(job: Job): EscalationDecision {
  if (job.modelClass !== 'L1' || !job.tierClasses.includes('L2')) return 'unavailable';
  return job.preauthorisedClass === 'L2' ? 'granted' : 'ask';
}

/** The strongest class of the tier; with L3 a person has to confirm, otherwise nobody is asked. */
export function deepFixClass(job: Job): ModelClass {
  if (job.tierClasses.includes('L3')) return 'L3';
  return job.tierClasses.includes('L2') ? 'L2' : job.modelClass;
}

/** SELF_HEALING without an attempt left: the next thing is RECOVERY_PENDING. */
export function hasSpentAttempts(job: Job): boolean {
  return (
    job.state === 'SELF_HEALING' &&
    job.step === 'implement' &&
    job.attemptCount >= job.budget.attempts
  );
}

/** What is left of the wall time at the moment `activeSince` was set. */
export function wallTimeLeftMs(job: Job): number {
  return Math.max(0, job.budget.wallTimeMs - job.spent.activeMs);
}

/** Each as long as all before it together, within bounds; a wait that was asked for as it was asked. */
export function awayPauseMs(awayMs: number, askedMs?: number): number {
  const [wanted, most] =
    askedMs !== undefined && isPositive(askedMs)
      ? [askedMs, ASKED_PAUSE_MOST_MS]
      : [awayMs, AWAY_PAUSE_MOST_MS];
  return Math.min(Math.max(wanted, AWAY_PAUSE_LEAST_MS), most);
}
