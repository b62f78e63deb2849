// The hunk guard: every changed hunk of the verified head is undone or made hollow alone,
// and the traced tests are run. In sandboxes of its own without an agent, at most one a core; each
// is compared after every run, and laid anew before the next. Bounded by time: the rest is said to be
// unmeasured.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import { hollowAll } from '../../proof/hunks/added-functions.ts';
import type { ChangedFile, HunkPlan } from '../../proof/hunks/hunk.ts';
import { type HunkVerdict, judgeHunk } from '../../proof/hunks/judge-hunk.ts';
import { planHunks } from '../../proof/hunks/plan-hunks.ts';
import { planParts, tellingParts } from '../../proof/hunks/plan-parts.ts';
import { relaidAll } from '../../proof/hunks/relaid.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { openVariantTree, type VariantTree } from '../tree/variant.ts';
import { runOnce } from './cases.ts';
import { type ChangedText, parseChanges, soundOnly } from './hunk-plans.ts';
import { sideBySide } from './side-by-side.ts';

type HunkRequest = {
  /** Holds the verified tree. */
  laid: LaidTree;
  /** That tree, on top of the base commit. */
  changes: readonly FileChange[];
  /** What the implementer changed, on both sides. */
  texts: readonly ChangedText[];
  cases: readonly Pick<TestCase, 'id' | 'run' | 'criterionId' | 'files'>[];
  suite: string | undefined;
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** Runs of a guard before this one, which was killed. */
  known: readonly TestRun[];
  /** Criteria that were red on the base by `load` alone: their tests have to fail on a hollow head. */
  loadOnly: readonly string[];
  /** On the plain head, of the cases and of the suite: by them a variant is known to hang. */
  head: readonly TestRun[];
  base: readonly TestRun[];
  sandboxes?: number;
  budgetMs?: number;
};

type MeasuredHunk = Omit<HunkPlan, 'variants'> & { verdict: HunkVerdict };
export type MeasuredHunks = {
  hunks: MeasuredHunk[];
  /** Of the cases of `loadOnly`, on the head with all added functions returning nothing. */
  hollow: TestRun[];
  /** On the head in another layout, where nothing may be different. */
  relaid: TestRun[];
  /** Files that are no code and that no test of the plan misses, but tests that were there before. */
  fitted: string[];
};

const BUDGET_MS = 600_000;
/** A variant that has not ended by then, and took three times as long as the head, hangs. */
const LEAST_MS = 5_000;
/** Names the runs on the head with all added functions hollow. */
export const HOLLOW = 'hollow';
const RELAID = 'relaid';

/** What is laid instead of the head, and the cases that are run on it. */
type Variant = {
  /** Names the runs of it in the records. */
  name: string;
  files: readonly { path: string; content: string }[];
  cases: HunkRequest['cases'];
  /** Stop at the first test that notices. */
  stopsEarly: boolean;
};

export async function measureHunks(
  deps: StepDeps,
  context: EffectContext,
  request: HunkRequest,
): Promise<MeasuredHunks> {
  const files = await parseChanges(deps.parsers, request.texts);
  const plans = planHunks(files);
  const parts = planParts(files);
  const hollowed = await soundOnly(deps.parsers, hollowAll(files));
  const relaid = await soundOnly(deps.parsers, relaidAll(files));
  const variants = [
    ...hollowVariants(request, hollowed),
    ...relaidVariants(request, relaid),
    ...[...plans, ...parts].flatMap((plan) => hunkVariants(request, plan)),
  ];
  const seen = await runVariants(deps, context, { request, variants });
  const { runs } = seen;
  const measured = parts.map((plan) => toMeasured(plan, seen));
  return {
    hunks: [...plans.map((plan) => toMeasured(plan, seen)), ...tellingParts(measured)],
    hollow: runs.get(HOLLOW) ?? [],
    relaid: runs.get(RELAID) ?? [],
    fitted: fittedPaths(files, plans, runs),
  };
}

