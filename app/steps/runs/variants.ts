// The verified head with something in it replaced, and the tests run on it: in sandboxes of their own
// without an agent, at most one a core; each is compared after every run, and laid anew before the
// next. What there was no time for is left out.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import type { ChangedFile } from '../../proof/hunks/hunk.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { openVariantTree, type VariantTree } from '../tree/variant.ts';
import { runOnce } from './cases.ts';
import { saysNothing, soundOnly } from './hunk-plans.ts';
import { sideBySide } from './side-by-side.ts';

export type VariantRequest = {
  /** Holds the verified tree. */
  laid: LaidTree;
  /** That tree, on top of the base commit. */
  changes: readonly FileChange[];
  cases: readonly Pick<TestCase, 'id' | 'run' | 'criterionId' | 'files'>[];
  suite: string | undefined;
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** Runs before this one, which was killed. */
  known: readonly TestRun[];
  /** On the plain head, of the cases and of the suite: by them a variant is known to hang. */
  head: readonly TestRun[];
  base: readonly TestRun[];
  sandboxes?: number;
};

/** What is laid instead of the head, and the cases that are run on it. */
export type Variant = {
  /** Names the runs of it in the records. */
  name: string;
  files: readonly { path: string; content: string | undefined }[];
  cases: VariantRequest['cases'];
  /** Stop at the first test that notices. */
  stopsEarly: boolean;
  /** Whether the suite is asked where no case notices. */
  asksSuite: boolean;
  /** The hunk it is without, and its file on both sides. */
  undone?: { id: string; file: ChangedFile };
};

export type SeenVariants = {
  /** By the variant's name. */
  runs: ReadonlyMap<string, TestRun[]>;
  /** Variants that do not parse: nothing of the kind fits in the hunk's place. */
  unsound: ReadonlySet<string>;
  /** Hunks that say nothing to whoever runs the code: by their ids. */
  idle: ReadonlySet<string>;
};

type Asked = {
  request: VariantRequest;
  variants: readonly Variant[];
  /** Nothing is begun later. */
  endsAt: number;
};

/** A variant that has not ended by then, and took three times as long as the head, hangs. */
const LEAST_MS = 5_000;

/** One queue, as many sandboxes as may work; what a killed guard has seen is not seen again. */
export async function runVariants(
  deps: StepDeps,
  context: EffectContext,
  { request, variants, endsAt }: Asked,
): Promise<SeenVariants> {
  const unsound = new Set<string>();
  const idle = new Set<string>();
  const runs = Map.groupBy(request.known, ({ hunk = '' }) => hunk);
  const queue = variants.filter(({ name }) => !runs.has(name));
  const most = Math.min(request.sandboxes ?? deps.sandboxes.atOnce, queue.length);
  const next = () => (performance.now() < endsAt ? queue.shift() : undefined);
  await sideBySide({ next, most, signal: context.signal }, async (first, signal) => {
    await using tree = openVariantTree(
      deps,
      { ...context, signal },
      { ...request, purpose: 'hunks' },
    );
    for (let one: Variant | undefined = first; one !== undefined; one = next()) {
      // Only now: of a long file with many hunks the parser would keep the host busy for minutes.
      if ((await soundOnly(deps.parsers, one.files)).length < one.files.length) {
        unsound.add(one.name);
        continue;
      }
      const idleId = await idleHunk(deps, one);
      if (idleId !== undefined) {
        idle.add(idleId);
        continue;
      }
      const seen = await runVariant(deps, { tree, request, variant: one, signal });
      await deps.store.transaction(async ({ proof }) => await proof.addRuns(context.fence, seen));
      runs.set(one.name, seen);
    }
  });
  return { runs, unsound, idle };
}

/** The hunk without which the code says the same. */
async function idleHunk(
  { parsers }: StepDeps,
  { files: [file], undone }: Variant,
): Promise<string | undefined> {
  if (undone === undefined || file?.content === undefined) return undefined;
  return (await saysNothing(parsers, undone.file, file.content)) ? undone.id : undefined;
}

type VariantRun = {
  tree: VariantTree;
  request: VariantRequest;
  variant: Variant;
  signal: AbortSignal;
};

async function runVariant(
  deps: StepDeps,
  { tree, request, variant, signal }: VariantRun,
): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  const limitOf = variantLimits(request.head, LEAST_MS);
  const suite = variant.asksSuite ? guardingSuite(request) : [];
  for (const { id, run } of [...variant.cases, ...suite]) {
    const sandbox = await tree.hold(
      id === undefined ? withoutAuthored(request, variant) : variant.files,
    );
    const line = { line: run, signal, ...(variant.stopsEarly && { limitMs: limitOf(id) }) };
    const { stdout: _stdout, ...seen } = await runOnce(deps, sandbox, line);
    await tree.settle();
    runs.push({
      ...request.key,
      id: deps.newId(),
      tree: 'hunk',
      hunk: variant.name,
      runNumber: 1,
      ...(id !== undefined && { caseId: id }),
      ...seen,
    });
    if (variant.stopsEarly && isNoticed(seen)) break;
  }
  return runs;
}

/** One that was red before the variant notices nothing, and guards nothing. */
function guardingSuite({ suite, base, head }: VariantRequest) {
  const own = [...base, ...head].filter(({ caseId }) => caseId === undefined);
  if (suite === undefined || own.some(({ exitCode }) => exitCode !== 0)) return [];
  return [{ id: undefined, run: suite }];
}

/** As the suite runs on base and head: it may collect whatever looks like a test. */
function withoutAuthored({ cases }: VariantRequest, { files }: Variant) {
  const paths = new Set(cases.flatMap((one) => one.files.map(({ path }) => path)));
  return [...files, ...[...paths].map((path) => ({ path, content: undefined }))];
}

/** A test that ran and failed; one that did not load says nothing. */
export function isNoticed({ redKind }: Pick<TestRun, 'redKind'>): boolean {
  return redKind === 'assertion' || redKind === 'error';
}
