// Which commits on a job's branch are our own: by their names, which are written down before the branch
// is moved to them. A worker may have been killed after that and before it could say so.
import { isAppError } from '../../errors.ts';
import type { RepositoryRef } from '../../github/port.ts';
import type { BranchCommit } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';

type Deps = Pick<StepDeps, 'store' | 'github'>;

/** Oldest first. */
export async function ownCommits(deps: Deps, based: BasedThread): Promise<BranchCommit[]> {
  await findPlanned(deps, based);
  const { jobId } = based.thread;
  return await deps.store.transaction(async ({ movements }) => await movements.commits(jobId));
}

/** Those that nobody knew to be on the branch; they are recorded. */
export async function findPlanned(
  deps: Deps,
  { thread, repository }: BasedThread,
): Promise<BranchCommit[]> {
  const { jobId, branch } = thread;
  const planned = await deps.store.transaction(
    async ({ movements }) => await movements.plannedCommits(jobId),
  );
  if (planned.length === 0) return [];
  const head = await deps.github.branchSha(repository, branch);
  const found: BranchCommit[] = [];
  for (const commit of planned) {
    if (await isPartOf(deps, repository, { sha: commit.sha, head })) found.push(commit);
  }
  await deps.store.transaction(async ({ movements }) => {
    for (const commit of found) await movements.addCommit(commit);
  });
  return found;
}

/** Somebody may have put more on top of it. */
export async function isPartOf(
  deps: Deps,
  repository: RepositoryRef,
  { sha, head }: { sha: string; head: string | undefined },
): Promise<boolean> {
  if (head === undefined || sha === head) return head !== undefined;
  try {
    return (await deps.github.movement(repository, { from: sha, to: head })).isForward;
  } catch (error) {
    // What no branch ever had GitHub forgets after a while.
    if (isAppError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

/** The one the branch is at, also when somebody took it back to an older one; else the newest. */
export function ownAt(
  commits: readonly BranchCommit[],
  head: string | undefined,
): BranchCommit | undefined {
  return commits.find(({ sha }) => sha === head) ?? commits.at(-1);
}
