import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { outstanding } from '../../../app/job/outstanding.ts';
import { transition } from '../../../app/job/transition.ts';
import { JOB_STATES, type Job, type JobState, TERMINAL_STATES } from '../../../app/job/types.ts';
import {
  analysing,
  bodyOf,
  fire,
  newJob,
  play,
  red,
  refactoring,
  STATES,
  selfHealing,
  send,
  stamp,
  VARIANTS,
} from './samples.ts';

const BROKEN = bodyOf('session_error');
const DIED = bodyOf('runner_died');

describe('broken sessions', () => {
  for (const state of [
    'ANALYZING',
    'GENERATING_TESTS',
    'BASELINE_VALIDATION',
    'DEEP_FIX_ACTIVE',
  ] as const) {
    test(`in ${state} three in a row are tolerated and the fourth ends the job`, () => {
      const third = play(STATES[state](), BROKEN, BROKEN, BROKEN);
      assert.equal(third.state, state);
      assert.equal(third.sessionErrorCount, 3);
      const ended = play(third, { type: 'session_error', detail: 'context exhausted' });
      assert.equal(ended.state, 'FAILED');
      assert.equal(ended.failureReason, 'SESSION_ERRORS');
      assert.equal(ended.failureDetail, 'context exhausted');
    });
  }

  test('a session that ends well begins the count anew, over the borders of states', () => {
    const third = play(analysing(), BROKEN, BROKEN, BROKEN);
    const planned = play(third, bodyOf('planned'));
    assert.equal(planned.sessionErrorCount, 0);
    const verifying = play(selfHealing(), BROKEN, BROKEN, { type: 'implemented' }, BROKEN);
    assert.equal(verifying.sessionErrorCount, 1);
    assert.equal(
      play(verifying, red('a')).sessionErrorCount,
      0,
      'red tests are a session that worked',
    );
  });

  test('a hold is neither a success nor an error', () => {
    const held = play(
      refactoring(),
      BROKEN,
      { type: 'held', reason: 'question' },
      { type: 'answer' },
    );
    assert.equal(held.sessionErrorCount, 1);
  });

  test('the retry is a new effect and a new attempt, from the beginning', () => {
    const job = refactoring();
    const retried = play(job, BROKEN);
    const [effect] = outstanding(retried);
    assert.equal(effect?.kind, 'implement');
    assert.equal(effect.number, job.effectNumber + 1);
    assert.equal(retried.attemptNumber, job.attemptNumber + 1);
    assert.equal(retried.attemptCount, 0, 'but no failed attempt');
    assert.equal(retried.resume, undefined);
  });
});

describe('dead runners', () => {
  test('in REFACTORING the attempt failed and SELF_HEALING begins', () => {
    const died = play(refactoring(), DIED);
    assert.equal(died.state, 'SELF_HEALING');
    assert.equal(died.step, 'implement');
    assert.equal(died.attemptCount, 1);
  });

  test('the last attempt that dies leads to RECOVERY_PENDING', () => {
    const died = play(selfHealing({ budget: { attempts: 2 } }), DIED);
    assert.equal(died.state, 'RECOVERY_PENDING');
  });

  test('a runner that dies every time ends the job, however many attempts there are', () => {
    const third = play(refactoring({ budget: { attempts: 50 } }), DIED, DIED, DIED);
    assert.equal(third.state, 'SELF_HEALING');
    const ended = play(third, DIED);
    assert.equal(ended.failureReason, 'SESSION_ERRORS');
    assert.equal(ended.attemptCount, 3);
  });

  test('a verification whose sandbox is gone is done again and fails nobody', () => {
    const verifying = play(selfHealing(), { type: 'implemented' });
    const again = play(verifying, DIED);
    assert.equal(again.step, 'verify');
    assert.equal(again.attemptCount, verifying.attemptCount);
    assert.equal(again.effectNumber, verifying.effectNumber + 1);
  });
});

describe('heartbeat', () => {
  test('a silent wire marks the job and lets its effect re-attach', () => {
    const job = refactoring();
    const result = send(job, { type: 'heartbeat_lost' });
    assert.ok(result.ok);
    assert.deepEqual(result.effects, outstanding(job));
    assert.equal(result.job.heartbeatLostAt, result.job.lastEventAt);
  });

  test('any outcome ends the watch, so a later session is not blamed', () => {
    const lost = play(refactoring(), { type: 'heartbeat_lost' });
    assert.equal(play(lost, { type: 'implemented' }).heartbeatLostAt, undefined);
    assert.equal(play(lost, BROKEN).heartbeatLostAt, undefined);
  });

  test('where no sandbox works there is no heartbeat to lose', () => {
    for (const state of ['PENDING', 'WAITING_STRATEGY', 'RECOVERY_PENDING', 'DELIVERED'] as const) {
      assert.ok(!send(STATES[state](), { type: 'heartbeat_lost' }).ok, state);
    }
    assert.ok(!send(VARIANTS.question(), { type: 'heartbeat_lost' }).ok);
  });

  test('after the grace window nothing brings the session back', () => {
    const gone = STATES.CLIENT_HEARTBEAT_LOST();
    assert.deepEqual(
      outstanding(gone).map(({ kind }) => kind),
      ['release'],
    );
    for (const type of ['heartbeat_restored', 'planned', 'start'] as const) {
      assert.ok(!send(gone, bodyOf(type)).ok);
    }
    const stuck = play(gone, bodyOf('poisoned'));
    assert.equal(stuck.failureReason, 'CLIENT_DISCONNECTED');
  });
});

