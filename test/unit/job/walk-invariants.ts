// What must hold after every event of a walk. The oracle counts from the accepted events alone.
import assert from 'node:assert/strict';
import { isEdge } from '../../../app/job/edges.ts';
import { AGENT_EFFECTS, type Effect, isSameEffect } from '../../../app/job/effects.ts';
import { isOutcome, isTimer, type JobEvent } from '../../../app/job/events.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { phaseOf } from '../../../app/job/phase.ts';
import { isDue, timer } from '../../../app/job/timers.ts';
import type { Transition } from '../../../app/job/transition.ts';
import { isImmutable, type Job } from '../../../app/job/types.ts';

export type Oracle = {
  attemptCount: number;
  run: { length: number; fingerprint?: string };
  sessionErrors: number;
  /** The newest verification passed, and nobody has touched the code since. */
  isVerified: boolean;
  /** A person said yes to the price of the deep fix that is under way. */
  isL3Confirmed: boolean;
  /** Timers handled one after the other without any other event between. */
  timersInARow: number;
};

export function createOracle(job: Job): Oracle {
  const { failureFingerprint: fingerprint } = job;
  return {
    attemptCount: job.attemptCount,
    run: {
      length: job.identicalFailureCount,
      ...(fingerprint === undefined ? {} : { fingerprint }),
    },
    sessionErrors: job.sessionErrorCount,
    isVerified: job.step === 'publish',
    isL3Confirmed: job.state === 'DEEP_FIX_ACTIVE',
    timersInARow: 0,
  };
}

type Step = {
  before: Job;
  event: JobEvent;
  result: Transition;
  oracle: Oracle;
  /** Also the slow checks. */
  isDeep: boolean;
};

export function checkStep(step: Step): Oracle {
  const { before, event, result, oracle, isDeep } = step;
  if (!result.ok) {
    assert.ok(result.reason.length > 0, 'a refusal has a reason');
    return oracle;
  }
  const { job: after, effects } = result;
  if (isImmutable(before.state)) {
    assert.equal(after, before, 'a job that has ended is the very same record');
    assert.deepEqual(effects, [], 'only the end of its announcement is accepted');
    return oracle;
  }
  checkEffects(before, event, result);
  if (isDeep) checkCopies(after, effects);
  checkShape(before, after);
  checkTime(before, after, event);
  const next = foresee(oracle, before, event, after);
  checkCounters(after, next);
  checkDelivery({ before, after, event, isVerified: next.isVerified });
  if (after.state === 'DEEP_FIX_ACTIVE') {
    const isL3 = effects.some((effect) => 'modelClass' in effect && effect.modelClass === 'L3');
    assert.ok(!isL3 || next.isL3Confirmed, 'L3 runs only after a yes');
  }
  return next;
}

function checkEffects(before: Job, event: JobEvent, result: Transition & { ok: true }): void {
  const { job: after, effects } = result;
  const [effect] = effects;
  assert.ok(effects.length <= 1, 'at most one effect');
  assert.ok(after.effectNumber >= before.effectNumber, 'effect numbers only grow');
  assert.ok(after.attemptNumber >= before.attemptNumber, 'attempt numbers only grow');
  const [running] = outstanding(before);
  const isGoingOn = effect !== undefined && isSameEffect(running, effect);
  if (isOutcome(event)) assert.ok(!isGoingOn, 'an effect that ended does not go on');
  if (isGoingOn)
    assert.equal(JSON.stringify(effect), JSON.stringify(running), 'one number, one effect');
  if (after.hold !== undefined) {
    assert.ok(effect === undefined || effect.kind === 'announce', 'nothing works while held');
    assert.ok(after.hold.number === after.holdNumber, 'the newest hold');
  }
  if (effect !== undefined && AGENT_EFFECTS.includes(effect.kind)) {
    assert.ok(after.spent.costUsd < after.budget.costUsd, 'no agent without money');
  }
}

/** Slow, so not after every event. */
function checkCopies(after: Job, effects: readonly Effect[]): void {
  assert.deepEqual(effects, outstanding(after), 'what has to run follows from the record');
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after, 'a job is plain JSON');
}

function checkShape(before: Job, after: Job): void {
  const { state, step } = after;
  if (before.state !== state) assert.ok(isEdge(before.state, state), `${before.state} → ${state}`);
  const hasStep = state === 'REFACTORING' || state === 'SELF_HEALING';
  if (hasStep) assert.ok(step !== undefined, 'an attempt is at a step');
  else if (state === 'USER_INTERVENING') assert.ok(step === undefined || step === 'verify');
  else assert.equal(step, undefined, `${state} has no step`);
  assert.equal(after.failureReason !== undefined, state === 'FAILED', 'FAILED has a reason');
  assert.ok(after.identicalFailureCount === 0 || after.failureFingerprint !== undefined);
  assert.ok(after.deepFix === undefined || state === 'WAITING_INTERVENTION');
  assert.ok(after.revise === undefined || state === 'WAITING_SPEC_APPROVAL');
  assert.equal(after.quota === 'reserved', state === 'QUOTA_RESERVING', 'reserved only there');
  if (after.quota === 'released') assert.equal(before.state, 'QUOTA_RESERVING');
  if (before.quota === 'consumed') assert.equal(after.quota, 'consumed', 'never given back');
}

