// The real engine with effects that do nothing: every claim, outcome, transition and next work item
// is the product's own.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { createLocalEngine } from '../../../app/engine/local.ts';
import { createStore } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import { type Call, scriptedEffects } from '../../support/scripted-effects.ts';
import { until } from '../../support/waiting.ts';
import { timed } from '../bench.ts';

const INSTALLATIONS = 4;
const DEADLINE_MS = 120_000;
const silent = { info: () => undefined, warn: () => undefined };

export type Load = { jobs: number; slots: number };

/** From their starts to the announcements of their plans: nobody is asked in between. */
export async function runEngine(
  url: string,
  { jobs, slots }: Load,
  probe: pg.Client,
): Promise<{ ms: number; calls: readonly Call[] }> {
  const store = createStore({ url });
  const { effects, calls } = scriptedEffects(store);
  const worker = { name: 'bench', lock: randomInt(2 ** 31) };
  const limits = { slots, perInstallation: slots };
  const engine = createLocalEngine({ store, effects, worker, log: silent, limits });
  try {
    await giveJobs(url, jobs);
    const ms = await timed(async () => {
      await engine.start();
      const announced = () => calls.filter(({ kind }) => kind === 'announce').length;
      await until(() => announced() === jobs, DEADLINE_MS);
      // The last ones are being recorded.
      await until(async () => (await countUndone(probe)) === 0, DEADLINE_MS);
    });
    return { ms, calls };
  } finally {
    await engine.stop();
    await store.close();
  }
}

export async function giveJobs(url: string, jobs: number): Promise<void> {
  const store = createStore({ url });
  try {
    for (let n = 0; n < jobs; n += 1) {
      const installation = 1 + (n % INSTALLATIONS);
      await addJob(store, { installation, repository: installation });
    }
  } finally {
    await store.close();
  }
}

export async function countUndone(probe: pg.Client): Promise<number> {
  const { rows } = await probe.query<{ n: number }>(
    'select count(*) as n from work where effect is not null',
  );
  return rows[0]?.n ?? 0;
}
