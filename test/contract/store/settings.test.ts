// Settings are saved over the version that was seen, and a job keeps what it began with.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { addJob } from '../../support/engine-world.ts';

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

const save = async (version: number, settings: object) =>
  await store.transaction(
    async (records) =>
      await records.settings.save({ repositoryId: 1, settings, version, by: 'mona' }),
  );
const find = async () => await store.transaction(async (records) => await records.settings.find(1));

test('settings come back as saved; who has not seen the newest is refused', async () => {
  await addJob(store, { repository: 1 });
  assert.equal(await find(), undefined);
  await save(0, { label: 'a' });
  await save(1, { label: 'b' });
  const found = await find();
  assert.deepEqual(found?.settings, { label: 'b' });
  assert.equal(found?.version, 2);
  assert.equal(found?.updatedBy, 'mona');
  for (const version of [0, 1, 3]) {
    await assert.rejects(save(version, { label: 'c' }), (error) =>
      isAppError(error, 'DATABASE_CONFLICT'),
    );
  }
  assert.deepEqual((await find())?.settings, { label: 'b' });
});

test('of two that save at once one wins and the other hears of it', async () => {
  const version = (await find())?.version ?? 0;
  const both = await Promise.allSettled([
    save(version, { label: 'x' }),
    save(version, { label: 'y' }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('what a job began with is kept once', async () => {
  const id = await addJob(store, { repository: 1 });
  const layers = { organisation: { label: 'o' }, file: { label: 'f' }, page: {} };
  const freeze = async () =>
    await store.transaction(async (records) => await records.settings.freeze(id, layers));
  await freeze();
  await assert.rejects(freeze(), (error) => isAppError(error, 'DATABASE_RULE'));
  const frozen = await store.transaction(async (records) => await records.settings.frozen(id));
  assert.deepEqual(frozen, layers);
});
