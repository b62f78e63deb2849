// What runs on a hunk's variants mean: every pair of outcomes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type HunkVerdict,
  judgeHunk,
  type VariantRuns,
} from '../../../../app/proof/hunks/judge-hunk.ts';
import { captured } from '../samples.ts';

const GREEN = { exitCode: 0, output: '' };
const ASSERTION = { exitCode: 1, output: captured('node24-assertion') };
const ERROR = { exitCode: 1, output: '', redKind: 'error' as const };
const LOAD = { exitCode: 1, output: '', redKind: 'load' as const };

/** One variant's runs by outcome. */
const OUTCOMES = {
  green: [GREEN, GREEN],
  assertion: [GREEN, ASSERTION],
  error: [ERROR, LOAD],
  load: [LOAD, GREEN],
  'not run': [],
} satisfies Record<string, VariantRuns['runs']>;
type Outcome = keyof typeof OUTCOMES;
const ALL = Object.keys(OUTCOMES) as Outcome[];

const SINGLE: Record<Outcome, HunkVerdict> = {
  green: 'unguarded',
  assertion: 'guarded',
  error: 'guarded',
  load: 'inseparable',
  'not run': 'unmeasured',
};

function verdictOf(...outcomes: readonly Outcome[]): HunkVerdict {
  return judgeHunk(outcomes.map((one) => ({ variant: one, runs: OUTCOMES[one] }))).verdict;
}

/** One green is enough, then a missing run; one that loads decides over one that does not. */
function expected(one: Outcome, other: Outcome): HunkVerdict {
  const verdicts = new Set([SINGLE[one], SINGLE[other]]);
  const order: readonly HunkVerdict[] = ['unguarded', 'unmeasured', 'guarded', 'inseparable'];
  return order.find((verdict) => verdicts.has(verdict)) ?? 'inseparable';
}

describe('a hunk', () => {
  for (const one of ALL) {
    it(`whose only variant is ${one} is ${SINGLE[one]}`, () => {
      assert.equal(verdictOf(one), SINGLE[one]);
    });
    for (const other of ALL) {
      it(`whose variants are ${one} and ${other} is ${expected(one, other)}`, () => {
        assert.equal(verdictOf(one, other), expected(one, other));
      });
    }
  }

  it('without any variant is inseparable', () => {
    assert.equal(judgeHunk([]).verdict, 'inseparable');
  });

  it('names the tests that noticed, the suite last, and none when it is unguarded', () => {
    const by = (caseId: string | undefined) => ({ ...ASSERTION, ...(caseId && { caseId }) });
    const heldBy = (...runs: VariantRuns['runs'][number][]) =>
      judgeHunk(runs.map((run) => ({ variant: 'undone', runs: [GREEN, run] }))).heldBy;
    assert.deepEqual(heldBy(by(undefined), by('T10'), by('T2'), by('T2')), ['T2', 'T10', 'suite']);
    assert.deepEqual(heldBy({ ...LOAD, caseId: 'T1' }, by('T3')), ['T3']);
    assert.equal(heldBy(by('T1'), GREEN), undefined);
  });
});
