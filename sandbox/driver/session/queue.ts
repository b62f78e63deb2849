// A queue with one reader that has an end: the end is read after everything else, as often as asked.

type Queue<T> = {
  /** Does nothing after the end. */
  push(item: T): void;
  /** Only the first end counts. */
  end(item: T): void;
  /** Rejects with the signal's reason when it fires first. */
  next(signal: AbortSignal): Promise<T>;
  isEnded(): boolean;
  /** Somebody waits in `next`. */
  isAwaited(): boolean;
  /** Of what waits, by the measure given. */
  size(): number;
};

export function createQueue<T>(measure: (item: T) => number): Queue<T> {
  const items: T[] = [];
  let last: { item: T } | undefined;
  let size = 0;
  let waiting: (() => void) | undefined;
  const take = (): { item: T } | undefined => {
    if (items.length === 0) return last;
    const item = items.shift() as T;
    size -= measure(item);
    return { item };
  };
  return {
    push(item) {
      if (last !== undefined) return;
      items.push(item);
      size += measure(item);
      waiting?.();
    },
    end(item) {
      last ??= { item };
      waiting?.();
    },
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        const taken = take();
        if (taken !== undefined) return taken.item;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting = resolve;
        await untilAborted(promise, signal).finally(() => {
          waiting = undefined;
        });
      }
    },
    isEnded: () => last !== undefined,
    isAwaited: () => waiting !== undefined,
    size: () => size,
  };
}

/** The promise, or a rejection with the signal's reason, whichever is first. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const onAbort = () => resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  if (!signal.aborted) await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', onAbort);
  signal.throwIfAborted();
}
