// Stops the embedded Postgres without opening it, and throws its data away on request.
import { rm } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { createDeadline, type Deadline } from '../../machine/deadline.ts';
import { withLock } from '../../machine/kernel-lock.ts';
import { removeCluster } from './cluster.ts';
import { joinServer } from './join.ts';
import { chooseLayout, type Layout, listDataDirectories } from './layout.ts';
import { DEADLINE_MS, type EmbeddedOptions } from './open.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

type StopOptions = Pick<EmbeddedOptions, 'paths' | 'name' | 'signal' | 'deadlineMs'> & {
  /** Also while others are connected. */
  force: boolean;
};

/** True if a server was running. Throws DATABASE_BUSY when others use it and force is not set. */
export async function stopEmbedded(options: StopOptions): Promise<boolean> {
  return await underLock(options, async (layout, deadline) => {
    let wasRunning = false;
    for (const { path } of await listDataDirectories(layout)) {
      if (await stopIn(path, options.force, deadline)) wasRunning = true;
    }
    return wasRunning;
  });
}

/** Stops the server and removes its data, of every version. Same refusal as above, losing nothing. */
export async function resetEmbedded(options: StopOptions): Promise<void> {
  await underLock(options, async (layout, deadline) => {
    const present = await listDataDirectories(layout);
    for (const { path } of present) await stopIn(path, options.force, deadline);
    for (const { path } of present) {
      await removeCluster(path);
      await rm(`${path}.log`, { force: true });
      await rm(`${path}.log.previous`, { force: true });
    }
  });
}

async function underLock<T>(
  options: StopOptions,
  fn: (layout: Layout, deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const wait = { deadlineMs, signal: options.signal };
  const deadline = createDeadline('Stopping the embedded Postgres', wait);
  const layout = await chooseLayout(options.paths, options.name);
  const lockWait = { deadlineMs, signal: deadline.signal };
  return await withLock(layout.lockName, lockWait, async () => await fn(layout, deadline));
}

async function stopIn(dataDirectory: string, force: boolean, deadline: Deadline) {
  if (!force) await refuseIfUsed(dataDirectory, deadline);
  const postmaster = await findPostmaster(dataDirectory);
  if (postmaster === undefined) return false;
  await stopPostmaster(postmaster, deadline);
  return true;
}

async function refuseIfUsed(dataDirectory: string, deadline: Deadline): Promise<void> {
  const server = await joinServer({ dataDirectory, onLost: () => undefined }, deadline);
  if (server === undefined) return;
  const { clients } = await server.presence.countOthers();
  await server.presence.end();
  if (clients === 0) return;
  throw new AppError('DATABASE_BUSY', {
    problem: `${clients} other connection(s) use the database in ${dataDirectory}; end them, or add --force`,
    details: { directory: dataDirectory },
  });
}
