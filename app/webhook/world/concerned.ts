// Which jobs a happening concerns, and what the table says it does to each as it stands.
import type { JobRecord } from '../../store/jobs.ts';
import type { Records } from '../../store/records.ts';
import type { Thread } from '../../store/threads.ts';
import type { PlaceFilter } from '../../store/world/places.ts';
import type { Deed } from '../../world/deeds.ts';
import type { Happening } from '../../world/happening.ts';
import { standingOf } from '../../world/standing.ts';
import { type WorldName, worldRow } from '../../world/table.ts';

export type Concerned = { record: JobRecord; thread: Thread; deed: Deed };

/**
 * GitHub's clock and ours may differ, and its times are cut to seconds: what is older than this
 * happened before the job began. What is younger is asked of GitHub before it counts.
 */
const SKEW_MS = 120_000;

/** Only jobs to which something is done. Those of one happening are locked in one order. */
export async function concernedBy(
  records: Records,
  happening: Happening,
  isLocked: boolean,
): Promise<Concerned[]> {
  const concerned: Concerned[] = [];
  for (const id of await jobsOf(records, happening)) {
    const record = await (isLocked ? records.jobs.lock(id) : records.jobs.find(id));
    const thread = await records.threads.find(id);
    if (record === undefined || thread === undefined) continue;
    const deed = worldRow(happening.name).deeds[standingOf(record.job)];
    if (deed === '-' || isBefore(happening, record) || isOther(happening, thread)) continue;
    concerned.push({ record, thread, deed });
  }
  return concerned;
}

async function jobsOf(records: Records, { name, place, installationId }: Happening) {
  const { places } = records;
  switch (place.kind) {
    case 'issue':
      return await places.ofIssue(place.repositoryId, place.number);
    case 'pull':
      return await places.ofPullRequest(place.repositoryId, place.number);
    case 'branch':
      return await places.ofBranch(place.repositoryId, place.branch);
    case 'base':
      return await places.onBase(place.repositoryId, place.branch);
    case 'repository':
      return await inPlace(records, name, { repositoryIds: place.repositoryIds });
    case 'installation':
      return await inPlace(records, name, { installationId });
    case 'nobody':
      return [];
  }
}

/** What came back concerns the jobs that were stopped when it went. */
async function inPlace(records: Records, name: WorldName, place: PlaceFilter): Promise<string[]> {
  const went = WENT[name];
  return went === undefined
    ? await records.places.unfinishedOf(place)
    : await records.places.stoppedBy(went, place);
}

const WENT: { [N in WorldName]?: readonly WorldName[] } = {
  'installation.unsuspend': ['installation.suspend'],
  'repository.unarchived': ['repository.archived'],
};

function isBefore({ at }: Happening, { createdAt }: JobRecord): boolean {
  return at !== undefined && at < createdAt - SKEW_MS;
}

/** The base was set back to what the job stands on. */
function isOther({ name, detail }: Happening, { baseBranch }: Thread): boolean {
  return name === 'pull_request.edited/base' && detail.to === baseBranch;
}
