// What a process holds of the embedded Postgres, and the three ways to let go of it.
import { createDeadline, type Deadline } from '../../machine/deadline.ts';
import { withLock } from '../../machine/kernel-lock.ts';
import { SUPERUSER } from './cluster.ts';
import { joinServer, type Server } from './join.ts';
import { findPostmaster, PORT, stopPostmaster } from './postmaster.ts';
import type { Presence } from './presence.ts';

export type EmbeddedPostgres = AsyncDisposable & {
  /** For `pg` and libpq alike; the database is `postgres` unless named. */
  url(database?: string): string;
  readonly binDirectory: string;
  readonly dataDirectory: string;
  readonly logFile: string;
  /** It was running when we came. */
  readonly isAdopted: boolean;
  /** Lets go and lets the server run. */
  leave(): Promise<void>;
  /** Lets go and stops the server unless someone else uses it. End your own pools first. */
  close(): Promise<void>;
  /** Stops the server whoever uses it. Only the first of these three calls does anything. */
  stop(): Promise<void>;
};

type HandleFacts = {
  server: Server;
  logFile: string;
  isAdopted: boolean;
  lockName: string;
  deadlineMs: number;
};

/** A pool that was just ended is still in the list of clients for a moment. */
const FAREWELL_MS = 1_000;
const FAREWELL_STEP_MS = 10;

export function createHandle(facts: HandleFacts): EmbeddedPostgres {
  const { presence, postmaster } = facts.server;
  const { dataDirectory, binDirectory, socketDirectory } = postmaster;
  let isOpen = true;
  const letGo = async (action: () => Promise<void>) => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await action();
    } finally {
      await presence.end();
    }
  };
  const close = async () => await letGo(async () => await stopUnlessUsed(facts));
  return {
    url: (database = 'postgres') => toUrl(socketDirectory, database),
    binDirectory,
    dataDirectory,
    logFile: facts.logFile,
    isAdopted: facts.isAdopted,
    leave: async () => await letGo(async () => undefined),
    close,
    stop: async () => await letGo(async () => await stopRegardless(facts)),
    [Symbol.asyncDispose]: close,
  };
}

function toUrl(socketDirectory: string, database: string): string {
  // The host in the query wins, here and in libpq; the one before it keeps this a well-formed URL.
  const host = encodeURIComponent(socketDirectory);
  return `postgres://${SUPERUSER}@localhost:${PORT}/${encodeURIComponent(database)}?host=${host}`;
}

async function stopUnlessUsed(facts: HandleFacts): Promise<void> {
  const { deadlineMs, lockName, server } = facts;
  const deadline = createDeadline('Closing the embedded Postgres', { deadlineMs });
  await withLock(lockName, { deadlineMs, signal: deadline.signal }, async () => {
    const { dataDirectory } = server.postmaster;
    let current = server;
    let isUnused = await isUnusedByOthers(current.presence, deadline);
    // A connection may be lost while the server lives: it restarts by itself after a backend's crash.
    while (isUnused === undefined) {
      deadline.check();
      const joined = await joinServer({ dataDirectory, onLost: () => undefined }, deadline);
      if (joined === undefined) return;
      current = joined;
      isUnused = await isUnusedByOthers(current.presence, deadline);
    }
    await current.presence.end();
    if (isUnused) await stopPostmaster(current.postmaster, deadline);
  });
}

/** Undefined: the server does not say. */
async function isUnusedByOthers(
  presence: Presence,
  deadline: Deadline,
): Promise<boolean | undefined> {
  for (let waitedMs = 0; ; waitedMs += FAREWELL_STEP_MS) {
    const others = await presence.countOthers().catch(() => undefined);
    if (others === undefined) return undefined;
    if (others.clients === 0) return true;
    if (others.handles > 0 || waitedMs >= FAREWELL_MS) return false;
    await deadline.pause(FAREWELL_STEP_MS);
    deadline.check();
  }
}

async function stopRegardless({ deadlineMs, lockName, server }: HandleFacts): Promise<void> {
  const deadline = createDeadline('Stopping the embedded Postgres', { deadlineMs });
  await withLock(lockName, { deadlineMs, signal: deadline.signal }, async () => {
    const postmaster = await findPostmaster(server.postmaster.dataDirectory);
    if (postmaster !== undefined) await stopPostmaster(postmaster, deadline);
  });
}
