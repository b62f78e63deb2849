// What a sandbox costs above the bare operation, both in the same run and in turn: making one, one
// command in it, making one from a large snapshot, files in and out, a message and its answer.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/driver/port.ts';
import { bundleStreamingRunner } from '../chaos/sandbox/stream.ts';
import { type LocalWorld, openLocalWorld } from '../contract/driver/local-world.ts';
import type { Check } from '../support/figures.ts';
import { type Bench, median, timed } from './bench.ts';
import { type Echo, prepareBareSpawn, startEcho } from './sandbox/bare.ts';
import { measureRoundTrips } from './sandbox/round-trips.ts';

const MIB = 1024 * 1024;
/** The first three are asked for; the others are what was measured first, and 0.3 of it. */
const LIMITS = {
  exec: 4,
  fromSnapshot: 0.2,
  roundTrip: 6,
  create: 7.2,
  upload: 2.5,
  download: 2.2,
};
const EXECS = 40;
const CREATES = 15;
const COPIES = 3;
const TRANSFERS = 20;
const TURNS = 300;
/** 200 MB as a setup leaves them: the average file of our own node_modules has 11 KB. */
const SNAPSHOT_FILES = 18_000;
const SNAPSHOT_FILE_BYTES = 11_100;
const FILL = `
import os
for d in range(${SNAPSHOT_FILES} // 20): os.mkdir('/workspace/%d' % d)
for n in range(${SNAPSHOT_FILES}):
    path = '/workspace/%d/%d' % (n // 20, n)
    open(path, 'wb').write(os.urandom(${SNAPSHOT_FILE_BYTES}))`;
const RUNNER = '/home/user/runner.mjs';

type Place = { world: LocalWorld; directory: string; bare(): Promise<void>; echo: Echo };
type Times = { ours: number[]; bare: number[] };
type Say = (line: string) => void;

export const sandbox: Bench = async (say) => {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-bench-'));
  owned.defer(async () => await rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  const world = await openLocalWorld({
    limits: { memoryBytes: 512 * MIB, diskBytes: 512 * MIB },
    ownerTimeoutMs: 600_000,
  });
  owned.defer(async () => await world.close());
  const bare = await prepareBareSpawn(world.options, directory);
  const place = { world, directory, bare, echo: owned.use(await startEcho()) };
  const one = await world.create({ timeoutMs: 900_000 });
  return [
    toCheck('create, to a bare bwrap', LIMITS.create, await measureCreate(place), say),
    toCheck('exec true, to a bare bwrap', LIMITS.exec, await measureExec(place, one), say),
    toCheck('create from 200 MB, to cp -a', LIMITS.fromSnapshot, await measureSnapshot(place), say),
    toCheck('1 MB up, to a fetch', LIMITS.upload, await measureUpload(place, one), say),
    toCheck('1 MB down, to a fetch', LIMITS.download, await measureDownload(place, one), say),
    toCheck('round trip, to a fetch', LIMITS.roundTrip, await measureWire(place, one), say),
  ];
};

function toCheck(name: string, limit: number, { ours, bare }: Times, say: Say): Check {
  const [oursMs, bareMs] = [median(ours), median(bare)];
  say(`${name}: ${oursMs.toFixed(2)} ms to ${bareMs.toFixed(2)} ms`);
  return { name, value: Math.round((oursMs / bareMs) * 100) / 100, limit, unit: 'x' };
}

/** One after the other, each as often first; the first of both pays for caches and is not counted. */
async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Times> {
  const times: Times = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const isOursFirst = round % 2 === 0;
    const early = isOursFirst ? await ours() : await bare();
    const late = isOursFirst ? await bare() : await ours();
    if (round === 0) continue;
    times.ours.push(isOursFirst ? early : late);
    times.bare.push(isOursFirst ? late : early);
  }
  return times;
}

async function measureCreate({ world, bare }: Place): Promise<Times> {
  const create = async () => {
    let made: Sandbox | undefined;
    const ms = await timed(async () => {
      made = await world.create();
    });
    await made?.destroy();
    return ms;
  };
  return await interleave(CREATES, create, async () => await timed(bare));
}

async function measureExec({ bare }: Place, one: Sandbox): Promise<Times> {
  const exec = async () =>
    await timed(async () => {
      const { exitCode } = await one.exec({ command: ['true'], timeoutMs: 60_000 });
      if (exitCode !== 0) throw new Error(`true ended with ${exitCode}`);
    });
  return await interleave(EXECS, exec, async () => await timed(bare));
}

/** Against a copy of the very layer that the snapshot is. */
async function measureSnapshot({ world, directory }: Place): Promise<Times> {
  const source = await world.create({ timeoutMs: 900_000 });
  const filled = await source.exec({ command: ['python3', '-c', FILL], timeoutMs: 300_000 });
  if (filled.exitCode !== 0) throw new Error(filled.stderr);
  const { snapshotId } = await source.snapshot();
  await source.destroy();
  const layer = join(world.options.snapshotDirectory, snapshotId);
  const copy = join(directory, 'copy');
  const create = async () => {
    let made: Sandbox | undefined;
    const ms = await timed(async () => {
      made = await world.create({ from: { kind: 'snapshot', snapshotId } });
    });
    await made?.destroy();
    return ms;
  };
  const times = await interleave(COPIES, create, async () => {
    const ms = await timed(async () => await run('cp', ['-a', layer, copy]));
    await rm(copy, { recursive: true, force: true });
    return ms;
  });
  await world.driver.deleteSnapshot(snapshotId);
  return times;
}

async function measureUpload({ echo }: Place, one: Sandbox): Promise<Times> {
  const bytes = Buffer.alloc(MIB, 'x');
  const upload = async () => await timed(async () => await one.upload('/workspace/up', bytes));
  return await interleave(
    TRANSFERS,
    upload,
    async () => await timed(async () => await echo.send(bytes)),
  );
}

async function measureDownload({ echo }: Place, one: Sandbox): Promise<Times> {
  const bytes = Buffer.alloc(MIB, 'x');
  await one.upload('/workspace/down', bytes);
  const download = async () =>
    await timed(async () => {
      const { byteLength } = await one.download('/workspace/down', { maxBytes: 2 * MIB });
      if (byteLength !== MIB) throw new Error('the file is not whole');
    });
  return await interleave(
    TRANSFERS,
    download,
    async () => await timed(async () => await echo.send(bytes)),
  );
}

async function measureWire({ directory, echo }: Place, one: Sandbox): Promise<Times> {
  await one.upload(RUNNER, await bundleStreamingRunner(join(directory, 'runner.mjs')));
  const trips = await measureRoundTrips(one, { runnerPath: RUNNER, turns: TURNS, echo });
  return { ours: trips.wireMs, bare: trips.fetchMs };
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
}