describe('the end of a job', () => {
  const open = JOB_STATES.filter((state) => !TERMINAL_STATES.some((one) => one === state));

  test('cancelling any job that has not ended is FAILED/USER_CANCELLED', () => {
    for (const state of open) {
      const failed = play(STATES[state](), { type: 'cancel', detail: 'the label was removed' });
      assert.equal(failed.state, 'FAILED', state);
      assert.equal(failed.failureReason, 'USER_CANCELLED');
      assert.equal(failed.failureDetail, 'the label was removed');
      assert.deepEqual(
        outstanding(failed).map(({ kind }) => kind),
        ['announce'],
      );
    }
  });

  test('a job that has ended cannot be cancelled, started or moved', () => {
    for (const state of ['DELIVERED', 'FAILED'] as const) {
      for (const type of ['cancel', 'start', 'revise', 'continue'] as const) {
        const refused = send(STATES[state](), bodyOf(type));
        assert.ok(!refused.ok);
        assert.equal(refused.code, 'JOB_STATE_INVALID');
        assert.match(refused.reason, /a rerun is a new job/);
        assert.deepEqual(refused.allowed, []);
      }
    }
  });

  test('announcing the end leaves the very same record', () => {
    for (const state of ['DELIVERED', 'FAILED'] as const) {
      const job = STATES[state]();
      for (const type of ['announced', 'effect_failed', 'poisoned'] as const) {
        const result = send(job, bodyOf(type));
        assert.ok(result.ok);
        assert.equal(result.job, job);
        assert.deepEqual(result.effects, []);
      }
    }
  });

  test('quota is given back before ANALYZING and never after', () => {
    const quota = Object.fromEntries(
      open.map((state) => [state, play(STATES[state](), { type: 'cancel' }).quota]),
    );
    const consumed = Object.fromEntries(open.map((state) => [state, 'consumed']));
    assert.deepEqual(quota, { ...consumed, PENDING: 'none', QUOTA_RESERVING: 'released' });
    const refused = play(newJob(), { type: 'start' }, bodyOf('reserve_refused'));
    assert.equal(refused.quota, 'none');
    assert.equal(refused.failureReason, 'QUOTA_EXHAUSTED');
  });

  test('an effect that cannot succeed ends the job with its reason', () => {
    const reasons: Partial<Record<JobState, string>> = {
      ANALYZING: 'UNRECOVERABLE_ERROR',
      RECOVERY_PENDING: 'RECOVERY_FAILED',
      CLIENT_HEARTBEAT_LOST: 'CLIENT_DISCONNECTED',
    };
    for (const [state, reason] of Object.entries(reasons)) {
      const job = STATES[JOB_STATES.find((one) => one === state) ?? 'PENDING']();
      const failed = play(job, { type: 'effect_failed', detail: 'gone' });
      assert.equal(failed.failureReason, reason);
      assert.equal(failed.failureDetail, 'gone');
    }
    assert.equal(play(refactoring(), bodyOf('poisoned')).failureReason, 'POISONED');
    assert.equal(play(refactoring(), bodyOf('all_blocked')).failureReason, 'ALL_BLOCKED');
  });

  test('an announcement that cannot be made costs the announcement, not the job', () => {
    const waiting = STATES.WAITING_SPEC_APPROVAL();
    const given = play(waiting, bodyOf('poisoned'));
    assert.equal(given.state, 'WAITING_SPEC_APPROVAL');
    assert.equal(given.announcement, 'failed');
    assert.deepEqual(outstanding(given), []);
    assert.equal(play(given, bodyOf('approve')).state, 'GENERATING_TESTS');
  });

  test('a report of an effect that is gone is refused as a stale worker', () => {
    const job: Job = refactoring();
    const stale = { ...stamp(job, { type: 'implemented' }), effect: job.effectNumber - 1 };
    const refused = transition(job, stale);
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'STALE_WORKER');
    const cancelled = play(job, { type: 'cancel' });
    const late = transition(cancelled, stamp(job, { type: 'implemented' }));
    assert.ok(!late.ok);
    assert.equal(late.code, 'STALE_WORKER');
  });

  test('an outcome the running effect cannot have is refused', () => {
    const refused = send(refactoring(), { type: 'published' });
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'JOB_STATE_INVALID');
    assert.ok(!send(fire(VARIANTS['attempts spent']()), { type: 'published' }).ok);
  });
});
