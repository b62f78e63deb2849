// Checks of branches: rows that are written before anything runs, claimed by one live worker at a
// time, and kept for good.
import { AppError } from '../errors.ts';
import { CheckOutcome } from '../job/check-outcome.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';
import {
  HELD,
  type LeaseName,
  type LeaseRecords,
  leaseRecords,
  UNHELD,
  type Worker,
} from './leases/lease.ts';

type NewBranchCheck = {
  id: string;
  jobId: string;
  planId: string;
  pullNumber: number;
  commitSha: string;
  requestedBy: string;
  /** The comment that asked; absent where a button did. */
  commentId?: number;
};

export type BranchCheck = NewBranchCheck & {
  status: 'open' | 'judged' | 'told' | 'untold';
  requestedAt: number;
  /** Of the newest run. */
  startedAt?: number;
  judgedAt?: number;
  /** Set once. */
  outcome?: CheckOutcome;
  answerId?: number;
};

export type CheckClaim = BranchCheck & {
  /** Every write carries it; a later claim makes it stale. */
  fence: number;
  /** This one included; 0 again once it is judged. */
  tries: number;
};

type BranchCheckRecords = LeaseRecords & {
  /** DATABASE_RULE `branch_checks_one_of_commit` when one of this job and commit has not ended. */
  request(check: NewBranchCheck): Promise<void>;
  /** The one of this job and commit that has not ended. */
  underWay(jobId: string, commitSha: string): Promise<BranchCheck | undefined>;
  ofJob(jobId: string): Promise<BranchCheck[]>;
  /** One that is to be run or told: least busy repository first, then the oldest. */
  claim(worker: Worker, leaseMs: number): Promise<CheckClaim | undefined>;
  /** Keeps what was seen and the claim. STALE_WORKER when that is no longer the worker's. */
  judge(worker: Worker, claim: LeaseName, outcome: CheckOutcome): Promise<BranchCheck>;
  /** The end, with the comment that tells it or without. STALE_WORKER as above. */
  end(worker: Worker, claim: LeaseName, answerId: number | undefined): Promise<void>;
  /** How many have not ended. */
  unended(): Promise<number>;
};

const COLUMNS = `id, job_id as "jobId", plan_id as "planId", pull_number as "pullNumber",
  commit_sha as "commitSha", requested_by as "requestedBy", comment_id as "commentId",
  requested_at as "requestedAt", status, started_at as "startedAt", judged_at as "judgedAt",
  outcome, answer_id as "answerId"`;
const UNENDED = `status in ('open', 'judged')`;

export function branchCheckRecords(client: Connection): BranchCheckRecords {
  return {
    async request(check) {
      await client.query(
        `insert into branch_checks (id, job_id, plan_id, pull_number, commit_sha, requested_by,
           comment_id) values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          check.id,
          check.jobId,
          check.planId,
          check.pullNumber,
          check.commitSha,
          check.requestedBy,
          check.commentId,
        ],
      );
    },
    async underWay(jobId, commitSha) {
      const { rows } = await client.query<BranchCheck>(
        `select ${COLUMNS} from branch_checks where job_id = $1 and commit_sha = $2 and ${UNENDED}`,
        [jobId, commitSha],
      );
      return rows[0] && fromRow(rows[0]);
    },
    async ofJob(jobId) {
      const { rows } = await client.query<BranchCheck>(
        `select ${COLUMNS} from branch_checks where job_id = $1 order by requested_at, id`,
        [jobId],
      );
      return rows.map(fromRow);
    },
    async unended() {
      const { rows } = await client.query<{ n: number }>(
        `select count(*) as n from branch_checks where ${UNENDED}`,
      );
      return rows[0]?.n ?? 0;
    },
    ...claimRecords(client),
  };
}

type OfClaims = 'claim' | 'judge' | 'end' | keyof LeaseRecords;

function claimRecords(client: Connection): Pick<BranchCheckRecords, OfClaims> {
  const now = () => 'clock_timestamp()';
  return {
    ...leaseRecords(client, { table: 'branch_checks', key: 'id', now }),
    async claim(worker, leaseMs) {
      const { rows } = await client.query<CheckClaim>(CLAIM, [worker.name, worker.lock, leaseMs]);
      return rows[0] && fromRow(rows[0]);
    },
    async judge(worker, claim, outcome) {
      const result = outcome.kind === 'seen' ? outcome.result : null;
      const set = `status = 'judged', judged_at = clock_timestamp(), tries = 0, result = $4,
        outcome = $5`;
      return await write(client, { worker, claim, set, values: [result, toJson(outcome)] });
    },
    async end(worker, claim, answerId) {
      const status = answerId === undefined ? 'untold' : 'told';
      const set = `status = $4, answer_id = $5, ${UNHELD}`;
      await write(client, { worker, claim, set, values: [status, answerId] });
    },
  };
}

const CLAIM = `with busy as (
    select jobs.repository_id, count(*) as running from branch_checks
      join jobs on jobs.id = branch_checks.job_id where worker is not null group by 1),
  next as (
    select branch_checks.id from branch_checks
      join jobs on jobs.id = branch_checks.job_id
      left join busy on busy.repository_id = jobs.repository_id
     where ${UNENDED} and worker is null and due_at <= clock_timestamp()
     order by coalesce(busy.running, 0), requested_at, branch_checks.id
     limit 1 for update of branch_checks skip locked)
  update branch_checks set ${HELD},
    started_at = case when status = 'open' then clock_timestamp() else started_at end
   where id = (select id from next)
  returning ${COLUMNS}, fence, tries`;

type Write = { worker: { name: string }; claim: LeaseName; set: string; values: unknown[] };

async function write(client: Connection, { worker, claim, set, values }: Write) {
  const { rows } = await client.query<BranchCheck>(
    `update branch_checks set ${set} where id = $1 and worker = $2 and fence = $3
     returning ${COLUMNS}`,
    [claim.id, worker.name, claim.fence, ...values],
  );
  if (rows[0] === undefined) throw new AppError('STALE_WORKER', { details: { check: claim.id } });
  return fromRow(rows[0]);
}

function fromRow<T extends BranchCheck>(row: T): T {
  const known = withoutNulls(row);
  return known.outcome === undefined
    ? known
    : { ...known, outcome: CheckOutcome.parse(known.outcome) };
}
