// The work table: one row a job that has something to run or to wait for. Leases are in the
// database's time; due times and timers are in the store's time, which a test can step.
import type { Effect } from '../job/effects.ts';
import { isImmutable } from '../job/types.ts';
import type { Connection } from './database/connection.ts';
import { toJson } from './database/rows.ts';
import type { JobRecord } from './jobs.ts';
import {
  type Again,
  HELD,
  type LeaseRecords,
  leaseRecords,
  UNHELD,
  type Worker,
} from './leases/lease.ts';

/** What the engine wants to be run or waited for after a transition. */
type WorkItem = {
  effect?: Effect;
  /** When time itself moves the job, in the store's milliseconds. */
  timerAt?: number;
  /** The running effect goes on (same effect); otherwise it is taken away from its worker. */
  isContinued: boolean;
};

/** A job whose turn to be started has not come: it waits as PENDING, however long the queue is. */
export type QueuedStart = { kind: 'start' };

export type Claim<E = Effect> = {
  jobId: string;
  effect: E;
  /** Every write of the effect carries it; a later claim makes it stale. */
  fence: number;
  /** This one included; 0 again with every new effect. */
  tries: number;
};

/** What an outcome has to know, read in one go: the time, and what the job has cost so far. */
export type Confirmed = { at: number; spentUsd: number };

type ClaimLimits = { leaseMs: number; perInstallation: number };

type WorkRecords = Omit<LeaseRecords, 'release'> & {
  /** Writes the work item in the transaction that changed the job. */
  put(record: JobRecord, item: WorkItem): Promise<void>;
  /** Queues a PENDING job for its start. Idempotent. */
  enqueue(record: Pick<JobRecord, 'installationId' | 'repositoryId'>, jobId: string): Promise<void>;
  /** One due effect: least busy repository first, then the one served longest ago. */
  claim(worker: Worker, limits: ClaimLimits): Promise<Claim | Claim<QueuedStart> | undefined>;
  /** The next effect of a job for the worker that just moved it, in the same transaction. */
  take(worker: Worker, jobId: string, leaseMs: number): Promise<Claim | undefined>;
  /**
   * As `take`, unless something due waits in a repository that is no busier than this one is
   * without it: then the slot is to be claimed anew, in fair order.
   */
  keep(worker: Worker, jobId: string, leaseMs: number): Promise<Claim | undefined>;
  /** Locks the claim until the transaction ends; undefined when it is no longer ours. */
  confirm(worker: Worker, claim: Claim): Promise<Confirmed | undefined>;
  /** Gives a claim back, to be tried again. */
  release(worker: Worker, claim: Claim, again: Again): Promise<void>;
  /** Takes a claim away and keeps the reason beside it; nobody runs it again. */
  park(worker: Worker, claim: Claim, reason: string): Promise<void>;
  /** Jobs whose timer is due; whoever fires it locks the job and looks again. */
  dueTimers(limit: number): Promise<string[]>;
  /** Milliseconds until the next effect or timer is due; 0 when one is due now. */
  nextDueInMs(): Promise<number | undefined>;
  /** The newest fencing number of a job, if it has a work item. */
  fence(jobId: string): Promise<number | undefined>;
};

const CLAIM = 'returning job_id as "jobId", effect, fence, tries';
/** Claims happen one after the other, so that bounds are exact. */
const CLAIM_LOCK = 7_237_501_848;

export function workRecords(client: Connection, clockOffsetMs: () => number): WorkRecords {
  /** The store's time in SQL. */
  const now = () => `(clock_timestamp() + interval '${Math.round(clockOffsetMs())} milliseconds')`;
  return {
    put: async (record, item) => await put(client, clockOffsetMs(), record, item),
    async enqueue({ installationId, repositoryId }, jobId) {
      await client.query(
        `insert into work (job_id, installation_id, repository_id, effect, due_at)
         values ($1, $2, $3, '{"kind": "start"}', ${now()}) on conflict (job_id) do nothing`,
        [jobId, installationId, repositoryId],
      );
    },
    claim: async (worker, limits) => await claim(client, clockOffsetMs(), { worker, ...limits }),
    ...claimRecords(client, now, clockOffsetMs),
    async dueTimers(limit) {
      const { rows } = await client.query<{ jobId: string }>(
        `select job_id as "jobId" from work where timer_at <= ${now()}
          order by timer_at limit $1`,
        [limit],
      );
      return rows.map(({ jobId }) => jobId);
    },
    nextDueInMs: async () => await nextDueInMs(client, now()),
    async fence(jobId) {
      const { rows } = await client.query<{ fence: number }>(
        'select fence from work where job_id = $1',
        [jobId],
      );
      return rows[0]?.fence;
    },
  };
}

/** What a worker does with the claims it has. */
function claimRecords(
  client: Connection,
  now: () => string,
  clockOffsetMs: () => number,
): Pick<WorkRecords, 'take' | 'keep' | 'confirm' | 'park' | keyof LeaseRecords> {
  const leases = leaseRecords(client, { table: 'work', key: 'job_id', now });
  return {
    ...leases,
    release: async (worker, { jobId: id, fence }, again) =>
      await leases.release(worker, { id, fence }, again),
    async take(worker, jobId, leaseMs) {
      const { rows } = await client.query<Claim>(
        `update work set ${HELD}
          where job_id = $4 and worker is null and effect is not null ${CLAIM}`,
        [worker.name, worker.lock, leaseMs, jobId],
      );
      return rows[0];
    },
    keep: async (worker, jobId, leaseMs) => await keep(client, { worker, jobId, leaseMs }),
    async confirm(worker, { jobId, fence }) {
      const { rows } = await client.query<Confirmed>({
        name: 'work-confirm',
        text: `select clock_timestamp() as at, (select coalesce(sum(cost_usd), 0)
             from usage_ledger where usage_ledger.job_id = $1) as "spentUsd"
           from work where job_id = $1 and worker = $2 and fence = $3 for update of work`,
        values: [jobId, worker.name, fence],
      });
      const [found] = rows;
      return found && { ...found, at: found.at + clockOffsetMs() };
    },
    async park(worker, { jobId, fence }, reason) {
      await client.query(
        `update work set ${UNHELD},
           parked_at = ${now()}, parked_reason = $4
          where job_id = $1 and worker = $2 and fence = $3`,
        [jobId, worker.name, fence, reason],
      );
    },
  };
}

