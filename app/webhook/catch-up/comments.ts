// Comments in the threads of jobs that were written without anybody telling us.
import type { HeardComment } from '../../github/missed/port.ts';
import { hear } from '../hear.ts';
import type { CatchUpDeps, Place } from './place.ts';

/** For so long after its end something may still be said to a job. */
const ENDED_MS = 14 * 24 * 60 * 60_000;

/**
 * Answers how many were new, and no noise. What was said after a label that nobody heard of either
 * comes behind it: `labelled` are its issues.
 */
export async function hearMissedComments(
  deps: CatchUpDeps,
  place: Place,
  labelled: readonly number[],
): Promise<number> {
  const { github, store } = deps;
  const { ref, repository, since } = place;
  const known = await store.accept(
    async ({ threads }) => await threads.numbersOf(repository.id, ENDED_MS),
  );
  const numbers = [...known, ...labelled];
  if (numbers.length === 0) return 0;
  const comments = await github.changedComments(ref, since);
  const ours = comments.filter(
    ({ createdAt, thread }) => createdAt >= since && numbers.includes(thread.number),
  );
  let heard = 0;
  for (const comment of ours) {
    if (await hearComment(deps, place, comment)) heard += 1;
  }
  return heard;
}

async function hearComment(
  deps: CatchUpDeps,
  { repository, installationId }: Place,
  { id, body, createdAt, sender, viaAppId, thread }: HeardComment,
): Promise<boolean> {
  const payload = {
    installation: { id: installationId },
    repository,
    sender,
    issue: { number: thread.number, ...(thread.isPullRequest && { pull_request: true }) },
    comment: {
      id,
      body,
      user: { id: sender.id },
      created_at: new Date(createdAt).toISOString(),
      ...(viaAppId !== undefined && { performed_via_github_app: { id: viaAppId } }),
    },
  };
  const name = { hookId: 0, guid: `comment-${id}`, event: 'issue_comment', action: 'created' };
  return (await hear(deps, name, payload)) === 'queued';
}
