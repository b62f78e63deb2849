// One command as the leader of its own process group: followed to its end, or killed whole.
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

export type Ending = {
  how: 'exit' | 'timeout' | 'cancelled';
  /** 128 + n when signal n ended it. */
  exitCode: number;
  /** Why it could not be started. */
  failure?: string;
};

/** A process left running may hold the pipes; what is in them comes within this silence. */
const QUIET_MS = 50;
const MAX_DRAIN_MS = 1_000;

/** Kills the group at the time limit, if there is one, and when the signal fires. */
export async function waitForExit(
  child: ChildProcess,
  { timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal },
): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const stop = (how: 'timeout' | 'cancelled') => {
    if (child.pid !== undefined) killGroup(child.pid);
    resolve({ how, exitCode: 137 });
  };
  const onAbort = () => stop('cancelled');
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop('timeout'), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  child.once('error', (error) => resolve({ how: 'exit', exitCode: 126, failure: error.message }));
  child.once('exit', (code, name) => {
    resolve({ how: 'exit', exitCode: code ?? 128 + signalNumber(name) });
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Until all pipes are closed, or nothing came for a while. */
export async function drain(pipes: readonly Readable[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const longest = setTimeout(resolve, MAX_DRAIN_MS);
  let count = 0;
  let quiet: NodeJS.Timeout | undefined;
  const listen = (): void => {
    const before = count;
    // A late timer comes before what has arrived meanwhile: that is seen first.
    quiet = setTimeout(
      () => setImmediate(() => (count === before ? resolve() : listen())),
      QUIET_MS,
    );
  };
  const onData = () => {
    count += 1;
  };
  const onClose = () => {
    if (pipes.every((pipe) => pipe.closed)) resolve();
  };
  for (const pipe of pipes) pipe.on('data', onData).once('close', onClose);
  listen();
  onClose();
  await promise;
  clearTimeout(quiet);
  clearTimeout(longest);
  for (const pipe of pipes) pipe.off('data', onData).off('close', onClose);
}

export function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

export function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : (constants.signals[signal] ?? 0);
}
