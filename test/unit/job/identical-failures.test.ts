import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Job } from '../../../app/job/types.ts';
import {
  APPROVE,
  bodyOf,
  failAgain,
  fire,
  play,
  red,
  refactoring,
  selfHealing,
  waitingForIntervention,
} from './samples.ts';

const MANY = { budget: { attempts: 20 } };

describe('identical failures in SELF_HEALING', () => {
  for (const [failures, state] of [
    ['a', 'SELF_HEALING'],
    ['a a', 'SELF_HEALING'],
    ['a a a', 'WAITING_INTERVENTION'],
    ['a b a', 'SELF_HEALING'],
    ['a a b', 'SELF_HEALING'],
    ['a a b a', 'SELF_HEALING'],
    ['a a b a a', 'SELF_HEALING'],
    ['a a b a a a', 'WAITING_INTERVENTION'],
    ['b a a a', 'WAITING_INTERVENTION'],
    ['a b b b', 'WAITING_INTERVENTION'],
    ['a b a b a b', 'SELF_HEALING'],
  ] as const) {
    test(`the failures ${failures} lead to ${state}, and not before`, () => {
      const names = failures.split(' ');
      const before = failOver(selfHealing(MANY), names.slice(0, -1));
      assert.equal(before.state, 'SELF_HEALING');
      assert.equal(failAgain(before, names.at(-1) ?? '').state, state);
    });
  }

  test('the failure of REFACTORING is an attempt but not part of the run', () => {
    const healing = play(refactoring(MANY), { type: 'implemented' }, red('a'));
    assert.equal(healing.attemptCount, 1);
    assert.equal(healing.identicalFailureCount, 0);
    const twice = failOver(healing, ['a', 'a']);
    assert.equal(twice.state, 'SELF_HEALING');
    assert.equal(failAgain(twice, 'a').state, 'WAITING_INTERVENTION');
  });

  test('the run is never longer than three', () => {
    const waiting = waitingForIntervention(MANY);
    assert.equal(waiting.identicalFailureCount, 3);
    assert.equal(waiting.failureFingerprint, 'same');
    assert.equal(waiting.attemptCount, 4);
  });

  test('a dead runner counts as an attempt and leaves the run as it is', () => {
    const twice = failOver(selfHealing(MANY), ['a', 'a']);
    const died = play(twice, bodyOf('runner_died'));
    assert.equal(died.identicalFailureCount, 2);
    assert.equal(died.attemptCount, twice.attemptCount + 1);
    assert.equal(failAgain(died, 'a').state, 'WAITING_INTERVENTION');
  });

  test('a broken session neither counts nor resets', () => {
    const twice = failOver(selfHealing(MANY), ['a', 'a']);
    const broken = play(twice, bodyOf('session_error'));
    assert.deepEqual(counters(broken), { ...counters(twice), errors: 1 });
    assert.equal(failAgain(broken, 'a').state, 'WAITING_INTERVENTION');
  });

  test('a pass ends the run, also when the base moved afterwards', () => {
    const twice = failOver(selfHealing(MANY), ['a', 'a']);
    const moved = play(
      twice,
      { type: 'implemented' },
      { type: 'verify_passed' },
      { type: 'moved' },
    );
    const failed = play(moved, red('a'));
    assert.equal(failed.state, 'SELF_HEALING');
    assert.equal(failed.identicalFailureCount, 1);
  });

  test('a stronger model goes on with the same counters', () => {
    const twice = failOver(selfHealing(MANY), ['a', 'a']);
    const escalated = play(twice, { type: 'escalation_needed' }, { type: 'escalate' });
    assert.deepEqual(counters(escalated), counters(twice));
    assert.equal(failAgain(escalated, 'a').state, 'WAITING_INTERVENTION');
  });
});

