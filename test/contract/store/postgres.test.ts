// The store's port on real Postgres: what goes in comes out, and what breaks a rule is named.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type AppError, isAppError } from '../../../app/errors.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { addJob } from '../../support/engine-world.ts';
import { meeting } from '../../support/waiting.ts';

let database: TestDatabase;
let store: Store;

before(async () => {
  database = await testDatabase();
  store = createStore({ url: database.url });
});
after(async () => {
  await store.close();
  await database[Symbol.asyncDispose]();
});

test('a delivery is recorded once, also when two arrive at once', async () => {
  const delivery = { hookId: 1, guid: randomUUID(), event: 'issues', outcome: 'accepted' } as const;
  const record = async () =>
    await store.accept(async (records) => await records.deliveries.record(delivery));
  const answers = await Promise.all([record(), record(), record()]);
  assert.equal(answers.filter((isNew) => isNew).length, 1);
  const elsewhere = await store.accept(
    async (records) => await records.deliveries.record({ ...delivery, hookId: 2 }),
  );
  assert.equal(elsewhere, true);
});

test('a transaction that throws leaves nothing behind', async () => {
  const guid = randomUUID();
  const delivery = { hookId: 1, guid, event: 'issues', outcome: 'accepted' } as const;
  await assert.rejects(
    store.transaction(async (records) => {
      await records.deliveries.record(delivery);
      throw new Error('no');
    }),
  );
  assert.equal(
    await store.transaction(async (records) => await records.deliveries.record(delivery)),
    true,
  );
});

test('a commit sent behind what was said commits all of it, or nothing', async () => {
  const delivery = { hookId: 1, event: 'issues', outcome: 'accepted' } as const;
  const [first, second] = [randomUUID(), randomUUID()];
  const isNew = await store.transaction(async (records, sendCommit) => {
    const recording = records.deliveries.record({ ...delivery, guid: first });
    sendCommit();
    return await recording;
  });
  assert.equal(isNew, true);
  await assert.rejects(
    store.transaction(async (records, sendCommit) => {
      const said = [
        records.deliveries.record({ ...delivery, guid: second }),
        records.audit.append({
          installationId: 1,
          actor: 'of two\nlines',
          subject: 'installation',
          subjectId: 'unknown',
          action: 'made up',
        }),
      ];
      sendCommit();
      await Promise.all(said);
    }),
    (error) => isAppError(error, 'DATABASE_RULE'),
  );
  const isKnown = await Promise.all(
    [first, second].map(
      async (guid) =>
        !(await store.transaction(
          async (records) => await records.deliveries.record({ ...delivery, guid }),
        )),
    ),
  );
  assert.deepEqual(isKnown, [true, false]);
});

test('a job comes back as it was saved, its hold included', async () => {
  const id = await addJob(store);
  const saved = await store.transaction(async (records) => {
    const record = await records.jobs.lock(id);
    assert.ok(record);
    const hold = {
      number: 1,
      reason: 'question',
      since: 1_763_260_000_123,
      ask: 'Which?',
    } as const;
    const next = { ...record, job: { ...record.job, hold, holdNumber: 1 } };
    await records.jobs.save(next);
    await audit(records.audit.append, id, 'job', id);
    return next;
  });
  const found = await store.transaction(async (records) => await records.jobs.find(id));
  assert.deepEqual(found, { ...saved, version: saved.version + 1 });
});

test('a repository may come back under another installation, its jobs stay as they were', async () => {
  const id = await addJob(store, { installation: 7, repository: 70 });
  await addJob(store, { installation: 8, repository: 70 });
  const { repository, first } = await store.transaction(async ({ installations, jobs }) => ({
    repository: await installations.findRepository(70),
    first: await jobs.find(id),
  }));
  assert.equal(repository?.installationId, 8);
  assert.equal(first?.installationId, 7);
});

test('of two that changed the same job the second is told', async () => {
  const id = await addJob(store);
  const meet = meeting(2);
  const save = async () => {
    await store.transaction(async (records) => {
      const record = await records.jobs.find(id);
      assert.ok(record);
      await meet();
      await records.jobs.save(record);
      await audit(records.audit.append, id, 'job', id);
    });
  };
  const results = await Promise.allSettled([save(), save()]);
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.equal(lost.length, 1);
  assert.ok(isAppError(lost[0], 'DATABASE_CONFLICT'));
});

test('two transactions that lock each other out are run again until both are done', async () => {
  const [one, other] = [await addJob(store), await addJob(store)];
  let runs = 0;
  const meet = meeting(2);
  const lockBoth = async (first: string, second: string) =>
    await store.transaction(async (records) => {
      runs += 1;
      await records.jobs.lock(first);
      await meet();
      await records.jobs.lock(second);
    });
  await Promise.all([lockBoth(one, other), lockBoth(other, one)]);
  assert.ok(runs > 2, `${runs} runs`);
});

