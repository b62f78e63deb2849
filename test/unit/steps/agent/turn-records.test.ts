// What a turn leaves in the records, and that money which was spent is written however a turn ends.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTurnRecords } from '../../../../app/steps/agent/turn-records.ts';
import { createStore } from '../../../../app/store/store.ts';
import type { Entry } from '../../../../sandbox/protocol/transcript.ts';
import { addJob } from '../../../support/add-job.ts';
import { testDatabase } from '../../../support/database.ts';

const COST = {
  model: 'm',
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0.25,
};

async function openSession() {
  const database = await testDatabase();
  const store = createStore({ url: database.url });
  const jobId = await addJob(store);
  const sessionId = randomUUID();
  const fence = await store.transaction(async ({ work, sessions }) => {
    const found = (await work.fence(jobId)) ?? assert.fail('no work');
    await sessions.begin({ id: sessionId, jobId, step: 'implement', ordinal: 0, fence: found });
    return found;
  });
  const place = { store, jobId, sessionId, attemptNumber: 1, fence };
  const usage = (callNumber: number) => ({
    jobId,
    modelClass: 'L1' as const,
    attemptNumber: 1,
    callNumber,
    ...COST,
  });
  const spentUsd = async () =>
    await store.transaction(async (records) => await records.usage.costOfJob(jobId));
  const rowsWritten = async () =>
    await store.transaction(async ({ sessions }) => (await sessions.transcript(sessionId)).length);
  return {
    place,
    usage,
    spentUsd,
    rowsWritten,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

function said(row: number): Entry {
  return {
    row,
    payload: { _t: 'user', uuid: randomUUID(), content: [{ type: 'text', text: 'go' }] },
  };
}

function replied(row: number): Entry {
  const content = [{ type: 'text' as const, text: 'yes' }];
  const payload = {
    _t: 'assistant',
    uuid: randomUUID(),
    content,
    stop_reason: 'end_turn',
  } as const;
  return { row, payload };
}

test('a turn: rows, a look at the money, the reply together with its cost', async () => {
  await using session = await openSession();
  const { place, usage, spentUsd, rowsWritten } = session;
  const records = createTurnRecords(place, 'L1');
  await records.rows([said(1)], []);
  assert.equal(await rowsWritten(), 1);
  const money = await records.money();
  assert.equal(money.spentUsd, 0);
  assert.ok(money.capUsd > 0);
  assert.equal(await records.nextCallNumber(), 1);
  await records.record(usage(1));
  assert.equal(await spentUsd(), 0);
  await records.rows([replied(2)], []);
  assert.equal(await spentUsd(), 0.25);
  await records.rows([said(3)], []);
  assert.equal((await records.money()).spentUsd, 0.25);
  assert.equal(await records.nextCallNumber(), 2);
});

test('a call that is asked again without new rows is looked at anew, its cost counted', async () => {
  await using session = await openSession();
  const { place, usage } = session;
  const records = createTurnRecords(place, 'L1');
  await records.rows([said(1)], []);
  await records.money();
  await records.nextCallNumber();
  await records.record(usage(1));
  assert.equal((await records.money()).spentUsd, 0.25);
  assert.equal(await records.nextCallNumber(), 2);
});

test('what a session cost is written when it is closed', async () => {
  await using session = await openSession();
  const { place, usage, spentUsd } = session;
  const records = createTurnRecords(place, 'L1');
  await records.record(usage(1));
  await records.close();
  await records.close();
  assert.equal(await spentUsd(), 0.25);
});

test('rows of a replaced worker are refused, but the call it made is paid for', async () => {
  await using session = await openSession();
  const { place, usage, spentUsd, rowsWritten } = session;
  const records = createTurnRecords({ ...place, fence: place.fence - 1 }, 'L1');
  await records.record(usage(1));
  await assert.rejects(records.rows([replied(1)], []));
  assert.equal(await rowsWritten(), 0);
  assert.equal(await spentUsd(), 0.25);
});
