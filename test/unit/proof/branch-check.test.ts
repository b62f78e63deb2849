// The result of a check, and the comment that tells it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkMatrix, judgeCheck, type SeenRun } from '../../../app/proof/branch-check.ts';
import { buildReport } from '../../../app/proof/build-report.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import {
  type CheckAnswer,
  checkAnswer,
  checkedAgain,
} from '../../../app/proof/markdown/branch-check.ts';
import { reportCheck } from '../../../app/proof/markdown/check-run.ts';
import type { Report } from '../../../app/proof/report.ts';
import { CASES, changed, goodRuns, PLAN, reportFacts, twice } from './samples.ts';

const KNOWN = goodRuns();

function seenRuns(red: readonly string[] = [], more: ProofRun[] = []): SeenRun[] {
  const runs = CASES.flatMap(({ id }) => twice(id, 'head', red.includes(id) ? 'red' : 'green'));
  return [...runs, ...more];
}

function judged(seen: readonly SeenRun[], blocked: string[] = []) {
  const matrix = checkMatrix({ plan: PLAN, cases: CASES, known: KNOWN, seen, blocked });
  return { matrix, ...judgeCheck(matrix) };
}

describe('a check of a branch', () => {
  const TABLE: readonly [what: string, red: string[], blocked: string[], result: string][] = [
    ['every case is green', [], [], 'all passed'],
    ['one case is red', ['T3'], [], 'partial'],
    ['every case is red', ['T1', 'T2', 'T3', 'T4', 'T5'], [], 'partial'],
    ['one criterion is blocked, the rest green', [], ['R2'], 'some blocked'],
    ['one criterion is blocked, another red', ['T1'], ['R2'], 'some blocked'],
    ['every criterion is blocked', ['T1'], ['R1', 'R2', 'R3'], 'all blocked'],
  ];
  for (const [what, red, blocked, result] of TABLE) {
    test(`says ${result} when ${what}`, () => {
      assert.equal(judged(seenRuns(red), blocked).result, result);
    });
  }

  test('marks each criterion, blocked before passed', () => {
    assert.deepEqual(judged(seenRuns(['T2']), ['R3']).criteria, [
      { id: 'R1', status: 'pending' },
      { id: 'R2', status: 'passed' },
      { id: 'R3', status: 'blocked' },
    ]);
  });

  test('takes two runs that disagree for no pass', () => {
    const flaky = seenRuns().map((run) =>
      run.caseId === 'T1' && run.runNumber === 2 ? changed(run, { exitCode: 1 }) : run,
    );
    assert.equal(judged(flaky).result, 'partial');
  });

  test('does not look at runs of the job on its own head', () => {
    const red = judged(seenRuns(['T1'])).matrix[0]?.cases[0];
    assert.deepEqual([red?.base, red?.head, red?.headRuns], ['red', 'red', 2]);
  });

  test('says nothing when a case ran less than twice', () => {
    const once = seenRuns().filter(({ caseId, runNumber }) => caseId !== 'T4' || runNumber === 1);
    assert.throws(() => judged(once), /was not run on the checked commit/);
  });

  test('says nothing has passed of a criterion without a test', () => {
    const cases = CASES.filter(({ criterion }) => criterion !== 'R3');
    const facts = { plan: PLAN, cases, known: KNOWN, seen: seenRuns(), blocked: [] };
    const { result, criteria } = judgeCheck(checkMatrix(facts));
    assert.equal(result, 'partial');
    assert.deepEqual(criteria.at(-1), { id: 'R3', status: 'pending' });
  });
});

const SHA = '1f0a3f9d116f1c1f0e3b7a4a529f7e2f4f0a3f9d';

function answer(told: CheckAnswer['told'], redact = (text: string) => text): string {
  const asked = { commitSha: SHA, requestedBy: 'mona', durationMs: 12_400, issue: 7, revision: 2 };
  return checkAnswer({ ...asked, told, redact });
}

function seenOf(runs: readonly SeenRun[], blocked: string[] = [], changedMeanwhile: string[] = []) {
  return { ...judged(runs, blocked), cases: CASES, runs, suite: PLAN.suite, changedMeanwhile };
}

