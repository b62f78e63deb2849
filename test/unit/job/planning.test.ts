import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createJob } from '../../../app/job/create.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { budgetProblems, DEFAULT_BUDGET } from '../../../app/job/policy.ts';
import type { Job } from '../../../app/job/types.ts';
import {
  APPROVE,
  analysing,
  bodyOf,
  newJob,
  PLANNED,
  play,
  refactoring,
  STATES,
  send,
  T0,
  VARIANTS,
  waitingForApproval,
} from './samples.ts';

describe('a new job', () => {
  test('begins PENDING with nothing running and nothing reserved', () => {
    const job = newJob();
    assert.equal(job.state, 'PENDING');
    assert.equal(job.quota, 'none');
    assert.deepEqual(outstanding(job), []);
    assert.deepEqual(job.budget, DEFAULT_BUDGET);
  });

  test('a class outside the tier is refused at creation', () => {
    const refused = createJob({ id: 'x', at: T0, tierClasses: ['L1'], modelClass: 'L2' });
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'ENTITLEMENT_INSUFFICIENT');
  });

  test('L3 cannot be the class of a whole job', () => {
    const refused = createJob({ id: 'x', at: T0, tierClasses: ['L1', 'L3'], modelClass: 'L3' });
    assert.ok(!refused.ok);
  });

  test('a budget that is not above zero is refused with every problem named', () => {
    const budget = { attempts: 0, wallTimeMs: -1, costUsd: Number.NaN, turnsPerStep: 1.5 };
    assert.equal(budgetProblems(budget).length, 4);
    const refused = createJob({ id: 'x', at: T0, tierClasses: ['L1'], budget });
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'VALIDATION_ERROR');
    assert.match(refused.reason, /attempts.*wall time.*dollars.*turns/);
  });
});

describe('the plan', () => {
  test('a single strategy is chosen by the system inside WAITING_STRATEGY', () => {
    const job = VARIANTS['one strategy']();
    assert.equal(job.state, 'WAITING_STRATEGY');
    assert.deepEqual(outstanding(job), [
      { kind: 'choose-strategy', number: job.effectNumber, strategy: 1 },
    ]);
    const chosen = play(job, { type: 'strategy_chosen', strategy: 1 });
    assert.equal(chosen.state, 'WAITING_SPEC_APPROVAL');
    assert.equal(chosen.strategy, 1);
  });

  test('a tier with an analysis report passes GENERATING_ANALYSIS_REPORT first', () => {
    const job = play(analysing({ hasAnalysisReport: true }), PLANNED);
    assert.equal(job.state, 'GENERATING_ANALYSIS_REPORT');
    assert.equal(play(job, { type: 'report_ready' }).state, 'WAITING_STRATEGY');
  });

  test('a strategy that is not offered and a plan without one are refused', () => {
    for (const strategy of [0, 3, 1.5, Number.NaN]) {
      const refused = send(STATES.WAITING_STRATEGY(), { type: 'choose_strategy', strategy });
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'VALIDATION_ERROR');
    }
    for (const bad of [{ strategies: 0 }, { strategies: 4 }, { revision: '' }]) {
      const refused = send(analysing(), { ...PLANNED, ...bad });
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'VALIDATION_ERROR');
    }
  });

  test('only the newest revision can be approved', () => {
    const refused = send(waitingForApproval(), { type: 'approve', revision: 'rev-0' });
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'REVISION_CONFLICT');
    assert.deepEqual(refused.allowed, ['approve', 'revise', 'cancel', 'clear']);
  });

  test('a revision is written inside WAITING_SPEC_APPROVAL, and waits there', () => {
    const revising = play(waitingForApproval(), { type: 'revise', text: 'smaller' });
    assert.equal(revising.state, 'WAITING_SPEC_APPROVAL');
    const [effect] = outstanding(revising);
    assert.equal(effect?.kind, 'plan');
    assert.deepEqual(effect.kind === 'plan' && effect.revise, { of: 'rev-1', texts: ['smaller'] });
    const early = send(revising, APPROVE);
    assert.ok(!early.ok);
    assert.equal(early.code, 'REVISION_CONFLICT', 'the shown plan is about to be replaced');
    const revised = play(revising, { ...PLANNED, revision: 'rev-2', strategies: 1 });
    assert.equal(revised.state, 'WAITING_SPEC_APPROVAL');
    assert.equal(revised.strategy, 1, 'the strategy that was chosen stays');
    assert.equal(outstanding(revised)[0]?.kind, 'announce');
    assert.ok(!send(revised, APPROVE).ok, 'the old revision is gone');
    assert.equal(play(revised, { type: 'approve', revision: 'rev-2' }).state, 'GENERATING_TESTS');
  });

  test('a second wish while a revision is written is not lost', () => {
    const once = play(waitingForApproval(), { type: 'revise', text: 'smaller' });
    const twice = play(once, { type: 'revise', text: 'and faster' });
    assert.deepEqual(twice.revise?.texts, ['smaller', 'and faster']);
    assert.ok(twice.effectNumber > once.effectNumber, 'the running one is replaced');
    assert.ok(!send(once, { type: 'revise', text: '  ' }).ok, 'an empty wish is none');
  });

  test('the revision of a held planner is the same one', () => {
    const held = play(VARIANTS.replanning(), { type: 'held', reason: 'question' });
    const going = play(held, { type: 'answer' });
    const [effect] = outstanding(going);
    assert.equal(effect?.kind, 'plan');
    assert.equal(effect.kind === 'plan' && effect.resume, true);
    assert.equal(effect.kind === 'plan' && effect.revise?.of, 'rev-1');
  });
});

