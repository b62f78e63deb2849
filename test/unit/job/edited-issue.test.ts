import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allowedCommands } from '../../../app/job/commands.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { APPROVED_STATES, JOB_STATES } from '../../../app/job/types.ts';
import { bodyOf, PLANNED, play, refactoring, STATES, send } from './samples.ts';

const EDITED = bodyOf('issue_edited');

describe('an issue that was edited after its plan was approved', () => {
  for (const state of APPROVED_STATES) {
    test(`holds a job in ${state} and shows what changed`, () => {
      const held = play(STATES[state](), EDITED);
      assert.equal(held.state, state);
      assert.equal(held.hold?.reason, 'issue_edited');
      assert.equal(held.hold?.ask, EDITED.ask);
      assert.deepEqual(allowedCommands(held), ['revise', 'continue', 'cancel', 'clear']);
      assert.equal(outstanding(held)[0]?.kind, 'announce');
    });

    test(`lets a job in ${state} go on with the words that were approved`, () => {
      const before = STATES[state]();
      const going = play(before, EDITED, { type: 'announced' }, { type: 'continue' });
      assert.equal(going.state, state);
      assert.equal(going.hold, undefined);
      assert.equal(outstanding(going)[0]?.kind, outstanding(before)[0]?.kind);
      assert.equal(going.attemptNumber, before.attemptNumber);
    });

    test(`leads a job from ${state} to a revision of the new words, with nothing of the old work`, () => {
      const revising = play(STATES[state](), EDITED, bodyOf('revise'));
      assert.equal(revising.state, 'WAITING_SPEC_APPROVAL');
      assert.equal(outstanding(revising)[0]?.kind, 'plan');
      const { hold, step, resume, deepFix, attemptCount, identicalFailureCount } = revising;
      assert.deepEqual([hold, step, resume, deepFix], [undefined, undefined, undefined, undefined]);
      assert.deepEqual([attemptCount, identicalFailureCount], [0, 0]);
      const planned = play(revising, { ...PLANNED, revision: 'rev-2' });
      const approved = play(planned, { type: 'approve', revision: 'rev-2' });
      assert.equal(approved.state, 'GENERATING_TESTS');
    });
  }

  test('is no matter of a job without an approved plan, and of one that has ended', () => {
    const approved = new Set<string>(APPROVED_STATES);
    for (const state of JOB_STATES.filter((one) => !approved.has(one))) {
      const result = send(STATES[state](), EDITED);
      if (result.ok) assert.equal(result.job.state, state);
      else assert.match(result.reason, /^no approved plan is worked on/);
      assert.ok(!result.ok || state === 'DELIVERED' || state === 'FAILED');
    }
  });

  test('waits for the end of another hold and then holds the same session', () => {
    const asked = play(refactoring(), { type: 'held', reason: 'question' });
    const edited = play(asked, EDITED);
    assert.equal(edited.hold?.reason, 'question');
    assert.deepEqual(outstanding(edited), outstanding(asked));
    const held = play(edited, { type: 'answer' });
    assert.equal(held.hold?.reason, 'issue_edited');
    assert.equal(held.hold.ask, EDITED.ask);
    assert.equal(held.edited, undefined);
    const [effect] = outstanding(play(held, { type: 'continue' }));
    assert.ok(effect?.kind === 'implement');
    assert.deepEqual([effect.resume, effect.attempt], [true, asked.attemptNumber]);
  });

  test('asks about the newest words when it is edited again', () => {
    const held = play(refactoring(), EDITED, { ...EDITED, ask: 'Edited twice.' });
    assert.equal(held.hold?.ask, 'Edited twice.');
    const [effect] = outstanding(held);
    assert.ok(effect?.kind === 'announce' && effect.notice === 'The issue was edited again.');
  });

  test('costs a session that had not begun no attempt', () => {
    const before = refactoring({ budget: { costUsd: 1 } });
    const spent = play(before, { type: 'implemented' });
    const held = play(spent, EDITED, { type: 'continue' });
    assert.equal(outstanding(held)[0]?.kind, 'verify');
    assert.equal(held.attemptNumber, spent.attemptNumber);
  });
});
