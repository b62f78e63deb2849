// When a `/verify` is refused, that the refusal says why and what helps, and what a check says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type CheckFacts,
  NO_PLAN,
  objectionText,
  objectionToCheck,
  verifyResult,
} from '../../../app/job/branch-check.ts';
import { STATES } from './samples.ts';

const FACTS: CheckFacts = {
  job: STATES.DELIVERED(),
  headSha: 'abcdef0123456789abcdef0123456789abcdef01',
  hasApprovedPlan: true,
  cases: 5,
  isAtRest: true,
};

test('a job at rest with an approved plan and tests can be checked, whatever its state', () => {
  for (const state of ['DELIVERED', 'FAILED', 'WAITING_INTERVENTION', 'FALLBACK_REQUIRED'] as const)
    assert.equal(objectionToCheck({ ...FACTS, job: STATES[state]() }), undefined, state);
});

test('what is still told of an ended job keeps nobody waiting', () => {
  assert.equal(objectionToCheck({ ...FACTS, isAtRest: false }), undefined);
});

const REFUSED: readonly [what: string, change: Partial<CheckFacts>, code: string, words: RegExp][] =
  [
    ['no plan is approved', { hasApprovedPlan: false }, 'JOB_STATE_INVALID', /no approved plan/],
    [
      'the job works',
      { job: STATES.REFACTORING(), isAtRest: false },
      'JOB_STATE_INVALID',
      /still at work \(the first attempt is under way\); say `\/verify` again/,
    ],
    ['no test is written', { cases: 0 }, 'JOB_STATE_INVALID', /no tests were written/],
    [
      'a check of the commit is under way',
      { underWay: { requestedBy: 'mona' } },
      'JOB_STATE_INVALID',
      /`abcdef0`, asked for by `mona`, is under way; wait/,
    ],
  ];

for (const [what, change, code, words] of REFUSED) {
  test(`it is refused while ${what}`, () => {
    const objection = objectionToCheck({ ...FACTS, ...change });
    assert.ok(objection);
    assert.equal(objection.code, code);
    assert.match(objectionText(objection), words);
  });
}

test('said elsewhere than on a pull request there is no commit to check', () => {
  const { headSha: _, ...facts } = FACTS;
  assert.equal(objectionToCheck(facts)?.code, 'VALIDATION_ERROR');
});

test('a refusal is one sentence that cannot be read as a command', () => {
  const text = objectionText(NO_PLAN);
  assert.match(text, /^`\/verify` was refused \(`NOT_FOUND`\): [^.]*\.$/);
});

describe('when a verify run ends', () => {
  for (const [statuses, result] of [
    [['passed', 'passed'], 'all passed'],
    [['passed', 'pending'], 'partial'],
    [['pending', 'pending'], 'partial'],
    [['passed', 'blocked'], 'some blocked'],
    [['pending', 'blocked'], 'some blocked'],
    [['blocked', 'blocked'], 'all blocked'],
  ] as const) {
    test(`${statuses.join(' ')} is said to be ${result}`, () => {
      const [first, second] = statuses;
      const criteria = [
        { id: 'R1', status: first },
        { id: 'R2', status: second },
      ];
      assert.equal(verifyResult(criteria, ['R1', 'R2']), result);
      assert.equal(verifyResult(criteria, ['R1']), undefined);
      assert.equal(verifyResult(criteria, []), undefined);
    });
  }
});
