// Where jobs live on GitHub: which jobs a place has, what it is called now, and whether it can still
// be reached.
import type { Connection } from '../database/connection.ts';
import type { Repository } from '../installations.ts';

/** Undefined: nothing stands in the way. */
type Barrier = 'installation-removed' | 'suspended' | 'repository-removed' | 'archived';

type PlaceRecords = {
  /** The newest job of an issue, however it stands. */
  ofIssue(repositoryId: number, number: number): Promise<string[]>;
  /** The newest of a pull request that did not fail, or the newest. */
  ofPullRequest(repositoryId: number, number: number): Promise<string[]>;
  /** The newest job on that branch. */
  ofBranch(repositoryId: number, branch: string): Promise<string[]>;
  /** What has not ended and stands on that branch. */
  onBase(repositoryId: number, branch: string): Promise<string[]>;
  unfinishedOf(place: PlaceFilter): Promise<string[]>;
  /** Jobs whose newest happening is one of these: they were stopped by it and hear when it is over. */
  stoppedBy(names: readonly string[], place: PlaceFilter): Promise<string[]>;
  /** As GitHub describes it; an older description changes nothing. */
  describe(repository: Repository, at: number | undefined): Promise<void>;
  setInstallation(id: number, is: 'there' | 'suspended' | 'removed'): Promise<void>;
  setRepositories(ids: readonly number[], is: 'there' | 'archived' | 'removed'): Promise<void>;
  barrier(repositoryId: number): Promise<Barrier | undefined>;
};

export type PlaceFilter = { repositoryIds: readonly number[] } | { installationId: number };

const UNFINISHED = `state not in ('DELIVERED', 'FAILED', 'FALLBACK_REQUIRED')`;
const NEWEST = 'order by jobs.created_at desc, jobs.id limit 1';
const BEST = NEWEST.replace('order by', `order by state = 'FAILED',`);

export function placeRecords(client: Connection): PlaceRecords {
  const ids = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ id: string }>(text, values);
    return rows.map(({ id }) => id);
  };
  return {
    ofIssue: async (repositoryId, number) =>
      await ids(`select id from jobs where repository_id = $1 and issue_number = $2 ${NEWEST}`, [
        repositoryId,
        number,
      ]),
    ofPullRequest: async (...values) => await ids(byThread('pull_number = $2', BEST), values),
    ofBranch: async (...values) => await ids(byThread('branch = $2', NEWEST), values),
    onBase: async (...values) =>
      await ids(byThread(`base_branch = $2 and ${UNFINISHED}`, 'order by jobs.id'), values),
    async unfinishedOf(place) {
      const { where, value } = inPlace(place);
      return await ids(`select id from jobs where ${where} and ${UNFINISHED} order by id`, [value]);
    },
    async stoppedBy(names, place) {
      const { where, value } = inPlace(place);
      return await ids(
        `select jobs.id from jobs where ${where} and state = 'FAILED' and $2::text[] @> array[(
           select name from happenings where job_id = jobs.id order by id desc limit 1)]
          order by jobs.id`,
        [value, names],
      );
    },
    ...standingRecords(client),
  };
}

function byThread(where: string, order: string): string {
  return `select jobs.id from threads join jobs on jobs.id = threads.job_id
    where threads.repository_id = $1 and ${where} ${order}`;
}

function inPlace(place: PlaceFilter): { where: string; value: unknown } {
  return 'installationId' in place
    ? { where: 'installation_id = $1', value: place.installationId }
    : { where: 'repository_id = any($1)', value: place.repositoryIds };
}

const INSTALLATION_IS = {
  there: 'suspended_at = null, removed_at = null',
  suspended: 'suspended_at = coalesce(suspended_at, now())',
  removed: 'removed_at = coalesce(removed_at, now())',
};
const REPOSITORY_IS = {
  there: 'archived_at = null, removed_at = null',
  archived: 'archived_at = coalesce(archived_at, now())',
  removed: 'removed_at = coalesce(removed_at, now())',
};

function standingRecords(
  client: Connection,
): Pick<PlaceRecords, 'describe' | 'setInstallation' | 'setRepositories' | 'barrier'> {
  return {
    async describe({ id, installationId, owner, name, defaultBranch, isPrivate }, at) {
      await client.query(
        `update repositories set owner = $2, name = $3, default_branch = $4, is_private = $5,
           installation_id = (select coalesce(
             (select id from installations where id = $6), installation_id)),
           described_at = coalesce($7::timestamptz, now())
          where id = $1 and coalesce($7::timestamptz, now()) >= coalesce(described_at, '-infinity'::timestamptz)`,
        [
          id,
          owner,
          name,
          defaultBranch,
          isPrivate,
          installationId,
          at === undefined ? null : new Date(at),
        ],
      );
    },
    async setInstallation(id, is) {
      await client.query(`update installations set ${INSTALLATION_IS[is]} where id = $1`, [id]);
    },
    async setRepositories(ids, is) {
      await client.query(`update repositories set ${REPOSITORY_IS[is]} where id = any($1)`, [ids]);
    },
    async barrier(repositoryId) {
      const { rows } = await client.query<{ barrier: Barrier | null }>(
        `select case when installations.removed_at is not null then 'installation-removed'
             when installations.suspended_at is not null then 'suspended'
             when repositories.removed_at is not null then 'repository-removed'
             when repositories.archived_at is not null then 'archived' end as barrier
           from repositories join installations on installations.id = installation_id
          where repositories.id = $1`,
        [repositoryId],
      );
      return rows[0]?.barrier ?? undefined;
    },
  };
}
