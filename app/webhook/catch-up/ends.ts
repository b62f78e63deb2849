// What ended on GitHub while nobody heard of it, of jobs that still go on: an issue was closed or lost
// its label, a pull request was closed. GitHub tells it again for three days only. Whether it is still
// so is asked when it is decided, as always.
import type { ChangedThread } from '../../github/missed/port.ts';
import { effective } from '../../settings/effective.ts';
import { frozenLayers } from '../../settings/read.ts';
import type { Thread } from '../../store/threads.ts';
import { labelName } from '../happenings.ts';
import { hear } from '../hear.ts';
import type { CatchUpDeps, Place } from './place.ts';

type Going = {
  thread: Thread;
  label: string;
  /** It may have begun on an issue without label, or a closed one: only what came later ends it. */
  onlySince?: number;
};

/** Answers how many were new. */
export async function hearMissedEnds(deps: CatchUpDeps, place: Place): Promise<number> {
  const going = await goingOn(deps, place);
  if (going.length === 0) return 0;
  const changed = await deps.github.changedThreads(place.ref, place.since);
  const byNumber = new Map(changed.map((one) => [one.number, one]));
  let heard = 0;
  for (const one of going) {
    const issue = byNumber.get(one.thread.issueNumber);
    const pull = byNumber.get(one.thread.pullNumber ?? 0);
    const isOver =
      (issue !== undefined && (await hearIssue(deps, place, { issue, going: one }))) ||
      (pull !== undefined && (await hearPull(deps, place, { pull, going: one })));
    if (isOver) heard += 1;
  }
  return heard;
}

async function goingOn({ store }: CatchUpDeps, { repository }: Place): Promise<Going[]> {
  return await store.accept(async ({ jobs, places, threads, settings }) => {
    const going: Going[] = [];
    for (const id of await places.unfinishedOf({ repositoryIds: [repository.id] })) {
      const thread = await threads.find(id);
      const record = await jobs.find(id);
      if (thread === undefined || record === undefined) continue;
      const { label } = effective(frozenLayers(await settings.frozen(id)));
      const isLater = record.parentJobId !== undefined;
      going.push({ thread, label, ...(isLater && { onlySince: record.createdAt }) });
    }
    return going;
  });
}

async function hearIssue(
  deps: CatchUpDeps,
  place: Place,
  { issue, going }: { issue: ChangedThread; going: Going },
): Promise<boolean> {
  const { label } = going;
  const isLabelled = issue.labels.some((name) => labelName(name) === labelName(label));
  if (issue.isOpen && isLabelled) return false;
  const action = issue.isOpen ? 'unlabeled' : 'closed';
  const { number, updatedAt } = issue;
  const payload = {
    issue: { number, updated_at: new Date(updatedAt).toISOString() },
    ...(issue.isOpen && { label: { name: label } }),
  };
  return await hearOf(deps, place, { event: 'issues', action, of: issue, going, payload });
}

async function hearPull(
  deps: CatchUpDeps,
  place: Place,
  { pull, going }: { pull: ChangedThread; going: Going },
): Promise<boolean> {
  if (pull.isOpen) return false;
  const { thread } = going;
  const { headSha, baseBranch } = await deps.github.pullRequest(place.ref, pull.number);
  const payload = {
    pull_request: {
      number: pull.number,
      updated_at: new Date(pull.updatedAt).toISOString(),
      merged: pull.isMerged,
      head: { ref: thread.branch, sha: headSha },
      base: { ref: baseBranch },
    },
  };
  return await hearOf(deps, place, {
    event: 'pull_request',
    action: 'closed',
    of: pull,
    going,
    payload,
  });
}

type Ended = {
  event: string;
  action: string;
  of: ChangedThread;
  going: Going;
  payload: object;
};

/** Who did it is told where GitHub still knows. */
async function hearOf(
  deps: CatchUpDeps,
  { ref, repository, installationId }: Place,
  { event, action, of, going: { onlySince }, payload }: Ended,
): Promise<boolean> {
  const last = await deps.github.lastOf(ref, { number: of.number, event: action });
  if (onlySince !== undefined && (last?.at ?? 0) < onlySince) return false;
  const guid = `${action}-${repository.id}-${of.number}-${of.updatedAt}`;
  const whole = {
    installation: { id: installationId },
    repository,
    ...(last?.sender && { sender: last.sender }),
    ...payload,
  };
  return (await hear(deps, { hookId: 0, guid, event, action }, whole)) === 'queued';
}
