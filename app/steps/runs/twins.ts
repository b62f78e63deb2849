// Each authored test once more on the head, expecting something else. Laid and run as the head was,
// so that the code under test sees no difference but in what is expected; and what was withheld is
// turned around without what was shown, whose text an implementer may know by heart.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import { authoredFiles } from '../../proof/case.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import { createDice } from '../../proof/twins/dice.ts';
import { twinOf } from '../../proof/twins/twin.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { BaseTree } from '../tree/begin.ts';
import { withLaidTree } from '../tree/laid-tree.ts';
import { parseTexts, textsOf } from '../tree/syntax.ts';
import { keepRuns, runCases } from './cases.ts';
import { soundOnly } from './hunk-plans.ts';

/** Names the runs on the head with tests that expect something else. */
export const TWIN = 'twin';

/** More than of a hunk: a twin that is ended counts as one that noticed. */
const LEAST_MS = 30_000;

type TwinRequest = {
  baseTree: BaseTree;
  /** The verified tree, on top of the base commit. */
  changes: readonly FileChange[];
  cases: readonly TestCase[];
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** On the plain head. */
  head: readonly TestRun[];
  /** Runs before a kill. */
  known: readonly TestRun[];
  /** What decides what is expected instead. */
  seed: string;
};

/** Of all cases that have a twin. */
export async function runTwins(
  deps: StepDeps,
  context: EffectContext,
  { baseTree, changes, cases, key, head, known, seed }: TwinRequest,
): Promise<TestRun[]> {
  const twins = await twinsOf(deps, cases, seed);
  const shown = new Set(cases.filter(({ isWithheld }) => !isWithheld).flatMap(pathsOf));
  const seen: TestRun[] = [];
  for (const isShown of [true, false]) {
    const files = twins.filter(({ path }) => shown.has(path) === isShown);
    const own = cases.filter((one) => files.some(({ path }) => pathsOf(one).includes(path)));
    if (own.length === 0) continue;
    const request = {
      purpose: 'twins',
      baseTree,
      changes: withContents(changes, files),
      read: async () => await Promise.resolve(),
    };
    await withLaidTree(deps, context, request, async (laid) => {
      const run = { key: { ...key, tree: 'hunk', hunk: TWIN } as const, times: 1 };
      const before = known.filter(({ hunk }) => hunk === TWIN);
      const keep = keepRuns(deps, context.fence);
      const { runs } = await runCases(deps, context, {
        ...run,
        laid,
        cases: own,
        known: before.filter(({ caseId }) => own.some(({ id }) => id === caseId)),
        limitOf: variantLimits(head, LEAST_MS),
        keep,
      });
      seen.push(...runs);
    });
  }
  return seen;
}

function pathsOf({ files }: TestCase): string[] {
  return files.map(({ path }) => path);
}

/** The author's own files, each with something else expected in it. */
async function twinsOf(deps: StepDeps, cases: readonly TestCase[], seed: string) {
  const trees = await parseTexts(deps.parsers, textsOf(authoredFiles(cases)));
  const twins = [...trees].flatMap(([path, tree]) => {
    const content = twinOf(path, tree, createDice(seed, path));
    return content === undefined ? [] : [{ path, content }];
  });
  return await soundOnly(deps.parsers, twins);
}

function withContents(
  changes: readonly FileChange[],
  files: readonly { path: string; content: string }[],
): FileChange[] {
  const texts = new Map(files.map(({ path, content }) => [path, content]));
  return changes.map((change) => {
    const text = texts.get(change.path);
    if (text === undefined || 'deleted' in change) return change;
    return { ...change, content: Buffer.from(text).toString('base64') };
  });
}
