// The repository's own tests on base and head, test by test where their reports say so. Pure.
import { z } from 'zod';
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { type ProofRun, runsOf } from './case.ts';
import type { GateFacts } from './gate.ts';
import { CaseStatus, statusOf } from './matrix.ts';
import { compareSuites, SuiteComparison } from './output/compare-suites.ts';

export const Suite = z.strictObject({
  run: z.string(),
  base: CaseStatus,
  head: CaseStatus,
  /** Absent: it did not run on both. */
  compared: SuiteComparison.optional(),
});
export type Suite = z.infer<typeof Suite>;

/** Undefined: the repository has none. */
export function suiteOf(facts: {
  plan: Pick<Plan, 'suite'>;
  runs: readonly ProofRun[];
  attempt: number;
}): Suite | undefined {
  const { plan, runs, attempt } = facts;
  if (plan.suite === undefined) return undefined;
  const own = runs.filter(({ caseId }) => caseId === undefined);
  const base = runsOf(own, 'base');
  const head = runsOf(own, 'head', attempt);
  const [before, after] = [base[0], head[0]];
  return {
    run: plan.suite,
    base: statusOf(base),
    head: statusOf(head),
    ...(before && after && { compared: compareSuites(before, after) }),
  };
}

export function suiteFacts({ base, head, compared }: Suite): NonNullable<GateFacts['suite']> {
  return { base, head, newlyFailing: compared?.newlyFailing ?? [] };
}

/** Tests that were there and are not asked any more, in words. */
export function lostTests(suite: Suite | undefined): string[] {
  const { disappeared = [], newlySkipped = [] } = suite?.compared ?? {};
  return [
    ...disappeared.map((name) => `${name} does not run any more`),
    ...newlySkipped.map((name) => `${name} is skipped now`),
  ];
}
