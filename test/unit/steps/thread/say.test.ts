// What is said in comments of their own, on the forge and a database of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Place, sayOnce } from '../../../../app/steps/thread/say.ts';
import { createStore } from '../../../../app/store/store.ts';
import { SYSTEM_TIMERS } from '../../../../sandbox/driver/session/session.ts';
import { engineWorld, type World } from '../../../support/engine-world.ts';
import { closeForge, REPO, REPOSITORY } from '../../forge/seeded-forge.ts';
import { type Connected, connect } from '../../github/connected.ts';

const END = { key: 'end', kind: 'end', body: 'It is **done**.' } as const;

describe('a comment of its own', () => {
  let world: World;
  let connected: Connected;
  let place: Place;
  let madeBefore = 0;

  before(async () => {
    world = await engineWorld();
    connected = await connect();
  });
  after(async () => {
    await closeForge(connected.seeded);
    await world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const { forge } = connected.seeded;
    const { number } = await forge.as('ann').openIssue(REPOSITORY, { title: 'A thread' });
    place = { jobId: await world.addJob(), repository: connected.repository, number };
    madeBefore = connected.made('issues/create-comment');
  });

  const deps = () => ({
    store: world.store,
    github: connected.github,
    redact: (text: string) => text,
    agent: { session: { timers: SYSTEM_TIMERS } },
  });
  const made = () => connected.made('issues/create-comment') - madeBefore;
  async function shown(): Promise<{ id: number; body?: string | undefined }[]> {
    const { data } = await connected.seeded.bot.issues.listComments({
      ...REPO,
      issue_number: place.number,
    });
    return data.map(({ id, body }) => ({ id, body }));
  }

  it('is made once, however often it is said, and by two processes at once', async () => {
    const store = createStore({ url: world.url });
    const other = { ...deps(), store, github: connected.another() };
    const ids = await Promise.all(
      [deps(), other, deps(), other].map(async (one) => await sayOnce(one, place, END)),
    );
    assert.equal(new Set(ids).size, 1);
    assert.equal(await sayOnce(other, place, { ...END, body: 'Other words.' }), ids[0]);
    const all = await shown();
    assert.deepEqual(
      all.map(({ id }) => id),
      [ids[0]],
    );
    assert.match(
      all[0]?.body ?? '',
      /^It is \*\*done\*\*\.\n\n<!-- redgreen:end-[0-9a-f-]{36} -->$/,
    );
    assert.equal(made(), 1);
    await store.close();
  });

  it('is found again after a kill between GitHub and the record', async () => {
    const { jobId, repository, number } = place;
    await world.store.transaction(async ({ threads }) => await threads.beginTelling(jobId, END, 0));
    const { id } = await connected.github.comment(repository, number, END.body, `end-${jobId}`);
    // The process is gone; the claim is as old as its end.
    await world.store.transaction(async ({ threads }) => await threads.giveUpTelling(jobId, 'end'));
    assert.equal(await sayOnce(deps(), place, END), id);
    assert.equal(made(), 1);
    assert.equal(
      await world.store.transaction(async ({ threads }) => await threads.findTold(jobId, 'end')),
      id,
    );
  });

  it('waits for another process that is at it, and has its comment', async () => {
    const { jobId, repository, number } = place;
    const claim = async () =>
      await world.store.transaction(
        async ({ threads }) => await threads.beginTelling(jobId, END, 60_000),
      );
    assert.equal(await claim(), 'ours');
    assert.equal(await claim(), 'busy');
    const waiting = sayOnce(deps(), place, END);
    const { id } = await connected.another().comment(repository, number, END.body, `end-${jobId}`);
    await world.store.transaction(async ({ threads }) => await threads.told(jobId, 'end', id));
    assert.equal(await waiting, id);
    assert.deepEqual(await claim(), { commentId: id });
    assert.equal(made(), 1);
  });

  it('is one although the answer was lost', async () => {
    connected.seeded.forge.injectFault({
      kind: 'lost-answer',
      operation: 'issues/create-comment',
    });
    await sayOnce(deps(), place, END);
    assert.equal((await shown()).length, 1);
  });

  it('is tried again at once after GitHub refused it', async () => {
    const fault = connected.seeded.forge.injectFault({
      kind: 'error',
      status: 403,
      operation: 'issues/create-comment',
    });
    await assert.rejects(sayOnce(deps(), place, END));
    fault.remove();
    const begun = performance.now();
    await sayOnce(deps(), place, END);
    assert.ok(performance.now() - begun < 5_000);
    assert.equal((await shown()).length, 1);
  });

  it('of one job is another than that of the next job in the same thread', async () => {
    const first = await sayOnce(deps(), place, END);
    const second = await sayOnce(deps(), { ...place, jobId: await world.addJob() }, END);
    assert.notEqual(first, second);
    assert.equal((await shown()).length, 2);
  });

  it('loses its secrets and its length before it is sent', async () => {
    const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
    await sayOnce({ ...deps(), redact }, place, { ...END, body: 'hunter2\n'.repeat(10_000) });
    const [{ body } = { body: '' }] = await shown();
    assert.match(body ?? '', /^\[redacted\]\n[^]*\n\n\*The rest is left out: [^\n]+\*\n\n<!--/);
    assert.doesNotMatch(body ?? '', /hunter2/);
  });
});
