// A local sandbox server of one test file, as a process of its own in a directory of its own, with
// a driver on it. Ends both and fails when anything of it is left.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCached } from '../../../app/machine/cache.ts';
import type { E2bConnection } from '../../../sandbox/driver/e2b/connection.ts';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { CreateOptions, Sandbox, SandboxDriver } from '../../../sandbox/driver/port.ts';
import {
  findOrStartServer,
  type ServerAddress,
  stopServer,
} from '../../../sandbox/local/find-server.ts';
import {
  descendantsOf,
  isAlive,
  type ProcessName,
  readProcessTable,
} from '../../../sandbox/local/isolation/process-table.ts';
import type { ServerOptionsInput } from '../../../sandbox/local/options.ts';
import { sharedCache } from '../../support/cli.ts';

const MIB = 1024 * 1024;

export type LocalWorld = {
  driver: SandboxDriver;
  options: ServerOptionsInput;
  connection(): Promise<E2bConnection>;
  server(): Promise<ServerAddress>;
  create(options?: Partial<CreateOptions>): Promise<Sandbox>;
  /** Everything that runs below the server now. */
  processes(): Promise<ProcessName[]>;
  close(): Promise<void>;
};

export async function openLocalWorld({
  isStarted = true,
  ...overrides
}: Partial<ServerOptionsInput> & { isStarted?: boolean } = {}): Promise<LocalWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-sbx-'));
  await chmod(directory, 0o755);
  const options: ServerOptionsInput = {
    runtimeDirectory: join(directory, 'run'),
    snapshotDirectory: join(directory, 'snapshots'),
    ...(await reachableNode(directory)),
    limits: { memoryBytes: 256 * MIB, diskBytes: 64 * MIB, processes: 128 },
    idleExitMs: 60_000,
    sweepMs: 100,
    ...overrides,
  };
  const server = async () => await findOrStartServer({ server: options });
  const connection = async () => {
    const { url, apiKey } = await server();
    return { apiKey, apiUrl: url, sandboxUrl: url, hasExactPorts: true };
  };
  const driver = createE2bDriver({ connect: connection, now: Date.now });
  const processes = async () => {
    const { pid } = await server();
    return descendantsOf(readProcessTable(), pid);
  };
  if (isStarted) await server();
  return {
    driver,
    options,
    connection,
    server,
    processes,
    create: async (changes = {}) =>
      await driver.create({
        from: { kind: 'template', name: 'base' },
        metadata: { job: 'job', session: 'session', attempt: '1' },
        timeoutMs: 60_000,
        ...changes,
      }),
    async close() {
      const before = await processes();
      await server();
      const deadlineMs = 10_000;
      assert.equal(await stopServer(options.runtimeDirectory, { deadlineMs }), 'ended');
      await expectAllDead(before);
      assert.deepEqual(cgroupsOf(options.runtimeDirectory), []);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Groups that a server of this directory has left; it names them by the directory's digest. */
function cgroupsOf(runtimeDirectory: string): string[] {
  const digest = createHash('sha256').update(runtimeDirectory).digest('hex').slice(0, 16);
  return ['', 'memory', 'pids', 'cpuacct']
    .map((controller) => join('/sys/fs/cgroup', controller, `redgreen-${digest}`))
    .filter((path) => existsSync(path));
}

/** Both copies any uid can reach; the second closed to reading. */
export async function copyNode(
  directory: string,
): Promise<{ nodeBinary: string; sealedNodeBinary: string }> {
  const nodeBinary = join(directory, 'node');
  const sealedNodeBinary = join(directory, 'sealed-node');
  for (const path of [nodeBinary, sealedNodeBinary]) {
    await copyFile(process.execPath, path, constants.COPYFILE_FICLONE);
  }
  await chmod(nodeBinary, 0o755);
  await chmod(sealedNodeBinary, 0o111);
  return { nodeBinary, sealedNodeBinary };
}

/** The same, and those of all test files where they are run together. */
export async function reachableNode(directory: string): ReturnType<typeof copyNode> {
  const cache = sharedCache();
  if (cache === undefined) return await copyNode(directory);
  const node = { cache, version: process.version, source: process.execPath };
  return {
    nodeBinary: await ensureCached({ ...node, name: 'node' }),
    sealedNodeBinary: await ensureCached({ ...node, name: 'sealed-node', mode: 0o111 }),
  };
}

export async function expectAllDead(processes: readonly ProcessName[]): Promise<void> {
  await waitUntil(() => processes.every((row) => !isAlive(row)), 'every process ends');
}

export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  deadlineMs = 10_000,
): Promise<void> {
  const endAt = Date.now() + deadlineMs;
  while (!(await isTrue())) {
    if (Date.now() > endAt) assert.fail(`not in ${deadlineMs} ms: ${what}`);
    await sleep(20);
  }
}
