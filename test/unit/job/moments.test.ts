// Every state and hold of a job is a moment that people must not miss, or it is said here that it is
// none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from '../../../app/job/moments.ts';
import { JOB_STATES, type JobState } from '../../../app/job/types.ts';
import { play, STATES, VARIANTS, waitingForApproval, waitingForIntervention } from './samples.ts';

const MOMENT_IN: Partial<Record<JobState, string>> = {
  WAITING_STRATEGY: 'plan',
  WAITING_SPEC_APPROVAL: 'plan',
  BASELINE_VALIDATION_FAILED: 'question',
  WAITING_ESCALATION_DECISION: 'question',
  WAITING_INTERVENTION: 'question',
  FALLBACK_REQUIRED: 'end',
  DELIVERED: 'end',
  FAILED: 'end',
};

for (const state of JOB_STATES) {
  const expected = MOMENT_IN[state];
  test(`${state} is ${expected === undefined ? 'no moment' : `the moment ${expected}`}`, () => {
    assert.equal(momentOf(STATES[state]())?.moment, expected);
  });
}

const HOLDS = {
  question: 'question',
  permission: 'question',
  scope: 'question',
  money: 'hold',
  'wall time': 'hold',
  'provider quota': 'hold',
  moved: 'hold',
  unavailable: 'hold',
  'no drafts': 'question',
} as const;
for (const [hold, expected] of Object.entries(HOLDS)) {
  test(`a hold for ${hold} is the moment ${expected}`, () => {
    assert.deepEqual(momentOf(VARIANTS[hold as keyof typeof HOLDS]()), {
      moment: expected,
      key: 'hold-1',
    });
  });
}

test('a plan that is being revised is none, and its new revision is another', () => {
  const first = waitingForApproval();
  const revising = play(first, { type: 'revise', text: 'shorter' });
  assert.equal(momentOf(revising), undefined);
  const second = play(revising, { type: 'planned', revision: 'rev-2', strategies: 1 });
  assert.equal(momentOf(second)?.moment, 'plan');
  assert.notEqual(momentOf(first)?.key, momentOf(second)?.key);
});

test('the same moment keeps its key while more is said about it, and comes again with another', () => {
  const asked = waitingForIntervention({ budget: { attempts: 50 } });
  assert.deepEqual(momentOf(asked), momentOf(play(asked, { type: 'announced' })));
  const again = ['same', 'same', 'same'].reduce(
    (job, fingerprint) =>
      play(job, { type: 'implemented' }, { type: 'verify_failed', fingerprint }),
    play(asked, { type: 'continue' }),
  );
  assert.equal(again.state, 'WAITING_INTERVENTION');
  assert.notEqual(momentOf(asked)?.key, momentOf(again)?.key);
});
