// Matrix, gate, failures and report: all from runs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import { type FailureFacts, failingCases, shownFailures } from '../../../app/proof/failures.ts';
import { failureFingerprint } from '../../../app/proof/fingerprint.ts';
import { gate } from '../../../app/proof/gate.ts';
import { unjudgedFiles } from '../../../app/proof/judge/unjudged.ts';
import { buildMatrix } from '../../../app/proof/matrix.ts';
import { readReport } from '../../../app/proof/read-report.ts';
import { CASES, captured, changed, goodRuns, PLAN, reportFacts, run, twice } from './samples.ts';

const FAILED: Partial<ProofRun> = { exitCode: 1, output: captured('node24-assertion') };

function matrixOf(runs: readonly ProofRun[], blocked: readonly string[] = []) {
  return buildMatrix({ plan: PLAN, cases: CASES, runs, attempt: 2, blocked });
}

/** The good runs with those of one case on one tree replaced. */
function replaced(caseId: string, tree: 'base' | 'head', runs: readonly ProofRun[]): ProofRun[] {
  return [...goodRuns().filter((one) => one.caseId !== caseId || one.tree !== tree), ...runs];
}

function reasons(runs: readonly ProofRun[], outsideFence: string[] = []): string[] {
  return gate({ matrix: matrixOf(runs), outsideFence }).reasons.map(({ message }) => message);
}

describe('the matrix', () => {
  it('says for each case what the exit codes say, with kind, withheld and flaky', () => {
    const [first] = matrixOf(goodRuns());
    assert.deepEqual(first, {
      criterion: 'R1',
      text: '`greet("Ann")` returns "Good day, Ann"',
      kind: 'new',
      surface: 'public_api',
      blocked: false,
      cases: ['T1', 'T2'].map((id) => ({
        id,
        title: CASES.find((one) => one.id === id)?.title,
        withheld: id === 'T2',
        base: 'red',
        why: 'assertion',
        head: 'green',
        flaky: false,
        baseRuns: 2,
        headRuns: 2,
      })),
    });
  });

  it('takes the runs of the asked attempt only', () => {
    const old = { ...run('T1', 'head', 'red'), attemptNumber: 1 };
    const [row] = matrixOf([...goodRuns(), old]);
    assert.equal(row?.cases[0]?.head, 'green');
    const none = buildMatrix({ plan: PLAN, cases: CASES, runs: goodRuns() });
    assert.equal(none[0]?.cases[0]?.head, 'not run');
  });

  it('shows runs that disagree as mixed and flaky', () => {
    const runs = [run('T1', 'head'), run('T1', 'head', FAILED)];
    const one = matrixOf(replaced('T1', 'head', runs))[0]?.cases[0];
    assert.deepEqual([one?.head, one?.headWhy, one?.flaky], ['mixed', 'assertion', true]);
  });
});

