// The branch of a job: one that has nobody else's work on it, one empty commit ahead of the base, so
// that a pull request can be opened. A second job of an issue gets a branch of its own.
import { AppError } from '../../errors.ts';
import { BRANCHES_AT_MOST, branchAt, ordinalOf } from '../../job/names.ts';
import { pullRequestTitle } from '../../proof/markdown/check-run.ts';
import type { BranchCommit } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';
import { putCommit } from './commit.ts';
import { isPartOf, ownCommits } from './own-commits.ts';

/** Harmless when done twice: the branch is recorded before anything is put there. */
export async function openBranch(
  deps: StepDeps,
  based: BasedThread,
  fence: number,
): Promise<BranchCommit & { branch: string }> {
  const { thread, repository } = based;
  const { jobId, baseSha, issueNumber } = thread;
  const known = await findOpened(deps, based);
  // A run before this one was killed; somebody may have pushed since.
  if (known !== undefined) return { ...known, branch: thread.branch };
  const title = pullRequestTitle(thread.issueTitle, deps.redact);
  const message = `${title}\n\nBegins the work on #${issueNumber}; no file is changed yet.\n\nRedgreen-Job: ${jobId}`;
  const branch = await findFree(deps, { thread, repository }, message);
  await deps.store.transaction(async ({ threads }) => await threads.setBranch(jobId, branch));
  await deps.github.ensureBranch(repository, branch, baseSha);
  const wanted = { branch, parent: baseSha, message, files: [], kind: 'opened', fence } as const;
  const there = { repository, thread: { ...thread, branch } };
  return { ...(await putCommit(deps, there, wanted)), branch };
}

async function findOpened(deps: StepDeps, based: BasedThread): Promise<BranchCommit | undefined> {
  const { thread, repository } = based;
  const opened = (await ownCommits(deps, based)).find(({ kind }) => kind === 'opened');
  if (opened === undefined) return undefined;
  const head = await deps.github.branchSha(repository, thread.branch);
  return (await isPartOf(deps, repository, { sha: opened.sha, head })) ? opened : undefined;
}

async function findFree(
  deps: StepDeps,
  { thread, repository }: BasedThread,
  message: string,
): Promise<string> {
  const { first, ordinal } = ordinalOf(thread.branch);
  for (let at = ordinal; at <= BRANCHES_AT_MOST; at += 1) {
    const branch = branchAt(first, at);
    const head = await deps.github.branchSha(repository, branch);
    if (head === undefined || head === thread.baseSha) return branch;
    const found = await deps.github.commitFacts(repository, head);
    // A run before this one was killed after its commit.
    const isOwn = found.message.trim() === message.trim() && found.parents[0] === thread.baseSha;
    if (isOwn) return branch;
  }
  throw new AppError('CONFIG_INVALID', {
    problem: `There are ${BRANCHES_AT_MOST} branches ${first}-… already.`,
    hint: 'Delete those that nobody needs, then start the job again.',
  });
}
