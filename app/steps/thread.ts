// What a step knows of its job besides the state machine: the thread on GitHub, the repository, the
// plan. Read at the edge of each step.
import { Plan } from '../../sandbox/protocol/plan.ts';
import { AppError } from '../errors.ts';
import type { RepositoryRef } from '../github/port.ts';
import type { PublishRights } from '../proof/hand-over.ts';
import { readReport } from '../proof/read-report.ts';
import type { Report } from '../proof/report.ts';
import { effective } from '../settings/effective.ts';
import { frozenLayers } from '../settings/read.ts';
import type { EffectiveSettings } from '../settings/schema.ts';
import type { Plan as StoredPlan } from '../store/plans.ts';
import type { Thread } from '../store/threads.ts';
import type { StepDeps } from './deps.ts';

export type ThreadFacts = { thread: Thread; repository: RepositoryRef };
export type BasedThread = ThreadFacts & { thread: Thread & { baseSha: string } };

/** It goes on with a delivered branch, whose head is its base. */
export function isFollowUp({ branch, baseBranch }: Thread): boolean {
  return branch === baseBranch;
}

type Stored = Pick<StepDeps, 'store'>;

export async function readThread(deps: Stored, jobId: string): Promise<ThreadFacts> {
  return await deps.store.transaction(async ({ threads, installations }) => {
    const thread = await threads.find(jobId);
    const repository = thread && (await installations.findRepository(thread.repositoryId));
    if (thread === undefined || repository === undefined) throw missing(jobId, 'a thread');
    const { owner, name, installationId } = repository;
    return { thread, repository: { owner, name, installationId } };
  });
}

/** The thread with the commit the job works on, found once and kept. */
export async function readBase(deps: StepDeps, jobId: string): Promise<BasedThread> {
  const { thread, repository } = await readThread(deps, jobId);
  if (thread.baseSha !== undefined) {
    return { thread: { ...thread, baseSha: thread.baseSha }, repository };
  }
  const baseSha = await deps.github.branchSha(repository, thread.baseBranch);
  if (baseSha === undefined) {
    throw new AppError('GITHUB_NO_ACCESS', {
      problem: `There is no branch ${thread.baseBranch}, or the App may no longer see the repository.`,
      hint: 'Look whether the branch and the repository are there and the App is installed, then begin again.',
    });
  }
  await deps.store.transaction(async ({ threads }) => await threads.setBase(jobId, baseSha));
  return { thread: { ...thread, baseSha }, repository };
}

/** It was moved to another repository or deleted, as far as anybody told. */
export async function isIssueGone({ store }: Stored, jobId: string): Promise<boolean> {
  const notes = await store.transaction(async ({ happenings }) => await happenings.ofJob(jobId));
  return notes.some(({ name }) => name === 'issues.deleted' || name === 'issues.transferred');
}

export type ActivePlan = { stored: StoredPlan; plan: Plan };

/** Of whatever attempt was verified last. */
export async function readNewestReport(deps: StepDeps, jobId: string): Promise<Report | undefined> {
  const reports = await deps.store.transaction(
    async ({ proof }) => await proof.reportsOfJob(jobId),
  );
  return readReport(reports.at(-1)?.content);
}

/** With what people widened; the setting `test` is the suite, whatever the planner found. */
export async function readPlan(deps: StepDeps, jobId: string): Promise<ActivePlan> {
  const { stored, widened } = await deps.store.transaction(async ({ plans, holdAnswers }) => ({
    stored: await plans.active(jobId),
    widened: await holdAnswers.widened(jobId),
  }));
  if (stored === undefined) throw missing(jobId, 'a plan');
  return { stored, plan: planOf(stored, await readSettings(deps, jobId), widened) };
}

export function planOf(
  { content }: Pick<StoredPlan, 'content'>,
  settings: EffectiveSettings,
  widened: readonly string[] = [],
): Plan {
  const { test } = settings;
  const approved = Plan.parse(content);
  const plan = { ...approved, paths: [...new Set([...approved.paths, ...widened])] };
  return test === undefined ? plan : { ...plan, suite: suiteOf(test) };
}

/** As setup: of several lines, the first that fails ends it. */
function suiteOf(test: string): string {
  return test.includes('\n') ? `set -euo pipefail\n${test}` : test;
}

/** What GitHub would take of this App. */
export async function publishRights(deps: StepDeps, jobId: string): Promise<PublishRights> {
  const { repository } = await readThread(deps, jobId);
  return { mayChangeWorkflows: await deps.github.mayChangeWorkflows(repository) };
}

/** As they were when the job began. */
export async function readSettings(deps: Stored, jobId: string): Promise<EffectiveSettings> {
  const frozen = await deps.store.transaction(async ({ settings }) => await settings.frozen(jobId));
  return effective(frozenLayers(frozen));
}

function missing(jobId: string, what: string): AppError {
  return new AppError('INTERNAL_ERROR', { problem: `The job has no ${what}.`, details: { jobId } });
}
