// GENERATING_TESTS: an author who has the base commit and the plan, and nothing else, writes cases.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import type { Submission, Verdict } from '../../sandbox/protocol/messages.ts';
import { toolsOfStep } from '../../sandbox/protocol/tools.ts';
import type { EffectFunction } from '../engine/effects/port.ts';
import { AppError } from '../errors.ts';
import { toStoredCases } from '../proof/case.ts';
import { MANIFESTS } from '../proof/judge/imports.ts';
import { judgeCases, objectionLines } from '../proof/judge/judge.ts';
import { runAgent } from './agent/run.ts';
import type { StepDeps } from './deps.ts';
import { putStatus } from './publisher.ts';
import { type ActivePlan, readPlan } from './thread.ts';
import { endLeftovers } from './tree/sandbox-use.ts';
import { parseTexts, textsOf } from './tree/syntax.ts';
import { basePaths, baseText } from './tree/workspace.ts';

export function createWriteTestsStep(deps: StepDeps): EffectFunction<'write-tests'> {
  return async (context) => {
    const { record, fence, signal } = context;
    const { id: jobId } = record.job;
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
        await judge(deps, submission, { active, sandbox, signal }),
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

async function judge(
  deps: StepDeps,
  submission: Submission,
  request: { active: ActivePlan; sandbox: Sandbox; signal: AbortSignal },
): Promise<Verdict> {
  if (submission.kind !== 'tests') {
    return { accepted: false, reasons: ['This step hands over tests.'] };
  }
  const { plan } = request.active;
  const { sandbox, signal } = request;
  const paths = await basePaths(sandbox, signal);
  const trees = await parseTexts(deps.parsers, textsOf(submission.files));
  const manifests = await readManifests(sandbox, paths, signal);
  const { objections } = judgeCases({ plan, ...submission, trees, manifests, basePaths: paths });
  if (objections.length > 0)
    return { accepted: false, reasons: objectionLines(objections).slice(0, 50) };
  return { accepted: true };
}

async function readManifests(
  sandbox: Sandbox,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of MANIFESTS.filter((one) => paths.includes(one))) {
    const text = await baseText(sandbox, path, signal);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
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
