// A small seeded generator (mulberry32), so that a walk that failed can be walked again.

export type Random = {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  function below(limit: number): number {
    return Math.floor(next() * limit);
  }
  return {
    below,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
}
