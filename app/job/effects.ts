// What a job can have running, as data, and how each of these may end. Nothing here does it: the
// engine maps each kind to one function. At most one effect is outstanding per job.
import type { OutcomeBody, OutcomeType } from './events.ts';
import type { AttemptKind, HoldReason, JobState, ModelClass } from './types.ts';

/** `number` names the effect within its job: two with the same number are the same effect. */
type Numbered = { number: number };

/** An agent works. `attempt` is the attempt number of the usage key, 0 before the first attempt. */
type Agent = Numbered & {
  attempt: number;
  modelClass: ModelClass;
  turns: number;
  /** Go on with the files and transcript of the interrupted session instead of a new one. */
  resume: boolean;
};
type Planned = { planRevision: string };
type Attempted = Planned & { attempt: number; attemptKind: AttemptKind };

export type Effect =
  | (Numbered & { kind: 'reserve' })
  /** Writes the first plan, or the revision that people asked for. */
  | (Agent & { kind: 'plan'; revise?: { of: string; texts: readonly string[] } })
  | (Agent & Planned & { kind: 'analysis-report' })
  /** There is only one strategy: the system takes it, with its audit event (decision 12). */
  | (Numbered & { kind: 'choose-strategy'; strategy: number })
  | (Agent & Planned & { kind: 'write-tests'; strategy: number })
  | (Numbered & Planned & { kind: 'baseline'; attempt: number })
  | (Agent & Attempted & { kind: 'implement'; strategy: number })
  | (Numbered & Attempted & { kind: 'verify' })
  | (Numbered & Attempted & { kind: 'publish' })
  /** What a deep fix would cost, in dollars and as a share of the month's balance. */
  | (Numbered & { kind: 'estimate'; modelClass: ModelClass })
  | (Agent & Attempted & { kind: 'deep-fix'; strategy: number })
  /** Branch back to base plus what people pushed; the attempts packed as an artifact. */
  | (Numbered & { kind: 'recover' })
  /** Ends the session whose runner is lost. */
  | (Numbered & { kind: 'release'; attempt: number })
  /** Tells people what is expected of them or how it ended. */
  | (Numbered & { kind: 'announce'; state: JobState; hold?: HoldReason; notice?: string });

export type EffectKind = Effect['kind'];

const ALWAYS = ['effect_failed', 'poisoned'] as const;
/** It asks somebody outside, who may be away. Who only tells people waits without a hold. */
const OUTSIDE = ['unavailable', ...ALWAYS] as const;
const IN_SANDBOX = ['session_error', 'runner_died', ...OUTSIDE] as const;
const BY_AGENT = ['held', 'provider_quota_hit', ...IN_SANDBOX] as const;

/** How each effect may end. Anything else from it is refused. */
export const OUTCOMES = {
  reserve: ['reserved', 'reserve_refused', ...ALWAYS],
  plan: ['planned', ...BY_AGENT],
  'analysis-report': ['report_ready', ...BY_AGENT],
  'choose-strategy': ['strategy_chosen', ...ALWAYS],
  'write-tests': ['tests_written', ...BY_AGENT],
  baseline: ['baseline_passed', 'baseline_failed', ...IN_SANDBOX],
  implement: ['implemented', 'escalation_needed', 'all_blocked', ...BY_AGENT],
  verify: ['verify_passed', 'verify_failed', 'moved', 'all_blocked', ...IN_SANDBOX],
  publish: ['published', 'moved', ...OUTSIDE],
  estimate: ['estimated', ...ALWAYS],
  'deep-fix': ['deep_fix_done', 'deep_fix_failed', ...BY_AGENT],
  recover: ['recovered', 'recover_failed', ...OUTSIDE],
  release: ['released', ...OUTSIDE],
  announce: ['announced', ...ALWAYS],
} as const satisfies Record<EffectKind, readonly OutcomeType[]>;

/** What the function behind an effect may return, before the engine adds number and time. */
export type OutcomeOf<K extends EffectKind> = Extract<
  OutcomeBody,
  { type: (typeof OUTCOMES)[K][number] }
>;

export const EFFECT_KINDS: readonly EffectKind[] = Object.keys(OUTCOMES).filter(isEffectKind);

/** Effects with an agent: the only ones that call models, spend money and can be asked to resume. */
export const AGENT_EFFECTS: readonly EffectKind[] = EFFECT_KINDS.filter((kind) =>
  mayReturn(kind, 'held'),
);

/** Effects in a sandbox: the only ones that have a heartbeat and use up wall time. */
export const SANDBOX_EFFECTS: readonly EffectKind[] = EFFECT_KINDS.filter((kind) =>
  mayReturn(kind, 'runner_died'),
);

function isEffectKind(name: string): name is EffectKind {
  return Object.hasOwn(OUTCOMES, name);
}

export function mayReturn(kind: EffectKind, type: OutcomeType): boolean {
  return OUTCOMES[kind].some((one) => one === type);
}

/** Whether the running effect goes on: the engine's whole comparison of old and new. */
export function isSameEffect(one: Effect | undefined, other: Effect | undefined): boolean {
  return one?.kind === other?.kind && one?.number === other?.number;
}
