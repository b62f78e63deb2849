// Which function decides about which event. One table, complete by its type. transition.ts has
// already seen to it that the event can happen to the job as it stands.

import type { EventOf, EventType, JobEvent } from './events.ts';
import * as ending from './handlers/ending.ts';
import * as holding from './handlers/holding.ts';
import * as implementing from './handlers/implementing.ts';
import * as planning from './handlers/planning.ts';
import * as recovery from './handlers/recovery.ts';
import * as sessions from './handlers/sessions.ts';
import * as waiting from './handlers/waiting.ts';
import { putOffPromise } from './timers.ts';
import type { Job } from './types.ts';
import type { Handled } from './verdict.ts';

type Events = { [T in EventType]: EventOf<T> };
type Handlers = {
  readonly [T in EventType]: (job: Job, event: Events[T], now: number) => Handled;
};

const HANDLERS: Handlers = {
  start: planning.start,
  reserved: planning.reserved,
  reserve_refused: planning.reserveRefused,
  reservation_timeout: ending.reservationTimeout,
  planned: planning.planned,
  report_ready: planning.reportReady,
  choose_strategy: planning.chooseStrategy,
  strategy_chosen: planning.chooseStrategy,
  approve: planning.approve,
  revise: planning.revise,
  tests_written: planning.testsWritten,
  baseline_passed: planning.baselinePassed,
  baseline_failed: planning.baselineFailed,

  implemented: implementing.implemented,
  verify_passed: implementing.verifyPassed,
  verify_failed: implementing.verifyFailed,
  published: implementing.published,
  moved: holding.moved,
  escalation_needed: implementing.escalationNeeded,
  attempts_spent: implementing.attemptsSpent,
  all_blocked: ending.allBlocked,

  escalate: waiting.escalate,
  decline_escalation: waiting.declineEscalation,
  escalation_timeout: ending.escalationTimeout,
  continue: waiting.goOn,
  intervene: waiting.intervene,
  test: waiting.test,
  deep_fix: waiting.deepFix,
  estimated: waiting.estimated,
  confirm_deep_fix: waiting.confirmDeepFix,
  decline_deep_fix: waiting.declineDeepFix,
  offer_lapsed: waiting.offerLapsed,
  deep_fix_done: waiting.deepFixDone,
  deep_fix_failed: waiting.deepFixFailed,
  announced: waiting.announced,
  promise_due: putOffPromise,

  recovered: recovery.recovered,
  recover_failed: recovery.recoverFailed,

  held: holding.held,
  provider_quota_hit: holding.providerQuotaHit,
  unavailable: holding.unavailable,
  wall_time_spent: holding.wallTimeSpent,
  hold_ended: holding.endHold,
  issue_edited: holding.issueEdited,
  ground_moved: holding.groundMoved,
  answer: holding.endByAnswer,
  allow: holding.endByAnswer,
  deny: holding.endByAnswer,
  widen: holding.endByAnswer,
  extend: holding.extend,
  clear: holding.clear,
  open: holding.open,

  session_error: sessions.sessionError,
  runner_died: sessions.runnerDied,
  heartbeat_lost: sessions.heartbeatLost,
  heartbeat_restored: sessions.heartbeatRestored,
  worker_changed: sessions.workerChanged,
  grace_expired: sessions.graceExpired,
  released: sessions.released,

  cancel: ending.cancel,
  effect_failed: ending.effectFailed,
  poisoned: ending.effectFailed,
};

export function handle(job: Job, event: JobEvent, now: number): Handled {
  return dispatch(event.type, job, event, now);
}

function dispatch<T extends EventType>(type: T, job: Job, event: Events[T], now: number): Handled {
  return HANDLERS[type](job, event, now);
}