test('a plan, its criteria and a revision that drops one', async () => {
  const jobId = await addJob(store);
  const fence = await fenceOf(jobId);
  const propose = async (ids: string[]) =>
    await store.transaction(async (records) => {
      const plan = await records.plans.propose({
        id: randomUUID(),
        jobId,
        revisionToken: randomUUID(),
        content: { goal: 'say \0 hello' },
        issueDigest: 'a'.repeat(64),
        fence,
        criteria: ids.map((id) => ({ id, text: `text ${id}`, kind: 'new', surface: 'process' })),
      });
      for (const changed of await planIds(jobId))
        await audit(records.audit.append, jobId, 'plan', changed);
      await audit(records.audit.append, jobId, 'plan', plan.id);
      return plan;
    });
  const first = await propose(['R1', 'R2']);
  const second = await propose(['R1', 'R10']);
  assert.deepEqual([first.revision, second.revision], [1, 2]);
  assert.deepEqual(second.content, { goal: 'say \u{FFFD} hello' });
  const { active, criteria } = await store.transaction(async (records) => ({
    active: await records.plans.active(jobId),
    criteria: await records.plans.criteria(jobId),
  }));
  assert.equal(active?.id, second.id);
  assert.deepEqual(
    criteria.map(({ id, deprecatedAt }) => [id, deprecatedAt === undefined]),
    [
      ['R1', true],
      ['R2', false],
      ['R10', true],
    ],
  );
});

test('a stale worker is refused wherever it writes', async () => {
  const jobId = await addJob(store);
  const fence = (await fenceOf(jobId)) - 1;
  const writes = [
    () =>
      store.transaction((records) =>
        records.sessions.begin({ id: randomUUID(), jobId, step: 'plan', ordinal: 0, fence }),
      ),
    () =>
      store.transaction((records) =>
        records.sandboxes.begin({
          id: randomUUID(),
          jobId,
          provider: 'local',
          purpose: 'plan',
          fence,
        }),
      ),
    () =>
      store.transaction((records) =>
        records.attempts.begin({
          id: randomUUID(),
          jobId,
          number: 1,
          kind: 'implement',
          modelClass: 'L1',
          fence,
        }),
      ),
  ];
  for (const write of writes) {
    await assert.rejects(write(), (error) => isAppError(error, 'STALE_WORKER'));
  }
});

test('a transcript is appended in batches and read in order', async () => {
  const jobId = await addJob(store);
  const fence = await fenceOf(jobId);
  const id = randomUUID();
  const entry = (sequence: number) => ({ sequence, entryType: 'user', payload: { sequence } });
  await store.transaction(async ({ sessions }) => {
    await sessions.begin({ id, jobId, step: 'plan', ordinal: 0, fence });
    await sessions.append(id, fence, [entry(1), { ...entry(2), toolUseId: 'tool-1' }]);
    await sessions.append(id, fence, [entry(3)]);
  });
  const found = await store.transaction(async ({ sessions }) => await sessions.transcript(id));
  assert.deepEqual(found, [entry(1), { ...entry(2), toolUseId: 'tool-1' }, entry(3)]);
  const gap = await fault(
    store.transaction(({ sessions }) => sessions.append(id, fence, [entry(5)])),
  );
  assert.equal(gap.code, 'DATABASE_RULE');
  assert.equal(gap.details['rule'], 'transcript_entries_in_sequence');
});

test('usage of a call is written once', async () => {
  const jobId = await addJob(store);
  const usage = {
    jobId,
    modelClass: 'L1',
    attemptNumber: 1,
    callNumber: 1,
    model: 'scripted',
    inputTokens: 10,
    outputTokens: 5,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0.0125,
  } as const;
  const record = async () =>
    await store.transaction(async (records) => await records.usage.record(usage));
  assert.deepEqual([await record(), await record()], [true, false]);
  const cost = await store.transaction(async (records) => await records.usage.costOfJob(jobId));
  assert.equal(cost, 0.0125);
});

test('a sandbox ends with its evidence and is no longer among the living', async () => {
  const jobId = await addJob(store);
  const fence = await fenceOf(jobId);
  const id = randomUUID();
  await store.transaction(async ({ sandboxes }) => {
    await sandboxes.begin({ id, jobId, provider: 'local', purpose: 'plan', fence });
    await sandboxes.running(id, `sbx-${id}`);
  });
  const living = async () =>
    await store.transaction(async ({ sandboxes }) => await sandboxes.living(jobId));
  assert.deepEqual(
    (await living()).map(({ status, providerSandboxId }) => [status, providerSandboxId]),
    [['RUNNING', `sbx-${id}`]],
  );
  const now = 1_763_260_000_123;
  const evidence = {
    method: 'kill',
    requestedAt: now,
    confirmedAt: now + 5,
    providerAnswer: 'not found',
  };
  await store.transaction(async ({ sandboxes }) => await sandboxes.end(id, 'COMPLETED', evidence));
  assert.deepEqual(await living(), []);
});

test('a database that went away is DATABASE_UNREACHABLE, not a stack of the driver', async () => {
  const lost = createStore({ url: 'postgres://redgreen@127.0.0.1:1/redgreen' });
  const error = await fault(lost.transaction(async (records) => await records.now()));
  assert.equal(error.code, 'DATABASE_UNREACHABLE');
  await lost.close();
});

async function fenceOf(jobId: string): Promise<number> {
  const fence = await store.transaction(async (records) => await records.work.fence(jobId));
  return fence ?? assert.fail('no work item');
}

async function planIds(jobId: string): Promise<string[]> {
  const client = await database.connect();
  const { rows } = await client.query<{ id: string }>('select id from plans where job_id = $1', [
    jobId,
  ]);
  return rows.map(({ id }) => id);
}

async function audit(
  append: (event: {
    installationId: number;
    actor: string;
    subject: string;
    subjectId: string;
    jobId: string;
    action: string;
  }) => Promise<void>,
  jobId: string,
  subject: string,
  subjectId: string,
): Promise<void> {
  await append({ installationId: 1, actor: 'test', subject, subjectId, jobId, action: 'changed' });
}

async function fault(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  return assert.fail('it was accepted');
}
