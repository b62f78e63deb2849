// LEDGER: J2, V5. A killed, paused or cut-off worker costs seconds, not work. The counts are
// parameters; `npm run chaos -- engine` runs the same code with larger ones.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { applyEvent } from '../../app/engine/apply.ts';
import { createDatabase } from '../../app/store/create-database.ts';
import { openEmbedded } from '../../app/store/embedded/open.ts';
import { migrate } from '../../app/store/migrate.ts';
import type { Store } from '../../app/store/port.ts';
import { createStore } from '../../app/store/postgres.ts';
import { killWorker, pauseWorker, readInvariants, startWorker } from '../support/engine-chaos.ts';
import { addJob } from '../support/engine-world.ts';
import { until } from '../support/waiting.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');
const COUNTS = { jobs: 12, kills: 3, pauses: 1, restarts: 1 };
const LEASE_MS = 1_500;
/** From reserve to publish, announcements aside. */
const EFFECTS_PER_JOB = 8;

test('no job is lost or doubled by kill -9, SIGSTOP past the lease and a Postgres restart', async () => {
  await using postgres = await ownPostgres();
  const options = {
    url: postgres.url,
    leaseMs: LEASE_MS,
    effectMs: { from: 1, to: 120 },
    slots: 3,
  };
  const store = createStore({ url: postgres.url });
  const jobs: string[] = [];
  for (let n = 0; n < COUNTS.jobs; n += 1) {
    jobs.push(await addJob(store, { repository: 1 + (n % 3) }));
  }
  const workers = [await startWorker(options), await startWorker(options)];
  const approving = approveAll(store, jobs);
  try {
    for (let n = 0; n < COUNTS.kills; n += 1) {
      await pause(150);
      const [victim] = workers.splice(n % workers.length, 1);
      if (victim) await killWorker(victim);
      workers.push(await startWorker(options));
    }
    for (let n = 0; n < COUNTS.pauses; n += 1) {
      const [paused] = workers;
      if (paused) await pauseWorker(paused, LEASE_MS);
    }
    for (let n = 0; n < COUNTS.restarts; n += 1) {
      await postgres.restart();
    }
    await approving;
    const isEnded = async () => {
      const { jobs: states, stuck } = await readInvariants(postgres.url);
      return states['DELIVERED'] === COUNTS.jobs || stuck.length > 0;
    };
    await until(isEnded, 60_000);
    const found = await readInvariants(postgres.url);
    assert.ok(found.outcomes >= COUNTS.jobs * EFFECTS_PER_JOB, `${found.outcomes} outcomes`);
    assert.deepEqual(found, {
      jobs: { DELIVERED: COUNTS.jobs },
      stuck: [],
      outcomes: found.outcomes,
      doubled: 0,
      staleWrites: 0,
      auditFindings: [],
    });
  } finally {
    for (const worker of workers) await killWorker(worker);
    await store.close();
  }
});

test('what a worker writes after it was paused past its lease is refused', async () => {
  await using postgres = await ownPostgres();
  const options = {
    url: postgres.url,
    leaseMs: LEASE_MS,
    effectMs: { from: 2_000, to: 2_000 },
    slots: 1,
  };
  const store = createStore({ url: postgres.url });
  const first = await startWorker(options);
  const workers = [first];
  try {
    const id = await addJob(store);
    // It has begun to plan; now it falls asleep in the middle of it.
    await until(async () => await isPlanning(store, id), 20_000);
    first.process.kill('SIGSTOP');
    const second = await startWorker({ ...options, effectMs: { from: 1, to: 10 } });
    workers.push(second);
    await until(async () => (await stateOf(store, id)) === 'WAITING_SPEC_APPROVAL', 30_000);
    first.process.kill('SIGCONT');
    await until(() => first.stale.includes(id), 20_000);
    assert.equal((await readInvariants(postgres.url)).staleWrites, 0);
    assert.equal((await readInvariants(postgres.url)).doubled, 0);
  } finally {
    for (const worker of workers) await killWorker(worker);
    await store.close();
  }
});

async function isPlanning(store: Store, jobId: string): Promise<boolean> {
  const begun = await store.transaction(
    async ({ sessions }) => await sessions.ofStep(jobId, 'plan'),
  );
  return begun.length > 0;
}

async function stateOf(store: Store, jobId: string): Promise<string | undefined> {
  const found = await store.transaction(async (records) => await records.jobs.find(jobId));
  return found?.job.state;
}

/** Approves each plan as it appears, through whatever the database is going through. */
async function approveAll(store: Store, jobs: string[]): Promise<void> {
  const open = new Set(jobs);
  await until(async () => {
    for (const id of open) {
      const isApproved = await approveOne(store, id).catch(() => false);
      if (isApproved) open.delete(id);
    }
    return open.size === 0;
  }, 60_000);
}

async function approveOne(store: Store, id: string): Promise<boolean> {
  return await store.transaction(async (records) => {
    const record = await records.jobs.lock(id);
    if (record?.job.state !== 'WAITING_SPEC_APPROVAL') return false;
    const event = { type: 'approve', revision: record.job.planRevision ?? '' } as const;
    return (await applyEvent(records, id, { event, actor: 'mona' })).ok;
  });
}

async function ownPostgres() {
  const directory = await mkdtemp('/tmp/redgreen-kills-');
  await chmod(directory, 0o755);
  const paths = {
    cache: join(directory, 'cache'),
    state: join(directory, 'state'),
    runtime: directory,
  };
  let server = await openEmbedded({ paths });
  await createDatabase(server.url('postgres'), 'redgreen');
  const url = server.url('redgreen');
  await migrate({ url, directory: MIGRATIONS });
  return {
    url,
    async restart() {
      await server.stop();
      server = await openEmbedded({ paths });
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
