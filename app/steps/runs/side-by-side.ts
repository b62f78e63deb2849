// Work side by side: a few at once take the next piece from one queue. The first failure stops the
// others, and nothing is left at work when this returns or throws.

type Queue<T> = {
  /** Answers the next piece, or undefined when there is none or no time is left. */
  next(): T | undefined;
  most: number;
  signal: AbortSignal;
};

/** `work` takes the piece it was begun with; it may take further ones with `next` itself. */
export async function sideBySide<T>(
  { next, most, signal }: Queue<T>,
  work: (piece: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const takeAll = async () => {
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
  const ends = await Promise.allSettled(Array.from({ length: most }, takeAll));
  signal.throwIfAborted();
  if (ends.some(({ status }) => status === 'rejected')) throw failed.signal.reason;
}
