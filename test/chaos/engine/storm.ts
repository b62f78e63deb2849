// The storm: workers are killed, paused, cut off and given wrong clocks while Postgres is restarted,
// crashes, ends sessions and refuses transactions. Everything random comes from the seed.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type EffectRun,
  hasEnded,
  killWorker,
  pauseWorker,
  startWorker,
  stepClock,
  type Worker,
} from '../../support/engine-chaos.ts';
import type { ProcessOptions } from '../../support/engine-process.ts';
import type { OwnPostgres } from '../../support/own-postgres.ts';
import { createRandom, type Random } from '../../support/random.ts';
import type { Run } from '../chaos.ts';
import type { Feed } from './feed.ts';
import { createHostility } from './hostility.ts';
import { openRelay } from './relay.ts';

export type StormCounts = {
  jobs: number;
  kills: number;
  pauses: number;
  clockSteps: number;
  restarts: number;
  crashes: number;
  halfOpens: number;
  terminations: number;
  deadlocks: number;
  conflicts: number;
};

export type Scene = {
  postgres: OwnPostgres;
  feed: Feed;
  options: ProcessOptions;
  run: Run<StormCounts & Readonly<Record<string, number>>>;
  onRun(run: EffectRun, worker: Worker): void;
};

/** `cutOff`: workers that did not come back after their connections had fallen silent. */
export type StormResult = { faultsDone: number; stale: number; cutOff: number };
type Lane = Scene & { random: Random; crew: Worker[]; result: StormResult };

const CREW = 3;
const HOUR_MS = 3_600_000;
const RESTART_EVERY_MS = 5_000;
/** Longer than the store waits for an answer. */
const COME_BACK_MS = 90_000;
const GIVEN_MS = 120_000;

export async function storm(scene: Scene): Promise<StormResult> {
  const { counts, random } = scene.run;
  const crew: Worker[] = [];
  const result: StormResult = { faultsDone: 0, stale: 0, cutOff: 0 };
  const lane = (): Lane => ({
    ...scene,
    random: createRandom(random.below(2 ** 31)),
    crew,
    result,
  });
  const everyone = new Set<Worker>();
  const start = async (seed: number) => {
    const worker = await startWorker({ ...scene.options, seed }, scene.onRun);
    everyone.add(worker);
    return worker;
  };
  try {
    for (let n = 0; n < CREW; n += 1) crew.push(await start(random.below(2 ** 31)));
    const cutOffs = keepBusy(lane(), cutOffWorkers(lane()));
    await Promise.all([
      cutOffs,
      faultWorkers(lane(), start),
      restartDatabase(lane()),
      harass(lane()),
    ]);
    scene.feed.allow(counts.jobs);
    await scene.feed.given(GIVEN_MS);
    await scene.feed.ended(GIVEN_MS);
    return { ...result, stale: [...everyone].reduce((sum, { stale }) => sum + stale.length, 0) };
  } finally {
    await Promise.all([...everyone].map(killWorker));
  }
}

/** Jobs are given as the faults go on, so that every fault meets some. */
async function faultWorkers(
  { run, feed, random, crew, options, result }: Lane,
  start: (seed: number) => Promise<Worker>,
): Promise<void> {
  const { jobs, kills, pauses, clockSteps } = run.counts;
  const faults = shuffled({ kill: kills, pause: pauses, clock: clockSteps }, random);
  for (const [done, fault] of faults.entries()) {
    feed.allow(Math.ceil((jobs * (done + 1)) / faults.length));
    await feed.given(GIVEN_MS);
    await pause(random.below(300));
    const place = random.below(crew.length);
    const victim = crew[place];
    if (victim === undefined) continue;
    run.note(`${fault} of ${victim.name}, which runs ${[...victim.open.keys()].join(' ')}`);
    if (fault === 'clock') stepClock(victim, random.chance(0.5) ? HOUR_MS : -HOUR_MS);
    if (fault === 'pause') await pauseWorker(victim, options.leaseMs);
    if (fault === 'kill') {
      await killWorker(victim);
      for (const open of victim.open.values()) feed.watch(open);
      crew[place] = await start(random.below(2 ** 31));
    }
    result.faultsDone += 1;
    if (result.faultsDone % 50 === 0) run.say(`${result.faultsDone} faults`);
  }
}

async function restartDatabase({ run, postgres, random, result }: Lane): Promise<void> {
  const faults = shuffled({ restart: run.counts.restarts, crash: run.counts.crashes }, random);
  for (const fault of faults) {
    await pause(result.faultsDone === 0 ? 1_000 : RESTART_EVERY_MS);
    run.note(`Postgres: ${fault}`);
    await (fault === 'restart' ? postgres.restart() : postgres.crash());
    result.faultsDone += 1;
  }
}

/** Ended sessions, deadlocks and refused transactions, one after the other. */
async function harass({ run, postgres, random, result }: Lane): Promise<void> {
  const { terminations, deadlocks, conflicts } = run.counts;
  const faults = shuffled(
    { termination: terminations, deadlock: deadlocks, conflict: conflicts },
    random,
  );
  if (faults.length === 0) return;
  await using hostility = await createHostility(postgres.url, random);
  for (const fault of faults) {
    await pause(random.below(400));
    const what = await hostility[fault]();
    run.note(`${fault}: ${what}`);
    result.faultsDone += 1;
  }
}

/** Each worker sits behind a relay of its own; it must come back by itself, and write nothing late. */
async function cutOffWorkers({
  run,
  postgres,
  random,
  options,
  onRun,
  result,
}: Lane): Promise<void> {
  for (let n = 0; n < run.counts.halfOpens; n += 1) {
    await using relay = await openRelay(postgres.url, join(postgres.directory, `relay-${n}`));
    const seed = random.below(2 ** 31);
    const worker = await startWorker({ ...options, url: relay.url, seed }, onRun);
    try {
      await waitFor(() => worker.open.size > 0, COME_BACK_MS);
      const frozen = relay.freeze();
      const since = performance.now() + options.leaseMs;
      run.note(`${worker.name}: ${frozen} connections fall silent`);
      const isBack = await waitFor(() => worker.runs.some(({ at }) => at > since), COME_BACK_MS);
      run.note(`${worker.name} ${isBack ? 'came back' : 'did not come back'}`);
      if (!isBack || hasEnded(worker)) result.cutOff += 1;
      result.stale += worker.stale.length;
      result.faultsDone += 1;
    } finally {
      await killWorker(worker);
    }
  }
}

/** While one is awaited back there must be something to run. */
async function keepBusy({ feed, run }: Lane, cutOffs: Promise<void>): Promise<void> {
  const over = new AbortController();
  const end = cutOffs.finally(() => over.abort());
  while (!over.signal.aborted) {
    if (feed.accepted.length >= run.counts.jobs) feed.allow(feed.accepted.length + 1);
    await pause(500, undefined, { signal: over.signal }).catch(() => undefined);
  }
  await end;
}

async function waitFor(isTrue: () => boolean, deadlineMs: number): Promise<boolean> {
  const deadline = performance.now() + deadlineMs;
  while (!isTrue() && performance.now() < deadline) await pause(20);
  return isTrue();
}

function shuffled<K extends string>(counts: Record<K, number>, random: Random): K[] {
  const names = Object.keys(counts) as K[];
  const all = names.flatMap((name) => Array.from({ length: counts[name] }, () => name));
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const [one, two] = [all[last], all[other]];
    if (one !== undefined && two !== undefined) [all[last], all[other]] = [two, one];
  }
  return all;
}
