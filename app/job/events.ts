// Everything that can happen to a job, as data. Time arrives inside the event. Nothing here decides.
import type { HoldReason, QuotaRefusal } from './types.ts';

/** What people (or, for `start` and `cancel`, triggers) ask for. Who asked stands in the audit. */
export type CommandBody =
  | { type: 'start' }
  | { type: 'choose_strategy'; strategy: number }
  | { type: 'approve'; revision: string; maxUsd?: number; escalate?: 'L2' }
  | { type: 'revise'; text: string }
  | { type: 'answer'; hold?: number }
  | { type: 'allow'; hold?: number }
  | { type: 'deny'; hold?: number }
  | { type: 'widen'; hold?: number }
  | { type: 'extend'; costUsd?: number; wallTimeMs?: number }
  | { type: 'open' }
  | { type: 'continue' }
  | { type: 'deep_fix' }
  | { type: 'confirm_deep_fix' }
  | { type: 'decline_deep_fix' }
  | { type: 'intervene' }
  | { type: 'test' }
  | { type: 'escalate' }
  | { type: 'decline_escalation' }
  | { type: 'clear' }
  | { type: 'cancel'; detail?: string };

/** How an effect ended: each effect returns exactly one of those effects.ts lists for it. */
export type OutcomeBody =
  | { type: 'reserved' }
  | { type: 'reserve_refused'; reason: QuotaRefusal }
  | { type: 'planned'; revision: string; strategies: number }
  | { type: 'report_ready' }
  | { type: 'strategy_chosen'; strategy: number }
  | { type: 'tests_written' }
  | { type: 'baseline_passed' }
  | { type: 'baseline_failed'; detail: string }
  | { type: 'implemented' }
  | { type: 'escalation_needed' }
  | { type: 'verify_passed' }
  | { type: 'verify_failed'; fingerprint: string }
  | { type: 'all_blocked' }
  /** Read back from GitHub, never assumed. */
  | { type: 'published' }
  /** Branch or base are not where the tree was verified: it is verified again, or a person is asked. */
  | { type: 'moved'; ask?: string }
  | { type: 'estimated'; costUsd: number; balanceShare?: number }
  | { type: 'deep_fix_done' }
  | { type: 'deep_fix_failed'; detail: string }
  | { type: 'recovered'; artifact: string }
  | { type: 'recover_failed'; detail: string }
  | { type: 'released' }
  | { type: 'announced' }
  | { type: 'held'; reason: AgentHoldReason; ask?: string }
  | { type: 'provider_quota_hit'; resetAt?: number }
  /** Somebody it needs does not answer, or asks to be left alone for a time. Nothing is wrong with it. */
  | { type: 'unavailable'; detail: string; retryAfterMs?: number }
  /** The session broke (context exhausted, provider fault, nonsense on the wire). */
  | { type: 'session_error'; detail: string }
  /** The sandbox says the runner process is dead, or the sandbox is gone. */
  | { type: 'runner_died'; detail: string }
  /** It cannot succeed, however often it is tried. */
  | { type: 'effect_failed'; detail: string }
  /** It took its worker down each time it was tried. */
  | { type: 'poisoned'; detail: string };

/** Holds an agent's step asks for; the others come from time and from whoever is away. */
type AgentHoldReason = Exclude<
  HoldReason,
  'wall_time' | 'provider_quota' | 'unavailable' | 'moved' | 'issue_edited'
>;

/** What the running effect reports before it ends. */
export type SignalBody =
  | { type: 'heartbeat_lost' }
  | { type: 'heartbeat_restored' }
  /** Another worker took over while the runner was lost: a restarting host is no lost client. */
  | { type: 'worker_changed' };

/** Time passed. Refused unless due: see timers.ts. */
export type TimerBody =
  | { type: 'reservation_timeout' }
  | { type: 'attempts_spent' }
  | { type: 'escalation_timeout' }
  | { type: 'offer_lapsed' }
  | { type: 'hold_ended' }
  | { type: 'grace_expired' }
  | { type: 'wall_time_spent' }
  | { type: 'promise_due' };

