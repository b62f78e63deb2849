import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allowedCommands } from '../../../app/job/commands.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { transition } from '../../../app/job/transition.ts';
import { HOLD_REASONS, type Job } from '../../../app/job/types.ts';
import {
  analysing,
  bodyOf,
  fire,
  play,
  refactoring,
  send,
  stamp,
  VARIANTS,
  waitingForApproval,
} from './samples.ts';

const HELD = {
  question: VARIANTS.question,
  permission: VARIANTS.permission,
  scope: VARIANTS.scope,
  money: VARIANTS.money,
  wall_time: VARIANTS['wall time'],
  provider_quota: VARIANTS['provider quota'],
} satisfies Record<(typeof HOLD_REASONS)[number], () => Job>;

describe('holds', () => {
  for (const reason of HOLD_REASONS) {
    test(`while held by ${reason} nothing runs but the announcement`, () => {
      const held = HELD[reason]();
      assert.equal(held.state, 'REFACTORING');
      assert.equal(held.hold?.reason, reason);
      assert.deepEqual(outstanding(held), [
        { kind: 'announce', number: held.effectNumber, state: 'REFACTORING', hold: reason },
      ]);
      assert.deepEqual(outstanding(play(held, { type: 'announced' })), []);
    });

    test(`a job held by ${reason} is cancelled at once`, () => {
      const failed = play(HELD[reason](), { type: 'cancel' });
      assert.equal(failed.failureReason, 'USER_CANCELLED');
      assert.equal(failed.hold, undefined);
    });

    test(`the end of a hold by ${reason} goes on with the stored work of the same attempt`, () => {
      const held = HELD[reason]();
      const attempt = held.attemptNumber;
      const command = allowedCommands(held).find((type) => type !== 'cancel');
      const going = command === undefined ? fire(held) : play(held, bodyOf(command));
      const [effect] = outstanding(going);
      assert.equal(effect?.kind, 'implement');
      assert.equal(effect.kind === 'implement' && effect.resume, true);
      assert.equal(effect.kind === 'implement' && effect.attempt, attempt);
      assert.ok(effect.number > held.effectNumber, 'a new effect, not the one that ended');
    });
  }

  test('a late report of the effect that was held is refused as a stale worker', () => {
    const running = refactoring();
    const late = stamp(running, { type: 'implemented' });
    const held = play(running, { type: 'held', reason: 'question' });
    const refused = transition(held, late);
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'STALE_WORKER');
  });

  test('the number in /allow N must be the one that is asked for', () => {
    const first = VARIANTS.permission();
    const second = play(first, { type: 'deny', hold: 1 }, { type: 'held', reason: 'permission' });
    assert.equal(second.hold?.number, 2);
    const wrong = send(second, { type: 'allow', hold: 1 });
    assert.ok(!wrong.ok);
    assert.equal(wrong.code, 'JOB_STATE_INVALID');
    assert.equal(play(second, { type: 'allow', hold: 2 }).hold, undefined);
  });

  test('what a held agent asks is kept for people to see', () => {
    const held = play(refactoring(), { type: 'held', reason: 'question', ask: 'Which port?' });
    assert.equal(held.hold?.ask, 'Which port?');
    assert.equal(held.hold.since, held.lastEventAt);
  });

  test('what is resumed once is not resumed again by the work that follows', () => {
    const answered = play(analysing(), { type: 'held', reason: 'question' }, { type: 'answer' });
    assert.equal(answered.resume, true);
    const approved = play(
      answered,
      bodyOf('planned'),
      { type: 'choose_strategy', strategy: 1 },
      bodyOf('approve'),
    );
    assert.equal(approved.resume, undefined, 'the test author starts from the base commit');
    const going = play(VARIANTS.question(), { type: 'answer' });
    const broken = play(going, bodyOf('session_error'));
    assert.equal(broken.resume, undefined, 'a broken session is begun anew');
    assert.equal(broken.attemptNumber, going.attemptNumber + 1);
  });

  test('a hold ends the watch over the heartbeat', () => {
    const lost = play(refactoring(), { type: 'heartbeat_lost' });
    assert.equal(play(lost, { type: 'held', reason: 'scope' }).heartbeatLostAt, undefined);
  });
});

