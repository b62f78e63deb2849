// BASELINE_VALIDATION: the cases on the base commit: new behaviour red, kept behaviour green.
import type { EffectFunction } from '../engine/effects/port.ts';
import { baselineDetail, judgeBaseline } from '../proof/baseline.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import type { StepDeps } from './deps.ts';
import { putStatus } from './publisher.ts';
import { isAllRun, keepRuns, runCases } from './runs/cases.ts';
import { type ActivePlan, readPlan } from './thread.ts';
import { prepareBaseTree } from './tree/begin.ts';
import { withLaidTree } from './tree/laid-tree.ts';
import { endLeftovers } from './tree/sandbox-use.ts';

export function createBaselineStep(deps: StepDeps): EffectFunction<'baseline'> {
  return async (context) => {
    const { id: jobId } = context.record.job;
    await endLeftovers(deps, jobId);
    await putStatus(deps, jobId);
    const active = await readPlan(deps, jobId);
    const { cases, known } = await deps.store.transaction(async ({ proof }) => ({
      cases: await proof.casesOfPlan(active.stored.id),
      known: await proof.runsOfPlan(active.stored.id),
    }));
    const before = known.filter(({ tree }) => tree === 'base');
    const runs = await runOnBase(deps, context, { active, cases, known: before });
    const verdict = judgeBaseline(active.plan, cases.map(toProofCase), runs);
    if (verdict.passed) return { type: 'baseline_passed' };
    return { type: 'baseline_failed', detail: baselineDetail(verdict.reasons) };
  };
}

async function runOnBase(
  deps: StepDeps,
  context: Parameters<EffectFunction<'baseline'>>[0],
  { active, cases, known }: { active: ActivePlan; cases: TestCase[]; known: readonly TestRun[] },
): Promise<TestRun[]> {
  const { suite } = active.plan;
  if (isAllRun({ cases, suite, known })) return [...known];
  const baseTree = await prepareBaseTree(deps, context);
  const changes = authoredFiles(cases);
  const request = { purpose: 'baseline', baseTree, changes, read: async () => undefined };
  return await withLaidTree(deps, context, request, async (laid) => {
    const key = {
      jobId: context.record.job.id,
      planId: active.stored.id,
      tree: 'base',
    } as const;
    const keep = keepRuns(deps, context.fence);
    const atBase = changes.map(({ path }) => path);
    const seen = await runCases(deps, context, { laid, key, cases, suite, atBase, known, keep });
    return seen.runs;
  });
}