describe('the gate', () => {
  it('is passed when everything is right', () => {
    const matrix = matrixOf(goodRuns());
    const suite = { base: 'green', head: 'green' } as const;
    assert.deepEqual(gate({ matrix, outsideFence: [], suite }), { passed: true, reasons: [] });
  });

  it('is not passed by a claim: a red, flaky, missing or single run on the head is named', () => {
    assert.deepEqual(reasons(replaced('T2', 'head', twice('T2', 'head', FAILED))), [
      'T2 is red on the head (assertion).',
    ]);
    const mixed = [run('T1', 'head'), run('T1', 'head', FAILED)];
    assert.deepEqual(reasons(replaced('T1', 'head', mixed)), [
      'T1 is green in some runs on the head and red in others.',
    ]);
    assert.deepEqual(reasons(replaced('T1', 'head', [])), ['T1 was not run on the head.']);
    assert.deepEqual(reasons(replaced('T1', 'head', [run('T1', 'head')])), [
      'T1 ran only once on the head.',
    ]);
  });

  it('wants new cases red and kept ones green on the base', () => {
    assert.deepEqual(reasons(replaced('T1', 'base', twice('T1', 'base'))), [
      'T1 is green on the base and must be red.',
    ]);
    assert.deepEqual(reasons(replaced('T5', 'base', twice('T5', 'base', 'red'))), [
      'T5 is red on the base and must be green.',
    ]);
  });

  it('wants every criterion traced', () => {
    const cases = CASES.filter(({ criterion }) => criterion !== 'R2');
    const matrix = buildMatrix({ plan: PLAN, cases, runs: goodRuns(), attempt: 2 });
    const { reasons: found } = gate({ matrix, outsideFence: [] });
    assert.deepEqual(found, [{ rule: 'trace', criterion: 'R2', message: 'R2 has no test.' }]);
  });

  it('wants the fence kept and the existing suite no redder', () => {
    assert.deepEqual(reasons(goodRuns(), ['README.md']), [
      'README.md was changed and is not in the plan.',
    ]);
    const matrix = matrixOf(goodRuns());
    const redder = gate({ matrix, outsideFence: [], suite: { base: 'green', head: 'red' } });
    assert.deepEqual(
      redder.reasons.map(({ rule }) => rule),
      ['suite'],
    );
    const before = gate({ matrix, outsideFence: [], suite: { base: 'red', head: 'red' } });
    assert.ok(before.passed, 'it was red before');
  });

  it('leaves blocked criteria out, but not all of them', () => {
    const runs = replaced('T1', 'head', twice('T1', 'head', FAILED));
    assert.ok(gate({ matrix: matrixOf(runs, ['R1']), outsideFence: [] }).passed);
    const all = gate({ matrix: matrixOf(runs, ['R1', 'R2', 'R3']), outsideFence: [] });
    assert.deepEqual(
      all.reasons.map(({ rule }) => rule),
      ['blocked'],
    );
  });

  it('says of a head that could not be set up only that', () => {
    const base = goodRuns().filter(({ tree }) => tree === 'base');
    const setup = 'The setup ended with 1.';
    const suite = { base: 'green', head: 'not run' } as const;
    const { passed, reasons: found } = gate({
      matrix: matrixOf(base),
      outsideFence: [],
      suite,
      setup,
    });
    assert.equal(passed, false);
    assert.deepEqual(found, [{ rule: 'setup', message: setup }]);
  });
});

describe('failures', () => {
  const facts: FailureFacts = {
    cases: CASES,
    runs: [...twice('T1', 'head', FAILED), ...twice('T2', 'head', FAILED), ...twice('T3', 'head')],
    attempt: 2,
    outsideFence: [],
    reasons: [],
  };

  it('tell what no red run shows, with what helps', () => {
    const message = 'T1 stays green';
    const said = [{ rule: 'twin', message } as const, { rule: 'head', message: 'red' } as const];
    const green = { ...facts, runs: [], reasons: said };
    assert.deepEqual(
      shownFailures(green).map((one) => (one.kind === 'gate' ? one.message : one.kind)),
      [message],
    );
    assert.deepEqual(failingCases(green), [{ id: message, output: '' }]);
  });

  it('show shown cases with output, and of withheld ones only criterion and title', () => {
    const [first, second, ...rest] = shownFailures(facts);
    assert.ok(first?.kind === 'case');
    assert.deepEqual([first.id, first.criterion, first.run], ['T1', 'R1', CASES[0]?.run]);
    assert.match(first.output, /Expected values to be strictly equal/);
    assert.deepEqual(second, {
      kind: 'withheld',
      criterion: 'R1',
      title: 'greets a name with an umlaut',
    });
    assert.deepEqual(rest, []);
    assert.ok(!JSON.stringify(second).includes('Good day'));
  });

  it('show paths outside the fence and a suite that became red', () => {
    const suite = [...twice(undefined, 'base'), ...twice(undefined, 'head', FAILED)];
    const shown = shownFailures({ ...facts, runs: suite, outsideFence: ['README.md'] });
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ['suite', 'fence'],
    );
    const before = [...twice(undefined, 'base', FAILED), ...twice(undefined, 'head', FAILED)];
    assert.deepEqual(shownFailures({ ...facts, runs: before }), []);
  });

  it('begin with the words of a setup that failed', () => {
    const setup = 'npm error code EINTEGRITY';
    const shown = shownFailures({ ...facts, runs: [], setup });
    assert.deepEqual(shown, [{ kind: 'setup', output: setup }]);
    const print = (words: string) =>
      failureFingerprint(failingCases({ ...facts, runs: [], setup: words }));
    assert.notEqual(print(setup), print('npm error code E404'));
  });

  it('have the same fingerprint when the same cases fail alike, and another otherwise', () => {
    const print = (change: Partial<FailureFacts>) =>
      failureFingerprint(failingCases({ ...facts, ...change }));
    const slower = facts.runs.map((one) =>
      changed(one, { durationMs: 999, output: one.output.replaceAll('1.946511ms', '7.5ms') }),
    );
    assert.equal(print({ runs: slower }), print({}));
    assert.notEqual(print({ runs: twice('T1', 'head', FAILED) }), print({}));
    const other = { exitCode: 1, output: captured('node24-error') };
    assert.notEqual(
      print({ runs: twice('T1', 'head', other) }),
      print({ runs: twice('T1', 'head', FAILED) }),
    );
    assert.notEqual(
      print({ runs: [], outsideFence: ['a'] }),
      print({ runs: [], outsideFence: ['b'] }),
    );
  });
});