async function put(
  client: Connection,
  offsetMs: number,
  record: JobRecord,
  item: WorkItem,
): Promise<void> {
  const { job, installationId, repositoryId } = record;
  if (item.effect === undefined && isImmutable(job.state)) {
    await client.query('delete from work where job_id = $1', [job.id]);
    return;
  }
  // The row of a job that only waits stays: it keeps the fencing number growing.
  await client.query({
    name: 'work-put',
    text: `insert into work (job_id, installation_id, repository_id, effect, due_at, timer_at)
     values ($1, $2, $3, $4, clock_timestamp() + $7 * interval '1 millisecond', $5)
     on conflict (job_id) do update set effect = excluded.effect, timer_at = excluded.timer_at,
       due_at = case when $6 then work.due_at else excluded.due_at end,
       fence = work.fence + case when $6 then 0 else 1 end,
       tries = case when $6 then work.tries else 0 end,
       worker = case when $6 then work.worker end,
       worker_lock = case when $6 then work.worker_lock end,
       lease_until = case when $6 then work.lease_until end,
       parked_at = case when $6 then work.parked_at end,
       parked_reason = case when $6 then work.parked_reason end`,
    values: [
      job.id,
      installationId,
      repositoryId,
      item.effect === undefined ? null : toJson(item.effect),
      item.timerAt === undefined ? null : new Date(item.timerAt),
      item.isContinued,
      Math.round(offsetMs),
    ],
  });
}

type ClaimOptions = ClaimLimits & { worker: Worker };
type Claimed = Claim | Claim<QueuedStart>;

async function claim(
  client: Connection,
  offsetMs: number,
  { worker, leaseMs, perInstallation }: ClaimOptions,
): Promise<Claimed | undefined> {
  const locking = client.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
  const claiming = client.query<Claimed>({
    name: 'work-claim',
    text: `with busy as (
       select installation_id, repository_id, count(*) as running
         from work where worker is not null group by 1, 2),
     full_installations as (
       select installation_id from busy group by 1 having sum(running) >= $4),
     next as (
       select work.job_id from work
         join jobs on jobs.id = work.job_id
         left join busy on busy.repository_id = work.repository_id
           and busy.installation_id = work.installation_id
         left join work_turns on work_turns.repository_id = work.repository_id
        where effect is not null and worker is null and parked_at is null
          and due_at <= clock_timestamp() + $5 * interval '1 millisecond'
          and work.installation_id not in (select installation_id from full_installations)
        order by coalesce(busy.running, 0), work_turns.last_claimed_at nulls first, due_at,
                 work.job_id
        limit 1
        -- Job before work item, as everywhere; one that is being changed is left for its notice.
        for no key update of jobs, work skip locked),
     turn as (
       insert into work_turns
         select repository_id, clock_timestamp() from work where job_id = (select job_id from next)
       on conflict (repository_id) do update set last_claimed_at = excluded.last_claimed_at)
     update work set ${HELD} where job_id = (select job_id from next) ${CLAIM}`,
    values: [worker.name, worker.lock, leaseMs, perInstallation, Math.round(offsetMs)],
  });
  // One after the other, but sent together: the claim looks when it has the lock.
  const [, { rows }] = await Promise.all([locking, claiming]);
  return rows[0];
}

/** The slot stays the same, so the bound per installation holds without the lock of claims. */
async function keep(
  client: Connection,
  { worker, jobId, leaseMs }: { worker: Worker; jobId: string; leaseMs: number },
): Promise<Claim | undefined> {
  const { rows } = await client.query<Claim>({
    name: 'work-keep',
    text: `with busy as materialized (
       select repository_id, count(*) as running from work where worker is not null group by 1),
     waiting as materialized (
       select distinct repository_id from work where effect is not null and worker is null
          and parked_at is null and due_at <= clock_timestamp() and job_id <> $4)
     update work set ${HELD}
      where job_id = $4 and worker is null and effect is not null and parked_at is null
        and not exists (
          select from waiting left join busy using (repository_id)
           where waiting.repository_id <> work.repository_id and coalesce(busy.running, 0) <=
             coalesce((select running from busy mine
                        where mine.repository_id = work.repository_id), 0)) ${CLAIM}`,
    values: [worker.name, worker.lock, leaseMs, jobId],
  });
  return rows[0];
}

async function nextDueInMs(client: Connection, now: string): Promise<number | undefined> {
  const { rows } = await client.query<{ inMs: number | null }>(
    `select greatest(0, ceil(extract(epoch from least(
       (select min(due_at) from work
         where effect is not null and worker is null and parked_at is null),
       (select min(timer_at) from work)) - ${now}) * 1000)) as "inMs"`,
  );
  return rows[0]?.inMs ?? undefined;
}
