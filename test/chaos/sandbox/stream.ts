// A runner that streams numbered messages out of a sandbox: its host is killed with -9, or its
// connections are cut, again and again; everything has to arrive once and in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from '../../contract/driver/local-world.ts';
import type { Random } from '../../support/random.ts';
import { openCutter } from './cutter.ts';
import { readJournal, type StreamFigures } from './journal.ts';
import { followStream, type HostOptions } from './stream-host.ts';

export type StreamRun = {
  messages: number;
  hostKills: number;
  cutMessages: number;
  cuts: number;
  random: Random;
  note(what: string): void;
  say(line: string): void;
};

export type StreamsFigures = {
  killed: StreamFigures;
  cut: StreamFigures;
  kills: number;
  cuts: number;
};

const RUNNER = '/home/user/runner.mjs';
const SANDBOX_MS = 900_000;
const HOST = join(import.meta.dirname, 'stream-host.ts');

export async function streamMessages(run: StreamRun): Promise<StreamsFigures> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-stream-'));
  owned.defer(async () => await rm(directory, { recursive: true, force: true }));
  const world = await openLocalWorld();
  owned.defer(async () => await world.close());
  const runner = await bundleStreamingRunner(join(directory, 'runner.mjs'));
  const killed = await underKills(run, { world, runner, journal: join(directory, 'kills') });
  const cut = await underCuts(run, { world, runner, journal: join(directory, 'cuts') });
  return { killed: killed.figures, cut: cut.figures, kills: killed.kills, cuts: cut.cuts };
}

type Place = { world: LocalWorld; runner: Uint8Array; journal: string };

async function underKills(run: StreamRun, { world, runner, journal }: Place) {
  const { messages } = run;
  const sandbox = await prepare(world, runner);
  const { url, apiKey } = await world.server();
  const options = { url, apiKey, sandboxId: sandbox.id, runnerPath: RUNNER, journal, messages };
  const points = pointsOf(run.random, run.hostKills, messages);
  let kills = 0;
  for (const point of [...points, Infinity]) {
    const how = await hostUntil(options, point);
    run.note(`host at message ${point}: ${how}`);
    if (how === 'ended') break;
    kills += 1;
  }
  await sandbox.destroy();
  const figures = readJournal(journal, messages);
  run.say(`${kills} hosts killed: ${JSON.stringify(figures)}`);
  return { figures, kills };
}

/** Runs a host of its own until it has heard this message, then kills it; or to its end. */
async function hostUntil(options: HostOptions, point: number): Promise<'killed' | 'ended'> {
  const child = spawn(process.execPath, [HOST, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number(line) >= point) child.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  if (signal === 'SIGKILL') return 'killed';
  if (code !== 0) throw new Error(`the host of a stream ended with ${String(code ?? signal)}`);
  return 'ended';
}

async function underCuts(run: StreamRun, { world, runner, journal }: Place) {
  const { cutMessages: messages, note } = run;
  const sandbox = await prepare(world, runner);
  const { url, apiKey } = await world.server();
  await using cutter = await openCutter(url);
  const driver = createE2bDriver({
    connect: async () => ({ apiKey, apiUrl: cutter.url, sandboxUrl: cutter.url }),
    now: Date.now,
  });
  const points = pointsOf(run.random, run.cuts, messages);
  let cuts = 0;
  const far = await driver.attach(sandbox.id);
  const end = await followStream(far, { runnerPath: RUNNER, journal, messages }, (number) => {
    if (number < (points[cuts] ?? Infinity)) return;
    cuts += 1;
    note(`cut at message ${number}`);
    cutter.cut();
  });
  await sandbox.destroy();
  if (end.kind !== 'done') throw new Error(`the session under cuts ended: ${JSON.stringify(end)}`);
  const figures = readJournal(journal, messages);
  run.say(`${cuts} cuts: ${JSON.stringify(figures)}`);
  return { figures, cuts };
}

async function prepare(world: LocalWorld, runner: Uint8Array): Promise<Sandbox> {
  const sandbox = await world.create({ timeoutMs: SANDBOX_MS });
  await sandbox.upload(RUNNER, runner);
  return sandbox;
}

/** Somewhere in the stream, in order, with a rest behind the last. */
function pointsOf(random: Random, count: number, messages: number): number[] {
  const points = Array.from({ length: count }, () => 1 + random.below(Math.ceil(messages * 0.9)));
  return points.sort((one, other) => one - other);
}

export async function bundleStreamingRunner(outfile: string): Promise<Uint8Array> {
  const entryPoints = [join(import.meta.dirname, 'streaming-runner.ts')];
  const target = { bundle: true, platform: 'node', target: 'node24', format: 'esm' } as const;
  await build({ entryPoints, outfile, ...target, logLevel: 'warning' });
  return await readFile(outfile);
}