/** What happened on GitHub to what the job stands on; nobody asked us for anything. */
export type NewsBody =
  /** The words that were approved are not those of the issue any more; `ask` says what changed. */
  | { type: 'issue_edited'; ask: string }
  /** Its base is another or gone; `ask` says what a person can do. */
  | { type: 'ground_moved'; ask: string };

type At = { at: number };
/** `effect` is the number of the effect that reports; another number is a stale worker's. */
type OfEffect = At & { effect: number };

export type Command = CommandBody & At;
/** `spentUsd` is the ledger's total for the job, so that a repeated report adds nothing. */
export type Outcome = OutcomeBody & OfEffect & { spentUsd?: number };
export type Signal = SignalBody & OfEffect;
type Timer = TimerBody & At;
export type News = NewsBody & At;
export type JobEvent = Command | Outcome | Signal | Timer | News;

export type CommandType = CommandBody['type'];
export type OutcomeType = OutcomeBody['type'];
type SignalType = SignalBody['type'];
export type TimerType = TimerBody['type'];
type NewsType = NewsBody['type'];
export type EventType = JobEvent['type'];
export type EventOf<T extends EventType> = Extract<JobEvent, { type: T }>;

/** The group of every event type; the one list from which the array below is taken. */
const GROUPS = {
  start: 'command',
  choose_strategy: 'command',
  approve: 'command',
  revise: 'command',
  answer: 'command',
  allow: 'command',
  deny: 'command',
  widen: 'command',
  extend: 'command',
  open: 'command',
  continue: 'command',
  deep_fix: 'command',
  confirm_deep_fix: 'command',
  decline_deep_fix: 'command',
  intervene: 'command',
  test: 'command',
  escalate: 'command',
  decline_escalation: 'command',
  clear: 'command',
  cancel: 'command',
  reserved: 'outcome',
  reserve_refused: 'outcome',
  planned: 'outcome',
  report_ready: 'outcome',
  strategy_chosen: 'outcome',
  tests_written: 'outcome',
  baseline_passed: 'outcome',
  baseline_failed: 'outcome',
  implemented: 'outcome',
  escalation_needed: 'outcome',
  verify_passed: 'outcome',
  verify_failed: 'outcome',
  all_blocked: 'outcome',
  published: 'outcome',
  moved: 'outcome',
  estimated: 'outcome',
  deep_fix_done: 'outcome',
  deep_fix_failed: 'outcome',
  recovered: 'outcome',
  recover_failed: 'outcome',
  released: 'outcome',
  announced: 'outcome',
  held: 'outcome',
  provider_quota_hit: 'outcome',
  unavailable: 'outcome',
  session_error: 'outcome',
  runner_died: 'outcome',
  effect_failed: 'outcome',
  poisoned: 'outcome',
  heartbeat_lost: 'signal',
  heartbeat_restored: 'signal',
  worker_changed: 'signal',
  reservation_timeout: 'timer',
  attempts_spent: 'timer',
  escalation_timeout: 'timer',
  offer_lapsed: 'timer',
  hold_ended: 'timer',
  grace_expired: 'timer',
  wall_time_spent: 'timer',
  promise_due: 'timer',
  issue_edited: 'news',
  ground_moved: 'news',
} as const satisfies Record<CommandType, 'command'> &
  Record<OutcomeType, 'outcome'> &
  Record<SignalType, 'signal'> &
  Record<TimerType, 'timer'> &
  Record<NewsType, 'news'>;

export const EVENT_TYPES: readonly EventType[] = Object.keys(GROUPS).filter(isEventType);

/** For names that come from outside: a stored record, a request. */
export function isEventType(name: string): name is EventType {
  return Object.hasOwn(GROUPS, name);
}

export function isCommandType(type: EventType): type is CommandType {
  return GROUPS[type] === 'command';
}

export function isCommand(event: JobEvent): event is Command {
  return GROUPS[event.type] === 'command';
}

export function isOutcome(event: JobEvent): event is Outcome {
  return GROUPS[event.type] === 'outcome';
}

export function isNews(event: JobEvent): event is News {
  return GROUPS[event.type] === 'news';
}

export function isTimer(event: JobEvent): event is Timer {
  return GROUPS[event.type] === 'timer';
}
