import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phaseTimes, usualTimes } from '../../../app/job/phase-times.ts';

const MINUTE = 60_000;

/** Events, each so many minutes after the one before. */
function course(...moves: [action: string, minutes: number][]) {
  let at = 0;
  return moves.map(([action, minutes]) => ({ action, at: (at += minutes * MINUTE) }));
}

const JOB = course(
  ['created', 0],
  ['start', 5],
  ['reserved', 0],
  ['planned', 3],
  ['strategy_chosen', 0],
  ['announced', 1],
  ['approve', 600],
  ['tests_written', 4],
  ['baseline_passed', 2],
  ['held', 3],
  ['announced', 1],
  ['answer', 120],
  ['promise_due', 20],
  ['implemented', 2],
  ['verify_failed', 5],
  ['implemented', 6],
  ['verify_passed', 4],
  ['published', 1],
  ['announced', 1],
);

describe('the times of a job', () => {
  it('count work up to each outcome, and no waiting for people', () => {
    const { planning, implement, test } = phaseTimes(JOB);
    assert.deepEqual(
      [planning, implement, test].map((ms) => (ms ?? 0) / MINUTE),
      [3, 4 + 2 + 3 + 20 + 2 + 6, 5 + 4 + 1],
    );
  });

  it('say nothing of a phase that was not reached', () => {
    assert.deepEqual(phaseTimes(course(['created', 0], ['start', 1], ['planned', 2])), {
      planning: 2 * MINUTE,
    });
    assert.deepEqual(phaseTimes([]), {});
  });
});

describe('what is usual', () => {
  const planning = (minutes: number) => course(['start', 0], ['planned', minutes]);

  it('is the median of at least three jobs', () => {
    assert.equal(usualTimes([planning(1), planning(2)]), undefined);
    const odd = usualTimes([planning(9), planning(2), planning(4)]);
    assert.deepEqual(odd, { jobs: 3, times: { planning: 4 * MINUTE } });
    const even = usualTimes([planning(9), planning(2), planning(4), planning(6)]);
    assert.deepEqual(even, { jobs: 4, times: { planning: 5 * MINUTE } });
  });

  it('leaves out a phase that fewer than three have gone through', () => {
    const three = [JOB, planning(3), planning(3)];
    assert.deepEqual(usualTimes(three), { jobs: 3, times: { planning: 3 * MINUTE } });
  });
});
