// Waits that end when the session is cancelled.

/** The promise, or a rejection with the signal's reason, whichever is first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(toError(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('cancelled');
}
