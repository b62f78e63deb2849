// The repository's own tests as they were on the base, run on the head's code: the verified tree with
// all changed material of the tests put back, but for what the plan announced, and without the
// authored files.
import type { EffectContext } from '../../engine/effects/port.ts';
import {
  changedMaterial,
  judgeOldSuite,
  OLD_SUITE,
  type OldSuiteFacts,
} from '../../proof/old-suite/judge-old-suite.ts';
import { materialBy } from '../../proof/old-suite/material.ts';
import type { OldSuite } from '../../proof/old-suite/words.ts';
import type { Roles } from '../../proof/roles/roles.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import type { TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { keepRuns, runCases } from './cases.ts';

type OldSuiteRequest = Pick<OldSuiteFacts, 'plan' | 'paths' | 'authored'> & {
  /** Holds the verified tree. */
  laid: LaidTree;
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  base: readonly TestRun[];
  head: readonly TestRun[];
  /** What each changed path is. */
  roles: Roles;
  /** Runs before a kill. */
  known: readonly TestRun[];
};

/** A run that is ended counts as red: more than of a hunk. */
const LEAST_MS = 60_000;

/** Undefined: the repository has no tests, or the change leaves them alone. */
export async function runOldSuite(
  deps: StepDeps,
  context: EffectContext,
  request: OldSuiteRequest,
): Promise<OldSuite | undefined> {
  const { laid, authored, key, head } = request;
  const isMaterial = materialBy(request.roles);
  const { suite } = request.plan;
  const { restored } = changedMaterial({ ...request, isMaterial });
  let looks = request.known.filter(({ hunk }) => hunk === OLD_SUITE);
  const judge = () => judgeOldSuite({ ...request, isMaterial, looks });
  if (suite === undefined || restored.length === 0) return judge();
  for (const times of [1, 2]) {
    const { runs } = await runCases(deps, context, {
      laid,
      key: { ...key, tree: 'hunk', hunk: OLD_SUITE },
      cases: [],
      suite,
      suiteTimes: times,
      atBase: [...authored.map(({ path }) => path), ...restored],
      known: looks,
      limitOf: variantLimits(head, LEAST_MS),
      keep: keepRuns(deps, context.fence),
    });
    looks = runs;
    // Once more only where it says something: a test that fails now and then says nothing of the code.
    if (judge()?.failing.length === 0) break;
  }
  return judge();
}
