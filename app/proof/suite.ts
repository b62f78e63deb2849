// The repository's own tests on base and head, test by test where their reports say so. Pure.
import { z } from 'zod';
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { type ProofRun, runsOf } from './case.ts';
import type { GateFacts } from './gate.ts';
import { CaseStatus, statusOf } from './matrix.ts';
import { type OldSuite, someOf } from './old-suite/words.ts';
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

/** Tests that were there and are not asked any more, in words: two lines, however many there are. */
export function lostTests({
  suite,
  oldSuite,
}: {
  suite?: Suite | undefined;
  oldSuite?: OldSuite | undefined;
}): string[] {
  const { disappeared = [], newlySkipped = [] } = suite?.compared ?? {};
  const excused = new Set(oldSuite?.excused);
  return [
    ...lostText(disappeared, excused, ['does', 'do', 'not run any more']),
    ...lostText(newlySkipped, excused, ['is', 'are', 'skipped now']),
  ];
}

function lostText(
  names: readonly string[],
  excused: ReadonlySet<string>,
  [one, many, what]: [string, string, string],
): string[] {
  const lost = names.filter((name) => !excused.has(name));
  return lost.length === 0 ? [] : [`${someOf(lost)} ${lost.length === 1 ? one : many} ${what}`];
}