describe('the report', () => {
  it('says which tests the judge could not read', () => {
    const files = (path: string) => ({ files: [{ path }] });
    const unjudged = unjudgedFiles([files('a.test.php'), files('a.test.mjs'), files('b.json')]);
    assert.deepEqual(unjudged, ['a.test.php']);
    const { notMeasured } = buildReport(reportFacts({ unjudged }));
    assert.match(notMeasured.join('\n'), /a\.test\.php: the judge does not know the language/);
  });

  it('is what its schema says, and is read back as it was', () => {
    const report = buildReport(reportFacts());
    assert.deepEqual(readReport(JSON.parse(JSON.stringify(report))), report);
    assert.equal(readReport({ ...report, version: 3 }), undefined);
  });

  it('counts from the runs', () => {
    const runs = replaced('T2', 'head', twice('T2', 'head', FAILED));
    const { totals, verdict, suite } = buildReport(reportFacts({ runs }));
    assert.deepEqual(totals, { criteria: 3, proven: 2, cases: 5, green: 4, withheld: 2, flaky: 0 });
    assert.equal(verdict.passed, false);
    assert.equal(suite?.run, 'npm test');
    assert.deepEqual([suite?.base, suite?.head], ['green', 'green']);
  });

  it('is the same for the same facts but for times and output', () => {
    const slower = goodRuns().map((one) => changed(one, { durationMs: one.durationMs + 5 }));
    const stable = (runs: readonly ProofRun[]) =>
      JSON.stringify(buildReport(reportFacts({ runs })), (key, value: unknown) =>
        key === 'durationMs' || key === 'output' ? undefined : value,
      );
    assert.equal(stable(slower), stable(goodRuns()));
  });

  it('says what was not measured', () => {
    const { hunks, notMeasured } = buildReport(reportFacts());
    assert.deepEqual(hunks, { measured: false });
    assert.equal(notMeasured.length, 1);
    const load = { exitCode: 1, output: captured('node24-missing-export') };
    const runs = goodRuns().map((one) => (one.exitCode === 0 ? one : changed(one, load)));
    assert.match(buildReport(reportFacts({ runs })).notMeasured[1] ?? '', /R1, R2/);
  });

  it('keeps no secret, not even half of one', () => {
    const secret = 'very-secret-value-of-ours';
    const output = `${'x'.repeat(5_320)}${secret}${'y'.repeat(40_000)}`;
    const runs = goodRuns().map((one) => changed(one, { output }));
    const redact = (text: string) => text.replaceAll(secret, '[redacted]');
    const report = JSON.stringify(buildReport(reportFacts({ runs, redact })));
    assert.ok(!report.includes('very-secret'));
  });
});
