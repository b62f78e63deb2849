// Chance, as it is handed to those who choose: nobody here draws it. Pure.

/** A whole number from 0, below what is asked. */
export type Dice = (below: number) => number;

export function oneOf<T>(dice: Dice, all: readonly [T, ...T[]]): T {
  return all[dice(all.length)] ?? all[0];
}

/** In another order. */
export function shuffled<T>(dice: Dice, all: readonly T[]): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(dice(left.length), 1));
}

const RARE = 'bcdfghjkmpqvwxz';

/** One that stands in no text. */
export function wordOf(dice: Dice, length: number): string {
  return Array.from({ length }, () => RARE[dice(RARE.length)] ?? 'q').join('');
}
