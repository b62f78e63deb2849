// Which commands a job accepts as it stands, and how to say why another one is refused. Pure.
import type { CommandType } from './events.ts';
import {
  HOLD_REASONS,
  type HoldReason,
  isTerminal,
  JOB_STATES,
  type Job,
  type JobState,
  WAITING_STATES,
} from './types.ts';

type Place = {
  states?: readonly JobState[];
  /** Holds that it ends; `cancel` ends the job besides. Waiting for whoever is away ends by itself. */
  holds?: readonly HoldReason[];
  /** What else has to be so in these states. */
  when?(job: Job): boolean;
};

/** Nothing is written or run for it at the moment. */
const isIdle = (job: Job) => job.revise === undefined && job.step === undefined;
const isOffered = (job: Job) => job.deepFix?.stage === 'offered';

/** Where each command helps; what helps most comes first. */
export const PLACES: Record<CommandType, Place> = {
  start: { states: ['PENDING'] },
  choose_strategy: { states: ['WAITING_STRATEGY'] },
  approve: { states: ['WAITING_SPEC_APPROVAL'], when: (job) => job.revise === undefined },
  revise: {
    states: ['WAITING_SPEC_APPROVAL', 'BASELINE_VALIDATION_FAILED', 'FALLBACK_REQUIRED'],
    holds: ['issue_edited'],
  },
  answer: { holds: ['question'] },
  allow: { holds: ['permission'] },
  widen: { holds: ['scope'] },
  deny: { holds: ['permission', 'scope'] },
  extend: { holds: ['money', 'wall_time'] },
  open: { holds: ['no_drafts'] },
  escalate: { states: ['WAITING_ESCALATION_DECISION'] },
  decline_escalation: { states: ['WAITING_ESCALATION_DECISION'] },
  continue: { states: ['WAITING_INTERVENTION'], holds: ['moved', 'issue_edited'] },
  deep_fix: { states: ['WAITING_INTERVENTION'] },
  intervene: { states: ['WAITING_INTERVENTION'] },
  confirm_deep_fix: { states: ['WAITING_INTERVENTION'], when: isOffered },
  decline_deep_fix: { states: ['WAITING_INTERVENTION'], when: isOffered },
  test: { states: ['USER_INTERVENING'] },
  cancel: { states: JOB_STATES.filter((state) => !isTerminal(state)), holds: HOLD_REASONS },
  clear: { states: WAITING_STATES, holds: HOLD_REASONS, when: isIdle },
};

/** What a person can say now. Values may still be refused (a wrong revision, a lapsed offer). */
export function allowedCommands(job: Job): readonly CommandType[] {
  const types = Object.keys(PLACES) as CommandType[];
  return types.filter((type) => isIn(PLACES[type], job));
}

/** What can be said at most places, and ends no waiting. */
const IN_PASSING: ReadonlySet<CommandType> = new Set(['start', 'cancel', 'clear']);

/** Whether something can be said that the job waits for. */
export function asksPeople(job: Job): boolean {
  return allowedCommands(job).some((type) => !IN_PASSING.has(type));
}

function isIn({ states = [], holds = [], when = () => true }: Place, job: Job): boolean {
  if (job.hold !== undefined) return holds.includes(job.hold.reason);
  return states.includes(job.state) && when(job);
}

/** Where the job stands, as the second half of a sentence. */
export function whereItStands(job: Job): string {
  if (job.hold !== undefined) return HOLD_WORDS[job.hold.reason];
  if (job.state === 'WAITING_SPEC_APPROVAL' && job.revise !== undefined) {
    return 'a new revision of the plan is being written';
  }
  return STATE_WORDS[job.state];
}

/** Where nobody has to do anything; undefined: somebody has. */
export function whenItGoesOn({ hold }: Job): string | undefined {
  if (hold?.until === undefined) return undefined;
  const time = new Date(hold.until).toISOString().slice(0, 16).replace('T', ' ');
  return `It goes on by itself at ${time} UTC.`;
}

const HOLD_WORDS: Record<HoldReason, string> = {
  question: 'the job is held by a question that is not answered',
  permission: 'the job is held until a person allows or denies a call',
  scope: 'the job is held because it needs a path outside the plan',
  money: 'the job is held because its dollars are spent',
  wall_time: 'the job is held because its time is spent',
  provider_quota: 'the job is held until the quota of the model provider is renewed',
  moved: 'the job is held because the branch or its base has moved since the work was verified',
  unavailable: 'the job is held until whoever it waits for answers again',
  no_drafts: 'the job is held because the repository has no draft pull requests',
  issue_edited: 'the job is held because the issue was edited after its plan was approved',
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
