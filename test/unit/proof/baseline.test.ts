import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baselineDetail, judgeBaseline } from '../../../app/proof/baseline.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import { CASES, captured, goodRuns, PLAN, run, twice } from './samples.ts';

/** The good runs with those of one case on the base replaced. */
function replaced(caseId: string, runs: readonly ProofRun[]): ProofRun[] {
  return [...goodRuns().filter((one) => one.caseId !== caseId || one.tree !== 'base'), ...runs];
}

function reasonsFor(runs: readonly ProofRun[], plan = PLAN): string {
  const verdict = judgeBaseline(plan, CASES, runs);
  return verdict.passed ? '' : baselineDetail(verdict.reasons);
}

const red = (name: string): Partial<ProofRun> => ({ exitCode: 1, output: captured(name) });

describe('the baseline', () => {
  it('passes when what is new is red, what stays is green, and two runs agree', () => {
    assert.deepEqual(judgeBaseline(PLAN, CASES, goodRuns()), { passed: true });
  });

  it('passes for a red by error and for a load that misses only the behaviour', () => {
    assert.equal(reasonsFor(replaced('T1', twice('T1', 'base', red('node24-error')))), '');
    assert.equal(reasonsFor(replaced('T1', twice('T1', 'base', red('node24-missing-export')))), '');
  });

  it('fails when a new case is green', () => {
    const reasons = reasonsFor(replaced('T1', twice('T1', 'base', 'green')));
    assert.equal(reasons, 'T1 (R1) is green on the base commit: it tests nothing new');
  });

  it('fails when a new case cannot be loaded for another reason', () => {
    const why = 'T1 (R1) cannot be loaded, and not because the behaviour is missing';
    for (const name of ['node24-syntax', 'node24-missing-package', 'node24-nowhere']) {
      assert.equal(reasonsFor(replaced('T1', twice('T1', 'base', red(name)))), why, name);
    }
    const missing = { exitCode: 127, output: 'sh: 1: nodee: not found' };
    assert.equal(reasonsFor(replaced('T1', twice('T1', 'base', missing))), why);
  });

  it('fails when a case to keep is red', () => {
    const reasons = reasonsFor(replaced('T5', twice('T5', 'base', 'red')));
    assert.equal(reasons, 'T5 (R3) is red (assertion) on the base commit and must be green');
  });

  it('fails when two runs differ, in colour or in kind, or when there is only one', () => {
    const colours = [run('T1', 'base', 'red'), run('T1', 'base', 'green')];
    assert.match(reasonsFor(replaced('T1', colours)), /different results.*: assertion, green$/);
    const kinds = [run('T1', 'base', 'red'), run('T1', 'base', red('node24-error'))];
    assert.match(reasonsFor(replaced('T1', kinds)), /different results.*: assertion, error$/);
    assert.match(reasonsFor(replaced('T1', [run('T1', 'base', 'red')])), /was run 1 times/);
    assert.match(reasonsFor(replaced('T1', [])), /was run 0 times/);
  });

  it('names every case that fails', () => {
    const verdict = judgeBaseline(PLAN, CASES, []);
    assert.ok(!verdict.passed);
    assert.deepEqual(
      verdict.reasons.map(({ caseId }) => caseId),
      CASES.map(({ id }) => id),
    );
  });

  it('does not count runs on the head', () => {
    const runs = CASES.flatMap(({ id }) => twice(id, 'head', id === 'T5' ? 'green' : 'red'));
    assert.equal(judgeBaseline(PLAN, CASES, runs).passed, false);
  });
});
