// Claims in a table: held by one worker for the time of a lease and as long as its session lives,
// kept, given back, and freed when the worker is gone. The same SQL for every table that has these
// columns; times of leases are the database's.
import type { Connection } from '../database/connection.ts';

/** Who claims work: a name for people, and the key of the lock its session holds. */
export type Worker = { name: string; lock: number };

/** A claim by its row and number; every write carries the number, a later claim makes it stale. */
export type LeaseName = { id: string; fence: number };

/** When a claim that was given back may be taken again; a hand-over is no try. */
export type Again = { delayMs: number; isTry: boolean };

export type LeaseRecords = {
  /** Keeps these claims of a worker; answers with those that are still its own. */
  renew(worker: Worker, leaseMs: number, claims: readonly LeaseName[]): Promise<LeaseName[]>;
  /** Gives a claim back; one that is no longer the worker's is left alone. */
  release(worker: Worker, claim: LeaseName, again: Again): Promise<void>;
  /** Frees what dead or silent workers held; answers how many claims. */
  reclaim(): Promise<number>;
};

/** First key of the advisory locks of workers, second key is the worker's own. */
export const WORKER_LOCK_CLASS = 723_750;

/** Taken: `$1` the worker's name, `$2` its lock, `$3` the milliseconds of the lease. */
export const HELD = `worker = $1, worker_lock = $2, fence = fence + 1, tries = tries + 1,
  lease_until = clock_timestamp() + $3 * interval '1 millisecond'`;
export const UNHELD = 'worker = null, worker_lock = null, lease_until = null';

/** `now` is the time that `due_at` is in, as SQL. */
type LeasedTable = { table: string; key: string; now(): string };

export function leaseRecords(client: Connection, { table, key, now }: LeasedTable): LeaseRecords {
  return {
    async renew(worker, leaseMs, claims) {
      const { rows } = await client.query<LeaseName>(
        `update ${table} set lease_until = clock_timestamp() + $2 * interval '1 millisecond'
           from unnest($3::uuid[], $4::bigint[]) as ours (id, fence)
          where worker = $1 and ${table}.${key} = ours.id and ${table}.fence = ours.fence
         returning ours.id, ours.fence`,
        [worker.name, leaseMs, claims.map(({ id }) => id), claims.map(({ fence }) => fence)],
      );
      return rows;
    },
    async release(worker, { id, fence }, { delayMs, isTry }) {
      await client.query(
        `update ${table} set ${UNHELD}, tries = greatest(0, tries - case when $4 then 0 else 1 end),
           due_at = ${now()} + $5 * interval '1 millisecond'
          where ${key} = $1 and worker = $2 and fence = $3`,
        [id, worker.name, fence, isTry, delayMs],
      );
    },
    /** A worker is gone when its lease ended or its session, and with it the lock, did. */
    async reclaim() {
      const { rowCount } = await client.query(
        `update ${table} set ${UNHELD}
          where ${key} in (select ${key} from ${table}
            where worker is not null and (lease_until < clock_timestamp() or not exists (
              select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
                and classid = $1 and objid = ${table}.worker_lock
                and database = (select oid from pg_database where datname = current_database())))
            -- A dead worker's last transaction may still be open: the others are freed without it.
            for update skip locked)`,
        [WORKER_LOCK_CLASS],
      );
      return rowCount ?? 0;
    },
  };
}
