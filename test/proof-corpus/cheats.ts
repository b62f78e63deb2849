// The corpus of cheats. Pure.
import { ANSWERS } from './cheats/answers.ts';
import { AUTHOR_ASIDE } from './cheats/author-aside.ts';
import { AUTHOR_BLUNT } from './cheats/author-blunt.ts';
import { AUTHOR_IDLE } from './cheats/author-idle.ts';
import { AUTHOR_WEAK } from './cheats/author-weak.ts';
import { BEYOND_THE_PLAN } from './cheats/beyond-the-plan.ts';
import { DISGUISED_TESTS } from './cheats/disguised-tests.ts';
import { DURING_VERIFICATION } from './cheats/during-verification.ts';
import { EMPTY_TESTS } from './cheats/empty-tests.ts';
import { EXISTING_TESTS } from './cheats/existing-tests.ts';
import { FORGED_RESULTS } from './cheats/forged-results.ts';
import { FURTHER_ANSWERS } from './cheats/further-answers.ts';
import { FURTHER_DEAF } from './cheats/further-deaf.ts';
import { FURTHER_ENDS } from './cheats/further-ends.ts';
import { FURTHER_FORGERIES } from './cheats/further-forgeries.ts';
import { FURTHER_MEASURED } from './cheats/further-measured.ts';
import { FURTHER_SMUGGLED } from './cheats/further-smuggled.ts';
import { FURTHER_TESTS } from './cheats/further-tests.ts';
import { HIDDEN_TESTS } from './cheats/hidden-tests.ts';
import { WATCHING_CODE } from './cheats/watching-code.ts';
import { WEAK_CASES } from './cheats/weak-cases.ts';
import { WRONG_SUBJECT } from './cheats/wrong-subject.ts';
import type { Cheat } from './corpus.ts';

export const CHEATS: readonly Cheat[] = [
  ...EMPTY_TESTS,
  ...WRONG_SUBJECT,
  ...HIDDEN_TESTS,
  ...WEAK_CASES,
  ...DISGUISED_TESTS,
  ...EXISTING_TESTS,
  ...FORGED_RESULTS,
  ...ANSWERS,
  ...WATCHING_CODE,
  ...DURING_VERIFICATION,
  ...BEYOND_THE_PLAN,
  ...FURTHER_ANSWERS,
  ...FURTHER_DEAF,
  ...FURTHER_ENDS,
  ...FURTHER_FORGERIES,
  ...FURTHER_MEASURED,
  ...FURTHER_SMUGGLED,
  ...FURTHER_TESTS,
  ...AUTHOR_ASIDE,
  ...AUTHOR_BLUNT,
  ...AUTHOR_IDLE,
  ...AUTHOR_WEAK,
];

/** The first of each kind. */
export function oneOfEachKind(): Cheat[] {
  return CHEATS.filter(({ kind }, index) => CHEATS.findIndex((one) => one.kind === kind) === index);
}
