// The expected outcome of every event in every state, written down by hand from docs/decisions.md,
// 1–16. A cell says: `.` refused, `=` accepted and the running effect goes on, `+` accepted
// in the same state but other work (or none), or the code of the state it leads to.
import type { EventType } from '../../../app/job/events.ts';
import type { JOB_STATES, JobState } from '../../../app/job/types.ts';
import type { VARIANT_NAMES } from './samples.ts';

export const CODES: Record<JobState, string> = {
  PENDING: 'PE',
  QUOTA_RESERVING: 'QR',
  ANALYZING: 'AN',
  GENERATING_ANALYSIS_REPORT: 'AR',
  WAITING_STRATEGY: 'WS',
  WAITING_SPEC_APPROVAL: 'SA',
  GENERATING_TESTS: 'GT',
  BASELINE_VALIDATION: 'BV',
  BASELINE_VALIDATION_FAILED: 'BF',
  REFACTORING: 'RE',
  SELF_HEALING: 'SH',
  WAITING_ESCALATION_DECISION: 'ED',
  WAITING_INTERVENTION: 'WI',
  DEEP_FIX_ACTIVE: 'DF',
  USER_INTERVENING: 'UI',
  RECOVERY_PENDING: 'RP',
  FALLBACK_REQUIRED: 'FR',
  CLIENT_HEARTBEAT_LOST: 'HL',
  DELIVERED: 'DE',
  FAILED: 'FA',
};

/** The cells of a row, counted by the compiler: a new state makes every row too short. */
type Cells<S extends string, Seen extends string[] = []> = S extends `${infer Cell} ${infer Rest}`
  ? Cells<Rest, Cell extends '' ? Seen : [...Seen, Cell]>
  : S extends ''
    ? Seen
    : [...Seen, S];
type Complete<S extends string, Count extends number> = Cells<S>['length'] extends Count
  ? []
  : [`has ${Cells<S>['length'] & number} cells, needs ${Count}`];

function row<S extends string>(
  cells: S,
  ..._complete: Complete<S, (typeof JOB_STATES)['length']>
): string[] {
  return cells.trim().split(/ +/);
}

function vary<S extends string>(
  cells: S,
  ..._complete: Complete<S, (typeof VARIANT_NAMES)['length']>
): string[] {
  return cells.trim().split(/ +/);
}

