// The hunk guard: every changed hunk of the verified head is undone or made hollow alone, and the
// traced tests are run. Bounded by time: the rest is said to be unmeasured.
import type { EffectContext } from '../../engine/effects/port.ts';
import { hollowAll } from '../../proof/hunks/added-functions.ts';
import type { ChangedFile, HunkPlan } from '../../proof/hunks/hunk.ts';
import { judgeHunk } from '../../proof/hunks/judge-hunk.ts';
import { planHunks } from '../../proof/hunks/plan-hunks.ts';
import { planParts, tellingParts } from '../../proof/hunks/plan-parts.ts';
import { relaidAll } from '../../proof/hunks/relaid.ts';
import { planLimits } from '../../proof/roles/limits.ts';
import { sortByRole } from '../../proof/roles/measured.ts';
import type { Roles } from '../../proof/roles/roles.ts';
import type { TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import { type ChangedText, parseChanges, soundOnly, tellingPaths } from './hunk-plans.ts';
import { runUnits } from './units.ts';
import {
  isNoticed,
  runVariants,
  type SeenVariants,
  type Variant,
  type VariantRequest,
} from './variants.ts';

type HunkRequest = VariantRequest & {
  /** What the implementer changed, on both sides. */
  texts: readonly ChangedText[];
  /** What each of them is. */
  roles: Roles;
  /** Paths and patterns of the plan. */
  approved: readonly string[];
  /** Criteria that were red on the base by `load` alone: their tests have to fail on a hollow head. */
  loadOnly: readonly string[];
  /** The plan promises nothing new: code may do what was there before, if it is noticed at all. */
  isKept: boolean;
  /** What decides how it is altered. */
  seed: string;
  budgetMs?: number;
};

type MeasuredHunk = Omit<HunkPlan, 'variants'> & ReturnType<typeof judgeHunk>;
export type MeasuredHunks = {
  hunks: MeasuredHunk[];
  /** Of the cases of `loadOnly`, on the head with all added functions returning nothing. */
  hollow: TestRun[];
  /** On the head in another layout, where nothing may be different. */
  relaid: TestRun[];
  /** Files that are no code and that no test of the plan misses, but tests that were there before. */
  fitted: string[];
  /** Files with changed code that no run reads: nothing is asked of their hunks. */
  unread: string[];
};

const BUDGET_MS = 600_000;
/** Names the runs on the head with all added functions hollow. */
export const HOLLOW = 'hollow';
const RELAID = 'relaid';

export async function measureHunks(
  deps: StepDeps,
  context: EffectContext,
  request: HunkRequest,
): Promise<MeasuredHunks> {
  const all = await parseChanges(deps.parsers, request.texts);
  const endsAt = performance.now() + (request.budgetMs ?? BUDGET_MS);
  const { always, perhaps, unread } = sortByRole(all, request.roles);
  const needed = await neededFiles(deps, context, { request, files: perhaps, endsAt });
  const files = [...always, ...needed.filter(({ head }) => head?.tree !== undefined)];
  const plans = planHunks(files);
  const parts = planParts(files, all);
  const rest = numbered(planLimits([...always, ...needed], request.roles), parts.length);
  const hollowed = await soundOnly(deps.parsers, hollowAll(all));
  const relaid = await soundOnly(deps.parsers, relaidAll(files));
  const variants = [
    ...hollowVariants(request, hollowed),
    ...relaidVariants(request, relaid),
    ...[...plans, ...parts, ...rest].flatMap((plan) => hunkVariants(request, files, plan)),
  ];
  const seen = await runVariants(deps, context, { request, variants, endsAt });
  const missed = toMeasured([...plans, ...parts], { ...seen, removed: new Set() });
  const runs = await runUnits(deps, context, { request, files, missed, seen, endsAt });
  const removed = removedFiles(all, request);
  const measured = (of: readonly HunkPlan[]) => toMeasured(of, { ...seen, runs, removed });
  return {
    hunks: [...measured(plans), ...tellingParts(measured([...parts, ...rest]))],
    hollow: hollowed.length > 0 ? (runs.get(HOLLOW) ?? []) : undoneRuns(plans, runs),
    relaid: runs.get(RELAID) ?? [],
    fitted: fittedPaths(files, plans, runs),
    unread: await tellingPaths(deps.parsers, unread),
  };
}

/** Files that are gone and that the approved plan names: without a test that misses them, not needed. */
function removedFiles(
  files: readonly ChangedFile[],
  { approved }: Pick<HunkRequest, 'approved'>,
): Set<string> {
  const gone = files.filter(({ path, head }) => head === undefined && approved.includes(path));
  return new Set(gone.map(({ path }) => path));
}

function numbered(drafts: ReturnType<typeof planLimits>, before: number): HunkPlan[] {
  return drafts.map((draft, index) => Object.assign(draft, { id: `P${before + index + 1}` }));
}

type Asking = { request: HunkRequest; files: readonly ChangedFile[]; endsAt: number };

/** Those without whose change a traced case fails, whatever they are called: they are code. */
async function neededFiles(
  deps: StepDeps,
  context: EffectContext,
  { request, files, endsAt }: Asking,
): Promise<ChangedFile[]> {
  const nameOf = ({ path }: ChangedFile) => `file:${path}`;
  const variants = files.map((file) => ({
    name: nameOf(file),
    files: [{ path: file.path, content: file.base?.text }],
    cases: request.cases,
    stopsEarly: true,
    asksSuite: false,
  }));
  const { runs } = await runVariants(deps, context, { request, variants, endsAt });
  // One that was not asked for want of time is measured as code: its hunks will be unmeasured.
  return files.filter((file) => {
    const seen = runs.get(nameOf(file));
    return seen === undefined || seen.some(({ exitCode }) => exitCode !== 0);
  });
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

/** Where nothing can be made hollow: another way to have all there, and the change not. */
function undoneRuns(plans: readonly HunkPlan[], runs: ReadonlyMap<string, TestRun[]>): TestRun[] {
  return plans.flatMap((plan) => runs.get(variantName(plan, 'undone')) ?? []);
}

type Measuring = SeenVariants & { removed: ReadonlySet<string> };

/** Of those that say something. */
function toMeasured(
  plans: readonly HunkPlan[],
  { runs, unsound, idle, removed }: Measuring,
): MeasuredHunk[] {
  const telling = plans.filter(({ id }) => !idle.has(id));
  const measured = telling.map(({ variants, ...plan }) => {
    const names = variants.map(({ name }) => variantName(plan, name));
    const sound = names.filter((name) => !unsound.has(name));
    const units = [...runs.keys()].filter((name) => name.startsWith(`${plan.id}:unit `));
    const seen = [...sound, ...units].map((variant) => ({
      variant,
      runs: runs.get(variant) ?? [],
    }));
    return Object.assign(plan, judgeHunk(seen));
  });
  return measured.filter(({ path, verdict }) => verdict !== 'unguarded' || !removed.has(path));
}

function variantName({ id }: Pick<HunkPlan, 'id'>, variant: string): string {
  return `${id}:${variant}`;
}

function hunkVariants(
  { cases }: HunkRequest,
  files: readonly ChangedFile[],
  plan: HunkPlan,
): Variant[] {
  const file = files.find(({ path }) => path === plan.path);
  return plan.variants.map(({ name, content }) => ({
    name: variantName(plan, name),
    files: [{ path: plan.path, content }],
    cases,
    stopsEarly: true,
    asksSuite: true,
    ...(name === 'undone' && file !== undefined && { undone: { id: plan.id, file } }),
  }));
}

function hollowVariants(
  { cases, loadOnly }: HunkRequest,
  files: readonly { path: string; content: string }[],
): Variant[] {
  const own = cases.filter(({ criterionId }) => loadOnly.includes(criterionId));
  if (own.length === 0 || files.length === 0) return [];
  return [{ name: HOLLOW, files, cases: own, stopsEarly: false, asksSuite: false }];
}

function relaidVariants({ cases }: HunkRequest, files: Variant['files']): Variant[] {
  if (files.length === 0) return [];
  return [{ name: RELAID, files, cases, stopsEarly: false, asksSuite: false }];
}
