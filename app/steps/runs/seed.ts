// The seed of a verification: drawn once for an attempt, from the same source as ids and from nothing
// that a run could know, and kept as a row, so that what is done again is done the same.
import type { EffectContext } from '../../engine/effects/port.ts';
import type { TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import { keepRuns } from './cases.ts';

/** Names its row. */
export const SEED = 'seed';

type SeedRequest = {
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** Rows of the attempt before a kill. */
  known: readonly TestRun[];
};

export async function drawSeed(
  deps: StepDeps,
  { fence }: Pick<EffectContext, 'fence'>,
  { key, known }: SeedRequest,
): Promise<string> {
  const kept = known.find(({ hunk }) => hunk === SEED);
  if (kept !== undefined) return kept.output;
  const seed = `${deps.newId()}${deps.newId()}`;
  // Before anything is made from it.
  await keepRuns(
    deps,
    fence,
  )({
    ...key,
    id: deps.newId(),
    tree: 'hunk',
    hunk: SEED,
    runNumber: 1,
    exitCode: 0,
    durationMs: 0,
    output: seed,
  });
  return seed;
}
