// REFACTORING and SELF_HEALING: an implementer changes the code until the shown tests pass. It never
// sees a withheld case; of those that failed it learns criterion and title.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { Submission, Verdict } from '../../sandbox/protocol/messages.ts';
import { toolsOfStep } from '../../sandbox/protocol/tools.ts';
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { isAppError } from '../errors.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import { type ShownFailure, shownFailures } from '../proof/failures.ts';
import { type PublishRights, workProblems } from '../proof/hand-over.ts';
import { readReport } from '../proof/read-report.ts';
import { setupProblem } from '../proof/report.ts';
import type { TestCase } from '../store/proof.ts';
import { keepConfirmed } from './agent/blocked.ts';
import type { AgentOutcome } from './agent/request.ts';
import { runAgent } from './agent/run.ts';
import { planText } from './announce.ts';
import { beginAttempt, endAttempt } from './attempt.ts';
import { changesOf, newestWork } from './branch/own-work.ts';
import type { StepDeps } from './deps.ts';
import { putStatus, setBody } from './publisher.ts';
import { blockedCriteria } from './report.ts';
import { type ActivePlan, publishRights, readPlan } from './thread.ts';
import { changedPaths, collectChanges } from './tree/collect.ts';
import { endLeftovers } from './tree/sandbox-use.ts';
import { askToWiden } from './widen.ts';

export function createImplementStep(deps: StepDeps): EffectFunction<'implement'> {
  return async (context) => {
    const end = await implement(deps, context);
    return end === undefined ? { type: 'implemented' } : end;
  };
}

/** The same work with the strongest model a person said yes to. */
export function createDeepFixStep(deps: StepDeps): EffectFunction<'deep-fix'> {
  return async (context) => {
    const end = await implement(deps, context);
    if (end === undefined) return { type: 'deep_fix_done' };
    if (end.type !== 'all_blocked') return end;
    return { type: 'deep_fix_failed', detail: 'Every criterion is blocked.' };
  };
}

type Context = EffectContext<EffectOf<'implement' | 'deep-fix'>>;

/** Undefined: the work is stored, and wants to be verified. */
async function implement(
  deps: StepDeps,
  context: Context,
): Promise<AgentOutcome | { type: 'all_blocked' } | undefined> {
  const { record, effect, fence, signal } = context;
  const { id: jobId } = record.job;
  const ordinal = effect.attempt - 1;
  await keepConfirmed(deps, { jobId, step: 'implement', ordinal });
  if (await isAllBlocked(deps, jobId)) {
    await giveUp(deps, context);
    return { type: 'all_blocked' };
  }
  const known = await changesOf(deps, jobId, effect.attempt);
  // A run before this one was killed after it had stored what the attempt left.
  if (known.length > 0) {
    await endLeftovers(deps, jobId);
    return await askToWiden(deps, context);
  }
  await beginAttempt(deps, context);
  await setBody(deps, jobId, await planText(deps, context.record.job));
  await putStatus(deps, jobId);
  const active = await readPlan(deps, jobId);
  const before = await readBefore(deps, context, active);
  const end = await runAgent(deps, context, {
    step: 'implement',
    ordinal,
    input: implementerInput(active, before),
    tools: toolsOfStep('implement'),
    isPlanning: false,
    changes: [...before.changes, ...authoredFiles(before.shown)],
    submit: async (submission, sandbox) => await takeStatus(deps, context, submission, sandbox),
    collect: async (sandbox) => {
      const changes = await collectChanges(sandbox, signal);
      await deps.store.transaction(async ({ files }) => {
        await files.save({ jobId, attemptNumber: effect.attempt, fence, changes });
      });
    },
  });
  return end.isDone ? await askToWiden(deps, context) : end.outcome;
}

async function isAllBlocked(deps: StepDeps, jobId: string): Promise<boolean> {
  const criteria = await deps.store.transaction(async ({ plans }) => await plans.criteria(jobId));
  const active = criteria.filter(({ deprecatedAt }) => deprecatedAt === undefined);
  return active.length > 0 && active.every(({ status }) => status === 'blocked');
}

/** Nothing is left to work for: no conversation goes on, and no attempt. */
async function giveUp(deps: StepDeps, context: Context): Promise<void> {
  const { id: jobId } = context.record.job;
  await endLeftovers(deps, jobId);
  await deps.store.transaction(async (records) => {
    for (const { id } of await records.sessions.open(jobId)) await records.sessions.end(id);
    await endAttempt(records, context, { status: 'abandoned' });
  });
}

