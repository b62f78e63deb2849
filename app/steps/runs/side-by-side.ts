// Work side by side: a few lanes take the next piece from one queue. The first failure stops the
// others, and nothing is left at work when this returns or throws.

type Lanes<T> = {
  /** Answers the next piece, or undefined when there is none or no time is left. */
  next(): T | undefined;
  most: number;
  signal: AbortSignal;
};

/** `work` takes the piece that opened its lane; it may take further ones with `next` itself. */
export async function inLanes<T>(
  { next, most, signal }: Lanes<T>,
  work: (piece: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const lane = async () => {
    try {
      for (let piece = next(); piece !== undefined; piece = next()) {
        either.throwIfAborted();
        await work(piece, either);
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: most }, lane));
  signal.throwIfAborted();
  if (ends.some(({ status }) => status === 'rejected')) throw failed.signal.reason;
}
