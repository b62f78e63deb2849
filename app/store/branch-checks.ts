// Checks of branches: rows that are written before anything runs, claimed by one live worker at a
// time, and kept for good.
import { AppError } from '../errors.ts';
import { CheckOutcome } from '../job/check-outcome.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';
import { WORKER_LOCK_CLASS, type Worker } from './leases/lease.ts';

type NewBranchCheck = {
  id: string;
  jobId: string;
  planId: string;
  pullNumber: number;
  commitSha: string;
  requestedBy: string;
  /** The comment that asked. */
  commentId: number;
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

type CheckName = Pick<CheckClaim, 'id' | 'fence'>;

type BranchCheckRecords = {
  /** DATABASE_RULE `branch_checks_one_of_commit` when one of this job and commit has not ended. */
  request(check: NewBranchCheck): Promise<void>;
  /** The one of this job and commit that has not ended. */
  underWay(jobId: string, commitSha: string): Promise<BranchCheck | undefined>;
  ofJob(jobId: string): Promise<BranchCheck[]>;
  /** One that is to be run or told: least busy repository first, then the oldest. */
  claim(holder: Worker, leaseMs: number): Promise<CheckClaim | undefined>;
  /** Keeps these claims; answers with those that are still the holder's. */
  renew(holder: Worker, leaseMs: number, claims: readonly CheckName[]): Promise<string[]>;
  /** Gives a claim back, to be taken again after `delayMs`; a hand-over is no try. */
  release(
    holder: Worker,
    claim: CheckName,
    again: { delayMs: number; isTry: boolean },
  ): Promise<void>;
  /** Keeps what was seen and the claim. STALE_WORKER when that is no longer the holder's. */
  judge(holder: Worker, claim: CheckName, outcome: CheckOutcome): Promise<BranchCheck>;
  /** The end, with the comment that tells it or without. STALE_WORKER as above. */
  end(holder: Worker, claim: CheckName, answerId: number | undefined): Promise<void>;
  /** Frees what dead or silent workers held; answers how many claims. */
  reclaim(): Promise<number>;
  /** How many have not ended. */
  unended(): Promise<number>;
};

const COLUMNS = `id, job_id as "jobId", plan_id as "planId", pull_number as "pullNumber",
  commit_sha as "commitSha", requested_by as "requestedBy", comment_id as "commentId",
  requested_at as "requestedAt", status, started_at as "startedAt", judged_at as "judgedAt",
  outcome, answer_id as "answerId"`;
const UNENDED = `status in ('open', 'judged')`;
const UNHELD = 'worker = null, worker_lock = null, lease_until = null';

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

type OfClaims = 'claim' | 'renew' | 'release' | 'judge' | 'end' | 'reclaim';

function claimRecords(client: Connection): Pick<BranchCheckRecords, OfClaims> {
  return {
    async claim(holder, leaseMs) {
      const { rows } = await client.query<CheckClaim>(CLAIM, [holder.name, holder.lock, leaseMs]);
      return rows[0] && fromRow(rows[0]);
    },
    async renew(holder, leaseMs, claims) {
      const { rows } = await client.query<{ id: string }>(
        `update branch_checks set lease_until = clock_timestamp() + $2 * interval '1 millisecond'
           from unnest($3::uuid[], $4::bigint[]) as ours (id, fence)
          where worker = $1 and branch_checks.id = ours.id and branch_checks.fence = ours.fence
         returning branch_checks.id`,
        [holder.name, leaseMs, claims.map(({ id }) => id), claims.map(({ fence }) => fence)],
      );
      return rows.map(({ id }) => id);
    },
    async release(holder, { id, fence }, { delayMs, isTry }) {
      await client.query(
        `update branch_checks set ${UNHELD}, tries = greatest(0, tries - case when $4 then 0 else 1 end),
           due_at = clock_timestamp() + $5 * interval '1 millisecond'
          where id = $1 and worker = $2 and fence = $3`,
        [id, holder.name, fence, isTry, delayMs],
      );
    },
    async judge(holder, claim, outcome) {
      const result = outcome.kind === 'seen' ? outcome.result : null;
      const set = `status = 'judged', judged_at = clock_timestamp(), tries = 0, result = $4,
        outcome = $5`;
      return await write(client, { holder, claim, set, values: [result, toJson(outcome)] });
    },
    async end(holder, claim, answerId) {
      const status = answerId === undefined ? 'untold' : 'told';
      const set = `status = $4, answer_id = $5, ${UNHELD}`;
      await write(client, { holder, claim, set, values: [status, answerId] });
    },
    reclaim: async () => await reclaim(client),
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
  update branch_checks set worker = $1, worker_lock = $2, fence = fence + 1, tries = tries + 1,
    lease_until = clock_timestamp() + $3 * interval '1 millisecond',
    started_at = case when status = 'open' then clock_timestamp() else started_at end
   where id = (select id from next)
  returning ${COLUMNS}, fence, tries`;

type Write = { holder: { name: string }; claim: CheckName; set: string; values: unknown[] };

async function write(client: Connection, { holder, claim, set, values }: Write) {
  const { rows } = await client.query<BranchCheck>(
    `update branch_checks set ${set} where id = $1 and worker = $2 and fence = $3
     returning ${COLUMNS}`,
    [claim.id, holder.name, claim.fence, ...values],
  );
  if (rows[0] === undefined) throw new AppError('STALE_WORKER', { details: { check: claim.id } });
  return fromRow(rows[0]);
}

/** As claims of work: a worker is gone when its lease ended or its session, and so its lock, did. */
async function reclaim(client: Connection): Promise<number> {
  const { rowCount } = await client.query(
    `update branch_checks set ${UNHELD}
      where id in (select id from branch_checks
        where worker is not null and (lease_until < clock_timestamp() or not exists (
          select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
            and classid = $1 and objid = branch_checks.worker_lock
            and database = (select oid from pg_database where datname = current_database())))
        for update skip locked)`,
    [WORKER_LOCK_CLASS],
  );
  return rowCount ?? 0;
}

function fromRow<T extends BranchCheck>(row: T): T {
  const known = withoutNulls(row);
  return known.outcome === undefined
    ? known
    : { ...known, outcome: CheckOutcome.parse(known.outcome) };
}