async function takeStatus(
  deps: StepDeps,
  { record, signal }: Context,
  submission: Submission,
  sandbox: Sandbox,
): Promise<Verdict> {
  if (submission.kind !== 'status') {
    return { accepted: false, reasons: ['This step hands over a status.'] };
  }
  const rights = await publishRights(deps, record.job.id);
  const reasons = await workReasons(sandbox, rights, signal);
  return reasons.length === 0 ? { accepted: true } : { accepted: false, reasons };
}

/** What git in there says of the work goes back to whoever did it, and to nobody else. */
async function workReasons(
  sandbox: Sandbox,
  rights: PublishRights,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return workProblems(await changedPaths(sandbox, signal), rights);
  } catch (error) {
    if (!isAppError(error, 'WORKSPACE_UNAVAILABLE')) throw error;
    return [`Git cannot tell what was changed: ${String(error.details['stderr']).trim()}`];
  }
}

type Before = {
  /** What the newest attempt that left anything left. */
  changes: FileChange[];
  shown: TestCase[];
  failures: ShownFailure[];
  /** What earlier implementers said when they handed over (decision 33). */
  notes: { attempt: number; note: string }[];
  /** Criteria that a person took out of the gate. */
  blocked: string[];
};

async function readBefore(
  deps: StepDeps,
  { record, effect }: Context,
  active: ActivePlan,
): Promise<Before> {
  const { id: jobId } = record.job;
  const { cases, runs, blocked } = await deps.store.transaction(async (records) => ({
    cases: await records.proof.casesOfPlan(active.stored.id),
    runs: await records.proof.runsOfPlan(active.stored.id),
    blocked: await blockedCriteria(records, jobId),
  }));
  const { attempt, changes } = await newestWork(deps, jobId, effect.attempt - 1);
  const all = cases.map(toProofCase).filter(({ criterion }) => !blocked.includes(criterion));
  const report = await reportOf(deps, jobId, attempt);
  const facts = {
    outsideFence: report?.outsideFence ?? [],
    setup: report && setupProblem(report),
    reasons: report?.verdict.reasons ?? [],
    challenged: report?.challenged,
  };
  return {
    changes,
    shown: cases.filter(({ isWithheld }) => !isWithheld),
    failures: attempt === 0 ? [] : shownFailures({ cases: all, runs, attempt, ...facts }),
    notes: await readNotes(deps, jobId, effect.attempt - 1),
    blocked,
  };
}

async function reportOf(deps: StepDeps, jobId: string, attempt: number) {
  const reports = await deps.store.transaction(
    async ({ proof }) => await proof.reportsOfJob(jobId),
  );
  return readReport(reports.find(({ attemptNumber }) => attemptNumber === attempt)?.content);
}

async function readNotes(deps: StepDeps, jobId: string, upTo: number): Promise<Before['notes']> {
  return await deps.store.transaction(async ({ sessions }) => {
    const notes: Before['notes'] = [];
    for (let ordinal = 0; ordinal < upTo; ordinal += 1) {
      const session = await sessions.find({ jobId, step: 'implement', ordinal });
      const said = session?.submission;
      if (said?.kind === 'status') notes.push({ attempt: ordinal + 1, note: said.reason });
    }
    return notes;
  });
}

function implementerInput({ plan }: ActivePlan, before: Before): string {
  const { shown, failures, notes, blocked } = before;
  const { goal, criteria, paths, packages, changedTests } = plan;
  const tests = shown.map(({ id, criterionId, title, run, files }) => ({
    id,
    criterion: criterionId,
    title,
    run,
    files: files.map(({ path }) => path),
  }));
  return [
    'The repository is at /workspace. Implement the plan; the tests given are in place and stay as they are.',
    JSON.stringify({ goal, criteria, paths, packages, changedTests, tests }, undefined, 2),
    ...(blocked.length === 0
      ? []
      : [`A person has taken out, for a cause outside the code: ${blocked.join(', ')}.`]),
    ...(failures.length === 0
      ? []
      : ['The attempt before failed. What failed:', JSON.stringify(failures, undefined, 2)]),
    ...(notes.length === 0
      ? []
      : ['What those before you said they had done:', JSON.stringify(notes, undefined, 2)]),
  ].join('\n\n');
}
