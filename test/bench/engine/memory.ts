// Resident memory of a worker process, idle with an empty queue and with a long one: what waits must
// wait in the database.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { killWorker, startWorker, type Worker } from '../../support/engine-chaos.ts';
import { median } from '../bench.ts';
import { giveJobs } from './run-engine.ts';

const SAMPLES = 9;
const SAMPLE_EVERY_MS = 500;
/** Its effects last longer than the measurement, so that the queue stays. */
const EFFECT_MS = 120_000;

export async function measureMemory(url: string, waiting: number, probe: pg.Client) {
  const emptyKb = await measure(url);
  await giveJobs(url, 20);
  await multiply(probe, waiting);
  const waitingKb = await measure(url);
  return { emptyKb, waitingKb };
}

async function measure(url: string): Promise<number> {
  const effectMs = { from: EFFECT_MS, to: EFFECT_MS };
  const worker = await startWorker({ url, leaseMs: 15_000, slots: 4, effectMs });
  try {
    const samples: number[] = [];
    await pause(SAMPLE_EVERY_MS * 4);
    for (let n = 0; n < SAMPLES; n += 1) {
      await pause(SAMPLE_EVERY_MS);
      samples.push(await residentKb(worker));
    }
    return median(samples);
  } finally {
    await killWorker(worker);
  }
}

async function residentKb({ process: child }: Worker): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kb === undefined) throw new Error('the worker has ended');
  return Number(kb);
}

/** As `beginJob` leaves them, but in three statements. */
async function multiply(probe: pg.Client, jobs: number): Promise<void> {
  await probe.query('begin');
  await probe.query(
    `create temporary table more on commit drop as
       select gen_random_uuid() as id, n from generate_series(1, $1::int) n`,
    [jobs],
  );
  await probe.query(
    `insert into jobs (id, installation_id, repository_id, job_key, state, facts)
       select more.id, installation_id, repository_id, job_key || '-' || n, 'PENDING', facts
         from more, (select * from jobs limit 1) pattern`,
  );
  await probe.query(
    `insert into audit_events (installation_id, actor, subject, subject_id, job_id, action)
       select installation_id, 'bench', 'job', id::text, id, 'created' from jobs
        where id in (select id from more)`,
  );
  await probe.query(
    `insert into work (job_id, installation_id, repository_id, effect)
       select id, installation_id, repository_id, '{"kind": "start"}' from jobs
        where id in (select id from more)`,
  );
  await probe.query('commit');
}
