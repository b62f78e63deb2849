// What a verification leaves to chance, from the seed that was drawn for it: the same seed and the
// same thing it is about give the same throws, also after a kill. Pure.
import { createHash } from 'node:crypto';
import type { Dice } from '../../../sandbox/syntax/code/dice.ts';

const BYTES = 6;

export function createDice(seed: string, about: string): Dice {
  let throws = 0;
  return (below) => {
    throws += 1;
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, about, throws]))
      .digest();
    return digest.readUIntBE(0, BYTES) % below;
  };
}