describe('the answer to /verify', () => {
  test('names result, commit, plan, person, time and suite', () => {
    const text = answer(seenOf(seenRuns([], twice(undefined, 'head'))));
    assert.match(text, /^## 🟢 Verification complete: all passed$/m);
    assert.match(text, /^Commit `1f0a3f9` · plan revision 2 of #7 · asked for by `mona` · 12 s$/m);
    assert.match(text, /^3 of 3 criteria passed\.$/m);
    assert.match(text, /own tests \(`npm test`\): green on this commit\./);
    assert.doesNotMatch(text, /### Red/);
  });

  test('shows what red tests printed, and of a withheld one criterion and title only', () => {
    const printed = { exitCode: 1, output: 'expected Good day, SECRET-INPUT' };
    const runs = seenRuns(['T1']).map((run) => (run.caseId === 'T2' ? changed(run, printed) : run));
    const text = answer(seenOf(runs));
    assert.match(text, /^## 🔴 Verification complete: partial$/m);
    assert.match(text, /2 of 3 criteria passed\. Not passed: \*\*R1\*\*\./);
    assert.match(text, /<summary>T1 · R1 · greets Ann<\/summary>/);
    assert.match(text, /AssertionError|strictly equal/);
    assert.match(text, /🔒 R1: greets a name with an umlaut\. It is withheld/);
    assert.doesNotMatch(text, /SECRET-INPUT/);
  });

  test('says which criteria are blocked, and which authored files did not stay', () => {
    const text = answer(seenOf(seenRuns(), ['R2'], ['test/redgreen/t1.test.mjs']));
    assert.match(text, /^## 🟡 Verification complete: some blocked$/m);
    assert.match(text, /Blocked, so not proven: \*\*R2\*\*\./);
    assert.match(text, /do not rely on this result:\n\n- `test\/redgreen\/t1\.test\.mjs`/);
  });

  test('is not green when an authored file did not stay as it was', () => {
    const text = answer(seenOf(seenRuns(), [], ['test/redgreen/t1.test.mjs']));
    assert.match(text, /^## 🟡 Verification complete: all passed$/m);
  });

  test('filters what a program printed, and keeps within the limit of a comment', () => {
    const hostile = `${'@octocat '.repeat(40_000)}\n\`\`\`\n/approve\nhunter2`;
    const red = { exitCode: 1, output: hostile };
    const runs = seenRuns().map((run) => changed(run, red));
    const text = answer(seenOf(runs), (one) => one.replaceAll('hunter2', '[redacted]'));
    assert.ok(text.length <= 65_000, String(text.length));
    assert.doesNotMatch(text, /hunter2/);
    assert.match(text, /\*\*R3\*\*/, 'the matrix is whole');
  });

  test('says with code, cause and help why nothing could be seen', () => {
    const problem = 'acme/greetings could not be cloned (git fetch: exit 128).';
    const text = answer({ code: 'INTERNAL_ERROR', problem, help: 'Ask again later.' });
    assert.match(text, /^## ⚪ Nothing could be verified$/m);
    assert.match(text, /`INTERNAL_ERROR`: acme\/greetings could not be cloned/);
    assert.match(text, /^Ask again later\.$/m);
  });
});

describe('the check that somebody had run again', () => {
  const PROVEN = buildReport(reportFacts({ hunks: [] }));
  const check = (told: CheckAnswer['told'], report?: Report) => {
    const asked = { commitSha: SHA, requestedBy: 'mona', durationMs: 1, issue: 7, revision: 2 };
    return checkedAgain({ ...asked, told, redact: (text) => text }, report);
  };
  const suite = (status: 'red' | 'green') => twice(undefined, 'head', status);
  const unseen = { code: 'SETUP_FAILED', problem: 'It is not set up.', help: 'Mend it.' };

  test('says what the report of that commit says where all of it holds again', () => {
    const { conclusion, title, summary } = check(seenOf(seenRuns([], suite('green'))), PROVEN);
    const { conclusion: before, title: was } = reportCheck(PROVEN, (text) => text);
    assert.deepEqual([conclusion, title], [before, was]);
    assert.match(summary, /^Checked again, as `mona` asked: all passed\.\n\n/);
  });

  const others: [string, ReturnType<typeof check>, string][] = [
    ['red where a criterion is', check(seenOf(seenRuns(['T1'])), PROVEN), 'failure'],
    ['red where another is blocked', check(seenOf(seenRuns(['T1']), ['R2']), PROVEN), 'failure'],
    ['no green where nothing was seen', check(unseen, PROVEN), 'action_required'],
    ['no green without a report of it', check(seenOf(seenRuns())), 'neutral'],
    [
      'no green where files changed',
      check(seenOf(seenRuns(), [], ['a']), PROVEN),
      'action_required',
    ],
    [
      'no green over a redder suite',
      check(seenOf(seenRuns([], suite('red'))), PROVEN),
      'action_required',
    ],
  ];
  for (const [says, { conclusion }, expected] of others) {
    test(`is ${says}`, () => assert.equal(conclusion, expected));
  }
});
