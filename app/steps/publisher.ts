// What people see on GitHub: branch, draft PR, status comment, check run. Every act is harmless
// when done twice; what is known once (number, comment id) is stored and used from then on.
import type { TodoList } from '../../sandbox/protocol/tools/talk.ts';
import { isAppError } from '../errors.ts';
import type { PullRequest } from '../github/port.ts';
import { usualTimes } from '../job/phase-times.ts';
import { isTerminal, type Job } from '../job/types.ts';
import { pullRequestTitle } from '../proof/markdown/check-run.ts';
import { statusComment } from '../proof/markdown/status-comment.ts';
import { type Note, noticesOf } from '../world/notices.ts';
import { readWorkLeft } from './artifact/where.ts';
import { showProgress } from './branch/checks.ts';
import { openBranch } from './branch/open.ts';
import type { StepDeps } from './deps.ts';
import { askedIn } from './thread/announcement.ts';
import { keepProgress, readProgress } from './thread/progress.ts';
import { readBase, readNewestReport, readThread, type ThreadFacts } from './thread.ts';

/** The draft PR of the job, opened early: an empty commit makes it possible. */
export async function openPullRequest(
  deps: StepDeps,
  { jobId, fence }: { jobId: string; fence: number },
): Promise<PullRequest> {
  const based = await readBase(deps, jobId);
  const { thread, repository } = based;
  const { baseBranch, issueNumber } = thread;
  if (thread.pullNumber !== undefined) {
    return await deps.github.pullRequest(repository, thread.pullNumber);
  }
  await ifHeard(deps, jobId, async () => {
    await deps.github.react(repository, { issue: issueNumber }, 'eyes');
  });
  const { branch } = await openBranch(deps, based, fence);
  const isReady = await opensReady(deps, jobId);
  const pull = await deps.github.ensureDraftPullRequest(repository, {
    branch,
    base: baseBranch,
    title: pullRequestTitle(thread.issueTitle, deps.redact),
    body: `A plan for #${issueNumber} is being written.`,
    ...(isReady && { isReady }),
  });
  await deps.store.transaction(
    async ({ threads }) => await threads.setPullRequest(jobId, pull.number),
  );
  await showProgress(deps, based, 'A plan is being written');
  return pull;
}

/** Where there are no drafts, a person said `/open` (decision 42). */
export async function opensReady({ store }: StepDeps, jobId: string): Promise<boolean> {
  const record = await store.transaction(async ({ jobs }) => await jobs.find(jobId));
  return record?.job.opensReady === true;
}

export async function setBody(deps: StepDeps, jobId: string, body: string): Promise<void> {
  const { thread, repository } = await readThread(deps, jobId);
  if (thread.pullNumber === undefined) return;
  await deps.github.updatePullRequest(repository, thread.pullNumber, { body });
}

/** The one status comment, as the job stands now. */
export async function putStatus(deps: StepDeps, jobId: string): Promise<void> {
  const facts = await readThread(deps, jobId);
  const { pullNumber } = facts.thread;
  if (pullNumber === undefined) return;
  const { record, costUsd, approval, left, notes } = await readStatus(deps, jobId);
  if (record === undefined) return;
  const { job, installationId } = record;
  const asked = await askedIn(deps, job);
  const isDelivered = job.state === 'DELIVERED';
  const body = statusComment({
    job,
    isAccepted: approval !== undefined,
    costUsd,
    report: isDelivered ? await readNewestReport(deps, jobId) : undefined,
    ...(await readProgress(deps, job)),
    ...(asked !== undefined && { askedIn: asked }),
    ...(await movedSince(deps, job, { ...facts, notes })),
    usual: await usualHere(deps, job, installationId),
    links: linksOf(deps, facts),
    around: noticesOf({ job, notes, ...facts.thread }),
    ...(left && { left }),
    redact: deps.redact,
  });
  // A follow-up works on the pull request of the job before it, whose status is another one.
  const key = record.parentJobId === undefined ? {} : { key: `status-${jobId}` };
  await ifHeard(deps, jobId, async () => {
    await putComment(deps, facts, { jobId, pullNumber, body, ...key });
  });
}

async function readStatus({ store }: StepDeps, jobId: string) {
  return await store.transaction(async (records) => {
    const record = await records.jobs.find(jobId);
    return {
      record,
      approval: await records.verdicts.approvalOf(jobId),
      costUsd: await records.usage.costOfJob(jobId),
      notes: await records.happenings.ofJob(jobId),
      left: record && (await readWorkLeft(records, record.job)),
    };
  });
}

/** A thread that nobody can say anything in stops no work: it is noted, and the work goes on. */
async function ifHeard({ log }: StepDeps, jobId: string, say: () => Promise<void>): Promise<void> {
  try {
    await say();
  } catch (error) {
    if (!isAppError(error, 'GITHUB_THREAD_CLOSED')) throw error;
    log.warn({ jobId, error }, 'the thread is closed; the work goes on untold');
  }
}

/** The base branch, as it was seen when the newest attempt was verified. */
async function movedSince(
  { store }: StepDeps,
  job: Job,
  { thread, notes }: ThreadFacts & { notes: readonly Note[] },
) {
  // What was heard of the base is told among what happened.
  if (notes.some(({ name }) => name === 'push/base')) return {};
  const { id, attemptNumber } = job;
  const seen = await store.transaction(
    async ({ movements }) => await movements.validation(id, attemptNumber),
  );
  return seen && { moved: { branch: thread.baseBranch, commits: seen.baseCommits } };
}

/** Of the newest ones, for times change. */
const MOST_COURSES = 20;

async function usualHere({ store }: StepDeps, job: Job, installationId: number) {
  if (isTerminal(job.state)) return undefined;
  return usualTimes(
    await store.transaction(async ({ audit }) => await audit.courses(installationId, MOST_COURSES)),
  );
}

function linksOf({ pages = {} }: StepDeps, { thread, repository }: ThreadFacts) {
  return { settings: pages.settings?.(repository), job: pages.job?.(thread.jobId) };
}

type StatusText = { jobId: string; pullNumber: number; body: string; key?: string };

async function putComment(
  deps: StepDeps,
  { thread, repository }: ThreadFacts,
  { jobId, pullNumber, ...text }: StatusText,
): Promise<void> {
  const known = thread.statusCommentId;
  const comment = { ...text, ...(known !== undefined && { id: known }) };
  const { id } = await deps.github.putStatusComment(repository, pullNumber, comment);
  if (id === known) return;
  await deps.store.transaction(async ({ threads }) => await threads.setStatusComment(jobId, id));
}

/** The agent's own list. */
export async function showTodos(deps: StepDeps, jobId: string, todos: TodoList): Promise<void> {
  await tryProgress(deps, jobId, { todos });
}

/** What the agent says to people. */
export async function tellPeople(deps: StepDeps, jobId: string, said: string): Promise<void> {
  await tryProgress(deps, jobId, { said });
}

/** A comment that cannot be written must not end a session. */
async function tryProgress(
  deps: StepDeps,
  jobId: string,
  shown: { todos?: TodoList; said?: string },
): Promise<void> {
  try {
    await keepProgress(deps, jobId, shown);
    await putStatus(deps, jobId);
  } catch (error) {
    deps.log.warn({ jobId, error }, 'progress could not be shown');
  }
}
