// What further cases say, when another round is asked for, and what the report and the implementer
// are told of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { type Challenged, challengeQuote } from '../../../../app/proof/challenge/challenged.ts';
import {
  type ChallengeFacts,
  challengeRun,
  judgeChallenge,
  MOST_ROUNDS,
  unreadCases,
  wantsRound,
} from '../../../../app/proof/challenge/judge-challenge.ts';
import { failingCases, shownFailures } from '../../../../app/proof/failures.ts';
import { reservationsOf } from '../../../../app/proof/headline.ts';
import { furtherLimit } from '../../../../app/proof/run-limit.ts';
import { captured, goodRuns, PLAN, reportFacts } from '../samples.ts';

type Row = ChallengeFacts['runs'][number];

function runs(id: string, tree: 'base' | 'head', codes: readonly number[], attempt = 2): Row[] {
  return codes.map((exitCode, index) => ({
    tree: 'hunk',
    hunk: challengeRun(id, tree),
    attemptNumber: attempt,
    runNumber: index + 1,
    exitCode,
    durationMs: 10,
    output: exitCode === 0 ? '' : captured('node24-assertion'),
  }));
}

/** One case of each id and round; red on the base, green on the head. */
function facts(change: Partial<ChallengeFacts> = {}, head: Record<string, number> = {}) {
  const cases = [asked('C1', 'R1'), asked('C2', 'R2')];
  const own = change.cases ?? cases;
  const all: ChallengeFacts = {
    wish: 'once',
    attempt: 2,
    plan: PLAN,
    blocked: [],
    rounds: [{ attemptNumber: 2, round: 1 }],
    cases,
    readings: [],
    runs: own.flatMap(({ id }) => {
      const code = head[id] ?? 0;
      return runs(id, 'base', [1, 1]).concat(runs(id, 'head', [code, code]));
    }),
    ...change,
  };
  return all;
}

function asked(id: string, criterionId: string, round = 1, attemptNumber = 2) {
  return { id, criterionId, title: `title of ${id}`, run: 'node x', attemptNumber, round };
}

function read(caseId: string, isPromised: boolean, attemptNumber = 2) {
  return { caseId, attemptNumber, isPromised, reason: 'because' };
}

function resultsOf({ cases }: Challenged): string[] {
  return cases.map(({ id, result }) => `${id} ${result}`);
}

describe('a further case', () => {
  it('passes when it is red on the base and green on the head', () => {
    const judged = judgeChallenge(facts());
    assert.deepEqual(resultsOf(judged), ['C1 passed', 'C2 passed']);
    assert.deepEqual({ ...judged, cases: [] }, { wish: 'once', rounds: 1, cases: [], open: [] });
  });

  it('is dropped with a reason when it says nothing on the base, and its criterion is open', () => {
    const green = [...runs('C1', 'base', [0, 0]), ...runs('C2', 'base', [1, 1])];
    const judged = judgeChallenge(facts({ runs: [...green, ...runs('C2', 'head', [0, 0])] }));
    assert.deepEqual(resultsOf(judged), ['C1 dropped', 'C2 passed']);
    assert.match(judged.cases[0]?.why ?? '', /green on the base/);
    assert.deepEqual(judged.open, ['R1']);
  });

  it('that is red on the head is unread, then a failure of the head, or what two differ about', () => {
    const red = { C1: 1 };
    assert.deepEqual(unreadCases(facts({}, red)), ['C1']);
    const ways = [
      [[], 'C1 unread'],
      [[read('C1', true)], 'C1 failed'],
      [[read('C1', false)], 'C1 disputed'],
    ] as const;
    for (const [readings, result] of ways) {
      assert.equal(resultsOf(judgeChallenge(facts({ readings }, red)))[0], result);
    }
  });

  it('that is red once of two is red', () => {
    const some = [...runs('C1', 'base', [1, 1]), ...runs('C1', 'head', [0, 1])];
    assert.deepEqual(unreadCases(facts({ runs: some })), ['C1']);
  });

  it('of a blocked criterion, or of a later attempt, is not looked at', () => {
    assert.deepEqual(resultsOf(judgeChallenge(facts({ blocked: ['R1'] }))), ['C2 passed']);
    const later = facts({ cases: [asked('C1', 'R1'), asked('C2', 'R2', 1, 3)] });
    assert.deepEqual(resultsOf(judgeChallenge(later)), ['C1 passed']);
    const readings = [read('C1', true, 3)];
    assert.deepEqual(unreadCases(facts({ readings }, { C1: 1 })), ['C1']);
  });

  it('of an earlier attempt counts by its runs on this head', () => {
    const cases = [asked('C1', 'R1', 1, 1)];
    const own = [...runs('C1', 'base', [1, 1], 1), ...runs('C1', 'head', [1, 1], 1)];
    const before = {
      cases,
      rounds: [{ attemptNumber: 1, round: 1 }],
      readings: [read('C1', true, 1)],
    };
    assert.deepEqual(resultsOf(judgeChallenge(facts({ ...before, runs: own }))), []);
    const again = [...own, ...runs('C1', 'head', [0, 0], 2)];
    assert.deepEqual(resultsOf(judgeChallenge(facts({ ...before, runs: again }))), ['C1 passed']);
    assert.equal(wantsRound(facts({ ...before, runs: again })), true);
    const still = [...own, ...runs('C1', 'head', [1, 1], 2)];
    assert.equal(wantsRound(facts({ ...before, runs: still })), false);
  });
});

