// Waits with an end: a signal that fires at the deadline or when the caller gives up, with the fault
// that says which of the two it was; and waits for work that cannot be stopped and is left behind.
// Must not know what is waited for.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';

export type WaitOptions = { deadlineMs: number; signal?: AbortSignal | undefined };

export type Deadline = {
  /** Fires at the deadline or when the caller's own signal fires. */
  readonly signal: AbortSignal;
  /** What to throw once the signal has fired: TIMEOUT or CANCELLED, naming what was waited for. */
  fault(): AppError;
  /** Throws the fault if the signal has fired. */
  check(): void;
  /** Resolves after that time, or at once when the signal fires. Never throws. */
  pause(ms: number): Promise<void>;
};

/** `what` completes the sentence "… did not end within 5000 ms". */
export function createDeadline(what: string, options: WaitOptions): Deadline {
  const timeout = AbortSignal.timeout(options.deadlineMs);
  const signal =
    options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const fault = () => toFault(what, options);
  return {
    signal,
    fault,
    check() {
      if (signal.aborted) throw fault();
    },
    async pause(ms) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
  };
}

/** What the work gives, or after that time what `late` gives or throws; the work goes on unheard. */
export async function waitAtMost<T, L>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => L,
): Promise<T | L> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, timeoutMs);
  try {
    return await Promise.race([work, over.promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the work gives, or a throw of the fault when the signal fires; the work goes on unheard. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  fault: () => unknown,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(fault());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function toFault(what: string, { deadlineMs, signal }: WaitOptions): AppError {
  if (signal?.aborted !== true) {
    return new AppError('TIMEOUT', { problem: `${what} did not end within ${deadlineMs} ms` });
  }
  const cause: unknown = signal.reason;
  // The signal of an outer deadline: the caller did not give up, its own time ran out.
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new AppError('TIMEOUT', { problem: `${what} did not end in time`, cause });
  }
  return new AppError('CANCELLED', { problem: `${what} was cancelled`, cause });
}
