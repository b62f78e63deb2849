// What we put on a job's branch, and where branch and base were when an attempt was verified. Only
// ever added.
import type { Connection } from './database/connection.ts';
import { withoutNulls } from './database/rows.ts';

export type BranchCommit = {
  jobId: string;
  sha: string;
  /** `adopted`: a person's, whose whole tree became the work of an attempt. */
  kind: 'opened' | 'work' | 'delivered' | 'adopted';
  attemptNumber?: number;
  treeSha: string;
};

/** A conflict is held; the others are gone on with. */
export type RebaseValidation = {
  jobId: string;
  attemptNumber: number;
  branchSha: string;
  /** The newest commit of our own on the branch; what lies between is somebody else's. */
  ownSha: string;
  /** Of the base branch. */
  tipSha: string;
  branchCommits: number;
  baseCommits: number;
  base: 'unmoved' | 'apart' | 'joined' | 'conflict';
  /** Of a conflict. */
  problem?: string;
};

type MovementRecords = {
  /** Before the branch is moved to it; harmless when done twice. */
  planCommit(fence: number, commit: BranchCommit): Promise<void>;
  /** Those of which nobody has seen yet that a branch got to them; newest first. */
  plannedCommits(jobId: string): Promise<BranchCommit[]>;
  /** Harmless when done twice. */
  addCommit(commit: BranchCommit): Promise<void>;
  /** Oldest first. */
  commits(jobId: string): Promise<BranchCommit[]>;
  addValidation(fence: number, validation: RebaseValidation): Promise<void>;
  /** What the attempt was verified on; undefined: it was not, or only conflicts were seen. */
  validation(jobId: string, attemptNumber: number): Promise<RebaseValidation | undefined>;
};

const COMMIT = `job_id as "jobId", sha, kind, attempt_number as "attemptNumber",
  tree_sha as "treeSha"`;

export function movementRecords(client: Connection): MovementRecords {
  return {
    async planCommit(fence, { jobId, sha, kind, attemptNumber, treeSha }) {
      await client.query(
        `insert into planned_commits (job_id, sha, kind, attempt_number, tree_sha, fence)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [jobId, sha, kind, attemptNumber, treeSha, fence],
      );
    },
    async plannedCommits(jobId) {
      const { rows } = await client.query<BranchCommit>(
        `select ${COMMIT} from planned_commits planned where job_id = $1 and not exists (
           select from branch_commits known where known.job_id = $1 and known.sha = planned.sha)
          order by created_at desc, sha`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
    async addCommit({ jobId, sha, kind, attemptNumber, treeSha }) {
      await client.query(
        `insert into branch_commits (job_id, sha, kind, attempt_number, tree_sha)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [jobId, sha, kind, attemptNumber, treeSha],
      );
    },
    async commits(jobId) {
      const { rows } = await client.query<BranchCommit>(
        `select ${COMMIT} from branch_commits where job_id = $1 order by created_at, sha`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
    async addValidation(fence, one) {
      await client.query(
        `insert into rebase_validations (job_id, attempt_number, number, branch_sha, own_sha,
           tip_sha, branch_commits, base_commits, base, problem, fence)
         select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10
           from rebase_validations where job_id = $1 and attempt_number = $2`,
        [
          one.jobId,
          one.attemptNumber,
          one.branchSha,
          one.ownSha,
          one.tipSha,
          one.branchCommits,
          one.baseCommits,
          one.base,
          one.problem,
          fence,
        ],
      );
    },
    async validation(jobId, attemptNumber) {
      const { rows } = await client.query<RebaseValidation>(
        `select job_id as "jobId", attempt_number as "attemptNumber", branch_sha as "branchSha",
                own_sha as "ownSha", tip_sha as "tipSha", branch_commits as "branchCommits",
                base_commits as "baseCommits", base
           from rebase_validations
          where job_id = $1 and attempt_number = $2 and base <> 'conflict'
          order by number limit 1`,
        [jobId, attemptNumber],
      );
      return rows[0];
    },
  };
}