/** Columns: the states in the order of JOB_STATES. */
export const BY_STATE = {
  //                          PE QR AN AR WS SA GT BV BF RE SH ED WI DF UI RP FR HL DE FA
  start: row('               QR .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  choose_strategy: row('     .  .  .  .  SA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  approve: row('             .  .  .  .  .  GT .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  revise: row('              .  .  .  .  .  +  .  .  SA .  .  .  .  .  .  .  SA .  .  .'),
  answer: row('              .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  allow: row('               .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  deny: row('                .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  widen: row('               .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  extend: row('              .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  open: row('                .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  continue: row('            .  .  .  .  .  .  .  .  .  .  .  .  SH .  .  .  .  .  .  .'),
  deep_fix: row('            .  .  .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .'),
  confirm_deep_fix: row('    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  decline_deep_fix: row('    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  intervene: row('           .  .  .  .  .  .  .  .  .  .  .  .  UI .  .  .  .  .  .  .'),
  test: row('                .  .  .  .  .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .'),
  escalate: row('            .  .  .  .  .  .  .  .  .  .  .  SH .  .  .  .  .  .  .  .'),
  decline_escalation: row('  .  .  .  .  .  .  .  .  .  .  .  FA .  .  .  .  .  .  .  .'),
  clear: row('               .  .  .  .  =  =  .  .  =  .  .  =  =  .  =  .  .  .  .  .'),
  cancel: row('              FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA .  FA .  .'),
  reserved: row('            .  AN .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  reserve_refused: row('     .  FA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  planned: row('             .  .  WS .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  report_ready: row('        .  .  .  WS .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  strategy_chosen: row('     .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  tests_written: row('       .  .  .  .  .  .  BV .  .  .  .  .  .  .  .  .  .  .  .  .'),
  baseline_passed: row('     .  .  .  .  .  .  .  RE .  .  .  .  .  .  .  .  .  .  .  .'),
  baseline_failed: row('     .  .  .  .  .  .  .  BF .  .  .  .  .  .  .  .  .  .  .  .'),
  implemented: row('         .  .  .  .  .  .  .  .  .  +  +  .  .  .  .  .  .  .  .  .'),
  escalation_needed: row('   .  .  .  .  .  .  .  .  .  ED ED .  .  .  .  .  .  .  .  .'),
  verify_passed: row('       .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  verify_failed: row('       .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  all_blocked: row('         .  .  .  .  .  .  .  .  .  FA FA .  .  .  .  .  .  .  .  .'),
  published: row('           .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  moved: row('               .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  estimated: row('           .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  deep_fix_done: row('       .  .  .  .  .  .  .  .  .  .  .  .  .  SH .  .  .  .  .  .'),
  deep_fix_failed: row('     .  .  .  .  .  .  .  .  .  .  .  .  .  WI .  .  .  .  .  .'),
  recovered: row('           .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  FR .  .  .  .'),
  recover_failed: row('      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  FA .  .  .  .'),
  released: row('            .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  FA .  .'),
  announced: row('           .  .  .  .  +  +  .  .  +  .  .  +  +  .  +  .  +  .  +  +'),
  held: row('                .  .  +  +  .  .  +  .  .  +  +  .  .  +  .  .  .  .  .  .'),
  provider_quota_hit: row('  .  .  FA FA .  .  FA .  .  FA FA .  .  FA .  .  .  .  .  .'),
  unavailable: row('         .  .  +  +  .  .  +  +  .  +  +  .  .  +  .  +  .  +  .  .'),
  session_error: row('       .  .  +  +  .  .  +  +  .  +  +  .  .  +  .  .  .  .  .  .'),
  runner_died: row('         .  .  +  +  .  .  +  +  .  SH +  .  .  +  .  .  .  .  .  .'),
  effect_failed: row('       .  FA FA FA +  +  FA FA +  FA FA +  +  FA +  FA +  FA +  +'),
  poisoned: row('            .  FA FA FA +  +  FA FA +  FA FA +  +  FA +  FA +  FA +  +'),
  heartbeat_lost: row('      .  .  =  =  .  .  =  =  .  =  =  .  .  =  .  .  .  .  .  .'),
  heartbeat_restored: row('  .  .  =  =  .  .  =  =  .  =  =  .  .  =  .  .  .  .  .  .'),
  worker_changed: row('      .  .  =  =  .  .  =  =  .  =  =  .  .  =  .  .  .  .  .  .'),
  reservation_timeout: row(' .  FA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  attempts_spent: row('      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  escalation_timeout: row('  .  .  .  .  .  .  .  .  .  .  .  FA .  .  .  .  .  .  .  .'),
  offer_lapsed: row('        .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  hold_ended: row('          .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  grace_expired: row('       .  .  HL HL .  .  HL HL .  HL HL .  .  HL .  .  .  .  .  .'),
  wall_time_spent: row('     .  .  +  +  .  .  +  +  .  +  +  .  .  +  .  .  .  .  .  .'),
  promise_due: row('         .  =  =  =  .  .  =  =  .  =  =  .  .  =  .  =  .  .  .  .'),
  ground_moved: row('        .  .  +  +  +  +  +  +  +  +  +  .  +  +  +  .  .  .  .  .'),
  issue_edited: row('        .  .  .  .  .  .  +  +  .  +  +  +  +  +  +  .  .  .  .  .'),
} satisfies Record<EventType, string[]>;

/**
 * Columns: the variants in the order of VARIANT_NAMES: one strategy, replanning, first attempt at
 * verify and publish, later attempt at verify and publish, attempts spent, estimating, offered,
 * announced, a person's push at verify, and the nine holds.
 */
export const BY_VARIANT = {
  //                          ON RE FV FP LV LP SP ES OF AN PV qu pe sc mo wt pq mv un nd ie
  start: vary('               .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  choose_strategy: vary('     SA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  approve: vary('             .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  revise: vary('              .  +  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  SA'),
  answer: vary('              .  .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .'),
  allow: vary('               .  .  .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .  .'),
  deny: vary('                .  .  .  .  .  .  .  .  .  .  .  .  +  +  .  .  .  .  .  .  .'),
  widen: vary('               .  .  .  .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .'),
  extend: vary('              .  .  .  .  .  .  .  .  .  .  .  .  .  .  +  +  .  .  .  .  .'),
  open: vary('                .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  +  .'),
  continue: vary('            .  .  .  .  .  .  .  SH SH SH .  .  .  .  .  .  .  +  .  .  +'),
  deep_fix: vary('            .  .  .  .  .  .  .  =  +  +  .  .  .  .  .  .  .  .  .  .  .'),
  confirm_deep_fix: vary('    .  .  .  .  .  .  .  .  DF .  .  .  .  .  .  .  .  .  .  .  .'),
  decline_deep_fix: vary('    .  .  .  .  .  .  .  .  FA .  .  .  .  .  .  .  .  .  .  .  .'),
  intervene: vary('           .  .  .  .  .  .  .  UI UI UI .  .  .  .  .  .  .  .  .  .  .'),
  test: vary('                .  .  .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  escalate: vary('            .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  decline_escalation: vary('  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  clear: vary('               =  .  .  .  .  .  .  =  =  =  .  +  +  +  =  =  =  =  =  =  ='),
  cancel: vary('              FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA FA'),
  reserved: vary('            .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  reserve_refused: vary('     .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  planned: vary('             .  +  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  report_ready: vary('        .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  strategy_chosen: vary('     SA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  tests_written: vary('       .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  baseline_passed: vary('     .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  baseline_failed: vary('     .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  implemented: vary('         .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  escalation_needed: vary('   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  verify_passed: vary('       .  .  +  .  +  .  .  .  .  .  SH .  .  .  .  .  .  .  .  .  .'),
  verify_failed: vary('       .  .  SH .  +  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  all_blocked: vary('         .  .  FA .  FA .  .  .  .  .  FA .  .  .  .  .  .  .  .  .  .'),
  published: vary('           .  .  .  DE .  DE .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  moved: vary('               .  .  +  +  +  +  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  estimated: vary('           .  .  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  deep_fix_done: vary('       .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  deep_fix_failed: vary('     .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  recovered: vary('           .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  recover_failed: vary('      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  released: vary('            .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  announced: vary('           .  .  .  .  .  .  .  .  +  .  .  +  +  +  +  +  +  +  +  +  +'),
  held: vary('                .  +  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  provider_quota_hit: vary('  .  FA .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  unavailable: vary('         .  +  +  +  +  +  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  session_error: vary('       .  +  +  .  +  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  runner_died: vary('         .  +  +  .  +  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  effect_failed: vary('       FA FA FA FA FA FA .  +  +  .  FA +  +  +  +  +  +  +  +  +  +'),
  poisoned: vary('            FA FA FA FA FA FA .  +  +  .  FA +  +  +  +  +  +  +  +  +  +'),
  heartbeat_lost: vary('      .  =  =  .  =  .  .  .  .  .  =  .  .  .  .  .  .  .  .  .  .'),
  heartbeat_restored: vary('  .  =  =  .  =  .  .  .  .  .  =  .  .  .  .  .  .  .  .  .  .'),
  worker_changed: vary('      .  =  =  .  =  .  .  .  .  .  =  .  .  .  .  .  .  .  .  .  .'),
  reservation_timeout: vary(' .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  attempts_spent: vary('      .  .  .  .  .  .  RP .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  escalation_timeout: vary('  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .'),
  offer_lapsed: vary('        .  .  .  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .  .  .'),
  hold_ended: vary('          .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  +  .  +  .  .'),
  grace_expired: vary('       .  HL HL .  HL .  .  .  .  .  HL .  .  .  .  .  .  .  .  .  .'),
  wall_time_spent: vary('     .  +  +  .  +  .  .  .  .  .  +  .  .  .  .  .  .  .  .  .  .'),
  promise_due: vary('         .  =  =  =  =  =  .  .  .  .  =  .  .  .  .  .  .  .  .  .  .'),
  ground_moved: vary('        +  +  +  +  +  +  +  +  +  +  +  .  .  .  .  .  .  .  .  .  .'),
  issue_edited: vary('        .  .  +  +  +  +  +  +  +  +  +  =  =  =  =  =  =  =  =  =  +'),
} satisfies Record<EventType, string[]>;
