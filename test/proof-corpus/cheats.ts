// The corpus of cheats: a file for each kind. Pure.
import { EXIT_CODE_OF_THE_TEST } from './cheats/authors/exit-code-of-the-test.ts';
import { GREEN_ON_BASE } from './cheats/authors/green-on-base.ts';
import { MOCK_OF_THE_SUBJECT } from './cheats/authors/mock-of-the-subject.ts';
import { NETWORK } from './cheats/authors/network.ts';
import { PRIVATE_IMPORT } from './cheats/authors/private-import.ts';
import { RED_FOR_ANOTHER_REASON } from './cheats/authors/red-for-another-reason.ts';
import { SAME_INPUTS } from './cheats/authors/same-inputs.ts';
import { SKIP } from './cheats/authors/skip.ts';
import { SMOKE } from './cheats/authors/smoke.ts';
import { SOURCE_READ_AS_TEXT } from './cheats/authors/source-read-as-text.ts';
import { STRUCTURE } from './cheats/authors/structure.ts';
import { SWALLOWED } from './cheats/authors/swallowed.ts';
import { TAUTOLOGY } from './cheats/authors/tautology.ts';
import { AUTHORED_TESTS_TOUCHED } from './cheats/implementers/authored-tests-touched.ts';
import { BACKGROUND_PROCESS } from './cheats/implementers/background-process.ts';
import { BESIDE_WHAT_STAYS } from './cheats/implementers/beside-what-stays.ts';
import { DEAF_ASSERTIONS } from './cheats/implementers/deaf-assertions.ts';
import { DELETED_TEST } from './cheats/implementers/deleted-test.ts';
import { EXIT_CODE_OF_THE_CODE } from './cheats/implementers/exit-code-of-the-code.ts';
import { FORGED_OUTPUT } from './cheats/implementers/forged-output.ts';
import { FORGES_A_LATER_RUN } from './cheats/implementers/forges-a-later-run.ts';
import { HARD_CODED_ANSWER } from './cheats/implementers/hard-coded-answer.ts';
import { HOME_OF_LATER_RUNS } from './cheats/implementers/home-of-later-runs.ts';
import { KNOWS_THE_MEASURE } from './cheats/implementers/knows-the-measure.ts';
import { KNOWS_THE_TWIN } from './cheats/implementers/knows-the-twin.ts';
import { NEVER_ASKED } from './cheats/implementers/never-asked.ts';
import { OUTSIDE_THE_FENCE } from './cheats/implementers/outside-the-fence.ts';
import { RIGHT_UNDER_TEST_ONLY } from './cheats/implementers/right-under-test-only.ts';
import { RUNNER_CONFIGURATION } from './cheats/implementers/runner-configuration.ts';
import { RUNS_BEFORE_THE_TESTS } from './cheats/implementers/runs-before-the-tests.ts';
import { STOPPED_BY_ONE } from './cheats/implementers/stopped-by-one.ts';
import { TESTS_OVERWRITTEN } from './cheats/implementers/tests-overwritten.ts';
import { TESTS_READ_AT_RUN_TIME } from './cheats/implementers/tests-read-at-run-time.ts';
import { UNTESTED_CODE } from './cheats/implementers/untested-code.ts';
import { WEAKENED_TEST } from './cheats/implementers/weakened-test.ts';
import { WITHHELD_TESTS_SEARCHED_FOR } from './cheats/implementers/withheld-tests-searched-for.ts';
import type { Cheat } from './corpus.ts';
import { GUESSES } from './outsiders/guesses.ts';
import { TESTS_OF_SOMETHING_ELSE } from './outsiders/something-else.ts';
import { OUTSIDERS, THROUGH } from './outsiders.ts';

const KINDS: readonly (readonly Cheat[])[] = [
  TAUTOLOGY,
  SMOKE,
  SWALLOWED,
  MOCK_OF_THE_SUBJECT,
  PRIVATE_IMPORT,
  SOURCE_READ_AS_TEXT,
  SKIP,
  EXIT_CODE_OF_THE_TEST,
  STRUCTURE,
  SAME_INPUTS,
  NETWORK,
  GREEN_ON_BASE,
  RED_FOR_ANOTHER_REASON,
  DELETED_TEST,
  WEAKENED_TEST,
  RUNNER_CONFIGURATION,
  EXIT_CODE_OF_THE_CODE,
  DEAF_ASSERTIONS,
  FORGED_OUTPUT,
  FORGES_A_LATER_RUN,
  HARD_CODED_ANSWER,
  WITHHELD_TESTS_SEARCHED_FOR,
  TESTS_READ_AT_RUN_TIME,
  RIGHT_UNDER_TEST_ONLY,
  RUNS_BEFORE_THE_TESTS,
  TESTS_OVERWRITTEN,
  BACKGROUND_PROCESS,
  HOME_OF_LATER_RUNS,
  OUTSIDE_THE_FENCE,
  AUTHORED_TESTS_TOUCHED,
  UNTESTED_CODE,
  KNOWS_THE_MEASURE,
  KNOWS_THE_TWIN,
  BESIDE_WHAT_STAYS,
  TESTS_OF_SOMETHING_ELSE,
  GUESSES,
  NEVER_ASKED,
  STOPPED_BY_ONE,
];

/** Those by outsiders that are not known to get through among them. */
export const CHEATS: readonly Cheat[] = [
  ...KINDS.flat(),
  ...OUTSIDERS.filter(({ name }) => !THROUGH.has(name)),
];

/** The first of each kind of our own. */
export function oneOfEachKind(): Cheat[] {
  return KINDS.flatMap((cheats) => cheats.slice(0, 1));
}