describe('money', () => {
  test('no agent begins when the dollars are spent, and none is charged twice', () => {
    const job = analysing({ budget: { costUsd: 1 } });
    const planned = paid(job, 'planned', 1.2);
    assert.ok(planned.ok);
    const approved = play(planned.job, { type: 'choose_strategy', strategy: 1 }, bodyOf('approve'));
    assert.equal(approved.state, 'GENERATING_TESTS');
    assert.equal(approved.hold?.reason, 'money');
    assert.equal(approved.spent.costUsd, 1.2);
    const extended = play(approved, { type: 'extend', costUsd: 2 });
    assert.equal(extended.budget.costUsd, 3.2, 'two dollars on top of what is spent');
    const [effect] = outstanding(extended);
    assert.equal(effect?.kind, 'write-tests');
    assert.equal(effect.kind === 'write-tests' && effect.resume, false, 'it never began');
  });

  test('what an effect reports as spent is a total, so a smaller one changes nothing', () => {
    const job = refactoring();
    const once = paid(job, 'session_error', 0.5);
    assert.ok(once.ok);
    const again = paid(once.job, 'implemented', 0.4);
    assert.ok(again.ok);
    assert.equal(again.job.spent.costUsd, 0.5);
  });

  test('verification and publishing cost nothing and so are not held by money', () => {
    const job = refactoring({ budget: { costUsd: 1 } });
    const written = paid(job, 'implemented', 5);
    assert.ok(written.ok);
    assert.equal(written.job.hold, undefined);
    const done = play(written.job, { type: 'verify_passed' }, { type: 'published' });
    assert.equal(done.state, 'DELIVERED');
  });

  test('a cap in the approval replaces the budget', () => {
    const job = play(waitingForApproval(), { type: 'approve', revision: 'rev-1', maxUsd: 3 });
    assert.equal(job.budget.costUsd, 3);
  });

  for (const amount of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    test(`${amount} dollars are no extension and no cap`, () => {
      const extension = send(VARIANTS.money(), { type: 'extend', costUsd: amount });
      assert.ok(!extension.ok);
      assert.equal(extension.code, 'VALIDATION_ERROR');
      const cap = send(waitingForApproval(), {
        type: 'approve',
        revision: 'rev-1',
        maxUsd: amount,
      });
      assert.ok(!cap.ok);
      assert.equal(cap.code, 'VALIDATION_ERROR');
    });
  }

  test('spent dollars are not extended by time, spent time is by either', () => {
    const money = send(VARIANTS.money(), { type: 'extend', wallTimeMs: 60_000 });
    assert.ok(!money.ok);
    const nothing = send(VARIANTS.money(), { type: 'extend' });
    assert.ok(!nothing.ok);
    const held = VARIANTS['wall time']();
    assert.equal(held.spent.activeMs, 60_000);
    const byTime = play(held, { type: 'extend', wallTimeMs: 90_000 });
    assert.equal(byTime.budget.wallTimeMs, 150_000);
    const byMoney = play(held, { type: 'extend', costUsd: 2 });
    assert.equal(byMoney.budget.wallTimeMs, 60_000 + 30 * 60_000);
    assert.equal(byMoney.budget.costUsd, held.budget.costUsd + 2);
  });

  test('a nonsensical amount of spent dollars is refused and poisons nothing', () => {
    const job = refactoring();
    for (const spentUsd of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const refused = paid(job, 'implemented', spentUsd);
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'VALIDATION_ERROR');
    }
  });
});

test('provider quota ends the job at once unless it was told to wait', () => {
  const failed = play(refactoring(), { type: 'provider_quota_hit' });
  assert.equal(failed.failureReason, 'PROVIDER_QUOTA');
  const held = VARIANTS['provider quota']();
  assert.equal(held.sessionErrorCount, 0, 'it is no session error');
});

function paid(job: Job, type: 'planned' | 'implemented' | 'session_error', spentUsd: number) {
  const cost = { spentUsd };
  return transition(job, { ...stamp(job, bodyOf(type)), ...cost });
}
