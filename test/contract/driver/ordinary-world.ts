// A local sandbox server of somebody who is not root, started by root for one test file.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { SandboxDriver } from '../../../sandbox/driver/port.ts';
import { findServer } from '../../../sandbox/local/find-server.ts';
import type { ServerOptionsInput } from '../../../sandbox/local/options.ts';
import { copyNode } from './local-world.ts';

const UID = 63_999;

export const NEEDS_ROOT = process.getuid?.() === 0 ? false : 'needs root to become somebody else';

type OrdinaryWorld = { driver: SandboxDriver; firstLine: string; close(): Promise<void> };

export async function openOrdinaryWorld(
  overrides: Partial<ServerOptionsInput>,
  words: readonly string[] = [],
): Promise<OrdinaryWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-sbx-'));
  await chmod(directory, 0o755);
  const binaries = await copyNode(directory);
  await chown(directory, UID, UID);
  const runtimeDirectory = join(directory, 'run');
  const snapshotDirectory = join(directory, 'snapshots');
  const options = { ...binaries, runtimeDirectory, snapshotDirectory, ...overrides };
  const main = await bundleServer(directory);
  const server = spawn(binaries.nodeBinary, [main, JSON.stringify(options), ...words], {
    uid: UID,
    gid: UID,
    env: {},
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(server, 'exit');
  const firstLine = await readFirstLine(server);
  const connect = async () => {
    const address = await findServer(runtimeDirectory);
    if (address === undefined) throw new Error(firstLine);
    const { apiKey, url } = address;
    return { apiKey, apiUrl: url, sandboxUrl: url, hasExactPorts: true };
  };
  return {
    driver: createE2bDriver({ connect, now: Date.now }),
    firstLine,
    async close() {
      server.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Into a place that he can read: the clone may lie under a directory that he may not enter. */
async function bundleServer(directory: string): Promise<string> {
  const sources = fileURLToPath(new URL('../../../sandbox/local', import.meta.url));
  const place = join(directory, 'server');
  for (const [entry, file] of [
    ['main.ts', 'main.mjs'],
    ['guest/agent.ts', 'guest/agent.mjs'],
  ] as const) {
    await build({
      entryPoints: [join(sources, entry)],
      outfile: join(place, file),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      logLevel: 'warning',
    });
  }
  return join(place, 'main.mjs');
}

/** Or why there is none. */
async function readFirstLine(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const lines = createInterface({ input: server.stdout });
  const line = once(lines, 'line').then(([text]) => String(text));
  const end = once(server, 'exit').then(([code]) => `the server exited with ${String(code)}`);
  return await Promise.race([line, end]);
}
