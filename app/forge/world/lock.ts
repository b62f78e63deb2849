// One writer at a time for each key: what GitHub's database does for a repository. No timers here;
// whoever holds the lock has its own deadlines.

export type Locks = {
  run<T>(key: number, work: () => Promise<T>): Promise<T>;
};

export function createLocks(): Locks {
  const tails = new Map<number, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      // The next in line waits for the end, not for the outcome.
      const tail = mine.catch(() => undefined);
      tails.set(key, tail);
      try {
        return await mine;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
