// BASELINE_VALIDATION: the cases on the base commit: new behaviour red, kept behaviour green.
import type { EffectFunction } from '../engine/effects/port.ts';
import { baselineDetail, judgeBaseline } from '../proof/baseline.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import type { TestCase, TestRun } from '../store/evidence/port.ts';
import type { StepDeps } from './deps.ts';
import { prepareGround } from './ground.ts';
import { putStatus } from './publisher.ts';
import { runCases } from './run-cases.ts';
import { endLeftovers, withSandbox } from './sandbox-use.ts';
import { type ActivePlan, readPlan } from './thread.ts';

const SANDBOX_MS = 1_800_000;

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
    const runs = before.length > 0 ? before : await runOnBase(deps, context, active, cases);
    const verdict = judgeBaseline(active.plan, cases.map(toProofCase), runs);
    if (verdict.passed) return { type: 'baseline_passed' };
    return { type: 'baseline_failed', detail: baselineDetail(verdict.reasons) };
  };
}

async function runOnBase(
  deps: StepDeps,
  context: Parameters<EffectFunction<'baseline'>>[0],
  active: ActivePlan,
  cases: TestCase[],
): Promise<TestRun[]> {
  const { fence, signal, record } = context;
  const { id: jobId } = record.job;
  const ground = await prepareGround(deps, context);
  const use = { purpose: 'baseline', timeoutMs: SANDBOX_MS, from: ground.from };
  const runs = await withSandbox(deps, context, use, async (sandbox) => {
    await ground.lay(sandbox, authoredFiles(cases));
    const place = { jobId, planId: active.stored.id, tree: 'base' } as const;
    return await runCases(deps, sandbox, { place, cases, suite: active.plan.suite, signal });
  });
  await deps.store.transaction(async ({ proof }) => await proof.addRuns(fence, runs));
  return runs;
}
