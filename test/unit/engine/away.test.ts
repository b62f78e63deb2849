// Faults that only say who is away are waited out; the others end with their names, told at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EffectFunctions } from '../../../app/engine/effects/port.ts';
import { AppError } from '../../../app/errors.ts';
import { engineWorld, type World } from '../../support/engine-world.ts';
import { type Call, scriptedEffects } from '../../support/scripted-effects.ts';
import { until } from '../../support/waiting.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PLANNED = { type: 'planned', revision: 'r1', strategies: 1 } as const;
const SILENT = new AppError('GITHUB_UNAVAILABLE', { problem: 'GitHub did not answer: branch x.' });

test('a limit with a reset holds the job until then, and then it goes on by itself', async () => {
  await using world = await engineWorld();
  let isLimited = true;
  const problem = 'GitHub’s limits ask for a wait of 2400 s, longer than this call may take';
  const calls = await start(world, {
    plan: async () => {
      if (!isLimited) return PLANNED;
      throw new AppError('RATE_LIMITED', { problem, details: { retryAfterMs: 40 * MINUTE } });
    },
  });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.hold !== undefined);
  const { hold } = (await world.job(id)).job;
  assert.equal(hold?.reason, 'unavailable');
  assert.equal(hold?.ask, problem);
  assert.equal((hold?.until ?? 0) - (hold?.since ?? 0), 40 * MINUTE);
  world.step(39 * MINUTE);
  await settled();
  assert.equal(times(calls, 'plan'), 1, 'nobody is asked before');
  isLimited = false;
  world.step(2 * MINUTE);
  await world.reaches(id, 'WAITING_SPEC_APPROVAL');
  assert.equal(times(calls, 'plan'), 2);
});

test('a GitHub that is silent for long spends nothing, and the job is delivered to its plan', async () => {
  await using world = await engineWorld();
  let left = 6;
  const calls = await start(world, {
    plan: async () => {
      left -= 1;
      if (left >= 0) throw SILENT;
      return PLANNED;
    },
  });
  const id = await world.addJob();
  const pauses: number[] = [];
  await until(async () => {
    const { state, hold } = (await world.job(id)).job;
    if (hold !== undefined && hold.number > pauses.length) {
      pauses.push((hold.until ?? 0) - hold.since);
      world.step((pauses.at(-1) ?? 0) + SECOND);
    }
    return state === 'WAITING_SPEC_APPROVAL';
  });
  assert.equal(pauses[0], 5 * SECOND);
  assert.ok((pauses.at(-1) ?? 0) > 60 * SECOND, pauses.join(', '));
  const { job } = await world.job(id);
  assert.deepEqual([job.sessionErrorCount, job.attemptNumber, job.awaySince], [0, 0, undefined]);
  assert.equal(times(calls, 'plan'), 7, 'one look after each pause');
});

test('sandboxes that cannot be had are tried again at once, and then waited for', async () => {
  await using world = await engineWorld();
  const calls = await start(world, {
    plan: async () => await Promise.reject(new AppError('SANDBOX_UNREACHABLE')),
  });
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.hold?.reason === 'unavailable');
  assert.equal(times(calls, 'plan'), 3);
  assert.equal((await world.job(id)).job.hold?.ask, 'The sandbox provider cannot be reached.');
});

test('what GitHub does not show yet is looked for again before anybody waits', async () => {
  await using world = await engineWorld();
  let left = 2;
  const calls = await start(world, {
    plan: async () => {
      left -= 1;
      if (left < 0) return PLANNED;
      throw new AppError('GITHUB_UNAVAILABLE', { details: { isNotYet: true } });
    },
  });
  const { job } = await world.reaches(await world.addJob(), 'WAITING_SPEC_APPROVAL');
  assert.equal(times(calls, 'plan'), 3);
  assert.equal(job.holdNumber, 0);
});

test('a provider that says what is wrong with the request is not waited for', async () => {
  await using world = await engineWorld();
  const details = { status: 400 };
  await start(world, {
    plan: async () => await Promise.reject(new AppError('SANDBOX_REFUSED', { details })),
  });
  const { job } = await world.reaches(await world.addJob(), 'FAILED');
  assert.equal(job.failureReason, 'UNRECOVERABLE_ERROR');
  assert.match(job.failureDetail ?? '', /plan failed 3 times; last with SANDBOX_REFUSED/);
});

test('an announcement waits for whoever is away, is no try, and is made afterwards', async () => {
  await using world = await engineWorld();
  let left = 5;
  const calls = await start(world, {
    announce: async () => {
      left -= 1;
      if (left >= 0) throw SILENT;
      return { type: 'announced' };
    },
  });
  const id = await world.addJob();
  await until(async () => {
    const { job } = await world.job(id);
    if (times(calls, 'announce') > 0) world.step(10 * MINUTE);
    return job.announcement === 'done';
  });
  assert.equal((await world.job(id)).job.state, 'WAITING_SPEC_APPROVAL');
  assert.equal(times(calls, 'announce'), 6);
});

test('a job that is held for who is away is stopped at once', async () => {
  await using world = await engineWorld();
  const { effects } = scriptedEffects(world.store, {
    plan: async () => await Promise.reject(SILENT),
  });
  const engine = await world.createEngine(effects);
  await engine.start();
  const id = await world.addJob();
  await until(async () => (await world.job(id)).job.hold?.reason === 'unavailable');
  assert.ok((await engine.cancel(id, 'mona', 'enough')).ok);
  assert.equal((await world.job(id)).job.failureReason, 'USER_CANCELLED');
});

test('poison is announced by whoever found it, without waiting for its lease', async () => {
  await using world = await engineWorld();
  const calls = await start(world, {
    plan: async () => await Promise.reject(new Error('boom')),
  });
  const id = await world.addJob();
  const { job } = await world.reaches(id, 'FAILED');
  const from = performance.now();
  assert.equal(job.failureReason, 'POISONED');
  await until(() => times(calls, 'announce') > 0);
  assert.ok(performance.now() - from < 5_000, 'the lease is 15 s');
});

test('what fails because the process leaves is for the next process to do', async () => {
  await using world = await engineWorld();
  const leaving = new AbortController();
  let isNext = false;
  const { effects } = scriptedEffects(world.store, {
    plan: async () => {
      if (isNext) return PLANNED;
      leaving.abort();
      return { type: 'effect_failed', detail: 'the token lacks a permission' };
    },
  });
  const first = await world.createEngine(effects, {}, leaving.signal);
  await first.start();
  const id = await world.addJob();
  await until(() => leaving.signal.aborted);
  await first.stop(0);
  assert.equal((await world.job(id)).job.state, 'ANALYZING');
  isNext = true;
  await (await world.createEngine(effects)).start();
  await world.reaches(id, 'WAITING_SPEC_APPROVAL');
});

async function start(world: World, replaced: Partial<EffectFunctions>): Promise<Call[]> {
  const { effects, calls } = scriptedEffects(world.store, replaced);
  await (await world.createEngine(effects)).start();
  return calls;
}

function times(calls: readonly Call[], kind: string): number {
  return calls.filter((call) => call.kind === kind).length;
}

/** Longer than the engine's poll in tests. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
}