function checkTime(before: Job, after: Job, event: JobEvent): void {
  assert.ok(after.lastEventAt >= before.lastEventAt, 'time does not run backwards');
  assert.ok(after.spent.activeMs >= before.spent.activeMs);
  assert.ok(after.spent.costUsd >= before.spent.costUsd);
  if (isTimer(event)) {
    assert.ok(!isDue(after, event.type, after.lastEventAt), `${event.type} is due again at once`);
  }
  if (isImmutable(after.state)) assert.equal(timer(after), undefined, 'no timer after the end');
}

function checkCounters(after: Job, expected: Oracle): void {
  assert.equal(after.attemptCount, expected.attemptCount, 'attempts');
  assert.equal(after.identicalFailureCount, expected.run.length, 'identical failures');
  assert.equal(after.failureFingerprint, expected.run.fingerprint, 'fingerprint');
  assert.equal(after.sessionErrorCount, expected.sessionErrors, 'session errors');
  assert.ok(expected.timersInARow < 20, 'timers come to rest');
  if (after.state === 'SELF_HEALING') assert.ok(after.identicalFailureCount < 3);
  if (after.state !== 'FAILED') assert.ok(after.sessionErrorCount <= 3);
}

function checkDelivery(step: {
  before: Job;
  after: Job;
  event: JobEvent;
  isVerified: boolean;
}): void {
  const { before, after, event, isVerified } = step;
  const [from, to] = [phaseOf(before, false), phaseOf(after, false)];
  if (to === 'verify') assert.equal(from, 'test', 'no way around the test phase');
  if (after.step === 'publish') assert.ok(isVerified, 'only what passed is published');
  if (after.state !== 'DELIVERED') return;
  assert.equal(event.type, 'published');
  assert.equal(before.step, 'publish');
}

const WORKED = new Set(
  'planned report_ready tests_written baseline_passed baseline_failed implemented escalation_needed verify_passed verify_failed moved all_blocked deep_fix_done deep_fix_failed'.split(
    ' ',
  ),
);

/** What is decided about counters (decisions 4 and 5), read from the events. */
function foresee(oracle: Oracle, before: Job, event: JobEvent, after: Job): Oracle {
  const next = { ...oracle, timersInARow: isTimer(event) ? oracle.timersInARow + 1 : 0 };
  if (WORKED.has(event.type)) next.sessionErrors = 0;
  if (event.type === 'session_error' || event.type === 'runner_died') next.sessionErrors += 1;
  const isRetried = event.type === 'continue' && before.hold === undefined;
  if (event.type === 'verify_passed' || isRetried) next.run = { length: 0 };
  if (event.type === 'verify_passed') next.isVerified = true;
  if (event.type === 'confirm_deep_fix') next.isL3Confirmed = true;
  if (before.state === 'DEEP_FIX_ACTIVE' && after.state !== before.state) {
    next.isL3Confirmed = false;
  }
  const isWork = after.step === 'implement' || after.state === 'DEEP_FIX_ACTIVE';
  if (isWork || event.type === 'moved' || event.type === 'test') next.isVerified = false;
  if (hasFailed(before, event, after)) next.attemptCount += 1;
  if (event.type === 'verify_failed' && before.state === 'SELF_HEALING') {
    const { fingerprint } = event;
    const isSame = oracle.run.fingerprint === fingerprint;
    next.run = { length: isSame ? oracle.run.length + 1 : 1, fingerprint };
  }
  const isBackward = event.type === 'revise' && before.state !== 'WAITING_SPEC_APPROVAL';
  if (isBackward || event.type === 'deep_fix_done') {
    next.attemptCount = 0;
    next.run = { length: 0 };
  }
  return next;
}

/** An attempt of the agent failed: red, its runner dead, or too weak with nothing stronger. */
function hasFailed(before: Job, event: JobEvent, after: Job): boolean {
  if (before.state !== 'REFACTORING' && before.state !== 'SELF_HEALING') return false;
  if (event.type === 'verify_failed') return true;
  if (event.type === 'runner_died') return before.step === 'implement' && after.state !== 'FAILED';
  if (event.type !== 'escalation_needed') return false;
  return before.modelClass !== 'L1' || !before.tierClasses.includes('L2');
}
