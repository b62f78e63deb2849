// Time is a dependency: the engine's clock is stepped, nothing sleeps for real.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EffectFunctions } from '../../../app/engine/effects/port.ts';
import { approve, engineWorld, type World } from '../../support/engine-world.ts';
import { scriptedEffects } from '../../support/scripted-effects.ts';
import { aborted, until } from '../../support/waiting.ts';

const SECOND = 1_000;

test('a reservation that takes 10 s fails the job', async () => {
  await using world = await engineWorld();
  await startEngine(world, { reserve: hang });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.state === 'QUOTA_RESERVING');
  world.step(9 * SECOND);
  await settled();
  assert.equal((await world.job(id)).job.state, 'QUOTA_RESERVING');
  world.step(2 * SECOND);
  const { job } = await world.reaches(id, 'FAILED');
  assert.equal(job.failureReason, 'QUOTA_RESERVATION_TIMEOUT');
});

test('an escalation without an answer ends after 3600 s', async () => {
  await using world = await engineWorld();
  const engine = await startEngine(world, {
    implement: async () => ({ type: 'escalation_needed' }),
  });
  const id = await world.addJob();
  await approve(engine, await world.reaches(id, 'WAITING_SPEC_APPROVAL'));
  await world.reaches(id, 'WAITING_ESCALATION_DECISION');
  world.step(3590 * SECOND);
  await settled();
  assert.equal((await world.job(id)).job.state, 'WAITING_ESCALATION_DECISION');
  world.step(15 * SECOND);
  const { job } = await world.reaches(id, 'FAILED');
  assert.equal(job.failureReason, 'ESCALATION_CONFIRMATION_TIMEOUT');
});

test('a silent runner has 300 s to come back, then the job fails', async () => {
  await using world = await engineWorld();
  const told: string[] = [];
  await startEngine(world, {
    plan: async (context) => {
      await context.report({ type: 'heartbeat_lost' });
      await aborted(context.signal);
      told.push(context.record.job.id);
      throw context.signal.reason;
    },
  });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.heartbeatLostAt !== undefined);
  world.step(290 * SECOND);
  await settled();
  assert.equal((await world.job(id)).job.state, 'ANALYZING');
  world.step(20 * SECOND);
  const { job } = await world.reaches(id, 'FAILED');
  assert.equal(job.failureReason, 'CLIENT_DISCONNECTED');
  // The effect hears of it after the job's state was written.
  await until(() => told.length > 0);
  assert.deepEqual(told, [id]);
});

test('a promised message that is late is counted and promised anew', async () => {
  await using world = await engineWorld();
  await startEngine(world, { plan: hang });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.state === 'ANALYZING');
  world.step(601 * SECOND);
  await until(async () => (await world.job(id)).job.promise?.missed === 1);
  world.step(601 * SECOND);
  await until(async () => (await world.job(id)).job.promise?.missed === 2);
});

test('a provider whose quota is spent is waited for until it is renewed', async () => {
  await using world = await engineWorld();
  let tries = 0;
  await startEngine(world, {
    plan: async ({ record }) => {
      tries += 1;
      return tries === 1
        ? { type: 'provider_quota_hit', resetAt: record.job.lastEventAt + 7200 * SECOND }
        : { type: 'planned', revision: 'r1', strategies: 1 };
    },
  });
  const id = await world.addJob({ waitsForProviderQuota: true });
  await until(async () => (await world.job(id)).job.hold?.reason === 'provider_quota');
  world.step(7190 * SECOND);
  await settled();
  assert.equal(tries, 1);
  world.step(20 * SECOND);
  await world.reaches(id, 'WAITING_SPEC_APPROVAL');
  assert.equal(tries, 2);
});

test('spent wall time holds the job and takes its effect away', async () => {
  await using world = await engineWorld();
  await startEngine(world, { plan: hang });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.state === 'ANALYZING');
  world.step(121 * 60 * SECOND);
  await until(async () => (await world.job(id)).job.hold?.reason === 'wall_time');
});

async function hang({ signal }: { signal: AbortSignal }): Promise<never> {
  await aborted(signal);
  throw signal.reason;
}

async function startEngine(world: World, replaced: Partial<EffectFunctions>) {
  const engine = await world.createEngine(scriptedEffects(world.store, replaced).effects);
  await engine.start();
  return engine;
}

/** Longer than the engine's poll in tests. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
}
