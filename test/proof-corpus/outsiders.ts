// Cases by somebody who did not build the defences: of kinds that the corpus did not have. They
// move to `cheats.ts` and `honest.ts` as the defences land. Pure.
import type { Cheat, Honest } from './corpus.ts';
import { CALLED_LIKE_TESTS } from './honest/odd-places.ts';
import { THESE_SURROUNDINGS_ONLY } from './outsiders/clock.ts';
import { COMPILED_BESIDE_SOURCES } from './outsiders/compiled.ts';
import { REACHES_BUT_DOES_NOT_NOTICE } from './outsiders/deaf.ts';
import { HARDLY_LOOKS } from './outsiders/deaf-others.ts';
import { GUESSES } from './outsiders/guesses.ts';
import { LOOK_ALIKES } from './outsiders/look-alikes.ts';
import { THIS_MACHINE_ONLY } from './outsiders/machine.ts';
import { WEAKENS_THE_MATERIAL } from './outsiders/material.ts';
import { CODE_IN_ODD_PLACES } from './outsiders/odd-places.ts';
import { WATCHES_THE_HARNESS } from './outsiders/process.ts';
import { RETRIES_UNTIL_GREEN } from './outsiders/retries.ts';
import { TESTS_OF_SOMETHING_ELSE } from './outsiders/something-else.ts';
import { CODE_IN_UNSEEN_PLACES } from './outsiders/unseen-places.ts';

export const CHEATS: readonly Cheat[] = [
  ...THESE_SURROUNDINGS_ONLY,
  ...THIS_MACHINE_ONLY,
  ...CODE_IN_ODD_PLACES,
  ...CODE_IN_UNSEEN_PLACES,
  ...REACHES_BUT_DOES_NOT_NOTICE,
  ...HARDLY_LOOKS,
  ...TESTS_OF_SOMETHING_ELSE,
  ...RETRIES_UNTIL_GREEN,
  ...WEAKENS_THE_MATERIAL,
  ...LOOK_ALIKES,
  ...COMPILED_BESIDE_SOURCES,
  ...WATCHES_THE_HARNESS,
  ...GUESSES,
];

export const HONEST: readonly Honest[] = [...CALLED_LIKE_TESTS];
