// Jobs in every state, each reached by playing events from the start, and one plausible event of
// every type. Used by the tests of app/job only.
import assert from 'node:assert/strict';
import { createJob, type NewJob } from '../../../app/job/create.ts';
import type {
  CommandBody,
  EventType,
  JobEvent,
  NewsBody,
  OutcomeBody,
  SignalBody,
  TimerBody,
} from '../../../app/job/events.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { timer } from '../../../app/job/timers.ts';
import { type Transition, transition } from '../../../app/job/transition.ts';
import type { Job, JobState } from '../../../app/job/types.ts';

export type Body = CommandBody | OutcomeBody | SignalBody | TimerBody | NewsBody;
export type BodyOf<T extends EventType> = Extract<Body, { type: T }>;

export const T0 = 1_700_000_000_000;
const SECOND = 1000;

export function newJob(options: Partial<NewJob> = {}): Job {
  const created = createJob({
    id: '00000000-0000-4000-8000-000000000001',
    at: T0,
    tierClasses: ['L1', 'L2', 'L3'],
    ...options,
  });
  assert.ok(created.ok, 'the sample job can be created');
  return created.job;
}

/** Adds time and the number of the running effect, as the engine does. */
export function stamp(job: Job, body: Body, at = job.lastEventAt + SECOND): JobEvent {
  const place = { at, effect: outstanding(job)[0]?.number ?? 0 };
  return { ...body, ...place };
}

export function send(job: Job, body: Body, at?: number): Transition {
  return transition(job, stamp(job, body, at));
}

/** Plays events one second apart; every one must be accepted. */
export function play(job: Job, ...bodies: Body[]): Job {
  let now = job;
  for (const body of bodies) {
    const result = send(now, body);
    assert.ok(result.ok, `${body.type} in ${now.state}: ${result.ok ? '' : result.reason}`);
    now = result.job;
  }
  return now;
}

/** Lets the earliest timer fire, exactly when it is due. */
export function fire(job: Job): Job {
  const due = timer(job);
  assert.ok(due, `a timer runs in ${job.state}`);
  const result = transition(job, due);
  assert.ok(result.ok, `${due.type} is accepted when it is due`);
  return result.job;
}

export const PLANNED: BodyOf<'planned'> = { type: 'planned', revision: 'rev-1', strategies: 2 };
export const APPROVE: BodyOf<'approve'> = { type: 'approve', revision: 'rev-1' };

export function red(fingerprint: string): BodyOf<'verify_failed'> {
  return { type: 'verify_failed', fingerprint };
}

export function analysing(options: Partial<NewJob> = {}): Job {
  return play(newJob(options), { type: 'start' }, { type: 'reserved' });
}

export function waitingForApproval(options: Partial<NewJob> = {}): Job {
  return play(analysing(options), PLANNED, { type: 'choose_strategy', strategy: 1 });
}

export function refactoring(options: Partial<NewJob> = {}): Job {
  const approved = play(waitingForApproval(options), APPROVE);
  return play(approved, { type: 'tests_written' }, { type: 'baseline_passed' });
}

export function selfHealing(options: Partial<NewJob> = {}): Job {
  return play(refactoring(options), { type: 'implemented' }, red('first'));
}

export function waitingForIntervention(options: Partial<NewJob> = {}): Job {
  return failAgain(failAgain(failAgain(selfHealing(options), 'same'), 'same'), 'same');
}

export function failAgain(job: Job, fingerprint: string): Job {
  return play(job, { type: 'implemented' }, red(fingerprint));
}

