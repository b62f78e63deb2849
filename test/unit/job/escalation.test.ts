import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NewJob } from '../../../app/job/create.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import type { Job } from '../../../app/job/types.ts';
import {
  bodyOf,
  play,
  red,
  refactoring,
  selfHealing,
  send,
  VARIANTS,
  waitingForApproval,
  waitingForIntervention,
} from './samples.ts';

const NEEDED = { type: 'escalation_needed' } as const;

describe('escalation to a stronger model', () => {
  test('it is asked for, and yes goes on in SELF_HEALING with L2 from the stored files', () => {
    const asked = play(refactoring(), NEEDED);
    assert.equal(asked.state, 'WAITING_ESCALATION_DECISION');
    const going = play(asked, { type: 'escalate' });
    assert.equal(going.state, 'SELF_HEALING');
    const [effect] = outstanding(going);
    assert.equal(effect?.kind, 'implement');
    assert.deepEqual(effect, {
      kind: 'implement',
      number: going.effectNumber,
      attempt: 2,
      attemptKind: 'self_heal',
      modelClass: 'L2',
      turns: 100,
      resume: true,
      planRevision: 'rev-1',
      strategy: 1,
    });
    assert.equal(going.attemptCount, 0, 'it cost no attempt');
  });

  test('no ends the job as cancelled', () => {
    const declined = play(selfHealing(), NEEDED, { type: 'decline_escalation' });
    assert.equal(declined.state, 'FAILED');
    assert.equal(declined.failureReason, 'USER_CANCELLED');
  });

  test('what was allowed with the approval is not asked again', () => {
    const approved = play(waitingForApproval(), {
      type: 'approve',
      revision: 'rev-1',
      escalate: 'L2',
    });
    const running = play(approved, { type: 'tests_written' }, { type: 'baseline_passed' });
    const first = play(running, NEEDED);
    assert.equal(first.state, 'REFACTORING');
    assert.equal(first.modelClass, 'L2');
    assert.equal(first.resume, true);
    assert.equal(first.attemptKind, 'implement');
    const later = play(running, { type: 'implemented' }, red('a'), NEEDED);
    assert.equal(later.state, 'SELF_HEALING');
    assert.equal(later.attemptKind, 'self_heal');
  });

  test('a new approval without it takes the permission back', () => {
    const approve = { type: 'approve', revision: 'rev-1', escalate: 'L2' } as const;
    const failed = play(
      waitingForApproval(),
      approve,
      { type: 'tests_written' },
      bodyOf('baseline_failed'),
    );
    const again = play(failed, bodyOf('revise'), bodyOf('planned'), bodyOf('approve'));
    assert.equal(again.preauthorisedClass, undefined);
  });

  test('escalation stops at L2: a job on it fails the attempt instead of asking for L3', () => {
    const strong = play(selfHealing(), NEEDED, { type: 'escalate' });
    const weak = play(strong, NEEDED);
    assert.equal(weak.state, 'SELF_HEALING');
    assert.equal(weak.modelClass, 'L2');
    assert.equal(weak.attemptCount, strong.attemptCount + 1);
    assert.equal(weak.resume, undefined);
  });

  test('a tier without L2 is never asked and cannot allow it beforehand', () => {
    const only: Partial<NewJob> = { tierClasses: ['L1'] };
    assert.equal(play(refactoring(only), NEEDED).state, 'SELF_HEALING');
    const refused = send(waitingForApproval(only), {
      type: 'approve',
      revision: 'rev-1',
      escalate: 'L2',
    });
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'ENTITLEMENT_INSUFFICIENT');
  });
});

