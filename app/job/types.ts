// The vocabulary of a job: closed unions and the one record `transition` works on. Data only; what
// may happen is decided in transition.ts, what has to run in outstanding.ts.

/** 19 names and the transient QUOTA_RESERVING (decision 1). */
export const JOB_STATES = [
  'PENDING',
  'QUOTA_RESERVING',
  'ANALYZING',
  'GENERATING_ANALYSIS_REPORT',
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'BASELINE_VALIDATION_FAILED',
  'REFACTORING',
  'SELF_HEALING',
  'WAITING_ESCALATION_DECISION',
  'WAITING_INTERVENTION',
  'DEEP_FIX_ACTIVE',
  'USER_INTERVENING',
  'RECOVERY_PENDING',
  'FALLBACK_REQUIRED',
  'CLIENT_HEARTBEAT_LOST',
  'DELIVERED',
  'FAILED',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** FALLBACK_REQUIRED is terminal unless a person revises the plan and runs it again. */
export const TERMINAL_STATES = ['DELIVERED', 'FAILED', 'FALLBACK_REQUIRED'] as const;
type TerminalState = (typeof TERMINAL_STATES)[number];

/** States whose record never changes again; the database refuses it. */
export const IMMUTABLE_STATES = ['DELIVERED', 'FAILED'] as const;

/** States in which the job waits for a person. */
export const WAITING_STATES = [
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'BASELINE_VALIDATION_FAILED',
  'WAITING_ESCALATION_DECISION',
  'WAITING_INTERVENTION',
  'USER_INTERVENING',
] as const;

/** States in which a job can be held by what happens around it. */
export const HALTABLE: ReadonlySet<JobState> = new Set<JobState>([
  'ANALYZING',
  'GENERATING_ANALYSIS_REPORT',
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'BASELINE_VALIDATION_FAILED',
  'REFACTORING',
  'SELF_HEALING',
  'WAITING_INTERVENTION',
  'DEEP_FIX_ACTIVE',
  'USER_INTERVENING',
]);

/** The steps of REFACTORING, SELF_HEALING and USER_INTERVENING; no other state has one. */
export const STEPS = ['implement', 'verify', 'publish'] as const;
type Step = (typeof STEPS)[number];

/** Waiting that has no state of its own (decision 15). */
export const HOLD_REASONS = [
  'question',
  'permission',
  'scope',
  'money',
  'wall_time',
  'provider_quota',
  'moved',
  'unavailable',
  'no_drafts',
  'issue_edited',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** States in which what was approved is worked on, or waits for a person to say how to go on. */
export const APPROVED_STATES = [
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'REFACTORING',
  'SELF_HEALING',
  'WAITING_ESCALATION_DECISION',
  'WAITING_INTERVENTION',
  'DEEP_FIX_ACTIVE',
  'USER_INTERVENING',
] as const;

/** Why a job is FAILED. */
export const FAILURE_REASONS = [
  'USER_CANCELLED',
  'ESCALATION_CONFIRMATION_TIMEOUT',
  'CLIENT_DISCONNECTED',
  'QUOTA_RESERVATION_TIMEOUT',
  'QUOTA_EXHAUSTED',
  'DAILY_JOB_LIMIT_REACHED',
  'INSUFFICIENT_MONTHLY_BALANCE',
  'ENTITLEMENT_INSUFFICIENT',
  'PROVIDER_QUOTA',
  'ALL_BLOCKED',
  'SESSION_ERRORS',
  'RECOVERY_FAILED',
  'POISONED',
  'UNRECOVERABLE_ERROR',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why no quota was reserved; a subset of the failure reasons. */
const QUOTA_REFUSALS = [
  'QUOTA_EXHAUSTED',
  'DAILY_JOB_LIMIT_REACHED',
  'INSUFFICIENT_MONTHLY_BALANCE',
  'ENTITLEMENT_INSUFFICIENT',
] as const satisfies readonly FailureReason[];
export type QuotaRefusal = (typeof QUOTA_REFUSALS)[number];

/** Weakest first. L3 is reached through a deep fix only, and only after a person's yes. */
export const MODEL_CLASSES = ['L1', 'L2', 'L3'] as const;
export type ModelClass = (typeof MODEL_CLASSES)[number];

/** Who wrote what an attempt verifies. */
export const ATTEMPT_KINDS = ['implement', 'self_heal', 'deep_fix', 'intervention'] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

/**
 * `reserved`: a reservation may exist and has to be released when the job stops here.
 * `consumed`: the job reached ANALYZING; nothing is given back any more (decision 48).
 */
const QUOTA_FACTS = ['none', 'reserved', 'consumed', 'released'] as const;
type QuotaFact = (typeof QUOTA_FACTS)[number];

export type Budget = {
  /** Failed attempts after which SELF_HEALING gives up. */
  attempts: number;
  /** Time in which a sandbox is to work for the job, be it in the queue; waiting for people is free. */
  wallTimeMs: number;
  costUsd: number;
  turnsPerStep: number;
};

/** At most one; while it lasts nothing runs but its own announcement. */
export type Hold = {
  /** Counts the holds of the job: what people mean by the N of `/allow N`. */
  number: number;
  reason: HoldReason;
  since: number;
  /** Ends by itself at this time. */
  until?: number;
  /** What is asked, in words for people. */
  ask?: string;
};

/** `/deep-fix` on a tier with L3: first the estimate, then a person's yes. */
type DeepFixQuestion =
  | { stage: 'estimating' }
  | { stage: 'offered'; costUsd: number; balanceShare?: number; lapsesAt: number };

/**
 * A job as plain JSON. Absent is undefined and never written as a key. Times are milliseconds since
 * the epoch and come from events. Only `transition` and `createJob` make one.
 */
export type Job = {
  id: string;
  state: JobState;
  stateSince: number;
  /** The newest time seen: for a job, time never runs backwards. */
  lastEventAt: number;
  step?: Step;

  /** Attempts that failed since the last reset. */
  attemptCount: number;
  /** Length of the run of identical verification failures in SELF_HEALING, at most 3. */
  identicalFailureCount: number;
  /** The failure that run consists of; absent when there is none. */
  failureFingerprint?: string;
  /** Consecutive sessions that broke; any session that ends well sets it to 0. */
  sessionErrorCount: number;

  /** Attempts begun in the life of the job; never reset, so usage keys stay unique. */
  attemptNumber: number;
  attemptKind?: AttemptKind;
  /** Effects begun in the life of the job; names the outstanding one. */
  effectNumber: number;
  /** Holds begun in the life of the job. */
  holdNumber: number;

  modelClass: ModelClass;
  /** What `/approve escalate=L2` allowed beforehand. */
  preauthorisedClass?: 'L2';
  tierClasses: readonly ModelClass[];
  budget: Budget;
  spent: { costUsd: number; activeMs: number };
  /** Since when wall time is used up, as far as not yet in `spent.activeMs`. */
  activeSince?: number;
  startedAt?: number;
  quota: QuotaFact;

  /** Contract tier: an analysis report is made before the strategies are shown. */
  hasAnalysisReport: boolean;
  /** Provider quota is waited out instead of ending the job. */
  waitsForProviderQuota: boolean;

  /** Token of the newest plan revision; the approved one from GENERATING_TESTS on. */
  planRevision?: string;
  strategyCount?: number;
  strategy?: number;
  /** What people asked to be changed, as long as the new revision is not there. */
  revise?: { of: string; texts: readonly string[] };

  hold?: Hold;
  /** What changed in the issue while another hold lasts: the next one, as soon as that ends. */
  edited?: string;
  /** The next agent effect goes on with the stored files and transcript of the session before. */
  resume?: true;
  /** Since when the wire to the runner is silent. */
  heartbeatLostAt?: number;
  /** Since when somebody the work needs has not answered, over all holds for it. */
  awaySince?: number;
  /** A person said `/open`: where there are no drafts, the pull request is an ordinary one. */
  opensReady?: true;
  /** When people were promised to hear from us, and how often it was put off. */
  promise?: { dueAt: number; missed: number };
  /** Whether people were told what is expected of them; absent where nothing is. */
  announcement?: 'due' | 'done' | 'failed';
  /** One thing the next announcement has to say. */
  notice?: string;
  deepFix?: DeepFixQuestion;
  /** The packed operations of the attempts (FALLBACK_REQUIRED). */
  artifact?: string;

  /** Present exactly in FAILED. */
  failureReason?: FailureReason;
  failureDetail?: string;
};

export function isTerminal(state: JobState): state is TerminalState {
  return TERMINAL_STATES.some((one) => one === state);
}

export function isWorkedOn(state: JobState): boolean {
  return APPROVED_STATES.some((one) => one === state);
}

export function isImmutable(state: JobState): boolean {
  return IMMUTABLE_STATES.some((one) => one === state);
}

/** The plan that people are to decide on is the text of the pull request. */
export function showsPlan(state: JobState): boolean {
  return state === 'WAITING_STRATEGY' || state === 'WAITING_SPEC_APPROVAL';
}

/** States on whose entry people are told what is expected of them or how it ended. */
export function isAnnounced(state: JobState): boolean {
  return isTerminal(state) || WAITING_STATES.some((one) => one === state);
}
