// All that is looked at once every test is green on the head: whether the tests say anything, hold on
// another machine, notice other results and each changed hunk, and what the old suite says.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import { toProofCase } from '../../proof/case.ts';
import type { Coverage } from '../../proof/coverage/words.ts';
import { buildMatrix, isRedByLoadOnly } from '../../proof/matrix.ts';
import type { OldSuite } from '../../proof/old-suite/words.ts';
import type { Perturbed } from '../../proof/perturb/words.ts';
import { hasHunks } from '../../proof/roles/opaque.ts';
import type { Roles } from '../../proof/roles/roles.ts';
import { keptCriteria } from '../../proof/world/judge-world.ts';
import type { World } from '../../proof/world/words.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { ActivePlan } from '../thread.ts';
import type { BaseTree } from '../tree/begin.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { textsOf } from '../tree/syntax.ts';
import { runCoverage } from './coverage.ts';
import { type MeasuredHunks, measureHunks } from './hunks.ts';
import { runOldSuite } from './old-suite.ts';
import { runPerturbed } from './perturb.ts';
import { drawSeed } from './seed.ts';
import { runTwins } from './twins.ts';
import { runWorld } from './world.ts';

type LookRequest = {
  active: ActivePlan;
  /** All but those of blocked criteria. */
  cases: TestCase[];
  /** The files of all cases. */
  authored: readonly FileChange[];
  /** The work as it was verified, and what of others lies beside it. */
  changes: readonly FileChange[];
  beside: readonly FileChange[];
  baseTree: BaseTree;
  laid: LaidTree;
  known: readonly TestRun[];
  baseTexts: ReadonlyMap<string, string>;
  /** The implementer's own part of them, and what each path of it is. */
  kept: readonly FileChange[];
  roles: Roles;
};

export type Looked = MeasuredHunks & {
  twins: TestRun[];
  oldSuite: OldSuite | undefined;
  world: World | undefined;
  perturbed: Perturbed | undefined;
  coverage: Coverage | undefined;
};

/** The cheapest first. */
export async function lookAtHead(
  deps: StepDeps,
  context: EffectContext<EffectOf<'verify'>>,
  request: LookRequest,
  runs: readonly TestRun[],
): Promise<Looked> {
  const { active, cases, baseTree, beside, changes, kept, roles } = request;
  const { attempt } = context.effect;
  const { plan } = active;
  const keep = keptCriteria(plan);
  const shared = sharedBy(context, request, runs);
  const seed = await drawSeed(deps, context, shared);
  const given = { ...shared, seed, suite: plan.suite };
  const whole = { ...given, changes: [...beside, ...changes] };
  const twins = await runTwins(deps, context, { ...whole, baseTree });
  const paths = kept.map(({ path }) => path);
  const oldSuite = await runOldSuite(deps, context, { ...given, plan, paths, roles });
  const texts = bothTexts(request);
  const world = await runWorld(deps, context, { ...given, texts, keep });
  // A test that is found out already is not asked more.
  const isOpen = twins.every(({ exitCode }) => exitCode !== 0) && !world?.dependent.length;
  const asked = { ...given, texts, keep };
  const perturbed = isOpen ? await runPerturbed(deps, context, asked) : undefined;
  const matrix = buildMatrix({ plan, cases: cases.map(toProofCase), runs, attempt });
  const loadOnly = matrix.filter(isRedByLoadOnly).map(({ criterion }) => criterion);
  const isKept = plan.criteria.every(({ kind }) => kind === 'keep');
  const hunks = { ...given, texts, roles, approved: plan.paths, loadOnly, isKept };
  const measured = await measureHunks(deps, context, hunks);
  const coverage = await runCoverage(deps, context, { ...given, texts });
  return { ...measured, twins, oldSuite, world, perturbed, coverage };
}

function sharedBy(
  { record, effect }: EffectContext<EffectOf<'verify'>>,
  { active, cases, authored, changes, laid, known }: LookRequest,
  runs: readonly TestRun[],
) {
  const { attempt } = effect;
  return {
    changes,
    authored,
    cases,
    laid,
    key: { jobId: record.job.id, planId: active.stored.id, attemptNumber: attempt },
    head: runs.filter((run) => run.tree === 'head' && run.attemptNumber === attempt),
    base: runs.filter((run) => run.tree === 'base'),
    known: known.filter((run) => run.tree === 'hunk' && run.attemptNumber === attempt),
  };
}

/** Of what has hunks. */
function bothTexts({ kept, roles, baseTexts }: LookRequest) {
  const changes = kept.filter((change) => hasHunks(change, roles));
  const heads = new Map(textsOf(changes));
  return changes.map(({ path }) => ({ path, base: baseTexts.get(path), head: heads.get(path) }));
}