/** By the runs: without the change only what was there before fails. */
function fittedPaths(
  files: readonly ChangedFile[],
  plans: readonly HunkPlan[],
  runs: ReadonlyMap<string, TestRun[]>,
): string[] {
  const data = new Set(
    files.filter(({ base, head }) => base && !head?.tree).map(({ path }) => path),
  );
  const isFitted = (plan: HunkPlan) =>
    plan.variants.some(({ name }) => {
      const last = runs.get(variantName(plan, name))?.at(-1);
      return last !== undefined && last.caseId === undefined && isNoticed(last);
    });
  const own = plans.filter((plan) => data.has(plan.path) && isFitted(plan));
  return [...new Set(own.map(({ path }) => path))];
}

type Seen = {
  /** By the variant's name. */
  runs: ReadonlyMap<string, TestRun[]>;
  /** Variants that do not parse: nothing of the kind fits in the hunk's place. */
  unsound: ReadonlySet<string>;
};

function toMeasured({ variants, ...plan }: HunkPlan, { runs, unsound }: Seen): MeasuredHunk {
  const sound = variants.filter(({ name }) => !unsound.has(variantName(plan, name)));
  const seen = sound.map(({ name }) => ({
    variant: name,
    runs: runs.get(variantName(plan, name)) ?? [],
  }));
  return { ...plan, verdict: judgeHunk(seen) };
}

function variantName({ id }: Pick<HunkPlan, 'id'>, variant: string): string {
  return `${id}:${variant}`;
}

function hunkVariants({ cases }: HunkRequest, plan: HunkPlan): Variant[] {
  return plan.variants.map(({ name, content }) => ({
    name: variantName(plan, name),
    files: [{ path: plan.path, content }],
    cases,
    stopsEarly: true,
  }));
}

function hollowVariants(
  { cases, loadOnly }: HunkRequest,
  files: readonly { path: string; content: string }[],
): Variant[] {
  const own = cases.filter(({ criterionId }) => loadOnly.includes(criterionId));
  if (own.length === 0 || files.length === 0) return [];
  return [{ name: HOLLOW, files, cases: own, stopsEarly: false }];
}

function relaidVariants({ cases }: HunkRequest, files: Variant['files']): Variant[] {
  return files.length === 0 ? [] : [{ name: RELAID, files, cases, stopsEarly: false }];
}

/** One queue, as many sandboxes as may work; what a killed guard has seen is not seen again. */
async function runVariants(
  deps: StepDeps,
  context: EffectContext,
  { request, variants }: { request: HunkRequest; variants: readonly Variant[] },
): Promise<Seen> {
  const unsound = new Set<string>();
  const runs = Map.groupBy(request.known, ({ hunk = '' }) => hunk);
  const queue = variants.filter(({ name }) => !runs.has(name));
  const endsAt = performance.now() + (request.budgetMs ?? BUDGET_MS);
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
      const seen = await runVariant(deps, { tree, request, variant: one, signal });
      await deps.store.transaction(async ({ proof }) => await proof.addRuns(context.fence, seen));
      runs.set(one.name, seen);
    }
  });
  return { runs, unsound };
}

type VariantRun = {
  tree: VariantTree;
  request: HunkRequest;
  variant: Variant;
  signal: AbortSignal;
};

async function runVariant(
  deps: StepDeps,
  { tree, request, variant, signal }: VariantRun,
): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  const limitOf = variantLimits(request.head, LEAST_MS);
  const suite = variant.stopsEarly ? guardingSuite(request) : [];
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
function guardingSuite({ suite, base, head }: HunkRequest) {
  const own = [...base, ...head].filter(({ caseId }) => caseId === undefined);
  if (suite === undefined || own.some(({ exitCode }) => exitCode !== 0)) return [];
  return [{ id: undefined, run: suite }];
}

/** As the suite runs on base and head: it may collect whatever looks like a test. */
function withoutAuthored({ cases }: HunkRequest, { files }: Variant) {
  const paths = new Set(cases.flatMap((one) => one.files.map(({ path }) => path)));
  return [...files, ...[...paths].map((path) => ({ path, content: undefined }))];
}

/** A test that ran and failed; one that did not load says nothing. */
function isNoticed({ redKind }: Pick<TestRun, 'redKind'>): boolean {
  return redKind === 'assertion' || redKind === 'error';
}