/** One job per state, with its wire silent where it has one, so that every timer can run. */
export const STATES = {
  PENDING: () => newJob(),
  QUOTA_RESERVING: () => play(newJob(), { type: 'start' }),
  ANALYZING: () => silent(analysing()),
  GENERATING_ANALYSIS_REPORT: () => silent(play(analysing({ hasAnalysisReport: true }), PLANNED)),
  WAITING_STRATEGY: () => play(analysing(), PLANNED),
  WAITING_SPEC_APPROVAL: () => waitingForApproval(),
  GENERATING_TESTS: () => silent(play(waitingForApproval(), APPROVE)),
  BASELINE_VALIDATION: () => silent(play(waitingForApproval(), APPROVE, { type: 'tests_written' })),
  BASELINE_VALIDATION_FAILED: () =>
    play(waitingForApproval(), APPROVE, { type: 'tests_written' }, bodyOf('baseline_failed')),
  REFACTORING: () => silent(refactoring()),
  SELF_HEALING: () => silent(selfHealing()),
  WAITING_ESCALATION_DECISION: () => play(selfHealing(), { type: 'escalation_needed' }),
  WAITING_INTERVENTION: () => waitingForIntervention(),
  DEEP_FIX_ACTIVE: () => silent(play(waitingForIntervention(), ...DEEP_FIX)),
  USER_INTERVENING: () => play(waitingForIntervention(), { type: 'intervene' }),
  RECOVERY_PENDING: () => recovering(),
  FALLBACK_REQUIRED: () => play(recovering(), bodyOf('recovered')),
  CLIENT_HEARTBEAT_LOST: () => fire(silent(analysing())),
  DELIVERED: () =>
    play(refactoring(), { type: 'implemented' }, { type: 'verify_passed' }, { type: 'published' }),
  FAILED: () => play(newJob(), { type: 'cancel' }),
} satisfies Record<JobState, () => Job>;

const DEEP_FIX: Body[] = [
  { type: 'deep_fix' },
  { type: 'estimated', costUsd: 2, balanceShare: 0.1 },
  { type: 'confirm_deep_fix' },
];

/** The same states seen at another step, question or hold. */
export const VARIANT_NAMES = [
  'one strategy',
  'replanning',
  'first, verify',
  'first, publish',
  'later, verify',
  'later, publish',
  'attempts spent',
  'estimating',
  'offered',
  'announced',
  'person, verify',
  'question',
  'permission',
  'scope',
  'money',
  'wall time',
  'provider quota',
  'moved',
  'unavailable',
  'no drafts',
  'issue edited',
] as const;

export const VARIANTS = {
  'one strategy': () => play(analysing(), { ...PLANNED, strategies: 1 }),
  replanning: () => silent(play(waitingForApproval(), bodyOf('revise'))),
  'first, verify': () => silent(play(refactoring(), { type: 'implemented' })),
  'first, publish': () => play(refactoring(), { type: 'implemented' }, { type: 'verify_passed' }),
  'later, verify': () => silent(play(selfHealing(), { type: 'implemented' })),
  'later, publish': () => play(selfHealing(), { type: 'implemented' }, { type: 'verify_passed' }),
  'attempts spent': () => selfHealing({ budget: { attempts: 1 } }),
  estimating: () => play(waitingForIntervention(), { type: 'deep_fix' }),
  offered: () => play(waitingForIntervention(), ...DEEP_FIX.slice(0, 2)),
  announced: () => play(waitingForIntervention(), { type: 'announced' }),
  'person, verify': () =>
    silent(play(waitingForIntervention(), { type: 'intervene' }, { type: 'test' })),
  question: () => play(refactoring(), { type: 'held', reason: 'question' }),
  permission: () => play(refactoring(), { type: 'held', reason: 'permission' }),
  scope: () => play(refactoring(), { type: 'held', reason: 'scope' }),
  money: () => play(refactoring(), { type: 'held', reason: 'money' }),
  'wall time': () => fire(refactoring({ budget: { wallTimeMs: 60_000 } })),
  'provider quota': () =>
    play(refactoring({ waitsForProviderQuota: true }), { type: 'provider_quota_hit' }),
  moved: () => play(refactoring(), { type: 'implemented' }, bodyOf('moved')),
  unavailable: () => play(refactoring(), bodyOf('unavailable')),
  'no drafts': () => play(refactoring(), { type: 'held', reason: 'no_drafts' }),
  'issue edited': () => play(refactoring(), bodyOf('issue_edited')),
} satisfies Record<(typeof VARIANT_NAMES)[number], () => Job>;

