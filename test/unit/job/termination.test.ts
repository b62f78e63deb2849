import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type CriterionProgress,
  type CriterionStatus,
  endMessage,
  evaluateTermination,
  formatDuration,
  objectionToStatus,
  overallLine,
  type RunProgress,
  verifyResult,
} from '../../../app/job/termination.ts';

describe('J6 when a run ends', () => {
  for (const [name, statuses, expected] of [
    ['all passed', 'passed passed', 'all_passed'],
    ['all achievable passed, one blocked', 'passed blocked', 'all_passed'],
    ['all blocked', 'blocked blocked', 'all_blocked'],
    ['something pending', 'passed pending blocked', 'goes on'],
    ['nothing planned yet', '', 'goes on'],
    ['a dropped criterion that is pending', 'passed pending!', 'all_passed'],
    ['only dropped criteria', 'passed! blocked!', 'goes on'],
    ['a dropped one passed, the rest blocked', 'passed! blocked', 'all_blocked'],
  ] as const) {
    test(`J6 run: ${name} → ${expected}`, () => {
      assert.equal(reasonOf({ criteria: criteria(statuses) }), expected);
    });
  }

  test('J6 the conditions hold in the order of their priority', () => {
    const everything: Partial<RunProgress> = {
      isInterrupted: true,
      isQuotaExceeded: true,
      criteria: criteria('passed'),
      iterations: 3,
      maxIterations: 3,
      consecutiveErrors: 4,
    };
    assert.equal(reasonOf(everything), 'interrupted');
    assert.equal(reasonOf({ ...everything, isInterrupted: false }), 'quota_exceeded');
    const waiting = { ...everything, isInterrupted: false, waitsForQuota: true };
    assert.equal(reasonOf(waiting), 'all_passed');
    assert.equal(reasonOf({ ...waiting, criteria: criteria('blocked') }), 'all_blocked');
    const pending = { ...waiting, criteria: criteria('pending') };
    assert.equal(reasonOf(pending), 'max_iterations');
    assert.equal(reasonOf({ ...pending, maxIterations: 4 }), 'max_retries');
    assert.equal(reasonOf({ ...pending, maxIterations: 4, consecutiveErrors: 3 }), 'goes on');
  });

  test('J7 three errors in a row are tolerated, the fourth ends it, and no limit is none', () => {
    const pending = { criteria: criteria('pending'), iterations: 1_000_000 };
    assert.equal(reasonOf({ ...pending, consecutiveErrors: 3 }), 'goes on');
    assert.equal(reasonOf({ ...pending, consecutiveErrors: 4 }), 'max_retries');
  });

  test('J6 only reaching the goal is a success', () => {
    const passed = evaluateTermination(progress({ criteria: criteria('passed blocked') }));
    assert.deepEqual(passed, { ends: true, reason: 'all_passed', isSuccess: true });
    const blocked = evaluateTermination(progress({ criteria: criteria('blocked') }));
    assert.deepEqual(blocked, { ends: true, reason: 'all_blocked', isSuccess: false });
  });
});

describe('J6 when a verify run ends', () => {
  test('J6 it ends when every active criterion was looked at, whatever its status', () => {
    const three = criteria('passed blocked pending passed!');
    const looked = { mode: 'verify', criteria: three } as const;
    assert.equal(reasonOf({ ...looked, verified: [] }), 'goes on');
    assert.equal(reasonOf({ ...looked, verified: ['R1', 'R2'] }), 'goes on');
    assert.equal(reasonOf({ ...looked, verified: ['R3', 'R2', 'R1'] }), 'all_verified');
  });

  test('J6 it does not end because all passed or all are blocked', () => {
    for (const statuses of ['passed passed', 'blocked blocked']) {
      const looked = { mode: 'verify', criteria: criteria(statuses), verified: [] } as const;
      assert.equal(reasonOf(looked), 'goes on');
    }
  });

  test('J6 the first session always goes on to the second, but an interrupt wins', () => {
    const first = { mode: 'verify', criteria: [], iterations: 1, maxIterations: 1 } as const;
    assert.equal(reasonOf(first), 'goes on');
    assert.equal(reasonOf({ ...first, isInterrupted: true }), 'interrupted');
    assert.equal(reasonOf({ ...first, consecutiveErrors: 4 }), 'max_retries');
  });

  for (const [statuses, result] of [
    ['passed passed', 'all passed'],
    ['passed pending', 'partial'],
    ['pending pending', 'partial'],
    ['passed blocked', 'some blocked'],
    ['pending blocked', 'some blocked'],
    ['blocked blocked', 'all blocked'],
    ['passed blocked!', 'all passed'],
  ] as const) {
    test(`J6 ${statuses} is said to be ${result}`, () => {
      const list = criteria(statuses);
      assert.equal(verifyResult(list, ['R1', 'R2']), result);
      assert.equal(verifyResult(list, []), undefined);
    });
  }
});

