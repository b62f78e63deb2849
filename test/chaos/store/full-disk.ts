// A full disk under the database: the home's state lies on a small file system of its own, which
// root mounts; elsewhere this says aloud that it was not done.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { isAppError } from '../../../app/errors.ts';
import { until } from '../../support/waiting.ts';
import type { Run } from '../chaos.ts';
import { answersUnavailable, goesOn } from './faults.ts';
import { createWorld, type Tally, type World } from './world.ts';

const execute = promisify(execFile);
const SIZE_MB = 160;
const LEFT_BYTES = 128 * 1024;
const REFUSALS = 3;
const DEADLINE_MS = 60_000;

export async function fillDisks(
  run: Pick<Run<never>, 'random' | 'note' | 'say'>,
  { fills, rows, tally }: { fills: number; rows: number; tally: Tally },
): Promise<number> {
  if (fills === 0) return 0;
  if (!(await canMount())) {
    run.say('NOT DONE: full disks; this needs root with the right to mount a tmpfs.');
    run.note('full disks were not done: no tmpfs can be mounted here');
    return 0;
  }
  await using world = await createWorld({ ...run, tally, prepare: mountState });
  await world.restart();
  for (let time = 1; time <= fills; time += 1) {
    await world.app().commits(rows);
    // The first fills the tables, the second the log, and so on.
    await (time % 2 === 1 ? fillTables(world, rows) : fillLog(world, rows));
    await world.readBack();
  }
  return fills;
}

/** No table grows; reading goes on, so the app stays healthy, and goes on when there is room. */
async function fillTables(world: World, rows: number): Promise<void> {
  const before = refusals(world, 'DISK_FULL');
  await using ballast = await fill(world);
  await until(() => refusals(world, 'DISK_FULL') >= before + REFUSALS, DEADLINE_MS);
  if ((await world.app().health()) !== 200) {
    world.tally.unansweredHealth += 1;
    world.note('/health is not 200 while reading still works');
  }
  await ballast[Symbol.asyncDispose]();
  world.note('the disk has room again');
  await goesOn(world, rows);
}

/** No log segment can be made, so the server ends, and cannot start either until there is room. */
async function fillLog(world: World, rows: number): Promise<void> {
  const before = refusals(world);
  await using ballast = await world.home.read(async (client) => {
    const filled = await fill(world);
    await exhaustLog(client).catch(() => undefined);
    return filled;
  });
  await until(() => refusals(world) >= before + REFUSALS, DEADLINE_MS);
  await answersUnavailable(world);
  const fault = await world.home.startServer().then(
    () => undefined,
    (error: unknown) => error,
  );
  world.note(`a server without room: ${isAppError(fault) ? fault.code : String(fault)}`);
  if (!isAppError(fault, 'DISK_FULL')) world.tally.unclearRefusals += 1;
  await ballast[Symbol.asyncDispose]();
  await world.home.startServer();
  world.note('the disk has room again, and the server is back');
  await goesOn(world, rows);
}

/** Ends with the connection. */
async function exhaustLog(client: pg.Client): Promise<void> {
  for (let segments = 0; segments < SIZE_MB; segments += 1) {
    await client.query('select pg_logical_emit_message(false, $1, $2)', ['chaos', 'x']);
    await client.query('select pg_switch_wal()');
  }
}

function refusals({ said }: World, code?: string): number {
  if (code !== undefined) return said.refused.get(code) ?? 0;
  return [...said.refused.values()].reduce((sum, times) => sum + times, 0);
}

/** A file that leaves next to nothing. */
async function fill({ home, random, note }: World): Promise<AsyncDisposable> {
  const state = join(home.path, 'state');
  const file = join(state, 'ballast');
  const { bavail, bsize } = await statfs(state);
  const left = random.below(LEFT_BYTES);
  // The app writes meanwhile, so there may be less room than a moment ago: then it is full as well.
  await writeFile(file, Buffer.alloc(Math.max(bavail * bsize - left, 0), 1)).catch(() => undefined);
  note(`the disk is full but for ${left} bytes`);
  return {
    async [Symbol.asyncDispose]() {
      await rm(file, { force: true });
    },
  };
}

async function mountState(home: string): Promise<AsyncDisposable> {
  const state = join(home, 'state');
  await mkdir(state);
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'tmpfs', state]);
  return {
    async [Symbol.asyncDispose]() {
      await execute('umount', [state]);
    },
  };
}

async function canMount(): Promise<boolean> {
  const directory = await mkdtemp('/tmp/redgreen-mount-');
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]);
    await execute('umount', [directory]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