describe('the way to DELIVERED', () => {
  test('the shortest life of a job, effect by effect', () => {
    const seen: string[] = [];
    const watch = (job: Job) => {
      seen.push(`${job.state}: ${outstanding(job)[0]?.kind ?? 'nothing'}`);
      return job;
    };
    let job = watch(newJob());
    for (const body of [
      bodyOf('start'),
      bodyOf('reserved'),
      { ...PLANNED, strategies: 1 },
      bodyOf('strategy_chosen'),
      bodyOf('announced'),
      APPROVE,
      bodyOf('tests_written'),
      bodyOf('baseline_passed'),
      bodyOf('implemented'),
      bodyOf('verify_passed'),
      bodyOf('published'),
    ]) {
      job = watch(play(job, body));
    }
    assert.deepEqual(seen, [
      'PENDING: nothing',
      'QUOTA_RESERVING: reserve',
      'ANALYZING: plan',
      'WAITING_STRATEGY: choose-strategy',
      'WAITING_SPEC_APPROVAL: announce',
      'WAITING_SPEC_APPROVAL: nothing',
      'GENERATING_TESTS: write-tests',
      'BASELINE_VALIDATION: baseline',
      'REFACTORING: implement',
      'REFACTORING: verify',
      'REFACTORING: publish',
      'DELIVERED: announce',
    ]);
    assert.equal(job.quota, 'consumed');
  });

  test('what was verified is verified again, as a new attempt, when the base moved', () => {
    const publishing = VARIANTS['first, publish']();
    const moved = play(publishing, { type: 'moved' });
    assert.equal(moved.attemptNumber, publishing.attemptNumber + 1);
    assert.equal(moved.state, 'REFACTORING');
    assert.equal(moved.step, 'verify');
    assert.ok(!send(moved, { type: 'published' }).ok);
  });

  test('the effects of one attempt carry its number, class and plan', () => {
    const job = refactoring();
    assert.deepEqual(outstanding(job), [
      {
        kind: 'implement',
        number: job.effectNumber,
        attempt: 1,
        attemptKind: 'implement',
        modelClass: 'L1',
        turns: DEFAULT_BUDGET.turnsPerStep,
        resume: false,
        planRevision: 'rev-1',
        strategy: 1,
      },
    ]);
    const verifying = play(job, { type: 'implemented' });
    assert.deepEqual(outstanding(verifying), [
      {
        kind: 'verify',
        number: job.effectNumber + 1,
        planRevision: 'rev-1',
        attempt: 1,
        attemptKind: 'implement',
      },
    ]);
  });

  test('a record that breaks its own rules is a fault, not a guess', () => {
    const { planRevision: _gone, ...broken } = refactoring();
    assert.throws(() => outstanding(broken), { code: 'INTERNAL_ERROR' });
  });
});
