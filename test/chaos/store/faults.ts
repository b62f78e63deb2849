// What is done to a serving app and its server under writes. Each leaves an app that serves and
// commits again, or throws.
import { setTimeout as pause } from 'node:timers/promises';
import { signalProcess } from '../../../app/store/embedded/postmaster.ts';
import { until } from '../../support/waiting.ts';
import { randomMoment, type World } from './world.ts';

export type FaultKind = 'kill' | 'earlyKill' | 'serverKill' | 'pause' | 'clockStep';

const LONGEST_START_MS = 1_200;
const LONGEST_PAUSE_MS = 1_500;
const LONGEST_ABSENCE_MS = 500;
const CLOCK_STEP_MS = 600_000;
const GONE_MS = 20_000;

export async function inflict(kind: FaultKind, world: World, rows: number): Promise<void> {
  switch (kind) {
    case 'kill':
      return await killApp(world, rows);
    case 'earlyKill':
      return await killStartingApp(world);
    case 'serverKill':
      return await killServer(world, rows);
    case 'pause':
      return await pauseApp(world, rows);
    case 'clockStep':
      return await stepClock(world, rows);
  }
}

async function killApp(world: World, rows: number): Promise<void> {
  await world.app().commits(rows);
  await randomMoment(world.random);
  world.note('kill -9 of the app');
  await world.app().kill();
  await world.restart();
}

/** Killed on the way up, with the server already there, or with both to be started. */
async function killStartingApp(world: World): Promise<void> {
  const isServerGone = world.random.chance(0.5);
  const afterMs = world.random.below(LONGEST_START_MS);
  const server = await world.home.server();
  await world.app().kill();
  if (isServerGone) signalProcess(server.pid, 'SIGKILL');
  world.note(
    `kill -9 of an app that starts for ${afterMs} ms${isServerGone ? ', its server too' : ''}`,
  );
  await world.startBriefly(afterMs);
  await world.restart();
}

/** The app restarts with its server, or lives on and finds it again when it is back. */
async function killServer(world: World, rows: number): Promise<void> {
  const { random, note, home } = world;
  await world.app().commits(rows);
  const { pid } = await home.server();
  await randomMoment(random);
  signalProcess(pid, 'SIGKILL');
  if (random.chance(0.5)) {
    note(`kill -9 of server ${pid} and of the app`);
    await world.app().kill();
    await world.restart();
    return;
  }
  note(`kill -9 of server ${pid}`);
  await answersUnavailable(world);
  await pause(random.below(LONGEST_ABSENCE_MS));
  await home.startServer();
  note('the server is back');
  await goesOn(world, rows);
}

async function pauseApp(world: World, rows: number): Promise<void> {
  const stoppedMs = world.random.below(LONGEST_PAUSE_MS);
  await world.app().commits(rows);
  await randomMoment(world.random);
  world.note(`the app stands still for ${stoppedMs} ms`);
  world.app().signal('SIGSTOP');
  try {
    await pause(stoppedMs);
  } finally {
    world.app().signal('SIGCONT');
  }
  await goesOn(world, rows);
}

async function stepClock(world: World, rows: number): Promise<void> {
  const ms = world.random.pick([-1, 1]) * (1 + world.random.below(CLOCK_STEP_MS));
  await world.app().commits(rows);
  world.note(`the app's clock steps by ${ms} ms`);
  await world.app().stepClock(ms);
  await goesOn(world, rows);
}

/** The same process commits again and answers for it. */
export async function goesOn(world: World, rows: number): Promise<void> {
  await world.app().commits(rows);
  if ((await world.app().health()) !== 200) {
    world.tally.restartsThatDidNotServe += 1;
    world.note('the app commits, but its health is not 200');
  }
}

/** Not silence: 503, as soon as the last of the old server's processes has noticed. */
export async function answersUnavailable(world: World): Promise<void> {
  const status = { last: 200 };
  await until(async () => {
    status.last = await world.app().health();
    return status.last !== 200;
  }, GONE_MS);
  if (status.last === 503) return;
  world.tally.unansweredHealth += 1;
  world.note(`/health answered ${status.last} instead of 503`);
}
