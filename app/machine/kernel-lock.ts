// A lock between processes of one machine that dies with its holder: whoever listens on an
// abstract unix socket has it, and the kernel frees the name with the process, kill -9 included.
// No file, so nothing can go stale. It does not reach across network namespaces (containers).
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { createDeadline, type Deadline, type WaitOptions } from './deadline.ts';

/**
 * Runs `fn` while no other process (and no other caller in this one) runs under the same name.
 * The deadline bounds the wait for the lock, not `fn`. Throws TIMEOUT or CANCELLED without having
 * called `fn`. Not re-entrant.
 */
export async function withLock<T>(
  name: string,
  options: WaitOptions,
  fn: () => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(`Waiting for the lock "${name}"`, options);
  const holder = await acquire(addressOf(name), deadline);
  try {
    return await fn();
  } finally {
    await release(holder);
  }
}

/** The linger keeps a name that is taken but answers nobody from becoming a busy loop. */
const REFUSED_PAUSE_MS = 5;

type Holder = { server: Server; waiting: Set<Socket> };

function addressOf(name: string): string {
  return `\0redgreen/${createHash('sha256').update(name).digest('hex')}`;
}

async function acquire(address: string, deadline: Deadline): Promise<Holder> {
  for (;;) {
    deadline.check();
    const holder = await tryListen(address);
    if (holder !== undefined) return holder;
    const wasRefused = await waitForHolder(address, deadline.signal);
    if (wasRefused) await deadline.pause(REFUSED_PAUSE_MS);
  }
}

async function tryListen(address: string): Promise<Holder | undefined> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => waiting.delete(socket));
    socket.resume();
  });
  server.listen({ path: address, exclusive: true });
  try {
    await once(server, 'listening');
    return { server, waiting };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Resolves when the holder's end of our connection closes: it released the lock or died. */
async function waitForHolder(address: string, signal: AbortSignal): Promise<boolean> {
  const socket = createConnection({ path: address });
  let isConnected = false;
  socket.on('connect', () => {
    isConnected = true;
  });
  socket.on('error', () => undefined);
  socket.resume();
  const onAbort = () => socket.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (!signal.aborted) await new Promise((resolve) => socket.once('close', resolve));
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
  return !isConnected;
}

async function release({ server, waiting }: Holder): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of waiting) socket.destroy();
  await closed;
}
