// The store on Postgres: transactions with retry on pools of their own, and the session of a worker.
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { type Connection, createPool } from './database/connection.ts';
import { isSerialisationFailure, translateFault } from './database/faults.ts';
import { attend, type WorkNotice } from './leases/attendance.ts';
import type { Worker } from './leases/lease.ts';
import { type Records, recordsOf } from './records.ts';

export type Store = {
  /**
   * Runs `work` in one transaction and commits. On a serialisation failure or deadlock it is run
   * again from the start, so `work` must do nothing but use its records. If the connection is lost
   * while committing, the outcome is unknown: DATABASE_UNREACHABLE, and the caller asks again.
   * Who has said all there is to say may send the commit behind it, without waiting for answers:
   * locks are held a shorter time. If one of those statements fails, nothing is committed.
   */
  transaction<T>(work: (records: Records, sendCommit: () => void) => Promise<T>): Promise<T>;
  /** The same on a pool of its own, so that webhooks are accepted while jobs use up the other. */
  accept<T>(work: (records: Records) => Promise<T>): Promise<T>;
  /**
   * A session of the worker's own: it holds the worker's lock as long as the process lives, and
   * hears of new work and of claims taken away. It comes back by itself after a lost connection
   * and then says so with an empty notice.
   */
  attend(worker: Worker, onNotice: (notice?: WorkNotice) => void): Promise<AsyncDisposable>;
  /** Waits for running transactions, then closes all connections. */
  close(): Promise<void>;
};

const TRIES = 8;

type StoreOptions = {
  url: string;
  /** Added to the database's time; lets a test step hours. */
  clockOffsetMs?: () => number;
  maxConnections?: number;
};

export function createStore(options: StoreOptions): Store {
  const clockOffsetMs = options.clockOffsetMs ?? (() => 0);
  const jobsPool = createPool(options.url, {
    applicationName: 'redgreen',
    max: options.maxConnections ?? 10,
    connectMs: 10_000,
    statementMs: 30_000,
    lockMs: 10_000,
  });
  const acceptPool = createPool(options.url, {
    applicationName: 'redgreen-accept',
    max: 4,
    // Hundreds may come at once and wait for each other.
    connectMs: 6_000,
    statementMs: 4_000,
    lockMs: 3_000,
  });
  return {
    transaction: async (work) =>
      await retried(jobsPool, (client, commit) => work(recordsOf(client, clockOffsetMs), commit)),
    accept: async (work) =>
      await retried(acceptPool, (client) => work(recordsOf(client, clockOffsetMs))),
    async attend(worker, onNotice) {
      try {
        return await attend(options.url, worker, onNotice);
      } catch (error) {
        throw translateFault(error);
      }
    },
    async close() {
      await Promise.all([jobsPool.end(), acceptPool.end()]);
    },
  };
}

type Work<T> = (client: Connection, sendCommit: () => void) => Promise<T>;

async function retried<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (!isSerialisationFailure(error) || attempt === TRIES) throw translateFault(error);
    }
  }
}

async function once<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  let committing: Promise<pg.QueryResult> | undefined;
  const sendCommit = () => {
    committing ??= client.query('commit');
    committing.catch(() => undefined);
  };
  try {
    // Sent ahead: should it fail, so does the first statement after it.
    client.query('begin').catch(() => undefined);
    const result = await work(client, sendCommit);
    const { command } = await (committing ?? client.query('commit'));
    // Postgres answers COMMIT of an aborted transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new AppError('DATABASE_CONFLICT');
    return result;
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}
