// Labels that were put on open issues without anybody telling us. Who put it on is the sender; what
// he may do, and how the issue stands, is asked when it is decided, as always.
import type { HeardIssue, HeardLabeling } from '../../github/missed/port.ts';
import { toAdmission } from '../../settings/effective.ts';
import { labelName, threadOf } from '../happenings.ts';
import { hear } from '../hear.ts';
import { wasHeardBefore } from '../heard-already.ts';
import { repositorySettings } from '../repository-settings.ts';
import type { CatchUpDeps, Place } from './place.ts';

/** Answers on which issues they were new. */
export async function hearMissedLabels(deps: CatchUpDeps, place: Place): Promise<number[]> {
  const { github } = deps;
  const { ref, since } = place;
  // A quiet repository costs one question.
  if ((await github.changedIssues(ref, { since, most: 1 })).length === 0) return [];
  const label = await labelOf(deps, place);
  const issues = await github.changedIssues(ref, { since, label });
  const heard: number[] = [];
  for (const issue of issues) {
    const labelings = await github.labelings(ref, issue.number);
    const newest = labelings.findLast((one) => labelName(one.label) === labelName(label));
    if (newest === undefined || newest.at < since) continue;
    if (await isKnown(deps, place, { issue, newest })) continue;
    if (await hearLabel(deps, place, { issue, newest })) heard.push(issue.number);
  }
  return heard;
}

type Found = { issue: HeardIssue; newest: HeardLabeling };

/** A job was begun since, or its webhook came. */
async function isKnown(
  { store }: CatchUpDeps,
  { repository }: Place,
  { issue, newest }: Found,
): Promise<boolean> {
  return await store.accept(async (records) => {
    const { id: repositoryId } = repository;
    const record = await records.jobs.newestOf({ repositoryId, issueNumber: issue.number });
    if (record !== undefined && record.createdAt >= newest.at) return true;
    const thread = threadOf(repositoryId, issue.number);
    const about = labelName(newest.label);
    return await wasHeardBefore(records, 0, { thread, about, happenedAt: newest.at });
  });
}

async function hearLabel(
  deps: CatchUpDeps,
  { repository, installationId }: Place,
  { issue, newest }: Found,
): Promise<boolean> {
  const { number, title, body } = issue;
  const payload = {
    installation: { id: installationId },
    repository,
    sender: newest.sender,
    label: { name: newest.label },
    issue: { number, title, body, updated_at: new Date(newest.at).toISOString() },
  };
  const guid = `labeling-${newest.id}`;
  const name = { hookId: 0, guid, event: 'issues', action: 'labeled' };
  return (await hear(deps, name, payload)) === 'queued';
}

/** As the repository's settings have it now, which are asked for as for any label. */
async function labelOf(deps: CatchUpDeps, { repository, installationId }: Place): Promise<string> {
  const { id, name, owner, default_branch: defaultBranch, private: isPrivate } = repository;
  const at = { id, name, owner: owner.login, ownerId: owner.id, defaultBranch, isPrivate };
  const nobody = { id: 0, login: '', type: '' };
  const issue = { number: 0, title: '', body: '', isPullRequest: false };
  const { layers } = await repositorySettings(
    deps,
    { kind: 'label', installationId, repository: at, sender: nobody, label: '', issue },
    undefined,
  );
  return toAdmission(layers).label;
}
