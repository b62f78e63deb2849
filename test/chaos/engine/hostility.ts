// A session that means harm: it ends other sessions, takes locks in the other order than the
// product, and makes Postgres refuse transactions as unserialisable.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '../../../app/store/database/connection.ts';
import type { Random } from '../../support/random.ts';

/** Each answers with what it did; a database that is away is waited for. */
export type Hostility = AsyncDisposable & {
  termination(): Promise<string>;
  deadlock(): Promise<string>;
  conflict(): Promise<string>;
};

const TRIES = 100;
const REFUSING_MS = 250;

export async function createHostility(url: string, random: Random): Promise<Hostility> {
  const pool = createPool(url, {
    applicationName: 'hostile',
    connectMs: 3_000,
    statementMs: 10_000,
    lockMs: 5_000,
    max: 2,
  });
  await insist(pool, async (client) => await client.query(REFUSAL));
  return {
    termination: async () => await insist(pool, async (client) => await terminate(client, random)),
    deadlock: async () => await insist(pool, async (client) => await lockBackwards(client, random)),
    conflict: async () =>
      await insist(pool, async (client) => {
        await client.query('update chaos_refusal set is_on = true');
        await pause(REFUSING_MS);
        await client.query('update chaos_refusal set is_on = false');
        return `every second change of a job refused for ${REFUSING_MS} ms`;
      }),
    async [Symbol.asyncDispose]() {
      await insist(
        pool,
        async (client) => await client.query('update chaos_refusal set is_on = false'),
      );
      await pool.end();
    },
  };
}

const REFUSAL = `
  create table if not exists chaos_refusal (is_on boolean not null);
  insert into chaos_refusal select false where not exists (select from chaos_refusal);
  create or replace function chaos_refuse() returns trigger language plpgsql as $$
  begin
    if random() < 0.5 and (select is_on from chaos_refusal) then
      raise exception 'could not serialize access' using errcode = '40001';
    end if;
    return new;
  end $$;
  create or replace trigger chaos_refuse before update on jobs
    for each row execute function chaos_refuse()`;

async function terminate(client: pg.PoolClient, random: Random): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity
      where application_name like 'redgreen%' order by pid`,
  );
  if (rows.length === 0) return 'nobody is connected';
  const { pid, name } = random.pick(rows);
  await client.query('select pg_terminate_backend($1)', [pid]);
  return name;
}

/** The product locks a job and then its work item. */
async function lockBackwards(client: pg.PoolClient, random: Random): Promise<string> {
  // Ours is found last, so that the product's transaction is the one that is refused.
  await client.query(`begin; set local deadlock_timeout = '4s'`);
  try {
    const { rows } = await client.query<{ jobId: string }>(
      'select job_id as "jobId" from work where worker is not null order by job_id',
    );
    if (rows.length === 0) return 'nothing is running';
    const { jobId } = random.pick(rows);
    await client.query('select from work where job_id = $1 for update', [jobId]);
    await pause(50 + random.below(100));
    await client.query('select from jobs where id = $1 for no key update', [jobId]);
    return jobId;
  } finally {
    await client.query('rollback');
  }
}

async function insist<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect().catch(() => undefined);
    try {
      if (client !== undefined) return await work(client);
    } catch (error) {
      if (attempt === TRIES) throw error;
    } finally {
      client?.release(true);
    }
    if (attempt === TRIES) throw new Error('the database stays away');
    await pause(100);
  }
}
