import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timer } from '../../../app/job/timers.ts';
import { transition } from '../../../app/job/transition.ts';
import type { Job } from '../../../app/job/types.ts';
import {
  analysing,
  bodyOf,
  fire,
  newJob,
  play,
  refactoring,
  selfHealing,
  send,
  T0,
  VARIANTS,
  waitingForApproval,
  waitingForIntervention,
} from './samples.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('timers, by stepping the clock', () => {
  test('a reservation that takes ten seconds fails the job and is released', () => {
    const job = play(newJob(), { type: 'start' });
    assert.equal(job.quota, 'reserved');
    const failed = step(job, 'reservation_timeout', 10 * SECOND);
    assert.equal(failed.state, 'FAILED');
    assert.equal(failed.failureReason, 'QUOTA_RESERVATION_TIMEOUT');
    assert.equal(failed.quota, 'released');
  });

  test('an escalation nobody answers fails after 3600 seconds', () => {
    const job = play(selfHealing(), { type: 'escalation_needed' });
    const failed = step(job, 'escalation_timeout', 3600 * SECOND);
    assert.equal(failed.failureReason, 'ESCALATION_CONFIRMATION_TIMEOUT');
  });

  test('the announcement of an escalation does not move its deadline', () => {
    const job = play(selfHealing(), { type: 'escalation_needed' });
    const told = play(job, { type: 'announced' });
    assert.deepEqual(timer(told), timer(job));
  });

  test('an answer after the deadline is refused even before the timer was handled', () => {
    const job = play(selfHealing(), { type: 'escalation_needed' });
    const late = job.stateSince + 3600 * SECOND;
    for (const type of ['escalate', 'decline_escalation'] as const) {
      assert.ok(send(job, { type }, late - 1).ok);
      const refused = send(job, { type }, late);
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'JOB_STATE_INVALID');
    }
  });

  test('a silent runner has 300 seconds to come back', () => {
    const lost = play(refactoring(), { type: 'heartbeat_lost' });
    const gone = step(lost, 'grace_expired', 300 * SECOND);
    assert.equal(gone.state, 'CLIENT_HEARTBEAT_LOST');
    const failed = play(gone, { type: 'released' });
    assert.equal(failed.state, 'FAILED');
    assert.equal(failed.failureReason, 'CLIENT_DISCONNECTED');
  });

  test('a second sign of silence does not start the grace window anew', () => {
    const lost = play(refactoring(), { type: 'heartbeat_lost' });
    const still = play(lost, { type: 'heartbeat_lost' });
    assert.equal(still.heartbeatLostAt, lost.heartbeatLostAt);
  });

  test('a runner that comes back in time leaves no trace', () => {
    const job = refactoring();
    const back = play(job, { type: 'heartbeat_lost' }, { type: 'heartbeat_restored' });
    assert.equal(back.heartbeatLostAt, undefined);
    assert.equal(back.state, 'REFACTORING');
    assert.notEqual(timer(back)?.type, 'grace_expired');
  });

  test('a host that restarts gives a silent runner the whole grace window again', () => {
    const lost = play(refactoring(), { type: 'heartbeat_lost' });
    const result = send(lost, { type: 'worker_changed' }, lost.lastEventAt + 299 * SECOND);
    assert.ok(result.ok);
    step(result.job, 'grace_expired', 300 * SECOND);
    const heard = play(refactoring(), { type: 'worker_changed' });
    assert.equal(heard.heartbeatLostAt, undefined, 'a runner that was heard is not lost');
  });

  test('an estimate for a deep fix is good for 3600 seconds, then the job waits on', () => {
    const job = play(waitingForIntervention(), { type: 'deep_fix' }, bodyOf('estimated'));
    for (const type of ['confirm_deep_fix', 'decline_deep_fix'] as const) {
      assert.ok(!send(job, { type }, job.lastEventAt + 3600 * SECOND).ok);
    }
    const lapsed = step(job, 'offer_lapsed', 3600 * SECOND);
    assert.equal(lapsed.state, 'WAITING_INTERVENTION');
    assert.equal(lapsed.deepFix, undefined);
    assert.equal(lapsed.announcement, 'due');
  });

  test('provider quota that is waited for ends at the time the provider named', () => {
    const job = refactoring({ waitsForProviderQuota: true });
    const resetAt = job.lastEventAt + 90 * MINUTE;
    const held = play(job, { type: 'provider_quota_hit', resetAt });
    assert.equal(held.hold?.until, resetAt);
    const going = fire(held);
    assert.equal(going.lastEventAt, resetAt);
    assert.equal(going.hold, undefined);
    assert.equal(going.resume, true);
  });

  test('a reset time in the past or unknown is still waited for', () => {
    const job = refactoring({ waitsForProviderQuota: true });
    const past = play(job, { type: 'provider_quota_hit', resetAt: T0 });
    step(past, 'hold_ended', MINUTE);
    const unknown = play(job, { type: 'provider_quota_hit' });
    step(unknown, 'hold_ended', 60 * MINUTE);
    const nonsense = play(job, { type: 'provider_quota_hit', resetAt: Number.NaN });
    step(nonsense, 'hold_ended', 60 * MINUTE);
  });

  test('wall time is what sandboxes were busy, not what people took', () => {
    const budget = { wallTimeMs: 20 * MINUTE };
    const planned = send(
      analysing({ budget }),
      bodyOf('planned'),
      analysing().lastEventAt + 5 * MINUTE,
    );
    assert.ok(planned.ok);
    assert.equal(planned.job.spent.activeMs, 5 * MINUTE);
    const chosen = play(planned.job, { type: 'choose_strategy', strategy: 1 });
    const days = send(chosen, bodyOf('approve'), chosen.lastEventAt + 72 * 60 * MINUTE);
    assert.ok(days.ok);
    assert.equal(days.job.spent.activeMs, 5 * MINUTE);
    const held = fire(days.job);
    assert.equal(held.hold?.reason, 'wall_time');
    assert.equal(held.lastEventAt, days.job.lastEventAt + 15 * MINUTE);
    assert.equal(held.spent.activeMs, 20 * MINUTE);
  });

  test('a promised message that is late is put off and counted, and nothing stops', () => {
    const job = refactoring();
    assert.deepEqual(job.promise, { dueAt: job.lastEventAt + 30 * MINUTE, missed: 0 });
    const once = step(job, 'promise_due', 30 * MINUTE);
    assert.deepEqual(once.promise, { dueAt: once.lastEventAt + 30 * MINUTE, missed: 1 });
    assert.equal(once.effectNumber, job.effectNumber);
    const again = play(once, bodyOf('session_error'));
    assert.deepEqual(again.promise, once.promise, 'a retry does not move the promise');
    assert.equal(play(again, { type: 'implemented' }).promise?.missed, 0);
  });

  test('nothing is promised while people are asked', () => {
    assert.equal(waitingForApproval().promise, undefined);
    assert.equal(VARIANTS.question().promise, undefined);
  });

  test('without an attempt left the way to RECOVERY_PENDING is due at once', () => {
    const job = VARIANTS['attempts spent']();
    assert.deepEqual(timer(job), { type: 'attempts_spent', at: job.stateSince });
  });

  test('the earliest of several timers comes first', () => {
    const job = play(
      refactoring({ budget: { wallTimeMs: 10 * MINUTE } }),
      bodyOf('heartbeat_lost'),
    );
    assert.equal(timer(job)?.type, 'grace_expired');
    const short = play(
      refactoring({ budget: { wallTimeMs: 10 * SECOND } }),
      bodyOf('heartbeat_lost'),
    );
    assert.equal(timer(short)?.type, 'wall_time_spent');
  });

  test('for a job time never runs backwards', () => {
    const job = refactoring();
    const result = send(job, { type: 'implemented' }, T0 - 1000);
    assert.ok(result.ok);
    assert.equal(result.job.lastEventAt, job.lastEventAt);
    assert.equal(result.job.stateSince, job.stateSince);
  });

  test('an event without a time is refused', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      const refused = transition(newJob(), { type: 'start', at });
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'VALIDATION_ERROR');
    }
  });
});

/** The timer is the next one, not due a moment too early, due exactly then, and then gone. */
function step(job: Job, type: NonNullable<ReturnType<typeof timer>>['type'], afterMs: number): Job {
  const due = timer(job);
  assert.equal(due?.type, type);
  assert.equal(due.at, job.lastEventAt + afterMs);
  const early = transition(job, { type, at: due.at - 1 });
  assert.ok(!early.ok);
  assert.equal(early.code, 'JOB_STATE_INVALID');
  const fired = fire(job);
  const again = timer(fired);
  assert.ok(again === undefined || again.at > due.at, 'it does not come twice');
  return fired;
}
