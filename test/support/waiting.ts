// Waiting in tests, always with a deadline: a long one, only to tell an end from no end, since the
// machines that run tests are busy.
import { once } from 'node:events';

export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  return Promise.withResolvers<T>();
}

/** Who calls it waits until as many as that have; later ones wait no longer. */
export function meeting(count: number): () => Promise<void> {
  const all = deferred<void>();
  let here = 0;
  return async () => {
    here += 1;
    if (here === count) all.resolve();
    await all.promise;
  };
}

/** Also of a signal that was aborted before anybody listened. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

export async function until(
  isTrue: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