describe('J6 the status of a criterion', () => {
  test('J6 blocked excludes passed and needs a person', () => {
    const pending: CriterionProgress = { id: 'R1', status: 'pending' };
    assert.equal(objectionToStatus(pending, 'blocked', 'octocat'), undefined);
    assert.match(objectionToStatus(pending, 'blocked') ?? '', /person/);
    assert.match(objectionToStatus(pending, 'blocked', '') ?? '', /person/);
    const passed: CriterionProgress = { id: 'R1', status: 'passed' };
    assert.match(objectionToStatus(passed, 'blocked', 'octocat') ?? '', /passed/);
    assert.equal(objectionToStatus(passed, 'pending'), undefined);
  });

  test('J6 a dropped criterion is not changed any more', () => {
    const dropped: CriterionProgress = { id: 'R2', status: 'pending', deprecatedAt: 1 };
    assert.match(objectionToStatus(dropped, 'passed') ?? '', /dropped/);
  });
});

describe('what is said at the end', () => {
  test('J7 the six messages are those of the seed', () => {
    const facts = { criteria: criteria('passed blocked pending!'), maxIterations: 7 };
    assert.equal(endMessage('all_passed', facts), 'All achievable deliverables passed');
    assert.equal(endMessage('all_verified', facts), 'All 2 deliverables verified');
    assert.equal(endMessage('all_blocked', facts), 'All 2 deliverables are blocked');
    assert.equal(endMessage('max_iterations', facts), 'Max iterations (7) reached');
    assert.equal(endMessage('quota_exceeded', facts), 'Quota exceeded');
    assert.equal(endMessage('interrupted', facts), 'User interrupted');
    assert.equal(endMessage('max_retries', { ...facts, error: 'boom' }), 'boom');
  });

  test('J7 the last line counts sessions, criteria, dollars and time', () => {
    const facts = { sessions: 2, criteria: criteria('passed pending passed!'), costUsd: 0.039 };
    assert.equal(
      overallLine({ ...facts, mode: 'run', durationMs: 135_000 }),
      'Overall: 2 session(s), 1/2 deliverables passed, cost=$0.0390, duration=2m 15s',
    );
    assert.equal(
      overallLine({ ...facts, mode: 'verify', verified: ['R1', 'R2', 'R3'], durationMs: 0 }),
      'Overall: 2 session(s), 2/2 verified, cost=$0.0390, duration=0s',
    );
  });

  test('J7 durations leave out what is zero', () => {
    assert.equal(formatDuration(3_600_000), '1h');
    assert.equal(formatDuration(90_999), '1m 30s');
    assert.equal(formatDuration(3_661_000), '1h 1m 1s');
    assert.equal(formatDuration(90_000_000), '25h');
  });
});

/** 'passed blocked!' → R1 passed, R2 blocked and dropped. */
function criteria(statuses: string): CriterionProgress[] {
  const words = statuses.split(' ').filter((word) => word !== '');
  return words.map((word, at) => {
    const status = (['pending', 'passed', 'blocked'] satisfies CriterionStatus[]).find((one) =>
      word.startsWith(one),
    );
    assert.ok(status);
    const criterion: CriterionProgress = { id: `R${at + 1}`, status };
    return word.endsWith('!') ? Object.assign(criterion, { deprecatedAt: 1 }) : criterion;
  });
}

function progress(some: Partial<RunProgress>): RunProgress {
  return {
    mode: 'run',
    isInterrupted: false,
    isQuotaExceeded: false,
    waitsForQuota: false,
    criteria: [],
    iterations: 0,
    consecutiveErrors: 0,
    maxRetries: 3,
    ...some,
  };
}

function reasonOf(some: Partial<RunProgress>): string {
  const decision = evaluateTermination(progress(some));
  return decision.ends ? decision.reason : 'goes on';
}
