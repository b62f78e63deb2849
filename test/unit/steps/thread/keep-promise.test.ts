import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EffectFunctions } from '../../../../app/engine/effects/port.ts';
import { withPromises } from '../../../../app/steps/thread/keep-promise.ts';
import { engineWorld, type World } from '../../../support/engine-world.ts';
import { scriptedEffects } from '../../../support/scripted-effects.ts';

/** Sleeps as long as a test wants. */
function handTimers() {
  const sleeps: { ms: number; wake(): void }[] = [];
  const sleep = async (ms: number, signal?: AbortSignal) =>
    await new Promise<void>((resolve) => {
      sleeps.push({ ms, wake: resolve });
      signal?.addEventListener('abort', () => resolve());
    });
  return { sleeps, timers: { sleep } };
}

describe('a promise that was not kept', () => {
  let world: World;
  before(async () => {
    world = await engineWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  it('is shown while the work goes on, each time anew, and not after it', async () => {
    const { sleeps, timers } = handTimers();
    const shown: string[] = [];
    const plan = Promise.withResolvers<void>();
    const deps = {
      store: world.store,
      log: { info: () => undefined, warn: () => undefined },
      agent: { session: { timers } },
      show: async (jobId: string) => void shown.push(jobId),
    };
    const { effects: scripted } = scriptedEffects(world.store, {
      plan: async () => {
        await plan.promise;
        return { type: 'planned', revision: crypto.randomUUID(), strategies: 1 } as const;
      },
    });
    const effects: EffectFunctions = { ...scripted, plan: withPromises(scripted, deps).plan };
    const engine = await world.createEngine(effects);
    await engine.start();
    const id = await world.addJob();
    const promised = async (missed: number) => {
      for (let looks = 0; looks < 1_000; looks += 1) {
        const { job } = await world.job(id);
        if (job.state === 'ANALYZING' && job.promise?.missed === missed && sleeps.length > 0)
          return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.fail(`no promise that was missed ${missed} times`);
    };

    await promised(0);
    const [first] = sleeps;
    assert.ok(first && first.ms >= 10 * 60_000 && first.ms < 11 * 60_000, `${first?.ms}`);
    world.step(10 * 60_000);
    await promised(1);
    first.wake();
    while (sleeps.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(shown, [id]);
    plan.resolve();
    await world.reaches(id, 'WAITING_SPEC_APPROVAL');
    sleeps[1]?.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(shown, [id], 'the work was over');
  });
});
