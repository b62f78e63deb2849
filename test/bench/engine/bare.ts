// What cannot be done without, by the driver alone: claim one row, then change the job, append the
// audit row and write the next work item in one transaction. Same tables, so also the same rules,
// and the same hash chain; same durability; as many connections as the engine has slots.
import type pg from 'pg';
import { createPool } from '../../../app/store/database/connection.ts';
import { timed } from '../bench.ts';
import { countUndone, giveJobs, type Load } from './run-engine.ts';

/** What the job is after each of its claims; the first one also starts it, as in the engine. */
const STATES = ['ANALYZING', 'WAITING_STRATEGY', 'WAITING_SPEC_APPROVAL', 'WAITING_SPEC_APPROVAL'];
const EFFECT = { kind: 'bare', number: 1, attempt: 0, modelClass: 'L1', turns: 40, resume: false };
type Claimed = { jobId: string; installationId: number; effect: { kind: string; done?: number } };

export async function runBare(url: string, load: Load, probe: pg.Client): Promise<number> {
  await giveJobs(url, load.jobs);
  const facts = await sampleFacts(probe);
  const pool = createPool(url, {
    applicationName: 'bare',
    connectMs: 10_000,
    statementMs: 30_000,
    lockMs: 10_000,
    max: load.slots,
  });
  try {
    const ms = await timed(async () => {
      await Promise.all(
        Array.from({ length: load.slots }, async () => {
          const client = await pool.connect();
          try {
            while (await claimAndUpdate(client, facts));
          } finally {
            client.release(true);
          }
        }),
      );
    });
    if ((await countUndone(probe)) > 0) throw new Error('the bare loop left work behind');
    return ms;
  } finally {
    await pool.end();
  }
}

/** False when there is nothing to claim. */
async function claimAndUpdate(client: pg.PoolClient, facts: string): Promise<boolean> {
  const { rows } = await client.query<Claimed>(
    `update work set worker = 'bare', worker_lock = 1, fence = fence + 1, tries = tries + 1,
       lease_until = clock_timestamp() + interval '15 seconds'
      where job_id = (select job_id from work
        where effect is not null and worker is null and parked_at is null and due_at <= now()
        order by due_at limit 1 for update skip locked)
     returning job_id as "jobId", installation_id as "installationId", effect`,
  );
  const [claimed] = rows;
  if (claimed === undefined) return await isAnythingLeft(client);
  const done = (claimed.effect.done ?? 0) + 1;
  await client.query('begin');
  if (claimed.effect.kind === 'start') {
    await changeJob(client, { claimed, state: 'QUOTA_RESERVING', facts });
  }
  await changeJob(client, { claimed, state: STATES[done - 1] ?? '', facts });
  const next = done === STATES.length ? null : JSON.stringify({ ...EFFECT, done });
  await client.query(
    `update work set effect = $2, due_at = clock_timestamp(), fence = fence + 1, tries = 0,
       worker = null, worker_lock = null, lease_until = null where job_id = $1`,
    [claimed.jobId, next],
  );
  await client.query('commit');
  return true;
}

async function changeJob(
  client: pg.PoolClient,
  { claimed, state, facts }: { claimed: Claimed; state: string; facts: string },
): Promise<void> {
  const { jobId, installationId } = claimed;
  await client.query(
    'update jobs set state = $2, facts = $3, version = version + 1 where id = $1',
    [jobId, state, facts],
  );
  await client.query(
    `insert into audit_events (installation_id, actor, subject, subject_id, job_id, action, detail)
     values ($1, 'worker bare', 'job', $2::text, $2::text::uuid, 'changed', $3)`,
    [installationId, jobId, JSON.stringify({ from: state, to: state, event: { effect: 1 } })],
  );
}

/** Others may hold the last claims: their next work items are ours to claim too. */
async function isAnythingLeft(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('select from work where effect is not null limit 1');
  return rows.length > 0;
}

/** As large as the engine's. */
async function sampleFacts(probe: pg.Client): Promise<string> {
  const { rows } = await probe.query<{ facts: string }>(
    `select facts::text from jobs where state = 'WAITING_SPEC_APPROVAL' limit 1`,
  );
  return rows[0]?.facts ?? '{}';
}
