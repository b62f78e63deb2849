// Errands are done by one live worker at a time and told once, whatever happens to the processes:
// real Postgres, functions that a test commands.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ErrandRequest } from '../../../app/command/errand.ts';
import type { ErrandEnd, ErrandFunctions } from '../../../app/engine/errands/port.ts';
import { createErrands } from '../../../app/engine/errands/worker.ts';
import { AppError } from '../../../app/errors.ts';
import type { StoredErrand } from '../../../app/store/acts/errands.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import { adminUrl, testDatabase } from '../../support/database.ts';
import { aborted, deferred, until } from '../../support/waiting.ts';

// Run alone, a file starts a server of its own: here, so that it outlives the first test.
await adminUrl();

const REQUEST: ErrandRequest = {
  errand: { type: 'revert' },
  sender: { id: 3, login: 'mona', type: 'User' },
  permission: 'write',
  installationId: 1,
  repository: {
    id: 1,
    owner: 'org-1',
    ownerId: 1,
    name: 'repo-1',
    defaultBranch: 'main',
    isPrivate: false,
  },
  thread: { number: 7, isPullRequest: true },
  comment: { id: 99 },
};
const DONE: ErrandEnd = { outcome: { isRefused: false, say: 'Reverted.' } };
const nothing = () => undefined;
const SILENT = { info: nothing, warn: nothing };

async function errandWorld() {
  const database = await testDatabase();
  const store = createStore({ url: database.url });
  const client = await database.connect();
  const jobId = await addJob(store);
  const workers: ReturnType<typeof createErrands>[] = [];
  return {
    store,
    client,
    jobId,
    ask: async () => await ask(store, jobId),
    async begin(functions: Partial<ErrandFunctions>) {
      const worker = { name: `test-${randomUUID()}`, lock: randomInt(2 ** 31) };
      const all = { run: async () => DONE, tell: async () => ({ id: 41 }), ...functions };
      const limits = { pollMs: 20, leaseMs: 600 };
      const one = createErrands({ store, worker, functions: all, log: SILENT, limits });
      workers.push(one);
      await one.start();
      return one;
    },
    /** The pause before another try is over. */
    hasten: async () => void (await client.query('update errands set due_at = now()')),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map(async (one) => await one.stop()));
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function ask(store: Store, jobId: string): Promise<string> {
  const id = randomUUID();
  await store.transaction(async (records) => {
    await records.errands.request({ id, jobId, request: REQUEST });
    const subject = { subject: 'errand', subjectId: id, jobId, action: 'requested' };
    await records.audit.append({ installationId: 1, actor: 'mona', ...subject });
  });
  return id;
}

async function errandsOf(store: Store, jobId: string): Promise<StoredErrand[]> {
  return await store.transaction(async ({ errands }) => await errands.ofJob(jobId));
}

async function ended(store: Store, jobId: string): Promise<StoredErrand[]> {
  await until(async () =>
    (await errandsOf(store, jobId)).every(({ status }) => ['told', 'untold'].includes(status)),
  );
  return await errandsOf(store, jobId);
}

describe('an errand', () => {
  test('is done, kept, told and audited, and its job is not touched', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    const before = await store.transaction(async ({ jobs }) => await jobs.find(jobId));
    const seen: unknown[] = [];
    await world.begin({
      tell: async ({ errand }) => {
        seen.push(errand.outcome);
        return { id: 41 };
      },
    });
    await world.ask();
    const [errand] = await ended(store, jobId);
    assert.equal(errand?.status, 'told');
    assert.deepEqual(seen, [DONE.outcome], 'it was kept before it was told');
    const { job, events } = await store.transaction(async (records) => ({
      job: await records.jobs.find(jobId),
      events: await records.audit.ofJob(jobId),
    }));
    assert.deepEqual(job, before);
    const own = events.filter(({ subject }) => subject === 'errand');
    assert.deepEqual(
      own.map(({ action, actor }) => [action, actor]),
      [
        ['requested', 'mona'],
        ['done', 'mona'],
        ['told', 'engine'],
      ],
    );
  });

  test('of a process that is gone is taken up by the next, and written once', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    const begun = deferred<void>();
    const first = await world.begin({
      run: async ({ signal }) => {
        begun.resolve();
        await aborted(signal);
        return DONE;
      },
    });
    await world.ask();
    await begun.promise;
    await first.stop();
    let writes = 0;
    await world.begin({
      run: async () => ({
        ...DONE,
        write: async () => {
          writes += 1;
        },
      }),
    });
    const [errand] = await ended(store, jobId);
    assert.equal(errand?.status, 'told');
    assert.equal(writes, 1);
  });

  test('that was done is only told when its telling failed', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    let [runs, tells] = [0, 0];
    await world.begin({
      run: async () => {
        runs += 1;
        return DONE;
      },
      tell: async () => {
        tells += 1;
        if (tells === 1) throw new AppError('GITHUB_UNAVAILABLE');
        return { id: 41 };
      },
    });
    await world.ask();
    await until(() => tells === 1);
    await until(async () => {
      await world.hasten();
      return tells === 2;
    });
    await ended(store, jobId);
    assert.deepEqual([runs, tells], [1, 2]);
  });

  test('waits for the one before it of the same job', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    const order: string[] = [];
    const [one, two] = [await world.ask(), await world.ask()];
    await world.begin({
      run: async ({ errand }) => {
        order.push(`begin ${errand.id}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push(`end ${errand.id}`);
        return DONE;
      },
    });
    await ended(store, jobId);
    assert.deepEqual(order, [`begin ${one}`, `end ${one}`, `begin ${two}`, `end ${two}`]);
  });

  test('that cannot be done is told with the code, after few tries, and changes nothing', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    let runs = 0;
    await world.begin({
      run: async () => {
        runs += 1;
        throw new AppError('VALIDATION_ERROR', { problem: 'GitHub refused it.' });
      },
    });
    await world.ask();
    await until(async () => {
      await world.hasten();
      return (await errandsOf(store, jobId))[0]?.outcome !== undefined;
    });
    const [errand] = await ended(store, jobId);
    assert.equal(runs, 3);
    assert.equal(errand?.outcome?.isRefused, true);
    assert.match(
      errand.outcome.say,
      /^`\/revert` could not be done \(`VALIDATION_ERROR`\): GitHub/,
    );
  });

  test('whose write is refused by a rule is looked at anew', async () => {
    await using world = await errandWorld();
    const { store, jobId } = world;
    let runs = 0;
    await world.begin({
      run: async () => {
        runs += 1;
        if (runs > 1) return { outcome: { isRefused: true, say: 'Too late.' } };
        const write = async () => {
          throw new AppError('DATABASE_RULE', { details: { rule: 'jobs_one_open_per_key' } });
        };
        return { ...DONE, write };
      },
    });
    await world.ask();
    await until(() => runs === 1);
    await until(async () => {
      await world.hasten();
      return runs === 2;
    });
    const [errand] = await ended(store, jobId);
    assert.equal(errand?.outcome?.say, 'Too late.');
  });
});
