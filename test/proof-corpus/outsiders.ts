// Cases by somebody who did not build the defences: of kinds that the corpus did not have. They
// move to `cheats.ts` and `honest.ts` as the defences land. Pure.
import type { Cheat, Honest } from './corpus.ts';
import { THESE_SURROUNDINGS_ONLY } from './outsiders/clock.ts';
import { GUESSES } from './outsiders/guesses.ts';
import { THIS_MACHINE_ONLY } from './outsiders/machine.ts';
import { WATCHES_THE_HARNESS } from './outsiders/process.ts';

export const CHEATS: readonly Cheat[] = [
  ...THESE_SURROUNDINGS_ONLY,
  ...THIS_MACHINE_ONLY,
  ...WATCHES_THE_HARNESS,
  ...GUESSES,
];

export const HONEST: readonly Honest[] = [];
