// What a check of a branch says: every active criterion of the plan is passed, blocked or neither on
// the checked commit, by the exit codes of its cases. Pure.
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { AppError } from '../errors.ts';
import { type CriterionProgress, type VerifyResult, verifyResult } from '../job/branch-check.ts';
import { RUNS_AT_LEAST } from './baseline.ts';
import type { ProofCase, ProofRun } from './case.ts';
import { buildMatrix, type MatrixRow } from './matrix.ts';

/** The commit stands where an attempt's head does in a matrix. */
export const CHECKED_TREE = { tree: 'head', attemptNumber: 1 } as const;

export type SeenRun = Omit<ProofRun, 'tree' | 'attemptNumber'>;

type CheckMatrixFacts = {
  plan: Plan;
  cases: readonly ProofCase[];
  /** All runs of the plan; those on the base are shown beside what was seen. */
  known: readonly ProofRun[];
  seen: readonly SeenRun[];
  blocked: readonly string[];
};

export function checkMatrix({ plan, cases, known, seen, blocked }: CheckMatrixFacts): MatrixRow[] {
  const base = known.filter(({ tree }) => tree === 'base');
  const runs = [...base, ...seen.map((run) => ({ ...run, ...CHECKED_TREE }))];
  return buildMatrix({ plan, cases, runs, attempt: CHECKED_TREE.attemptNumber, blocked });
}

export type CheckVerdict = {
  result: VerifyResult;
  criteria: CriterionProgress[];
};

/** Throws INTERNAL_ERROR when a case did not run as often as it must: that says nothing. */
export function judgeCheck(matrix: readonly MatrixRow[]): CheckVerdict {
  const criteria = matrix.map((row) => ({ id: row.criterion, status: statusOf(row) }));
  const verified = matrix.filter(isSeen).map(({ criterion }) => criterion);
  const result = verifyResult(criteria, verified);
  if (result === undefined) {
    throw new AppError('INTERNAL_ERROR', { problem: 'A case was not run on the checked commit.' });
  }
  return { result, criteria };
}

function isSeen({ cases }: MatrixRow): boolean {
  return cases.every(({ headRuns }) => headRuns >= RUNS_AT_LEAST);
}

/** Without a test nothing is shown, so nothing has passed. */
function statusOf({ blocked, cases }: MatrixRow): CriterionProgress['status'] {
  if (blocked) return 'blocked';
  const isGreen = cases.length > 0 && cases.every(({ head }) => head === 'green');
  return isGreen ? 'passed' : 'pending';
}