function silent(job: Job): Job {
  return play(job, { type: 'heartbeat_lost' });
}

function recovering(): Job {
  return failAgain(selfHealing({ budget: { attempts: 2 } }), 'second');
}

/** One acceptable body of every type. */
const BODIES: { [T in EventType]: BodyOf<T> } = {
  start: { type: 'start' },
  choose_strategy: { type: 'choose_strategy', strategy: 1 },
  approve: APPROVE,
  revise: { type: 'revise', text: 'keep the old name' },
  answer: { type: 'answer' },
  allow: { type: 'allow' },
  deny: { type: 'deny' },
  widen: { type: 'widen' },
  extend: { type: 'extend', costUsd: 2 },
  open: { type: 'open' },
  continue: { type: 'continue' },
  deep_fix: { type: 'deep_fix' },
  confirm_deep_fix: { type: 'confirm_deep_fix' },
  decline_deep_fix: { type: 'decline_deep_fix' },
  intervene: { type: 'intervene' },
  test: { type: 'test' },
  escalate: { type: 'escalate' },
  decline_escalation: { type: 'decline_escalation' },
  clear: { type: 'clear' },
  cancel: { type: 'cancel' },
  reserved: { type: 'reserved' },
  reserve_refused: { type: 'reserve_refused', reason: 'QUOTA_EXHAUSTED' },
  planned: PLANNED,
  report_ready: { type: 'report_ready' },
  strategy_chosen: { type: 'strategy_chosen', strategy: 1 },
  tests_written: { type: 'tests_written' },
  baseline_passed: { type: 'baseline_passed' },
  baseline_failed: { type: 'baseline_failed', detail: 'T1 is green on the base commit' },
  implemented: { type: 'implemented' },
  escalation_needed: { type: 'escalation_needed' },
  verify_passed: { type: 'verify_passed' },
  verify_failed: red('one'),
  all_blocked: { type: 'all_blocked' },
  published: { type: 'published' },
  moved: { type: 'moved', ask: 'somebody pushed' },
  estimated: { type: 'estimated', costUsd: 2 },
  deep_fix_done: { type: 'deep_fix_done' },
  deep_fix_failed: { type: 'deep_fix_failed', detail: 'no patch' },
  recovered: { type: 'recovered', artifact: 'artifact-1' },
  recover_failed: { type: 'recover_failed', detail: 'the branch is gone' },
  released: { type: 'released' },
  announced: { type: 'announced' },
  held: { type: 'held', reason: 'question' },
  provider_quota_hit: { type: 'provider_quota_hit' },
  unavailable: { type: 'unavailable', detail: 'GitHub did not answer: pull request 3.' },
  session_error: { type: 'session_error', detail: 'context exhausted' },
  runner_died: { type: 'runner_died', detail: 'killed' },
  effect_failed: { type: 'effect_failed', detail: 'no such repository' },
  poisoned: { type: 'poisoned', detail: 'three workers died' },
  heartbeat_lost: { type: 'heartbeat_lost' },
  heartbeat_restored: { type: 'heartbeat_restored' },
  worker_changed: { type: 'worker_changed' },
  reservation_timeout: { type: 'reservation_timeout' },
  attempts_spent: { type: 'attempts_spent' },
  escalation_timeout: { type: 'escalation_timeout' },
  offer_lapsed: { type: 'offer_lapsed' },
  hold_ended: { type: 'hold_ended' },
  grace_expired: { type: 'grace_expired' },
  wall_time_spent: { type: 'wall_time_spent' },
  promise_due: { type: 'promise_due' },
  issue_edited: { type: 'issue_edited', ask: 'The issue was edited.' },
  ground_moved: { type: 'ground_moved', ask: 'the base branch was deleted' },
};

export function bodyOf<T extends EventType>(type: T): (typeof BODIES)[T] {
  return BODIES[type];
}
