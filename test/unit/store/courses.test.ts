// What the newest delivered jobs of an installation took, read from the audit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualTimes } from '../../../app/job/phase-times.ts';
import { approve, engineWorld, type World } from '../../support/engine-world.ts';
import { scriptedEffects } from '../../support/scripted-effects.ts';

test('the courses of delivered jobs say what is usual in their installation, and nowhere else', async () => {
  await using world = await engineWorld();
  const engine = await world.createEngine(scriptedEffects(world.store).effects);
  await engine.start();
  await deliver(world, engine, 1);
  await deliver(world, engine, 1);
  assert.equal(usualTimes(await courses(world, 1)), undefined);
  await deliver(world, engine, 1);
  await deliver(world, engine, 2);
  // One that is under way says nothing yet.
  await world.reaches(await world.addJob(), 'WAITING_SPEC_APPROVAL');

  const found = await courses(world, 1);
  assert.equal(found.length, 3);
  for (const course of found) {
    const actions = course.map(({ action }) => action);
    assert.deepEqual([actions[0], actions.at(-1)], ['created', 'announced']);
    assert.ok(actions.indexOf('planned') < actions.indexOf('approve'));
  }
  const usual = usualTimes(found);
  assert.equal(usual?.jobs, 3);
  const { planning = -1, implement = -1, test: testing = -1 } = usual.times;
  for (const ms of [planning, implement, testing]) assert.ok(ms >= 0 && ms < 60_000, `${ms}`);
  assert.equal((await courses(world, 1, 2)).length, 2);
  assert.equal((await courses(world, 2)).length, 1);
});

type Engine = Awaited<ReturnType<World['createEngine']>>;

async function deliver(world: World, engine: Engine, installation: number): Promise<void> {
  const id = await world.addJob({ installation, repository: installation });
  await approve(engine, await world.reaches(id, 'WAITING_SPEC_APPROVAL'));
  await world.reaches(id, 'DELIVERED');
}

async function courses({ store }: World, installation: number, most = 20) {
  return await store.transaction(async ({ audit }) => await audit.courses(installation, most));
}
