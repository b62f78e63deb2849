// Requested checks are run by one live worker at a time and answered once, whatever
// happens to the processes: real Postgres, functions that a test commands.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { applyEvent } from '../../../app/engine/apply.ts';
import type { CheckContext, CheckFunctions } from '../../../app/engine/branch-checks/port.ts';
import { createBranchChecks } from '../../../app/engine/branch-checks/worker.ts';
import { AppError, isAppError } from '../../../app/errors.ts';
import type { CheckOutcome } from '../../../app/job/check-outcome.ts';
import type { BranchCheck } from '../../../app/store/branch-checks.ts';
import type { Worker } from '../../../app/store/leases/lease.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import { approvePlanOf } from '../../support/approved-plan.ts';
import { adminUrl, testDatabase } from '../../support/database.ts';
import { aborted, deferred, until } from '../../support/waiting.ts';

// Run alone, a file starts a server of its own: here, so that it outlives the first test.
await adminUrl();

const PASSED: CheckOutcome = {
  kind: 'seen',
  result: 'all passed',
  criteria: [{ id: 'R1', status: 'passed' }],
  runs: [],
  changedMeanwhile: [],
};
const LEASE_MS = 600;

async function checkWorld() {
  const database = await testDatabase();
  const store = createStore({ url: database.url });
  const client = await database.connect();
  const jobId = await addJob(store);
  const checks: ReturnType<typeof createBranchChecks>[] = [];
  return {
    store,
    client,
    jobId,
    request: async (commitSha = 'a'.repeat(40)) => await request(store, jobId, commitSha),
    async begin(functions: Partial<CheckFunctions>) {
      const worker = newWorker();
      const all = { see: async () => PASSED, tell: async () => ({ id: 1 }), ...functions };
      const limits = { pollMs: 20, leaseMs: LEASE_MS };
      const one = createBranchChecks({ store, worker, functions: all, log: SILENT, limits });
      checks.push(one);
      await one.start();
      return one;
    },
    /** The pause before another try is over. */
    hasten: async () => void (await client.query('update branch_checks set due_at = now()')),
    async [Symbol.asyncDispose]() {
      await Promise.all(checks.map(async (one) => await one.stop()));
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

const nothing = () => undefined;
const SILENT = { info: nothing, warn: nothing };

function newWorker(): Worker {
  return { name: `test-${randomUUID()}`, lock: randomInt(2 ** 31) };
}

async function request(store: Store, jobId: string, commitSha: string): Promise<string> {
  const id = randomUUID();
  await store.transaction(async (records) => {
    const plan = await records.plans.approved(jobId);
    const planId = plan?.id ?? (await approvePlanOf(records, jobId));
    const asked = { pullNumber: 7, requestedBy: 'mona', commentId: 99 };
    await records.branchChecks.request({ id, jobId, planId, commitSha, ...asked });
    const subject = { subject: 'branch_check', subjectId: id, jobId, action: 'requested' };
    await records.audit.append({ installationId: 1, actor: 'mona', ...subject });
  });
  return id;
}

async function checkOf(store: Store, jobId: string): Promise<BranchCheck> {
  const [check] = await store.transaction(
    async ({ branchChecks }) => await branchChecks.ofJob(jobId),
  );
  assert.ok(check);
  return check;
}

async function ended(store: Store, jobId: string): Promise<BranchCheck> {
  await until(async () => ['told', 'untold'].includes((await checkOf(store, jobId)).status));
  return await checkOf(store, jobId);
}

describe('a requested check', () => {
  test('is seen, judged and told, and nothing of its job is changed', async () => {
    await using world = await checkWorld();
    const { store, jobId } = world;
    const before = await store.transaction(async ({ jobs }) => await jobs.find(jobId));
    const contexts: CheckContext[] = [];
    await world.begin({
      tell: async (context) => {
        contexts.push(context);
        return { id: 41 };
      },
    });
    await world.request();
    const check = await ended(store, jobId);
    assert.deepEqual([check.status, check.answerId, check.outcome], ['told', 41, PASSED]);
    assert.deepEqual(contexts[0]?.check.outcome, PASSED, 'it was kept before it was told');
    const kept = await store.transaction(async (records) => ({
      job: await records.jobs.find(jobId),
      criteria: await records.plans.criteria(jobId),
      events: await records.audit.ofJob(jobId),
    }));
    assert.deepEqual(kept.job, before);
    assert.ok(kept.criteria[0]?.verifiedAt !== undefined);
    assert.equal(kept.criteria[0].status, 'pending', 'a status is the job’s own');
    const told = kept.events.filter(({ subject }) => subject === 'branch_check');
    assert.deepEqual(
      told.map(({ action }) => action),
      ['requested', 'judged', 'told'],
    );
    assert.deepEqual(told[1]?.detail?.['result'], 'all passed');
  });

  test('is cancelled at once when the process ends, and taken up by the next', async () => {
    await using world = await checkWorld();
    const begun = deferred<void>();
    const ends: string[] = [];
    const first = await world.begin({
      see: async ({ signal }) => {
        begun.resolve();
        await aborted(signal);
        ends.push('sandbox gone');
        signal.throwIfAborted();
        return PASSED;
      },
    });
    await world.request();
    await begun.promise;
    await first.stop();
    ends.push('stopped');
    assert.deepEqual(ends, ['sandbox gone', 'stopped']);
    const { rows } = await world.client.query('select status, tries, worker from branch_checks');
    assert.deepEqual(rows, [{ status: 'open', tries: 0, worker: null }]);
    await world.begin({});
    assert.equal((await ended(world.store, world.jobId)).status, 'told');
  });

  test('of a worker that died is run again, and what the dead one writes is refused', async () => {
    await using world = await checkWorld();
    const { store, jobId } = world;
    await world.request();
    const dead = newWorker();
    // It never attended, so nobody holds its lock: as after kill -9.
    const claim = await store.transaction(
      async ({ branchChecks }) => await branchChecks.claim(dead, 60_000),
    );
    assert.ok(claim);
    await world.begin({});
    await ended(store, jobId);
    const late = store.transaction(
      async ({ branchChecks }) => await branchChecks.judge(dead, claim, PASSED),
    );
    await assert.rejects(late, (error) => isAppError(error, 'STALE_WORKER'));
  });

  test('that was judged before its worker died is only told', async () => {
    await using world = await checkWorld();
    const { store, jobId } = world;
    const id = await world.request();
    const dead = newWorker();
    await store.transaction(async ({ branchChecks, audit }) => {
      const claim = await branchChecks.claim(dead, 60_000);
      assert.ok(claim);
      await branchChecks.judge(dead, claim, PASSED);
      const subject = { subject: 'branch_check', subjectId: id, jobId, action: 'judged' };
      await audit.append({ installationId: 1, actor: 'engine', ...subject });
    });
    let looks = 0;
    await world.begin({
      see: async () => {
        looks += 1;
        return PASSED;
      },
    });
    assert.equal((await ended(store, jobId)).status, 'told');
    assert.equal(looks, 0);
  });

  test('is stopped when its claim is taken away', async () => {
    await using world = await checkWorld();
    const begun = deferred<void>();
    const reason = deferred<unknown>();
    await world.begin({
      see: async ({ signal }) => {
        begun.resolve();
        await aborted(signal);
        reason.resolve(signal.reason);
        signal.throwIfAborted();
        return PASSED;
      },
    });
    await world.request();
    await begun.promise;
    await world.client.query(`update branch_checks set fence = fence + 1, worker = 'other'`);
    assert.ok(isAppError(await reason.promise, 'CANCELLED'));
  });
});

describe('a check that fails', () => {
  test('is tried three times, and then told with a code that may leave the process', async () => {
    await using world = await checkWorld();
    let tries = 0;
    await world.begin({
      see: async () => {
        tries += 1;
        throw new AppError('WORKSPACE_UNAVAILABLE', { problem: 'It could not be cloned.' });
      },
    });
    await world.request();
    await until(async () => {
      await world.hasten();
      return (await checkOf(world.store, world.jobId)).status === 'told';
    });
    const { outcome } = await checkOf(world.store, world.jobId);
    assert.equal(tries, 3);
    assert.ok(outcome?.kind === 'unseen');
    assert.deepEqual(
      [outcome.code, outcome.problem],
      ['INTERNAL_ERROR', 'It could not be cloned.'],
    );
    assert.notEqual(outcome.help, '');
  });

  test('at a limit of GitHub waits for its reset, and that is no try', async () => {
    await using world = await checkWorld();
    let tries = 0;
    await world.begin({
      see: async () => {
        tries += 1;
        if (tries > 5) return PASSED;
        throw new AppError('RATE_LIMITED', { details: { retryAfterMs: 1_200_000 } });
      },
    });
    await world.request();
    await until(async () => {
      await world.hasten();
      return (await checkOf(world.store, world.jobId)).status === 'told';
    });
    assert.equal(tries, 6);
    assert.equal((await checkOf(world.store, world.jobId)).outcome?.kind, 'seen');
  });

  test('because people have to change a setting is told at once', async () => {
    await using world = await checkWorld();
    let tries = 0;
    await world.begin({
      see: async () => {
        tries += 1;
        throw new AppError('CONFIG_INVALID', { problem: 'The setup ended with 1.' });
      },
    });
    await world.request();
    const { outcome } = await ended(world.store, world.jobId);
    assert.ok(outcome?.kind === 'unseen');
    assert.deepEqual([tries, outcome.problem], [1, 'The setup ended with 1.']);
  });

  test('because the machine lacks something is told at once, with its name and remedy', async () => {
    await using world = await checkWorld();
    let tries = 0;
    await world.begin({
      see: async () => {
        tries += 1;
        throw new AppError('BUBBLEWRAP_MISSING');
      },
    });
    await world.request();
    const { outcome } = await ended(world.store, world.jobId);
    assert.ok(outcome?.kind === 'unseen');
    assert.deepEqual([tries, outcome.code], [1, 'BUBBLEWRAP_MISSING']);
    assert.match(outcome.help, /apt-get install bubblewrap/);
  });

  test('only to be told is not run again', async () => {
    await using world = await checkWorld();
    const done = { looks: 0, words: 0 };
    await world.begin({
      see: async () => {
        done.looks += 1;
        return PASSED;
      },
      tell: async () => {
        done.words += 1;
        if (done.words < 3) throw new AppError('GITHUB_UNAVAILABLE');
        return { id: 5 };
      },
    });
    await world.request();
    await until(async () => {
      await world.hasten();
      return (await checkOf(world.store, world.jobId)).status === 'told';
    });
    assert.deepEqual(done, { looks: 1, words: 3 });
  });
});

test('a sandbox of a check is left alone while its claim is held, and no longer', async () => {
  await using world = await checkWorld();
  const { store, jobId } = world;
  await world.request();
  const worker = newWorker();
  const id = randomUUID();
  const claim = await store.transaction(async ({ branchChecks, sandboxes }) => {
    const held = await branchChecks.claim(worker, 60_000);
    assert.ok(held);
    const of = { jobId, checkId: held.id, fence: held.fence };
    await sandboxes.begin({ id, ...of, provider: 'local', purpose: 'check' });
    return held;
  });
  const look = async () =>
    await store.transaction(async ({ sandboxes }) => ({
      orphans: (await sandboxes.orphaned(10)).map((one) => one.id),
      ofJob: await sandboxes.living(jobId),
      ofCheck: (await sandboxes.livingOfCheck(claim.id)).map((one) => one.id),
      count: await sandboxes.count(jobId),
    }));
  const held = { orphans: [], ofJob: [], ofCheck: [id], count: { created: 0, wiped: 0 } };
  assert.deepEqual(await look(), held);
  await store.transaction(async ({ branchChecks }) => {
    await branchChecks.release(worker, claim, { delayMs: 0, isTry: false });
  });
  assert.deepEqual(await look(), { ...held, orphans: [id] });
});

test('a snapshot outlives its job while a check of the repository is open', async () => {
  await using world = await checkWorld();
  const { store, jobId } = world;
  const id = await world.request();
  const worker = newWorker();
  const key = { repositoryId: 1, baseSha: 'a'.repeat(40), setupDigest: 'b'.repeat(64) };
  const claim = await store.transaction(async (records) => {
    const held = await records.branchChecks.claim(worker, 60_000);
    assert.ok(held);
    const of = { jobId, checkId: id, fence: held.fence, lifeMs: 60_000 };
    const made = { provider: 'local', providerSnapshotId: 'snapshot-1' };
    await records.snapshots.insert({ id: randomUUID(), ...key, ...made, ...of });
    await applyEvent(records, jobId, { event: { type: 'cancel' }, actor: 'mona' });
    return held;
  });
  const atEnd = async () =>
    await store.transaction(async ({ snapshots }) => (await snapshots.ended(10)).length);
  assert.equal(await atEnd(), 0);
  await store.transaction(async ({ branchChecks, audit }) => {
    await branchChecks.judge(worker, claim, PASSED);
    const subject = { subject: 'branch_check', subjectId: id, jobId, action: 'judged' };
    await audit.append({ installationId: 1, actor: 'engine', ...subject });
  });
  assert.equal(await atEnd(), 1);
});
