// GENERATING_TESTS: an author who has the base commit and the plan, and nothing else, writes cases.
import { toolsOfStep } from '../../sandbox/protocol/tools.ts';
import type { EffectFunction } from '../engine/effects/port.ts';
import { AppError } from '../errors.ts';
import { toStoredCases } from '../proof/case.ts';
import { runAgent } from './agent/run.ts';
import { planText } from './announce.ts';
import type { StepDeps } from './deps.ts';
import { judgeTests } from './judge-tests.ts';
import { putStatus, setBody } from './publisher.ts';
import { type ActivePlan, readPlan } from './thread.ts';
import { endLeftovers } from './tree/sandbox-use.ts';

export function createWriteTestsStep(deps: StepDeps): EffectFunction<'write-tests'> {
  return async (context) => {
    const { record, fence, signal } = context;
    const { id: jobId } = record.job;
    await setBody(deps, jobId, await planText(deps, record.job));
    await putStatus(deps, jobId);
    const active = await readPlan(deps, jobId);
    const known = await deps.store.transaction(
      async ({ proof }) => await proof.casesOfPlan(active.stored.id),
    );
    // A run before this one was killed after it had stored them.
    if (known.length > 0) {
      await endLeftovers(deps, jobId);
      return { type: 'tests_written' };
    }
    const end = await runAgent(deps, context, {
      step: 'write-tests',
      ordinal: active.stored.revision - 1,
      input: authorInput(active),
      tools: toolsOfStep('write-tests'),
      isPlanning: false,
      changes: [],
      submit: async (submission, sandbox) =>
        await judgeTests(deps, submission, { plan: active.plan, sandbox, signal }),
    });
    if (!end.isDone) return end.outcome;
    const { submission } = end;
    if (submission.kind !== 'tests') {
      throw new AppError('INTERNAL_ERROR', { problem: 'The session ended well without tests.' });
    }
    const cases = toStoredCases({ planId: active.stored.id, jobId, ...submission });
    await deps.store.transaction(async ({ proof }) => await proof.addCases(fence, cases));
    return { type: 'tests_written' };
  };
}

function authorInput({ plan }: ActivePlan): string {
  const { goal, criteria, contract, suite } = plan;
  const given = { goal, criteria, contract, ...(suite !== undefined && { suite }) };
  return [
    'The repository is at /workspace, on its base commit. Nothing has been implemented yet.',
    'Write tests for the criteria of this plan and hand them over.',
    JSON.stringify(given, undefined, 2),
  ].join('\n\n');
}
