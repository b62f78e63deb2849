// A criterion that was red on the base only because nothing could be loaded: its tests must show on
// the hollow head that they assert something.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import { gate, type LookRun } from '../../../app/proof/gate.ts';
import { buildMatrix } from '../../../app/proof/matrix.ts';
import { CASES, changed, goodRuns, PLAN, reportFacts } from './samples.ts';

const LOAD: Partial<ProofRun> = { exitCode: 1, output: '', redKind: 'load' };

/** The cases of R1 were red on the base by `load`; T2 only if told so. */
function runsWith(isSecondByLoad: boolean): ProofRun[] {
  return goodRuns().map((one) => {
    const isLoad = one.caseId === 'T1' || (one.caseId === 'T2' && isSecondByLoad);
    return isLoad && one.tree === 'base' ? changed(one, LOAD) : one;
  });
}

function hollow(caseId: string, result: NonNullable<ProofRun['redKind']> | 'green'): LookRun {
  return result === 'green'
    ? { caseId, exitCode: 0, output: '' }
    : { caseId, exitCode: 1, output: '', redKind: result };
}

function reasonsOf(runs: readonly ProofRun[], on?: readonly LookRun[], blocked?: string[]) {
  const facts = { plan: PLAN, cases: CASES, runs, attempt: 2, blocked: blocked ?? [] };
  return gate({ matrix: buildMatrix(facts), outsideFence: [], hollow: on }).reasons;
}

describe('the gate on red by load alone', () => {
  const passing: Record<string, readonly LookRun[]> = {
    'a case fails an assertion': [hollow('T1', 'assertion'), hollow('T2', 'green')],
    'a case throws': [hollow('T1', 'load'), hollow('T2', 'error')],
  };
  for (const [what, on] of Object.entries(passing)) {
    it(`lets it pass when ${what} on the hollow head`, () => {
      assert.deepEqual(reasonsOf(runsWith(true), on), []);
    });
  }

  const failing: Record<string, readonly LookRun[]> = {
    'every case is green': [hollow('T1', 'green'), hollow('T2', 'green')],
    'every case is green or load': [hollow('T1', 'green'), hollow('T2', 'load')],
    'every case is load': [hollow('T1', 'load')],
    'no case was run': [hollow('T3', 'assertion')],
  };
  for (const [what, on] of Object.entries(failing)) {
    it(`refuses it when ${what}`, () => {
      assert.deepEqual(reasonsOf(runsWith(true), on), [
        {
          rule: 'load',
          criterion: 'R1',
          message: `R1 was red on the base only because nothing could be loaded, and ${what} on the head with all added functions returning nothing.`,
        },
      ]);
    });
  }

  it('does not ask when a case failed otherwise, the criterion is blocked, or nothing was run', () => {
    assert.deepEqual(reasonsOf(runsWith(false), []), []);
    assert.deepEqual(reasonsOf(runsWith(true), [], ['R1']), []);
    assert.deepEqual(reasonsOf(runsWith(true)), []);
  });

  it('takes a criterion refused this way for not proven, and says no more that it is unmeasured', () => {
    const facts = { runs: runsWith(true), hollow: [hollow('T1', 'green'), hollow('T2', 'green')] };
    const { verdict, totals, notMeasured } = buildReport(reportFacts(facts));
    assert.deepEqual([verdict.passed, totals.proven, notMeasured.length], [false, 2, 1]);
    const shown = { ...facts, hollow: [hollow('T1', 'assertion')] };
    assert.equal(buildReport(reportFacts(shown)).verdict.passed, true);
  });
});
