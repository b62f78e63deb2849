// What people see on GitHub: branch, draft PR, status comment, check run. Every act is harmless
// when done twice; what is known once (number, comment id) is stored and used from then on.
import type { TodoList } from '../../sandbox/protocol/tools/talk.ts';
import type { PullRequest, RepositoryRef } from '../github/port.ts';
import { pullRequestTitle } from '../proof/markdown/check-run.ts';
import { statusComment } from '../proof/markdown/status-comment.ts';
import type { StepDeps } from './deps.ts';
import { readBase, readThread, type ThreadFacts } from './thread.ts';

/** The draft PR of the job, opened early: an empty commit makes it possible. */
export async function openPullRequest(deps: StepDeps, jobId: string): Promise<PullRequest> {
  const { thread, repository } = await readBase(deps, jobId);
  const { branch, baseBranch, baseSha, issueNumber } = thread;
  const title = pullRequestTitle(thread.issueTitle, deps.redact);
  if (thread.pullNumber !== undefined) {
    return await deps.github.pullRequest(repository, thread.pullNumber);
  }
  await deps.github.react(repository, { issue: issueNumber }, 'eyes');
  await deps.github.ensureBranch(repository, branch, baseSha);
  const head = await deps.github.branchSha(repository, branch);
  if (head === baseSha) {
    const message = `${title}\n\nBegins the work on #${issueNumber}; no file is changed yet.`;
    await deps.github.commit(repository, { branch, parent: baseSha, message, files: [] });
  }
  const body = `A plan for #${issueNumber} is being written.`;
  const pull = await deps.github.ensureDraftPullRequest(repository, {
    branch,
    base: baseBranch,
    title,
    body,
  });
  await deps.store.transaction(
    async ({ threads }) => await threads.setPullRequest(jobId, pull.number),
  );
  return pull;
}

export async function setBody(deps: StepDeps, jobId: string, body: string): Promise<void> {
  const { thread, repository } = await readThread(deps, jobId);
  if (thread.pullNumber === undefined) return;
  await deps.github.updatePullRequest(repository, thread.pullNumber, { body });
}

type StatusWords = { todos?: TodoList; notices?: readonly string[]; error?: string };

/** The one status comment, as the job stands now. */
export async function putStatus(
  deps: StepDeps,
  jobId: string,
  { todos, ...words }: StatusWords = {},
): Promise<void> {
  const facts = await readThread(deps, jobId);
  if (facts.thread.pullNumber === undefined) return;
  const { record, costUsd } = await deps.store.transaction(async (records) => ({
    record: await records.jobs.find(jobId),
    costUsd: await records.usage.costOfJob(jobId),
  }));
  if (record === undefined) return;
  const body = statusComment({
    job: record.job,
    isAccepted: false,
    costUsd,
    ...(todos && { todos: todos.map(({ content, status }) => ({ text: content, status })) }),
    ...words,
    redact: deps.redact,
  });
  await putComment(deps, facts, { jobId, pullNumber: facts.thread.pullNumber, body });
}

async function putComment(
  deps: StepDeps,
  { thread, repository }: ThreadFacts,
  { jobId, pullNumber, body }: { jobId: string; pullNumber: number; body: string },
): Promise<void> {
  const known = thread.statusCommentId;
  const comment = { body, ...(known !== undefined && { id: known }) };
  const { id } = await deps.github.putStatusComment(repository, pullNumber, comment);
  if (id === known) return;
  await deps.store.transaction(async ({ threads }) => await threads.setStatusComment(jobId, id));
}

type Place = { repository: RepositoryRef; threadNumber: number; jobId?: string };

/** A job says everything in its one status comment; a comment of its own is for others. */
export async function tellThread(deps: StepDeps, place: Place, text: string): Promise<void> {
  const { repository, threadNumber, jobId } = place;
  if (jobId !== undefined && (await isOwnThread(deps, jobId, threadNumber))) {
    await putStatus(deps, jobId, { notices: [text] });
  } else await deps.github.comment(repository, threadNumber, text);
}

/** `/verify` may be said on the pull request of somebody else, where the job has no status comment. */
async function isOwnThread(deps: StepDeps, jobId: string, number: number): Promise<boolean> {
  const { thread } = await readThread(deps, jobId);
  return number === thread.issueNumber || number === (thread.pullNumber ?? number);
}

/** The agent's own list. */
export async function showProgress(deps: StepDeps, jobId: string, todos: TodoList): Promise<void> {
  await tryStatus(deps, jobId, { todos });
}

/** What the agent says to people. */
export async function tellPeople(deps: StepDeps, jobId: string, message: string): Promise<void> {
  await tryStatus(deps, jobId, { notices: [message] });
}

/** A comment that cannot be written must not end a session. */
async function tryStatus(deps: StepDeps, jobId: string, words: StatusWords): Promise<void> {
  try {
    await putStatus(deps, jobId, words);
  } catch (error) {
    deps.log.warn({ jobId, error }, 'progress could not be shown');
  }
}
