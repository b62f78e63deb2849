// The check run while work is under way, and what becomes of it on commits that the work has left.
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';

/** On the newest commit of our own. */
export async function showProgress(
  deps: StepDeps,
  { thread, repository }: BasedThread,
  title: string,
): Promise<void> {
  const commits = await ownCommits(deps, thread.jobId);
  const sha = commits.at(-1);
  if (sha === undefined) return;
  const summary = `${title}. Nothing on this branch is verified yet.`;
  await deps.github.putCheckRun(repository, { sha, status: 'in_progress', title, summary });
}

/** A check that stays open for ever would say that somebody is still at work there. */
export async function closeEarlier(
  deps: StepDeps,
  { thread, repository }: BasedThread,
  newest: string,
): Promise<void> {
  const earlier = (await ownCommits(deps, thread.jobId)).filter((sha) => sha !== newest);
  for (const sha of earlier) {
    const title = 'The work went on';
    const summary = `See ${newest}. Nothing was verified at this commit.`;
    const state = { status: 'completed', conclusion: 'neutral' } as const;
    await deps.github.putCheckRun(repository, { sha, ...state, title, summary });
  }
}

async function ownCommits(deps: StepDeps, jobId: string): Promise<string[]> {
  const commits = await deps.store.transaction(
    async ({ movements }) => await movements.commits(jobId),
  );
  return commits.filter(({ kind }) => kind !== 'adopted').map(({ sha }) => sha);
}
