// Servers of the escape suite in this process, whole or without some layers, and the running of
// probes in a sandbox of each. A weakened server makes one sandbox, for our own probes, and ends.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createE2bDriver } from '../../../../sandbox/driver/e2b/driver.ts';
import {
  type NetworkPolicy,
  type ProcessHandle,
  SANDBOX_PATHS,
  type Sandbox,
  type SandboxDriver,
} from '../../../../sandbox/driver/port.ts';
import type { Layer } from '../../../../sandbox/local/isolation/weakening.ts';
import { ServerOptions } from '../../../../sandbox/local/options.ts';
import { startSandboxServer } from '../../../../sandbox/local/server.ts';
import { copyNode, waitUntil } from '../local-world.ts';
import { LIMITS } from './limits.ts';
import { HARNESS, type Machine, type Probe, type ProbeResult } from './probe.ts';
import { plantTargets, type Targets } from './targets.ts';

const MIB = 1024 * 1024;

export const IS_ROOT = process.getuid?.() === 0;
const SANDBOX_UID = 63_997;

export type Place = {
  driver: SandboxDriver;
  address: { url: string; apiKey: string };
  runtimeDirectory: string;
  snapshotDirectory: string;
  create(network?: NetworkPolicy): Promise<Sandbox>;
  close(): Promise<void>;
};

export type EscapeWorld = {
  targets: Targets;
  /** Unset: a whole server. `more.allowPrivate`: excepted from the proxy's rules. */
  open(without?: readonly Layer[], more?: { allowPrivate?: string[] }): Promise<Place>;
  close(): Promise<void>;
};

export async function openEscapeWorld(): Promise<EscapeWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-esc-'));
  await chmod(directory, 0o755);
  const planted = join(directory, 'planted');
  await mkdir(planted);
  await chmod(planted, 0o755);
  const binaries = await copyNode(directory);
  const targets = await plantTargets(planted, IS_ROOT ? SANDBOX_UID : undefined);
  // The server's own variable: this process is the server.
  process.env['REDGREEN_CANARY'] = targets.canary;
  let count = 0;
  return {
    targets,
    async open(without, { allowPrivate = [] } = {}) {
      count += 1;
      const home = join(directory, String(count));
      await mkdir(home);
      await chmod(home, 0o755);
      return await openPlace({ home, binaries, without, allowPrivate });
    },
    async close() {
      delete process.env['REDGREEN_CANARY'];
      await targets.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openPlace(given: {
  home: string;
  binaries: { nodeBinary: string; sealedNodeBinary: string };
  without: readonly Layer[] | undefined;
  allowPrivate: string[];
}): Promise<Place> {
  const { home, without, allowPrivate } = given;
  // Where the system is writable a probe writes to it: not to the others' node.
  const isWritable = without?.includes('read-only-system') === true;
  const binaries = isWritable ? await copyNode(home) : given.binaries;
  const runtimeDirectory = join(home, 'run');
  const snapshotDirectory = join(home, 'snapshots');
  const server = await startSandboxServer(
    ServerOptions.parse({
      ...binaries,
      runtimeDirectory,
      snapshotDirectory,
      limits: LIMITS,
      allowPrivate,
      ...(IS_ROOT ? { sandboxUid: SANDBOX_UID } : {}),
    }),
    { now: Date.now, log: () => undefined, ...(without === undefined ? {} : { without }) },
  );
  const url = `http://127.0.0.1:${server.port}`;
  const { apiKey } = server;
  const connect = async () =>
    await Promise.resolve({ apiKey, apiUrl: url, sandboxUrl: url, hasExactPorts: true });
  const driver = createE2bDriver({ connect, now: Date.now });
  return {
    driver,
    address: { url, apiKey },
    runtimeDirectory,
    snapshotDirectory,
    create: async (network) => await create(driver, network),
    async close() {
      await server.stop('the tests are over');
      assert.equal(existsSync(join(runtimeDirectory, 'sandboxd.json')), false);
    },
  };
}

export async function create(driver: SandboxDriver, network?: NetworkPolicy): Promise<Sandbox> {
  return await driver.create({
    from: { kind: 'template', name: 'base' },
    metadata: { job: 'job', session: 'session', attempt: '1' },
    timeoutMs: 120_000,
    ...(network === undefined ? {} : { network }),
  });
}

type StandIn = { process: ProcessHandle; said(): string };

/** Stands for a runner: started as one, with something worth reading in it. */
async function startStandIn(sandbox: Sandbox, canary: string): Promise<StandIn> {
  let said = '';
  const script =
    'const kept = process.env.CANARY; console.log("up"); process.stdin.resume(); setInterval(() => kept.length, 1e6)';
  const process = await sandbox.start({
    command: [SANDBOX_PATHS.sealedNode, '-e', script],
    env: { CANARY: canary },
    onData: (text) => {
      said += text;
    },
  });
  await waitUntil(() => said === 'up\n', 'the stand-in runs', 20_000);
  return { process, said: () => said };
}

/** Of the guest agent, inside: the first is bubblewrap's reaper. */
const AGENT_PID = 2;

export const Results = z.record(
  z.string(),
  z.object({ printed: z.string(), complaint: z.string() }),
);

export type Outcome = {
  results: ReadonlyMap<string, ProbeResult>;
  /** What came out of the runner's stand-in beside its own word. */
  forged: string;
};

/** All of them in one sandbox, one after another, while a stand-in of the runner lives there. */
export async function runProbes(
  sandbox: Sandbox,
  probes: readonly Pick<Probe, 'id' | 'script'>[],
  { canary, places }: Pick<Targets, 'canary' | 'places'>,
): Promise<Outcome> {
  const standIn = await startStandIn(sandbox, canary);
  const list = probes.map(({ id, script }) => ({ id, script }));
  await sandbox.upload('/tmp/probes.json', Buffer.from(JSON.stringify(list)));
  const inside = { runner: standIn.process.pid, agent: AGENT_PID };
  const result = await sandbox.exec({
    command: ['python3', '-c', HARNESS, '/tmp/probes.json'],
    env: { TARGETS: JSON.stringify({ ...places, ...inside }) },
    timeoutMs: 120_000,
    maxOutputBytes: 4 * MIB,
  });
  await standIn.process.kill();
  assert.equal(result.exitCode, 0, result.stderr);
  const results = new Map(Object.entries(Results.parse(JSON.parse(result.stdout))));
  return { results, forged: standIn.said().replace('up\n', '') };
}

export function readMachine(): Machine {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
  const cards = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const isBlock = (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.isBlockDevice() === true;
  return {
    has: existsSync,
    setting: (name) => read(`/proc/sys/${name}`),
    hasBlockDevices: readdirSync('/dev').some((name) => isBlock(`/dev/${name}`)),
    hasCard: cards.some(({ family, internal }) => family === 'IPv4' && !internal),
    hasIpv6: cards.some(({ address }) => address === '::1'),
  };
}
