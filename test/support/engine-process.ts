// One worker process for kills and pauses: an engine with scripted effects that write fenced rows.
// It tells on its output what it runs; SIGTERM drains it; a line `clock MS` sets its host clock off.
// Usage: node engine-process.ts '{"url": …, "leaseMs": …, "effectMs": …}'
import { randomInt, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { EffectContext, EffectFunctions } from '../../app/engine/effects/port.ts';
import { createLocalEngine } from '../../app/engine/local.ts';
import { isAppError } from '../../app/errors.ts';
import { createStore } from '../../app/store/store.ts';
import { createRandom } from './random.ts';
import { scriptedEffects } from './scripted-effects.ts';

export type ProcessOptions = {
  url: string;
  leaseMs: number;
  slots: number;
  effectMs: { from: number; to: number };
  /** How long running effects may go on after SIGTERM. */
  drainMs?: number;
  /** Decides how long each effect takes. */
  seed?: number;
};

const START_MS = 60_000;
const options = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
const random = createRandom(options.seed ?? 1);
const store = createStore({ url: options.url });
const tell = (line: string) => process.stdout.write(`${line}\n`);

/** Writes a fenced row when it begins and when it ends, so that a stale end can be caught. */
async function labour(context: EffectContext): Promise<void> {
  const { record, effect, fence, signal } = context;
  const id = randomUUID();
  const { id: jobId } = record.job;
  await store.transaction(async ({ sessions }) => {
    await sessions.begin({ id, jobId, step: effect.kind, ordinal: 0, fence });
  });
  const lengthMs = options.effectMs.from + random.below(effectSpan());
  // A paused process does not notice the signal, and writes all the same when it wakes.
  await pause(lengthMs, undefined, { signal }).catch(() => undefined);
  const entry = { sequence: 1, entryType: 'note', payload: { effect: effect.number } };
  await store.transaction(async ({ sessions }) => await sessions.append(id, fence, [entry]));
}

function effectSpan(): number {
  return options.effectMs.to + 1 - options.effectMs.from;
}

const { effects } = scriptedEffects(store);
const slowed = Object.entries(effects).map(([kind, run]) => [
  kind,
  async (context: EffectContext) => {
    const { id } = context.record.job;
    tell(`ran ${id} ${context.effect.number} ${context.fence} ${kind}`);
    try {
      await labour(context);
      return await (run as (context: EffectContext) => Promise<unknown>)(context);
    } catch (error) {
      if (isAppError(error, 'STALE_WORKER')) tell(`stale ${id}`);
      throw error;
    } finally {
      tell(`end ${id} ${context.fence}`);
    }
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
await start();
tell('ready');
process.on('SIGTERM', () => void drain());
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.startsWith('clock ')) stepHostClock(Number(line.slice(6)));
  })
  .on('close', () => process.exit(1)); // Whoever started us is gone.

/** The database may be restarting just now. */
async function start(): Promise<void> {
  for (const deadline = performance.now() + START_MS; ; ) {
    try {
      await engine.start();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}

async function drain(): Promise<void> {
  await engine.stop(options.drainMs ?? 0);
  await store.close();
  process.exit(0);
}

/** As an operator or NTP would: everything that asks for the time of day gets another answer. */
function stepHostClock(ms: number): void {
  const before = Date;
  const now = () => before.now() + ms;
  globalThis.Date = new Proxy(before, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