describe('another round', () => {
  const two = [asked('C1', 'R1'), asked('C2', 'R2', 2)];
  const rounds = (count: number) =>
    Array.from({ length: count }, (_none, at) => ({ attemptNumber: 2, round: at + 1 }));

  it('is asked once, or until two in a row pass', () => {
    assert.equal(wantsRound(facts({ rounds: [], cases: [] })), true);
    assert.equal(wantsRound(facts()), false);
    assert.equal(wantsRound(facts({ wish: 'twice' })), true);
    const both = { wish: 'twice', cases: two, rounds: rounds(2) } as const;
    assert.equal(wantsRound(facts(both)), false);
    assert.equal(judgeChallenge(facts(both)).unreached, undefined);
  });

  it('is not asked when one could not be had, or the head has failed', () => {
    const unreached = [{ attemptNumber: 2, round: 1, unreached: 'the dollars are spent' }];
    const none = facts({ wish: 'twice', rounds: unreached, cases: [] });
    assert.equal(wantsRound(none), false);
    assert.deepEqual(judgeChallenge(none), {
      wish: 'twice',
      rounds: 0,
      cases: [],
      open: [],
      unreached: 'the dollars are spent',
    });
    assert.equal(
      wantsRound(facts({ wish: 'twice', readings: [read('C1', true)] }, { C1: 1 })),
      false,
    );
  });

  it('that is disputed does not pass, and there are not more than so many', () => {
    const more = { wish: 'twice', cases: two, readings: [read('C2', false)] } as const;
    assert.equal(wantsRound(facts({ ...more, rounds: rounds(2) }, { C2: 1 })), true);
    const last = facts({ ...more, rounds: rounds(MOST_ROUNDS) }, { C2: 1 });
    assert.equal(wantsRound(last), false);
    assert.match(judgeChallenge(last).unreached ?? '', /no two of 4 rounds/);
  });
});

describe('what is told of it', () => {
  const failed = judgeChallenge(facts({ readings: [read('C1', true)] }, { C1: 1 }));
  const disputed = judgeChallenge(facts({ readings: [read('C1', false)] }, { C1: 1 }));

  it('stops the job for a broken promise, and asks a person where two differ', () => {
    const red = buildReport(reportFacts({ challenged: failed }));
    assert.deepEqual(
      red.verdict.reasons.map(({ rule, criterion, caseId }) => [rule, criterion, caseId]),
      [['challenge', 'R1', 'C1']],
    );
    assert.equal(red.totals.proven, 2);
    const plain = buildReport(reportFacts());
    const open = buildReport(reportFacts({ challenged: disputed }));
    assert.equal(open.verdict.passed, true);
    const asking = reservationsOf(open).find(({ kind }) => kind === 'disputed');
    assert.match(asking?.says ?? '', /R1: .*title of C1.*because/);
    assert.deepEqual(open.matrix, plain.matrix);
  });

  it('the implementer learns criterion and title alone', () => {
    const { verdict } = buildReport(reportFacts({ challenged: failed }));
    const given = { cases: [], runs: goodRuns(), attempt: 2, outsideFence: [] };
    const all = { ...given, reasons: verdict.reasons, challenged: failed };
    const told = [{ kind: 'withheld', criterion: 'R1', title: 'title of C1' }];
    assert.deepEqual(shownFailures(all), told);
    assert.deepEqual(failingCases(all), [{ id: 'challenge R1', output: '' }]);
  });

  it('what could not be asked is not measured', () => {
    const { notMeasured } = buildReport(
      reportFacts({ challenged: { ...failed, cases: [], open: ['R2'], unreached: 'why' } }),
    );
    assert.match(notMeasured.join('\n'), /wished for: why\.\n.*R2/);
  });

  it('the price names it', () => {
    const quote = { costUsd: 2, minutes: 10 };
    assert.equal(challengeQuote(quote, 'off'), undefined);
    assert.equal(challengeQuote(quote, 'once')?.costUsd, 2.5);
    assert.equal(challengeQuote(quote, 'twice')?.costUsd, 3);
  });
});

describe('how long a further case may take', () => {
  const of = (durationMs: number) => [{ caseId: 'T1', exitCode: 0, durationMs }];

  it('is three times the slowest case, at least 5 s, at most a minute', () => {
    assert.equal(furtherLimit([]), 5_000);
    assert.equal(furtherLimit(of(100)), 5_000);
    assert.equal(furtherLimit([...of(4_000), ...of(3_000)]), 12_000);
    assert.equal(furtherLimit(of(90_000)), 60_000);
    assert.equal(furtherLimit([{ exitCode: 0, durationMs: 50_000 }]), 5_000);
  });
});
