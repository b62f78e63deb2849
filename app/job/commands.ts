// Which commands a job accepts as it stands, and how to say why another one is refused. Pure.
import type { CommandType } from './events.ts';
import { type HoldReason, isTerminal, type Job, type JobState } from './types.ts';

/** What a person can say now. Values may still be refused (a wrong revision, a lapsed offer). */
export function allowedCommands(job: Job): readonly CommandType[] {
  if (isTerminal(job.state)) return COMMANDS[job.state] ?? [];
  return [...helpful(job), 'cancel'];
}

function helpful(job: Job): readonly CommandType[] {
  if (job.hold !== undefined) return HOLD_COMMANDS[job.hold.reason];
  if (job.state === 'WAITING_SPEC_APPROVAL' && job.revise !== undefined) return ['revise'];
  const commands = COMMANDS[job.state] ?? [];
  if (job.state !== 'WAITING_INTERVENTION' || job.deepFix?.stage !== 'offered') return commands;
  return [...commands, 'confirm_deep_fix', 'decline_deep_fix'];
}

const COMMANDS: Partial<Record<JobState, readonly CommandType[]>> = {
  PENDING: ['start'],
  WAITING_STRATEGY: ['choose_strategy'],
  WAITING_SPEC_APPROVAL: ['approve', 'revise'],
  BASELINE_VALIDATION_FAILED: ['revise'],
  WAITING_ESCALATION_DECISION: ['escalate', 'decline_escalation'],
  WAITING_INTERVENTION: ['continue', 'deep_fix', 'intervene'],
  USER_INTERVENING: ['test'],
  FALLBACK_REQUIRED: ['revise'],
};

/** The commands that end a hold; `cancel` ends the job besides. Provider quota ends by itself. */
export const HOLD_COMMANDS: Record<HoldReason, readonly CommandType[]> = {
  question: ['answer'],
  permission: ['allow', 'deny'],
  scope: ['widen', 'deny'],
  money: ['extend'],
  wall_time: ['extend'],
  provider_quota: [],
};

/** Where the job stands, as the second half of a sentence. */
export function whereItStands(job: Job): string {
  if (job.hold !== undefined) return HOLD_WORDS[job.hold.reason];
  if (job.state === 'WAITING_SPEC_APPROVAL' && job.revise !== undefined) {
    return 'a new revision of the plan is being written';
  }
  return STATE_WORDS[job.state];
}

const HOLD_WORDS: Record<HoldReason, string> = {
  question: 'the job is held by a question that is not answered',
  permission: 'the job is held until a person allows or denies a call',
  scope: 'the job is held because it needs a path outside the plan',
  money: 'the job is held because its dollars are spent',
  wall_time: 'the job is held because its time is spent',
  provider_quota: 'the job is held until the quota of the model provider is renewed',
};

const STATE_WORDS: Record<JobState, string> = {
  PENDING: 'the job has not been started',
  QUOTA_RESERVING: 'quota is being reserved',
  ANALYZING: 'the plan is being written',
  GENERATING_ANALYSIS_REPORT: 'the analysis report is being written',
  WAITING_STRATEGY: 'a strategy has to be chosen',
  WAITING_SPEC_APPROVAL: 'the plan waits for approval',
  GENERATING_TESTS: 'the tests are being written',
  BASELINE_VALIDATION: 'the tests are being run on the base commit',
  BASELINE_VALIDATION_FAILED: 'the tests did not stand up on the base commit',
  REFACTORING: 'the first attempt is under way',
  SELF_HEALING: 'a further attempt is under way',
  WAITING_ESCALATION_DECISION: 'a stronger model waits for a yes or no',
  WAITING_INTERVENTION: 'the same failure came three times and a person has to choose',
  DEEP_FIX_ACTIVE: 'a deep fix is under way',
  USER_INTERVENING: 'a person has taken over',
  RECOVERY_PENDING: 'the attempts are being packed and the branch restored',
  FALLBACK_REQUIRED: 'the job gave up and left its attempts as an artifact',
  CLIENT_HEARTBEAT_LOST: 'the runner was lost and its session is being ended',
  DELIVERED: 'the job is delivered and cannot be changed; a rerun is a new job',
  FAILED: 'the job has failed and cannot be changed; a rerun is a new job',
};
