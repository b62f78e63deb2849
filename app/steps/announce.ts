// Tells people what is expected of them, or how it ended: one body, one status comment, one check.
import type { EffectFunction } from '../engine/effects/port.ts';
import type { Job, JobState } from '../job/types.ts';
import { failureCheck } from '../proof/markdown/check-run.ts';
import { failureBody } from '../proof/markdown/failure-body.ts';
import { planBody } from '../proof/markdown/plan-body.ts';
import { readReport } from '../proof/read-report.ts';
import { parkLeft } from './agent/park.ts';
import type { StepDeps } from './deps.ts';
import { putStatus, setBody } from './publisher.ts';
import { readAttempts } from './report.ts';
import { readPlan, readThread } from './thread.ts';

export function createAnnounceStep(deps: StepDeps): EffectFunction<'announce'> {
  return async (context) => {
    const { record, effect } = context;
    const { job } = record;
    // An agent that was interrupted by the hold is still where it was.
    if (job.hold !== undefined) await parkLeft(deps, context);
    const notices = effect.notice === undefined ? {} : { notices: [effect.notice] };
    const { thread, repository } = await readThread(deps, job.id);
    if (thread.pullNumber === undefined) {
      const words = `This did not get as far as a pull request: ${job.failureReason ?? job.state}. ${job.failureDetail ?? ''}`;
      await deps.github.comment(repository, thread.issueNumber, deps.redact(words));
      return { type: 'announced' };
    }
    if (job.hold === undefined) await announceState(deps, job);
    await putStatus(deps, job.id, notices);
    return { type: 'announced' };
  };
}

const PLAN_STATES: ReadonlySet<JobState> = new Set(['WAITING_STRATEGY', 'WAITING_SPEC_APPROVAL']);
/** The body says what failed and what can be done about it. */
const FAILURE_STATES: ReadonlySet<JobState> = new Set([
  'BASELINE_VALIDATION_FAILED',
  'WAITING_INTERVENTION',
  'WAITING_ESCALATION_DECISION',
  'FALLBACK_REQUIRED',
  'FAILED',
]);

async function announceState(deps: StepDeps, job: Job): Promise<void> {
  if (PLAN_STATES.has(job.state)) await setBody(deps, job.id, await planText(deps, job));
  if (FAILURE_STATES.has(job.state)) await announceFailure(deps, job);
}

async function planText(deps: StepDeps, job: Job): Promise<string> {
  const { thread } = await readThread(deps, job.id);
  const { stored, plan } = await readPlan(deps, job.id);
  return planBody({
    plan,
    issue: thread.issueNumber,
    revision: stored.revision,
    token: stored.revisionToken,
    stage: job.state === 'WAITING_STRATEGY' ? 'strategy' : 'approval',
    ...(job.strategy !== undefined && { strategy: job.strategy }),
    budgetUsd: job.budget.costUsd,
    redact: deps.redact,
  });
}

async function announceFailure(deps: StepDeps, job: Job): Promise<void> {
  const { thread, repository } = await readThread(deps, job.id);
  const { attempts, costUsd, reports } = await deps.store.transaction(async (records) => ({
    attempts: await readAttempts(records, job.id, job.attemptNumber),
    costUsd: await records.usage.costOfJob(job.id),
    reports: await records.proof.reportsOfJob(job.id),
  }));
  const report = readReport(reports.at(-1)?.content);
  const body = failureBody({
    job,
    issue: thread.issueNumber,
    ...(report && { report }),
    attempts,
    costUsd,
    ...(job.failureDetail !== undefined && { detail: job.failureDetail }),
    redact: deps.redact,
  });
  await setBody(deps, job.id, body);
  const sha = await deps.github.branchSha(repository, thread.branch);
  if (sha === undefined) return;
  const { conclusion, title, summary } = failureCheck(job, report, deps.redact);
  await deps.github.putCheckRun(repository, {
    sha,
    status: 'completed',
    conclusion,
    title,
    summary,
  });
}
