// What has to run for a job as it stands: a function of the record alone, so there is no effect
// without its state, and an engine that lost everything but the record knows what to do. Pure.
import { AppError } from '../errors.ts';
import type { Effect, EffectKind } from './effects.ts';
import { deepFixClass, hasSpentAttempts } from './policy.ts';
import type { AttemptKind, Job, JobState, ModelClass } from './types.ts';

/**
 * At most one effect. In DELIVERED and FAILED, whose records never change again, it is what has to
 * run on entering; that it was done is known from `transition`, which then answers with no effect.
 */
export function outstanding(job: Job): Effect[] {
  const kind = effectKind(job);
  return kind === undefined ? [] : [DESCRIPTIONS[kind](job)];
}

export function effectKind(job: Job): EffectKind | undefined {
  return job.hold === undefined ? KINDS[job.state](job) : announcement(job);
}

const KINDS: Record<JobState, (job: Job) => EffectKind | undefined> = {
  PENDING: () => undefined,
  QUOTA_RESERVING: () => 'reserve',
  ANALYZING: () => 'plan',
  GENERATING_ANALYSIS_REPORT: () => 'analysis-report',
  WAITING_STRATEGY: (job) => (job.strategyCount === 1 ? 'choose-strategy' : announcement(job)),
  WAITING_SPEC_APPROVAL: (job) => (job.revise === undefined ? announcement(job) : 'plan'),
  GENERATING_TESTS: () => 'write-tests',
  BASELINE_VALIDATION: () => 'baseline',
  BASELINE_VALIDATION_FAILED: announcement,
  REFACTORING: (job) => job.step,
  SELF_HEALING: (job) => (hasSpentAttempts(job) ? undefined : job.step),
  WAITING_ESCALATION_DECISION: announcement,
  WAITING_INTERVENTION: (job) =>
    job.deepFix?.stage === 'estimating' ? 'estimate' : announcement(job),
  DEEP_FIX_ACTIVE: () => 'deep-fix',
  USER_INTERVENING: (job) => job.step ?? announcement(job),
  RECOVERY_PENDING: () => 'recover',
  FALLBACK_REQUIRED: announcement,
  CLIENT_HEARTBEAT_LOST: () => 'release',
  DELIVERED: () => 'announce',
  FAILED: () => 'announce',
};

function announcement(job: Job): EffectKind | undefined {
  return job.announcement === 'due' ? 'announce' : undefined;
}

const DESCRIPTIONS: { [K in EffectKind]: (job: Job) => Extract<Effect, { kind: K }> } = {
  reserve: (job) => ({ kind: 'reserve', number: job.effectNumber }),
  plan: (job) => ({
    kind: 'plan',
    ...agent(job),
    ...(job.revise === undefined ? {} : { revise: job.revise }),
  }),
  'analysis-report': (job) => ({
    kind: 'analysis-report',
    ...agent(job),
    planRevision: planRevision(job),
  }),
  'choose-strategy': (job) => ({ kind: 'choose-strategy', number: job.effectNumber, strategy: 1 }),
  'write-tests': (job) => ({
    kind: 'write-tests',
    ...agent(job),
    planRevision: planRevision(job),
    strategy: strategy(job),
  }),
  baseline: (job) => ({
    kind: 'baseline',
    number: job.effectNumber,
    attempt: job.attemptNumber,
    planRevision: planRevision(job),
  }),
  implement: (job) => ({
    kind: 'implement',
    ...agent(job),
    ...attempted(job),
    strategy: strategy(job),
  }),
  verify: (job) => ({ kind: 'verify', number: job.effectNumber, ...attempted(job) }),
  publish: (job) => ({ kind: 'publish', number: job.effectNumber, ...attempted(job) }),
  estimate: (job) => ({
    kind: 'estimate',
    number: job.effectNumber,
    modelClass: deepFixClass(job),
  }),
  'deep-fix': (job) => ({
    kind: 'deep-fix',
    ...agent(job, deepFixClass(job)),
    ...attempted(job),
    strategy: strategy(job),
  }),
  recover: (job) => ({ kind: 'recover', number: job.effectNumber }),
  release: (job) => ({ kind: 'release', number: job.effectNumber, attempt: job.attemptNumber }),
  announce: (job) => ({
    kind: 'announce',
    number: job.effectNumber,
    state: job.state,
    ...(job.hold === undefined ? {} : { hold: job.hold.reason }),
    ...(job.notice === undefined ? {} : { notice: job.notice }),
  }),
};

function agent(job: Job, modelClass: ModelClass = job.modelClass) {
  return {
    number: job.effectNumber,
    attempt: job.attemptNumber,
    modelClass,
    turns: job.budget.turnsPerStep,
    resume: job.resume === true,
  };
}

function attempted(job: Job): {
  planRevision: string;
  attempt: number;
  attemptKind: AttemptKind;
} {
  const { attemptNumber: attempt, attemptKind = 'implement' } = job;
  return { planRevision: planRevision(job), attempt, attemptKind };
}

function planRevision(job: Job): string {
  return job.planRevision ?? broken(job, 'has no plan');
}

function strategy(job: Job): number {
  return job.strategy ?? broken(job, 'has no strategy');
}

function broken(job: Job, problem: string): never {
  throw new AppError('INTERNAL_ERROR', {
    problem: `a job in ${job.state} ${problem}`,
    details: { jobId: job.id },
  });
}
