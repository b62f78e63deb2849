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
  moved: VARIANTS.moved,
  unavailable: VARIANTS.unavailable,
  no_drafts: VARIANTS['no drafts'],
  issue_edited: VARIANTS['issue edited'],
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

    if (reason === 'moved') continue;
    test(`the end of a hold by ${reason} goes on with the stored work of the same attempt`, () => {
      const held = HELD[reason]();
      const attempt = held.attemptNumber;
      const others = new Set<string>(['cancel', 'clear', 'revise']);
      const command = allowedCommands(held).find((type) => !others.has(type));
      const going = command === undefined ? fire(held) : play(held, bodyOf(command));
      const [effect] = outstanding(going);
      assert.equal(effect?.kind, 'implement');
      assert.equal(effect.kind === 'implement' && effect.resume, true);
      assert.equal(effect.kind === 'implement' && effect.attempt, attempt);
      assert.ok(effect.number > held.effectNumber, 'a new effect, not the one that ended');
    });
  }

  test('a dropped conversation ends what it asked, in the same attempt; other holds stay', () => {
    for (const [reason, make] of Object.entries(HELD)) {
      const held = make();
      const cleared = play(held, { type: 'clear' });
      const isAsked = ['question', 'permission', 'scope'].includes(reason);
      assert.equal(cleared.hold?.reason, isAsked ? undefined : reason);
      assert.equal(cleared.attemptNumber, held.attemptNumber);
      assert.equal(outstanding(cleared)[0]?.kind, isAsked ? 'implement' : 'announce');
    }
  });

  test('what was held because it moved is verified again, as an attempt of its own', () => {
    const held = VARIANTS.moved();
    const [effect] = outstanding(play(held, { type: 'continue' }));
    assert.equal(effect?.kind, 'verify');
    assert.equal(effect.kind === 'verify' && effect.attempt, held.attemptNumber + 1);
  });

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

describe('whoever is away', () => {
  test('costs no attempt, no session error and no wall time, and the work goes on where it was', () => {
    const before = refactoring();
    const held = play(before, bodyOf('unavailable'));
    assert.equal(held.hold?.ask, 'GitHub did not answer: pull request 3.');
    const going = fire(held);
    assert.equal(going.attemptNumber, before.attemptNumber);
    assert.equal(going.sessionErrorCount, 0);
    assert.equal(going.spent.activeMs, held.spent.activeMs, 'nobody worked meanwhile');
  });

  test('is waited for as long as it took already, from five seconds to ten minutes', () => {
    let job = refactoring();
    const pauses: number[] = [];
    for (let times = 0; times < 12; times += 1) {
      job = play(job, bodyOf('unavailable'));
      pauses.push(((job.hold?.until ?? 0) - (job.hold?.since ?? 0)) / 1000);
      job = fire(job);
    }
    assert.deepEqual(pauses.slice(0, 4), [5, 6, 13, 27], 'one second of work in between');
    assert.deepEqual(pauses.slice(-3), [600, 600, 600]);
    assert.ok(pauses.every((pause, at) => pause >= (pauses[at - 1] ?? 0)));
  });

  test('is a question to people when it took as long as the job may work, and nothing is lost', () => {
    let job = refactoring({ budget: { wallTimeMs: 60_000 } });
    for (let times = 0; job.hold?.reason !== 'wall_time'; times += 1) {
      assert.ok(times < 20);
      job = play(job, bodyOf('unavailable'));
      if (job.hold?.reason === 'unavailable') job = fire(job);
    }
    assert.match(job.hold.ask ?? '', /GitHub did not answer/);
    const going = play(job, { type: 'extend', wallTimeMs: 60_000 });
    const again = play(going, bodyOf('unavailable'));
    assert.equal(again.hold?.reason, 'unavailable', 'the count begins anew');
    assert.equal(again.attemptNumber, job.attemptNumber);
  });

  test('who names a time is waited for exactly so long, however long the others were away', () => {
    const job = play(refactoring({ budget: { wallTimeMs: 60_000 } }), bodyOf('unavailable'));
    const asked = play(fire(job), { ...bodyOf('unavailable'), retryAfterMs: 3_000_000 });
    assert.equal(asked.hold?.reason, 'unavailable');
    assert.equal((asked.hold?.until ?? 0) - (asked.hold?.since ?? 0), 3_000_000);
    for (const retryAfterMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const odd = play(refactoring(), { ...bodyOf('unavailable'), retryAfterMs });
      assert.equal((odd.hold?.until ?? 0) - (odd.hold?.since ?? 0), 5000, String(retryAfterMs));
    }
  });

  test('is forgotten when the work ends otherwise, not when people were told of it', () => {
    const held = play(refactoring(), bodyOf('unavailable'), { type: 'announced' });
    assert.equal(held.awaySince, held.hold?.since);
    assert.equal(play(fire(held), { type: 'implemented' }).awaySince, undefined);
  });
});

test('a person who says /open lets the pull request be an ordinary one', () => {
  const held = VARIANTS['no drafts']();
  assert.deepEqual(allowedCommands(held), ['open', 'cancel', 'clear']);
  const opened = play(held, { type: 'open' });
  assert.equal(opened.opensReady, true);
  assert.equal(opened.hold, undefined);
});

function paid(job: Job, type: 'planned' | 'implemented' | 'session_error', spentUsd: number) {
  const cost = { spentUsd };
  return transition(job, { ...stamp(job, bodyOf(type)), ...cost });
}
