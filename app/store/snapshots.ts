// Prepared workspaces: which can be begun from, and the evidence that the others are gone.
import type { Connection } from './database/connection.ts';
import type { WipeEvidence } from './sandboxes.ts';

/** A prepared workspace that sandboxes are created from. */
export type Snapshot = {
  id: string;
  repositoryId: number;
  /** Who made it. */
  jobId: string;
  baseSha: string;
  /** Of the setup text and the manifests it was run with. */
  setupDigest: string;
  provider: string;
  providerSnapshotId: string;
};
type SnapshotRecords = {
  /** `checkId` as for sandboxes. */
  insert(snapshot: Snapshot & { fence: number; lifeMs: number; checkId?: string }): Promise<void>;
  /** The oldest that has not expired. */
  usable(
    of: Pick<Snapshot, 'repositoryId' | 'baseSha' | 'setupDigest' | 'provider'>,
  ): Promise<Snapshot | undefined>;
  /** Expired, or of a repository without an open job or check; to be deleted. */
  ended(limit: number): Promise<Snapshot[]>;
  /** Idempotent. */
  deleted(id: string, evidence: WipeEvidence): Promise<void>;
};

const COLUMNS = `id, repository_id as "repositoryId", job_id as "jobId", base_sha as "baseSha",
  setup_digest as "setupDigest", provider, provider_snapshot_id as "providerSnapshotId"`;

export function snapshotRecords(client: Connection): SnapshotRecords {
  return {
    async insert({ fence, lifeMs, checkId, ...snapshot }) {
      await client.query(
        `insert into snapshots (id, repository_id, job_id, fence, base_sha, setup_digest, provider,
           provider_snapshot_id, expires_at, check_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond', $10)`,
        [
          snapshot.id,
          snapshot.repositoryId,
          snapshot.jobId,
          fence,
          snapshot.baseSha,
          snapshot.setupDigest,
          snapshot.provider,
          snapshot.providerSnapshotId,
          lifeMs,
          checkId,
        ],
      );
    },
    async usable({ repositoryId, baseSha, setupDigest, provider }) {
      const { rows } = await client.query<Snapshot>(
        `select ${COLUMNS} from snapshots
          where repository_id = $1 and base_sha = $2 and setup_digest = $3 and provider = $4
            and deleted_at is null and expires_at > now()
          order by created_at limit 1`,
        [repositoryId, baseSha, setupDigest, provider],
      );
      return rows[0];
    },
    async ended(limit) {
      const { rows } = await client.query<Snapshot>(
        `select ${COLUMNS} from snapshots
          where deleted_at is null and (expires_at <= now() or not exists (
            select from jobs where jobs.repository_id = snapshots.repository_id
               and (jobs.ended_at is null or exists (
                 select from branch_checks where branch_checks.job_id = jobs.id
                    and branch_checks.status = 'open'))))
          order by expires_at limit $1`,
        [limit],
      );
      return rows;
    },
    async deleted(id, evidence) {
      await client.query(
        `update snapshots set deleted_at = now(), deletion = $2
          where id = $1 and deleted_at is null`,
        [id, JSON.stringify(evidence)],
      );
    },
  };
}
