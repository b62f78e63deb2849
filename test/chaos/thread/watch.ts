// Looks at the newest job of a stage through a connection of its own, which hears of every change of
// its work and so sees states that last milliseconds. Changes nothing.
import type pg from 'pg';
import { readLocalConfig } from '../../../app/config/config.ts';
import type { JobState } from '../../../app/job/types.ts';
import { createClient } from '../../../app/store/database/connection.ts';
import { WORKER_LOCK_CLASS } from '../../../app/store/leases/lease.ts';
import { type Database, openDatabase } from '../../../app/store/open-database.ts';
import { until } from '../../support/waiting.ts';
import { type Place, placeOf, rankOf } from './places.ts';

export type Look = {
  jobId: string;
  state: JobState;
  /** Undefined: a state that is no part of a story that ends well. */
  place: Place | undefined;
  /** Something has to run. */
  isBusy: boolean;
  /** A worker that lives has taken it up. */
  isClaimed: boolean;
  /** Sandboxes that the records say are running. */
  sandboxes: number;
  failureReason: string | undefined;
  failure: string | undefined;
};

export type Watch = AsyncDisposable & {
  url(): string;
  /** Of the newest job, known from the first look at it on. */
  jobId(): string | undefined;
  look(): Promise<Look | undefined>;
  /** A change of the work, or that time. */
  change(atMostMs: number): Promise<void>;
  /** After the server was lost: joins the one that runs by now, or starts it. */
  reopen(): Promise<void>;
  /**
   * Keeps the outcome of the claimed effect from being recorded: resolves once somebody waits to
   * record it, and lets him when the returned function is called. Undefined: it was too late.
   */
  holdOutcome(place: Place): Promise<(() => Promise<void>) | undefined>;
  /** Waits until nothing of a dead app is under way, so that what it committed is known. */
  quiet(): Promise<void>;
};

type Open = { database: Database; client: pg.Client };

const POLL_MS = 25;
const NAME = 'chaos-watch';

export async function openWatch(env: Record<string, string>): Promise<Watch> {
  let ring: (() => void) | undefined;
  let jobId: string | undefined;
  const onNotice = () => ring?.();
  let open = await connect(env, onNotice);
  return {
    url: () => open.database.url,
    jobId: () => jobId,
    async look() {
      const found = await look(open.client);
      jobId = found?.jobId ?? jobId;
      return found;
    },
    async change(atMostMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ring = resolve;
      const timer = setTimeout(resolve, atMostMs);
      await promise;
      clearTimeout(timer);
    },
    async reopen() {
      await close(open);
      open = await connect(env, onNotice);
    },
    holdOutcome: async (place) => await holdOutcome(open, place),
    async quiet() {
      await until(async () => (await countApp(open.client)) === 0, 20_000);
    },
    [Symbol.asyncDispose]: async () => await close(open),
  };
}

async function connect(env: Record<string, string>, onNotice: () => void): Promise<Open> {
  const database = await openDatabase(readLocalConfig(env));
  const client = await connectTo(database.url);
  client.on('notification', onNotice);
  await client.query('listen redgreen_work');
  return { database, client };
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = createClient(url, {
    applicationName: NAME,
    connectMs: 10_000,
    statementMs: 20_000,
    lockMs: 10_000,
  });
  await client.connect();
  return client;
}

/** Rows that refer to the job can still be written: only who changes the job itself waits. */
async function holdOutcome({ client, database }: Open, place: Place) {
  const holder = await connectTo(database.url);
  try {
    // It idles on purpose, for as long as an effect takes.
    await holder.query('set idle_in_transaction_session_timeout = 0');
    await holder.query('begin');
    await holder.query('select from jobs for no key update');
    // Nothing changes any more from here on, but it may have changed before.
    const held = await look(client);
    if (held?.place !== place || !held.isClaimed) {
      await holder.end();
      return undefined;
    }
    const own = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await until(async () => {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))',
        [own.rows[0]?.pid],
      );
      return rowCount !== 0;
    }, 60_000);
  } catch (error) {
    await holder.end();
    throw error;
  }
  return async () => await holder.end();
}

async function close({ client, database }: Open): Promise<void> {
  await client.end().catch(() => undefined);
  await database.close();
}

type Row = Omit<Look, 'place' | 'failure' | 'failureReason'> & {
  step: string | null;
  failure: string | null;
  failureReason: string | null;
};

async function look(client: pg.Client): Promise<Look | undefined> {
  const { rows } = await client.query<Row>(
    `select id as "jobId", state, step, failure_reason as "failureReason",
            facts->>'failureDetail' as failure,
            exists (select from work where job_id = jobs.id and effect is not null) as "isBusy",
            exists (select from work join pg_locks on locktype = 'advisory' and granted
                and classid = ${WORKER_LOCK_CLASS} and objid = worker_lock
              where job_id = jobs.id) as "isClaimed",
            (select count(*) from sandbox_sessions
              where job_id = jobs.id and status = 'RUNNING') as sandboxes
       from jobs order by created_at desc limit 1`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const place = placeOf(row.state, row.step ?? undefined);
  const failureReason = row.failureReason ?? undefined;
  return { ...row, place, failureReason, failure: row.failure ?? undefined };
}

async function countApp(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name like 'redgreen%'`,
  );
  return rows[0]?.n ?? 0;
}

/** `past`: the story went on before it was seen here. Throws when it can no longer end well. */
export async function reaches(
  watch: Watch,
  place: Place,
  { isThere = () => true, isOver = () => false, deadlineMs = 180_000 }: ReachOptions = {},
): Promise<'there' | 'past'> {
  for (const end = performance.now() + deadlineMs; ; ) {
    const seen = await watch.look();
    if (seen !== undefined && seen.place === undefined) {
      throw new Error(
        `the job is ${seen.state}: ${seen.failureReason ?? ''} ${seen.failure ?? ''}`,
      );
    }
    if (seen?.place !== undefined) {
      if (seen.place === place && isThere(seen)) return 'there';
      const isPast = seen.place === place ? isOver(seen) : rankOf(seen.place) > rankOf(place);
      if (isPast) return 'past';
    }
    if (performance.now() > end) {
      throw new Error(`waited in vain for ${place}; the job is ${seen?.place ?? 'not there'}`);
    }
    await watch.change(POLL_MS);
  }
}

export type ReachOptions = {
  isThere?(look: Look): boolean;
  /** It is still at the place, and too late all the same. */
  isOver?(look: Look): boolean;
  deadlineMs?: number;
};
