// The embedded Postgres: opened by any number of processes at once, started by the first, stopped
// by the last. Reads no environment; everything it needs comes in.
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';
import { createDeadline, type Deadline } from '../../machine/deadline.ts';
import { requireReachable } from '../../machine/directories.ts';
import { withLock } from '../../machine/kernel-lock.ts';
import { type Binaries, type BinarySources, findBinaries, prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { createHandle, type EmbeddedPostgres } from './handle.ts';
import { joinServer, type Server } from './join.ts';
import { chooseBinaries, chooseLayout, type Layout, makeSocketDirectory } from './layout.ts';
import { startServer } from './server.ts';
import { chooseServerUser, type ServerUser } from './server-user.ts';

type EmbeddedLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type EmbeddedOptions = {
  paths: Paths;
  /** A second server beside the usual one, with its own data. */
  name?: string | undefined;
  log?: EmbeddedLog | undefined;
  signal?: AbortSignal | undefined;
  /** For everything together; long, because recovery after a crash may take its time. */
  deadlineMs?: number | undefined;
  /** Where to look for programs; for tests. */
  sources?: BinarySources | undefined;
};

export const DEADLINE_MS = 60_000;

/**
 * Joins the running server or starts one. Throws EMBEDDED_POSTGRES_UNAVAILABLE,
 * EMBEDDED_POSTGRES_FAILED, DISK_FULL, CONFIG_INVALID (a directory), TIMEOUT or CANCELLED, and
 * then has left neither a process nor half a data directory behind.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const wait = { deadlineMs, signal: options.signal };
  const deadline = createDeadline('Starting the embedded Postgres', wait);
  const layout = await chooseLayout(options.paths, options.name);
  return await withLock(layout.lockName, { deadlineMs, signal: deadline.signal }, async () => {
    const binaries = await chooseBinaries(layout, findBinaries(options.sources));
    const dataDirectory = join(layout.state, `postgres-${binaries.major}${layout.suffix}`);
    const logFile = `${dataDirectory}.log`;
    const onLost = (error: Error) =>
      options.log?.warn({ dataDirectory, cause: error.message }, 'embedded postgres went away');
    const user = await chooseServerUser(dataDirectory, { deadlineMs, signal: deadline.signal });
    const joined = await joinServer({ dataDirectory, onLost }, deadline);
    const isAdopted = joined !== undefined;
    const facts = { layout, binaries, user, dataDirectory, logFile, onLost };
    const server = joined ?? (await start({ ...facts, cache: options.paths.cache }, deadline));
    options.log?.info({ dataDirectory, isAdopted }, 'embedded postgres is ready');
    return createHandle({ server, logFile, isAdopted, lockName: layout.lockName, deadlineMs });
  });
}

type StartFacts = {
  cache: string;
  layout: Layout;
  binaries: Binaries;
  user: ServerUser;
  dataDirectory: string;
  logFile: string;
  onLost: (error: Error) => void;
};

async function start(facts: StartFacts, deadline: Deadline): Promise<Server> {
  const { binaries, cache, layout, user } = facts;
  const { signal } = deadline;
  const binDirectory = await prepareBinaries(binaries, { cache, signal });
  await makeSocketDirectory(layout.socketDirectory, user);
  if (user.kind === 'other') {
    for (const path of [binDirectory, layout.state, layout.socketDirectory]) {
      await requireReachable(path, user);
    }
  }
  const { major } = binaries;
  const { socketDirectory } = layout;
  await ensureCluster({ ...facts, binDirectory, major, wait: { deadlineMs: DEADLINE_MS, signal } });
  return await startServer({ ...facts, binDirectory, major, socketDirectory }, deadline);
}
