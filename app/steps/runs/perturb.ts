// The traced cases on the head with what its changed functions give back altered: first nothing, to
// know what could be; then one alteration after the other; and only of a case that noticed none,
// whether it looks at what comes back at all. What was done in a run is noted in a file of a name that
// nobody knows beforehand, and read from outside.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Alteration } from '../../../sandbox/syntax/code/perturb.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import type { ChangedFile } from '../../proof/hunks/hunk.ts';
import {
  alterable,
  isPerturbRun,
  judgePerturbed,
  perturbName,
  withMarks,
} from '../../proof/perturb/judge-perturb.ts';
import { isBuilt, perturbedAll, unperturbed } from '../../proof/perturb/perturbed.ts';
import type { Perturbed } from '../../proof/perturb/words.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import { createDice } from '../../proof/twins/dice.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { openVariantTree, type VariantTree } from '../tree/variant.ts';
import { keepRuns, runOnce } from './cases.ts';
import { type ChangedText, parseChanges, soundOnly } from './hunk-plans.ts';
import { sideBySide } from './side-by-side.ts';
import { isUnheard } from './traces.ts';

type PerturbRequest = {
  laid: Pick<LaidTree, 'from'>;
  changes: readonly FileChange[];
  /** What the implementer changed, on both sides. */
  texts: readonly ChangedText[];
  cases: readonly TestCase[];
  /** Criteria that promise to stay: they may be about what did not change. */
  keep: ReadonlySet<string>;
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** On the plain head. */
  head: readonly TestRun[];
  /** Runs before a kill. */
  known: readonly TestRun[];
  /** What decides which other letters there are. */
  seed: string;
};

/** What has not ended by then, and took three times as long as on the head, hangs. */
const LEAST_MS = 5_000;
const OTHER = perturbName('other');
const LARGEST_MARKS = 4_096;

export async function runPerturbed(
  deps: StepDeps,
  context: EffectContext,
  request: PerturbRequest,
): Promise<Perturbed | undefined> {
  const files = await parseChanges(deps.parsers, request.texts);
  const runs = request.known.filter(isPerturbRun);
  const queue = request.cases.filter(({ criterionId }) => !request.keep.has(criterionId));
  const plain = { ...newHelper(deps), alteration: 'plain', isDeep: false, turn: 1 } as const;
  if (perturbedAll(files, plain).length > 0) {
    const pieces = { next: () => queue.shift(), most: deps.sandboxes.atOnce };
    await sideBySide({ ...pieces, signal: context.signal }, async (one, signal) => {
      const holder = { ...context, signal };
      await using tree = openVariantTree(deps, holder, { ...request, purpose: 'perturb' });
      await lookAtCase(deps, holder, { request, files, tree, one, runs });
    });
  }
  const unaltered = unperturbed(files);
  return judgePerturbed(runs, { unaltered, ...(isBuilt(files) && { isBuilt: true }) });
}

type Looking = {
  request: PerturbRequest;
  files: readonly ChangedFile[];
  tree: VariantTree;
  one: TestCase;
  /** Gets what is run. */
  runs: TestRun[];
};

async function lookAtCase(deps: StepDeps, context: EffectContext, looking: Looking): Promise<void> {
  const { one, runs } = looking;
  const look = async (alteration: Alteration, isDeep: boolean) => {
    const isOf = (run: TestRun) => run.caseId === one.id && run.hunk === perturbName(alteration);
    const known = runs.find(isOf);
    if (known !== undefined) return known;
    const run = await runAltered(deps, context, { ...looking, alteration, isDeep });
    await keepRuns(deps, context.fence)(run);
    runs.push(run);
    return run;
  };
  const { kinds, isDeep, isAgain } = alterable(await look('plain', false));
  const seen: TestRun[] = [];
  for (const kind of kinds) seen.push(await look(kind, isDeep));
  const isHeard = seen.some(({ exitCode, hunk }) => exitCode !== 0 && hunk === OTHER);
  if (isAgain && isHeard) await look('once', isDeep);
  const green = seen.filter(({ exitCode }) => exitCode === 0);
  // Everything was another, or each thing was, and it did not notice: does it look at all?
  const isOpen = green.length === seen.length || green.some(({ hunk }) => hunk === OTHER);
  if (!isOpen || kinds.length === 0) return;
  const without = await look('nothing', isDeep);
  if (without.exitCode !== 0) await look('first', isDeep);
}

async function runAltered(
  deps: StepDeps,
  { signal }: EffectContext,
  {
    request,
    files,
    tree,
    one,
    alteration,
    isDeep,
  }: Looking & { alteration: Alteration; isDeep: boolean },
): Promise<TestRun> {
  const turn = 1 + createDice(request.seed, `perturb ${one.id}`)(9);
  const helper = { ...newHelper(deps), alteration, isDeep, turn };
  const sandbox = await tree.hold(await soundOnly(deps.parsers, perturbedAll(files, helper)));
  const limitMs = variantLimits(request.head, LEAST_MS)(one.id);
  const line = { line: one.run, signal, limitMs };
  const { stdout: _stdout, ...seen } = await runOnce(deps, sandbox, line);
  const marks = await readMarks(sandbox, helper.marks, signal);
  await tree.settle();
  return {
    ...request.key,
    id: deps.newId(),
    tree: 'hunk',
    hunk: perturbName(alteration),
    runNumber: 1,
    caseId: one.id,
    ...seen,
    output: withMarks(marks, seen.output),
  };
}

/** Of letters and digits only: a name in every language. */
function newHelper({ newId }: StepDeps): { name: string; marks: string } {
  const word = () => `h${newId().replaceAll(/[^0-9a-z]/gi, '')}`;
  return { name: word(), marks: `/tmp/${word()}` };
}

const MARK =
  /^(?:reached|again|altered(?: thrown)?|(?:gives|inner) (?:other|one|more)(?: thrown)?)$/;

/** None where there is no such file: then nothing was altered. */
async function readMarks(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<string[]> {
  try {
    const bytes = await sandbox.download(path, { maxBytes: LARGEST_MARKS, signal });
    const words = Buffer.from(bytes).toString('utf8').split('\n');
    return [...new Set(words)].filter((word) => MARK.test(word)).sort();
  } catch (error) {
    signal.throwIfAborted();
    if (isUnheard(error)) throw error;
    return [];
  }
}
