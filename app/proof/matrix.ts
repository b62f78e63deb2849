// The matrix: criterion → cases → red or green on base and head. Built from exit codes and nothing
// an agent said. Pure.
import { z } from 'zod';
import { type Plan, SURFACES } from '../../sandbox/protocol/plan.ts';
import { type ProofCase, type ProofRun, runsOf } from './case.ts';
import { redKind } from './output/red-kind.ts';
import { type Perturbed, strengthOf } from './perturb/words.ts';

/** `mixed`: runs on the same tree disagreed. */
export const CaseStatus = z.enum(['red', 'green', 'mixed', 'not run']);
export type CaseStatus = z.infer<typeof CaseStatus>;
const Kind = z.enum(['assertion', 'error', 'load']);

export const MatrixCase = z.strictObject({
  id: z.string(),
  title: z.string(),
  withheld: z.boolean(),
  base: CaseStatus,
  /** Why it is red on the base. */
  why: Kind.optional(),
  head: CaseStatus,
  headWhy: Kind.optional(),
  flaky: z.boolean(),
  baseRuns: z.number().int(),
  headRuns: z.number().int(),
  /** Of the alterations of what the changed code gives back, how many it noticed. */
  strength: z
    .strictObject({ noticed: z.number().int().nonnegative(), of: z.number().int().nonnegative() })
    .optional(),
});
export type MatrixCase = z.infer<typeof MatrixCase>;

export const MatrixRow = z.strictObject({
  criterion: z.string(),
  text: z.string(),
  kind: z.enum(['new', 'keep']),
  surface: z.enum(SURFACES),
  /** Confirmed by a person: not proven and not in the gate (decision 21). */
  blocked: z.boolean(),
  cases: z.array(MatrixCase),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

type MatrixFacts = {
  plan: Plan;
  cases: readonly ProofCase[];
  runs: readonly ProofRun[];
  /** The attempt whose tree is the head; without one nothing has run there yet. */
  attempt?: number;
  blocked?: readonly string[];
  perturbed?: Perturbed | undefined;
};

export function buildMatrix({
  plan,
  cases,
  runs,
  attempt,
  blocked = [],
  perturbed,
}: MatrixFacts): MatrixRow[] {
  const base = runsOf(runs, 'base');
  const head = attempt === undefined ? [] : runsOf(runs, 'head', attempt);
  return plan.criteria.map(({ id, text, kind, surface }) => ({
    criterion: id,
    text,
    kind,
    surface,
    blocked: blocked.includes(id),
    cases: cases
      .filter(({ criterion }) => criterion === id)
      .map((one) => {
        const strength = strengthOf(perturbed, one.id);
        const made = matrixCase(one, ofCase(base, one.id), ofCase(head, one.id));
        return strength === undefined ? made : Object.assign(made, { strength });
      }),
  }));
}

/** Red on the base only because nothing could be loaded: the tests' strength is not shown by it. */
export function isRedByLoadOnly({ kind, cases }: MatrixRow): boolean {
  return kind === 'new' && cases.length > 0 && cases.every(({ why }) => why === 'load');
}

export function statusOf(runs: readonly Pick<ProofRun, 'exitCode'>[]): CaseStatus {
  const green = runs.filter(({ exitCode }) => exitCode === 0).length;
  if (runs.length === 0) return 'not run';
  if (green === runs.length) return 'green';
  return green === 0 ? 'red' : 'mixed';
}

function matrixCase(
  { id, title, withheld }: ProofCase,
  base: readonly ProofRun[],
  head: readonly ProofRun[],
): MatrixCase {
  const why = kindOf(base);
  const headWhy = kindOf(head);
  const statuses = { base: statusOf(base), head: statusOf(head) };
  return {
    id,
    title,
    withheld,
    ...statuses,
    ...(why === undefined ? {} : { why }),
    ...(headWhy === undefined ? {} : { headWhy }),
    flaky: statuses.base === 'mixed' || statuses.head === 'mixed',
    baseRuns: base.length,
    headRuns: head.length,
  };
}

function kindOf(runs: readonly ProofRun[]): MatrixCase['why'] {
  const red = runs.find(({ exitCode }) => exitCode !== 0);
  return red === undefined ? undefined : redKind(red);
}

function ofCase(runs: readonly ProofRun[], id: string): ProofRun[] {
  return runs.filter(({ caseId }) => caseId === id);
}
