// Where sandboxes come from: E2B when the operator gave a key, else the local server on bubblewrap.
import { chmod, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createE2bDriver } from '../../sandbox/driver/e2b/driver.ts';
import {
  findOrStartServer,
  findServer,
  type ServerAddress,
  stopServer,
} from '../../sandbox/local/find-server.ts';
import { TEMPLATE_NAME } from '../../sandbox/template/template.ts';
import type { Config } from '../config/config.ts';
import type { Paths } from '../config/paths.ts';
import { ensureCached } from '../machine/cache.ts';
import { claimSharedDirectory } from '../machine/directories.ts';
import type { StepDeps } from '../steps/deps.ts';

type SandboxAssets = {
  /** The local server as a program; unset: its source, run by this Node. */
  sandboxServer?: string;
};

type Sandboxes = StepDeps['sandboxes'];

const MOST_IN_THE_CLOUD = 4;

export function createSandboxes(
  { e2b, paths }: Pick<Config, 'e2b' | 'paths'>,
  assets: SandboxAssets,
): Sandboxes {
  const { apiKey, apiUrl, domain, sandboxUrl } = e2b;
  if (apiKey !== undefined) {
    const place = {
      ...(apiUrl !== undefined && { apiUrl }),
      ...(domain !== undefined && { domain }),
      ...(sandboxUrl !== undefined && { sandboxUrl }),
    };
    const connect = async () => ({ apiKey: apiKey.reveal(), ...place });
    return {
      driver: createE2bDriver({ connect, now: Date.now }),
      provider: 'e2b',
      template: TEMPLATE_NAME,
      atOnce: MOST_IN_THE_CLOUD,
    };
  }
  const connect = async () => {
    const { apiKey: key, url } = await startLocalServer(paths, assets);
    return { apiKey: key, apiUrl: url, sandboxUrl: url, hasExactPorts: true };
  };
  return {
    driver: createE2bDriver({ connect, now: Date.now }),
    provider: 'local',
    template: 'base',
    atOnce: availableParallelism(),
  };
}

/** The one of this machine, found or started; `allowPrivate` counts only when it is started. */
export async function startLocalServer(
  paths: Paths,
  assets: SandboxAssets,
  allowPrivate: readonly string[] = [],
): Promise<ServerAddress> {
  return await findOrStartServer({
    server: { ...(await localOptions(paths)), allowPrivate: [...allowPrivate] },
    ...(assets.sandboxServer !== undefined && {
      entry: { node: process.execPath, path: assets.sandboxServer },
    }),
  });
}

export async function findLocalServer(paths: Paths): Promise<ServerAddress | undefined> {
  return await findServer(runtimeOf(paths));
}

const STOP_MS = 5_000;

/** It outlives who starts it; for who was its only user. */
export async function stopLocalServer(
  paths: Paths,
  options: { deadlineMs?: number; signal?: AbortSignal } = {},
): ReturnType<typeof stopServer> {
  return await stopServer(runtimeOf(paths), { deadlineMs: STOP_MS, ...options });
}

function runtimeOf({ runtime }: Paths): string {
  return join(runtime, 'sandboxes');
}

async function localOptions(paths: Paths) {
  const { cache, runtime, state } = paths;
  const node = { cache, version: process.version, source: process.execPath };
  const runtimeDirectory = runtimeOf(paths);
  const snapshotDirectory = join(state, 'snapshots');
  await mkdir(runtimeDirectory, { recursive: true });
  // Snapshots belong to the sandboxes' uid, which has to get there.
  await claimSharedDirectory(state);
  await mkdir(snapshotDirectory, { recursive: true });
  // Other uids pass through to their mount points.
  await chmod(runtime, 0o755);
  return {
    runtimeDirectory,
    snapshotDirectory,
    nodeBinary: await ensureCached({ ...node, name: 'node' }),
    sealedNodeBinary: await ensureCached({ ...node, name: 'sealed-node', mode: 0o111 }),
  };
}