describe('what resets the counters', () => {
  test('/continue resets the run and nothing else, and three more are needed', () => {
    const waiting = waitingForIntervention(MANY);
    const going = play(waiting, { type: 'continue' });
    assert.deepEqual(counters(going), { ...counters(waiting), run: 0, fingerprint: undefined });
    const twice = failOver(going, ['same', 'same']);
    assert.equal(twice.state, 'SELF_HEALING');
    assert.equal(failAgain(twice, 'same').state, 'WAITING_INTERVENTION');
  });

  test('a deep fix that worked begins at verification with every counter at zero', () => {
    const fixed = deepFixed(waitingForIntervention(MANY));
    assert.equal(fixed.state, 'SELF_HEALING');
    assert.equal(fixed.step, 'verify');
    assert.deepEqual(counters(fixed), { attempts: 0, run: 0, fingerprint: undefined, errors: 0 });
    const once = play(fixed, red('same'));
    assert.deepEqual(counters(failAgain(once, 'same')), {
      attempts: 2,
      run: 2,
      fingerprint: 'same',
      errors: 0,
    });
    assert.equal(failAgain(failAgain(once, 'same'), 'same').state, 'WAITING_INTERVENTION');
  });

  test('a deep fix that failed resets nothing', () => {
    const waiting = waitingForIntervention(MANY);
    const failed = play(deepFixing(waiting), bodyOf('deep_fix_failed'));
    assert.equal(failed.state, 'WAITING_INTERVENTION');
    assert.deepEqual(counters(failed), counters(waiting));
  });

  test('revising after a failed baseline resets all three', () => {
    const failed = failOver(selfHealing({ budget: { attempts: 4 } }), ['a', 'b', 'b']);
    const back = play(failed, bodyOf('recovered'), bodyOf('revise'), { ...bodyOf('planned') });
    const again = play(back, APPROVE, { type: 'tests_written' }, bodyOf('baseline_failed'));
    const revised = play(again, bodyOf('revise'));
    assert.equal(revised.state, 'WAITING_SPEC_APPROVAL');
    assert.deepEqual(counters(revised), { attempts: 0, run: 0, fingerprint: undefined, errors: 0 });
  });

  test('revising in FALLBACK_REQUIRED resets all three and keeps the artifact', () => {
    const fallback = play(
      failOver(selfHealing({ budget: { attempts: 3 } }), ['a', 'a']),
      bodyOf('recovered'),
    );
    assert.deepEqual(counters(fallback), { attempts: 3, run: 2, fingerprint: 'a', errors: 0 });
    const revised = play(fallback, bodyOf('revise'));
    assert.equal(revised.state, 'WAITING_SPEC_APPROVAL');
    assert.deepEqual(counters(revised), { attempts: 0, run: 0, fingerprint: undefined, errors: 0 });
    assert.equal(revised.artifact, 'artifact-1');
  });
});

describe('the attempts of a job', () => {
  for (const attempts of [2, 3, 5]) {
    test(`a budget of ${attempts} attempts is spent by the failure number ${attempts}`, () => {
      const names = Array.from({ length: attempts - 1 }, (_none, at) => `failure ${at}`);
      const last = failOver(selfHealing({ budget: { attempts } }), names.slice(0, -1));
      assert.equal(last.state, 'SELF_HEALING');
      assert.equal(failAgain(last, names.at(-1) ?? '').state, 'RECOVERY_PENDING');
    });
  }

  test('with a single attempt SELF_HEALING is only passed through', () => {
    const healing = selfHealing({ budget: { attempts: 1 } });
    assert.equal(healing.state, 'SELF_HEALING');
    assert.equal(fire(healing).state, 'RECOVERY_PENDING');
  });

  test('a third identical failure asks a person even when it spent the last attempt', () => {
    const waiting = waitingForIntervention({ budget: { attempts: 4 } });
    assert.equal(waiting.state, 'WAITING_INTERVENTION');
    const going = play(waiting, { type: 'continue' });
    assert.equal(going.state, 'SELF_HEALING');
    assert.equal(fire(going).state, 'RECOVERY_PENDING');
  });

  test('attempt numbers go on over a reset, so no usage key comes twice', () => {
    const waiting = waitingForIntervention(MANY);
    assert.equal(waiting.attemptNumber, 4);
    const fixed = deepFixed(waiting);
    assert.equal(fixed.attemptNumber, 5);
    assert.equal(play(fixed, red('x')).attemptNumber, 6);
  });
});

function failOver(job: Job, names: readonly string[]): Job {
  return names.reduce(failAgain, job);
}

function deepFixing(job: Job): Job {
  return play(job, { type: 'deep_fix' }, bodyOf('estimated'), { type: 'confirm_deep_fix' });
}

function deepFixed(job: Job): Job {
  return play(deepFixing(job), { type: 'deep_fix_done' });
}

function counters(job: Job) {
  return {
    attempts: job.attemptCount,
    run: job.identicalFailureCount,
    fingerprint: job.failureFingerprint,
    errors: job.sessionErrorCount,
  };
}
