// A worker keeps its slot for the job's next effect, unless that would be unfair.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore, type Store } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import { testDatabase } from '../../support/database.ts';

const WORKER = { name: 'w', lock: 1 };
const LIMITS = { leaseMs: 60_000, perInstallation: 10 };

test('the slot stays with its job unless somebody no busier waits', async () => {
  await using database = await testDatabase();
  const store = createStore({ url: database.url });
  try {
    const mine = await addJob(store, { repository: 1 });
    const theirs = await addJob(store, { repository: 2 });
    assert.equal(await keep(store, mine), undefined, 'another repository waits, as idle as ours');
    assert.equal(await claim(store), mine);
    await release(store, mine);
    assert.equal(await claim(store), theirs, 'the one served longest ago');
    const kept = await keep(store, mine);
    assert.equal(kept?.jobId, mine, 'nobody else waits');
    await release(store, mine);
    await addJob(store, { repository: 2 });
    assert.equal((await keep(store, mine))?.jobId, mine, 'who waits is busier than we are');
    assert.equal(await keep(store, mine), undefined, 'it is claimed already');
  } finally {
    await store.close();
  }
});

async function keep(store: Store, jobId: string) {
  return await store.transaction(
    async ({ work }) => await work.keep(WORKER, jobId, LIMITS.leaseMs),
  );
}

async function claim(store: Store): Promise<string | undefined> {
  const claimed = await store.transaction(async ({ work }) => await work.claim(WORKER, LIMITS));
  return claimed?.jobId;
}

async function release(store: Store, jobId: string): Promise<void> {
  await store.transaction(async ({ work }) => {
    const fence = (await work.fence(jobId)) ?? 0;
    const effect = { kind: 'start' } as never;
    const claimed = { jobId, fence, effect, tries: 1 };
    await work.release(WORKER, claimed, { delayMs: 0, isTry: false });
  });
}
