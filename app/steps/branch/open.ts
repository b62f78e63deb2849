// The branch of a job: one that has nobody else's work on it, one empty commit ahead of the base, so
// that a pull request can be opened. A second job of an issue gets a branch of its own.
import { AppError } from '../../errors.ts';
import { BRANCHES_AT_MOST, branchAt, ordinalOf } from '../../job/names.ts';
import { pullRequestTitle } from '../../proof/markdown/check-run.ts';
import type { BranchCommit } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';

/** Harmless when done twice: the branch is recorded before anything is put there. */
export async function openBranch(
  deps: StepDeps,
  { thread, repository }: BasedThread,
): Promise<BranchCommit & { branch: string }> {
  const { jobId, baseSha, issueNumber } = thread;
  const title = pullRequestTitle(thread.issueTitle, deps.redact);
  const message = `${title}\n\nBegins the work on #${issueNumber}; no file is changed yet.\n\nRedgreen-Job: ${jobId}`;
  const branch = await findFree(deps, { thread, repository }, message);
  await deps.store.transaction(async ({ threads }) => await threads.setBranch(jobId, branch));
  await deps.github.ensureBranch(repository, branch, baseSha);
  const wanted = { branch, parent: baseSha, message, files: [] };
  const { sha, treeSha } = await deps.github.commit(repository, wanted);
  const opened = { jobId, sha, treeSha, kind: 'opened' } as const;
  await deps.store.transaction(async ({ movements }) => await movements.addCommit(opened));
  return { ...opened, branch };
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