describe('deep fix', () => {
  test('with L3 the price comes first, and only yes starts it', () => {
    const estimating = play(waitingForIntervention(), { type: 'deep_fix' });
    assert.equal(estimating.state, 'WAITING_INTERVENTION');
    assert.deepEqual(kinds(estimating), ['estimate']);
    const early = send(estimating, { type: 'confirm_deep_fix' });
    assert.ok(!early.ok, 'there is no price to say yes to');
    const offered = play(estimating, { type: 'estimated', costUsd: 4, balanceShare: 0.2 });
    assert.deepEqual(offered.deepFix, {
      stage: 'offered',
      costUsd: 4,
      balanceShare: 0.2,
      lapsesAt: offered.lastEventAt + 3_600_000,
    });
    assert.deepEqual(kinds(offered), ['announce']);
    const active = play(offered, { type: 'confirm_deep_fix' });
    assert.equal(active.state, 'DEEP_FIX_ACTIVE');
    assert.equal(classOf(active), 'L3');
  });

  test('no to the price stops the job', () => {
    const declined = play(VARIANTS.offered(), { type: 'decline_deep_fix' });
    assert.equal(declined.state, 'FAILED');
    assert.equal(declined.failureReason, 'USER_CANCELLED');
  });

  test('after a deep fix the attempts go back to the class of the job', () => {
    const active = play(VARIANTS.offered(), { type: 'confirm_deep_fix' });
    const red3 = play(active, { type: 'deep_fix_done' }, red('x'));
    assert.equal(classOf(red3), 'L1');
  });

  test('a second deep fix needs a second yes', () => {
    const active = play(VARIANTS.offered(), { type: 'confirm_deep_fix' });
    const back = play(active, bodyOf('deep_fix_failed'));
    assert.equal(back.deepFix, undefined);
    assert.ok(!send(back, { type: 'confirm_deep_fix' }).ok);
  });

  test('a tier without L3 gets L2 and sees no question', () => {
    const active = play(waitingForIntervention({ tierClasses: ['L1', 'L2'] }), {
      type: 'deep_fix',
    });
    assert.equal(active.state, 'DEEP_FIX_ACTIVE');
    assert.equal(classOf(active), 'L2');
  });

  test('a tier with L1 only gets a deep fix without an upgrade', () => {
    const active = play(waitingForIntervention({ tierClasses: ['L1'] }), { type: 'deep_fix' });
    assert.equal(classOf(active), 'L1');
  });

  test('an estimate that cannot be made leaves the choice open and says so', () => {
    const failed = play(VARIANTS.estimating(), bodyOf('effect_failed'));
    assert.equal(failed.state, 'WAITING_INTERVENTION');
    assert.match(failed.notice ?? '', /No estimate/);
    assert.deepEqual(kinds(failed), ['announce']);
    assert.equal(play(failed, { type: 'announced' }).notice, undefined, 'it is said once');
  });

  test('an estimate without a price is refused', () => {
    for (const estimate of [{ costUsd: 0 }, { costUsd: 1, balanceShare: Number.NaN }]) {
      const refused = send(VARIANTS.estimating(), { type: 'estimated', ...estimate });
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'VALIDATION_ERROR');
    }
  });
});

describe('a person takes over', () => {
  test('what was pushed is verified as an attempt of its own, green leads to publishing', () => {
    const person = play(waitingForIntervention(), { type: 'intervene' });
    const testing = play(person, { type: 'test' });
    assert.deepEqual(outstanding(testing), [
      {
        kind: 'verify',
        number: testing.effectNumber,
        planRevision: 'rev-1',
        attempt: person.attemptNumber + 1,
        attemptKind: 'intervention',
      },
    ]);
    const green = play(testing, { type: 'verify_passed' });
    assert.equal(green.state, 'SELF_HEALING');
    assert.equal(green.step, 'publish');
    assert.equal(play(green, { type: 'published' }).state, 'DELIVERED');
  });

  test('red leaves it with the person, tells so and counts nothing', () => {
    const testing = VARIANTS['person, verify']();
    const still = play(testing, red('same'));
    assert.equal(still.state, 'USER_INTERVENING');
    assert.equal(still.step, undefined);
    assert.deepEqual(kinds(still), ['announce']);
    assert.equal(still.attemptCount, testing.attemptCount);
    assert.equal(still.identicalFailureCount, testing.identicalFailureCount);
  });

  test('/test again starts over with what was pushed since', () => {
    const testing = VARIANTS['person, verify']();
    const again = play(testing, { type: 'test' });
    assert.deepEqual(kinds(again), ['verify']);
    assert.ok(again.effectNumber > testing.effectNumber);
  });
});

function kinds(job: Job): string[] {
  return outstanding(job).map(({ kind }) => kind);
}

function classOf(job: Job): string | undefined {
  const [effect] = outstanding(job);
  return effect !== undefined && 'modelClass' in effect ? effect.modelClass : undefined;
}
