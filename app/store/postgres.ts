// The store on Postgres: pools, transactions with retry, and the records of one transaction.
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { attemptRecords } from './attempts.ts';
import { attend } from './attendance.ts';
import { auditRecords } from './audit.ts';
import { branchCheckRecords } from './branch-checks/records.ts';
import { carryRecords } from './carry/records.ts';
import { type Connection, createPool } from './connection.ts';
import { deliveryRecords } from './deliveries.ts';
import { isSerialisationFailure, translateFault } from './faults.ts';
import { installationRecords } from './installations.ts';
import { jobRecords } from './jobs.ts';
import { planRecords } from './plans.ts';
import type { Records, Store } from './port.ts';
import { proofRecords } from './proof.ts';
import { recordingRecords } from './recording/records.ts';
import { sandboxRecords } from './sandboxes.ts';
import { holdAnswers } from './sessions/hold-answers.ts';
import { sessionRecords } from './sessions/records.ts';
import { settingsRecords } from './settings.ts';
import { signInRecords } from './sign-ins.ts';
import { snapshotRecords } from './snapshots.ts';
import { attemptFiles, threadRecords } from './threads.ts';
import { usageRecords } from './usage.ts';
import { workRecords } from './work.ts';

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
    connectMs: 3_000,
    statementMs: 4_000,
    lockMs: 3_000,
  });
  return {
    transaction: async (work) =>
      await retried(jobsPool, (client) => work(recordsOf(client, clockOffsetMs))),
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

/** The records bound to one connection: for the store's transactions and for the engine's own. */
function recordsOf(client: Connection, clockOffsetMs: () => number): Records {
  return {
    async now() {
      const { rows } = await client.query<{ now: number }>('select clock_timestamp() as now');
      return (rows[0]?.now ?? 0) + clockOffsetMs();
    },
    installations: installationRecords(client),
    deliveries: deliveryRecords(client),
    jobs: jobRecords(client),
    work: workRecords(client, clockOffsetMs),
    audit: auditRecords(client),
    plans: planRecords(client),
    attempts: attemptRecords(client),
    sessions: sessionRecords(client),
    holdAnswers: holdAnswers(client),
    usage: usageRecords(client),
    proof: proofRecords(client),
    sandboxes: sandboxRecords(client),
    snapshots: snapshotRecords(client),
    threads: threadRecords(client),
    files: attemptFiles(client),
    settings: settingsRecords(client),
    signIns: signInRecords(client),
    carry: carryRecords(client),
    recording: recordingRecords(client),
    branchChecks: branchCheckRecords(client),
  };
}

async function retried<T>(pool: pg.Pool, work: (client: Connection) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (!isSerialisationFailure(error) || attempt === TRIES) throw translateFault(error);
    }
  }
}

async function once<T>(pool: pg.Pool, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    // Sent ahead: should it fail, so does the first statement after it.
    client.query('begin').catch(() => undefined);
    const result = await work(client);
    const { command } = await client.query('commit');
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
