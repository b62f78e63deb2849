// Remembers, for a while and up to a number, who was told why he was refused. Forgetting (a restart)
// costs one more comment, no authority.
import type { Explanations } from './deps.ts';

const QUIET_MS = 24 * 60 * 60_000;
const MOST_KEYS = 10_000;

export function createExplanations(now: () => number = Date.now): Explanations {
  /** Oldest first: a map keeps the order of insertion. */
  const told = new Map<string, number>();
  return {
    async isFirst(key) {
      const at = now();
      const before = told.get(key);
      if (before !== undefined && at - before < QUIET_MS) return false;
      told.delete(key);
      told.set(key, at);
      const [oldest] = told.keys();
      if (told.size > MOST_KEYS && oldest !== undefined) told.delete(oldest);
      return true;
    },
    async forget(key) {
      told.delete(key);
    },
  };
}
