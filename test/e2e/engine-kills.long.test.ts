// A killed, paused or cut-off worker costs seconds, not work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore, type Store } from '../../app/store/store.ts';
import { play } from '../chaos/chaos.ts';
import { engine, LEASE_MS } from '../chaos/engine.ts';
import { addJob } from '../support/add-job.ts';
import { killWorker, startWorker } from '../support/engine-chaos.ts';
import { brokenChecks } from '../support/figures.ts';
import { readInvariants } from '../support/invariants.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { until } from '../support/waiting.ts';

/** `npm run chaos -- engine` has the full ones. */
const SMALL = {
  jobs: 12,
  kills: 3,
  pauses: 1,
  clockSteps: 1,
  restarts: 1,
  crashes: 1,
  halfOpens: 0,
  terminations: 2,
  deadlocks: 2,
  conflicts: 1,
  drains: 1,
  fullDisks: 0,
};
const SEED = 20_260;

test('no job is lost, doubled or stuck by kills, pauses, wrong clocks, restarts and deadlocks', async () => {
  const { checks, log } = await play(engine, { counts: SMALL, seed: SEED });
  assert.deepEqual(brokenChecks(checks), [], log.map(({ what }) => what).join('\n'));
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
