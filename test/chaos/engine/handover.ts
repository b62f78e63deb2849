// Two versions draining into each other: one is told to end while the next begins, on a calm
// database. Then nothing may be run twice, not even without an effect.
import { setTimeout as pause } from 'node:timers/promises';
import {
  drainWorker,
  type EffectRun,
  killWorker,
  startWorker,
  type Worker,
} from '../../support/engine-chaos.ts';
import type { Scene } from './storm.ts';

const JOBS_PER_DRAIN = 4;
const DRAIN_MS = 30_000;
const GIVEN_MS = 120_000;

export type HandoverResult = {
  /** Effects that more than one worker, or one worker twice, began. */
  runTwice: string[];
  /** Drained workers that did not end with exit code 0. */
  failed: number;
};

export async function handOver(scene: Scene, drains: number): Promise<HandoverResult> {
  if (drains === 0) return { runTwice: [], failed: 0 };
  const { feed, run } = scene;
  const options = { ...scene.options, drainMs: DRAIN_MS };
  const runs: EffectRun[] = [];
  const onRun = (one: EffectRun, worker: Worker) => {
    runs.push(one);
    scene.onRun(one, worker);
  };
  const seed = () => run.random.below(2 ** 31);
  let failed = 0;
  let current = await startWorker({ ...options, seed: seed() }, onRun);
  try {
    for (let n = 0; n < drains; n += 1) {
      feed.allow(feed.accepted.length + JOBS_PER_DRAIN);
      await feed.given(GIVEN_MS);
      await pause(run.random.below(200));
      run.note(`drain of ${current.name}, which runs ${[...current.open.keys()].join(' ')}`);
      const [next, code] = await Promise.all([
        startWorker({ ...options, seed: seed() }, onRun),
        drainWorker(current),
      ]);
      if (code !== 0) failed += 1;
      current = next;
    }
    await feed.ended(GIVEN_MS);
  } finally {
    await killWorker(current);
  }
  return { runTwice: repeated(runs), failed };
}

function repeated(runs: readonly EffectRun[]): string[] {
  const seen = new Set<string>();
  return runs.flatMap(({ jobId, number }) => {
    const name = `${jobId} ${number}`;
    if (seen.has(name)) return [jobId];
    seen.add(name);
    return [];
  });
}
