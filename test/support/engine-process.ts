// One worker process for kill tests: an engine with scripted effects that write fenced rows.
// Usage: node engine-process.ts '{"url": …, "leaseMs": …, "effectMs": …}'
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EffectContext, EffectFunctions } from '../../app/engine/effects/port.ts';
import { createLocalEngine } from '../../app/engine/local.ts';
import { isAppError } from '../../app/errors.ts';
import { createStore } from '../../app/store/postgres.ts';
import { scriptedEffects } from './scripted-effects.ts';

export type ProcessOptions = {
  url: string;
  leaseMs: number;
  slots: number;
  effectMs: { from: number; to: number };
};

const options = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
const store = createStore({ url: options.url });

/** Writes a fenced row when it begins and when it ends, so that a stale end can be caught. */
async function labour(context: EffectContext): Promise<void> {
  const { record, effect, fence, signal } = context;
  const id = randomUUID();
  const { id: jobId } = record.job;
  await store.transaction(async ({ sessions }) => {
    await sessions.begin({ id, jobId, step: effect.kind, fence });
  });
  const lengthMs = randomInt(options.effectMs.from, options.effectMs.to + 1);
  // A paused process does not notice the signal, and writes all the same when it wakes.
  await pause(lengthMs, undefined, { signal }).catch(() => undefined);
  const entry = { sequence: 1, entryType: 'note', payload: { effect: effect.number } };
  await store.transaction(async ({ sessions }) => await sessions.append(id, fence, [entry]));
}

const { effects } = scriptedEffects(store);
const slowed = Object.entries(effects).map(([kind, run]) => [
  kind,
  async (context: EffectContext) => {
    await labour(context).catch((error: unknown) => {
      const isStale = isAppError(error, 'STALE_WORKER');
      if (isStale) process.stdout.write(`stale ${context.record.job.id}\n`);
      throw error;
    });
    return await (run as (context: EffectContext) => Promise<unknown>)(context);
  },
]);

const engine = createLocalEngine({
  store,
  effects: Object.fromEntries(slowed) as EffectFunctions,
  worker: { name: `process-${process.pid}`, lock: randomInt(2 ** 31) },
  log: { info: () => undefined, warn: () => undefined },
  // Kills count as tries; a killed worker is not the effect's fault here.
  limits: { leaseMs: options.leaseMs, pollMs: 100, tries: 1_000, slots: options.slots },
});
await engine.start();
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  void engine
    .stop(0)
    .then(async () => await store.close())
    .then(() => process.exit(0));
});
