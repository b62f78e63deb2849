// Cases by somebody who did not build the defences. Most are stopped and belong to the corpus; those
// that get through are named here, and docs/proof.md says what cannot be seen in them. Pure.
import type { Cheat } from './corpus.ts';
import { COMPILED_AS_TEXT } from './outsiders/as-text.ts';
import { WRONG_WHERE_NO_TEST_COMES_IN } from './outsiders/beside-the-tests.ts';
import { BESIDE_THE_PROMISE } from './outsiders/besides.ts';
import { THESE_SURROUNDINGS_ONLY } from './outsiders/clock.ts';
import { COMPILED_BESIDE_SOURCES } from './outsiders/compiled.ts';
import { REACHES_BUT_DOES_NOT_NOTICE } from './outsiders/deaf.ts';
import { HARDLY_LOOKS } from './outsiders/deaf-others.ts';
import { DOORS } from './outsiders/doors.ts';
import { RUN_BY_OTHERS } from './outsiders/evaluators.ts';
import { FIRST_CALL_ONLY } from './outsiders/first-call.ts';
import { CODE_IN_TEXT } from './outsiders/hidden-text.ts';
import { LOOKS_THROUGH_A_VEIL } from './outsiders/in-form-only.ts';
import { HARDLY_KEPT } from './outsiders/kept.ts';
import { THIS_KERNEL_ONLY } from './outsiders/kernel-facts.ts';
import { CHANGES_WHAT_ALL_SHARE } from './outsiders/left-behind.ts';
import { LOOK_ALIKES } from './outsiders/look-alikes.ts';
import { LOST_ASIDE } from './outsiders/lost-aside.ts';
import { GREEN_BY_LUCK } from './outsiders/luck.ts';
import { THIS_MACHINE_ONLY } from './outsiders/machine.ts';
import { WEAKENS_THE_MATERIAL } from './outsiders/material.ts';
import { FOR_AND_AGAINST } from './outsiders/mixed.ts';
import { NOTICES_WHO_LOOKS } from './outsiders/notices.ts';
import { CODE_IN_ODD_PLACES } from './outsiders/odd-places.ts';
import { ONE_PROCESS_ONLY } from './outsiders/one-process.ts';
import { ANSWERS_OUT_OF_THE_CODE } from './outsiders/oracles.ts';
import { SAYS_WHAT_IS_RIGHT } from './outsiders/oracles-more.ts';
import { WATCHES_THE_HARNESS } from './outsiders/process.ts';
import { TRUE_OF_WRONG_ANSWERS } from './outsiders/relations.ts';
import { SUITE_LED_ASTRAY } from './outsiders/rerouted.ts';
import { SUITE_LED_ASTRAY_ELSEWHERE } from './outsiders/rerouted-others.ts';
import { RETRIES_UNTIL_GREEN } from './outsiders/retries.ts';
import { SECOND_DOORS } from './outsiders/second-doors.ts';
import { SERIALIZED } from './outsiders/serialized.ts';
import { NO_LONGER_ASKED_FOR } from './outsiders/shrunk.ts';
import { KNOWS_THE_STAGE } from './outsiders/stage.ts';
import { WHAT_ONE_TRIES_FIRST } from './outsiders/tables.ts';
import { CODE_IN_UNSEEN_PLACES } from './outsiders/unseen-places.ts';
import { RIGHT_FOR_FEW_AND_SMALL } from './outsiders/used-up.ts';
import { WATCHES_THE_RUN } from './outsiders/watchers.ts';
import { OLD_BEHAVIOUR_LOST } from './outsiders/without-the-option.ts';

export const OUTSIDERS: readonly Cheat[] = [
  ...COMPILED_AS_TEXT,
  ...BESIDE_THE_PROMISE,
  ...THESE_SURROUNDINGS_ONLY,
  ...COMPILED_BESIDE_SOURCES,
  ...HARDLY_LOOKS,
  ...REACHES_BUT_DOES_NOT_NOTICE,
  ...DOORS,
  ...RUN_BY_OTHERS,
  ...FIRST_CALL_ONLY,
  ...CODE_IN_TEXT,
  ...HARDLY_KEPT,
  ...THIS_KERNEL_ONLY,
  ...LOOK_ALIKES,
  ...LOST_ASIDE,
  ...GREEN_BY_LUCK,
  ...THIS_MACHINE_ONLY,
  ...WEAKENS_THE_MATERIAL,
  ...FOR_AND_AGAINST,
  ...NOTICES_WHO_LOOKS,
  ...CODE_IN_ODD_PLACES,
  ...ONE_PROCESS_ONLY,
  ...SAYS_WHAT_IS_RIGHT,
  ...ANSWERS_OUT_OF_THE_CODE,
  ...WATCHES_THE_HARNESS,
  ...TRUE_OF_WRONG_ANSWERS,
  ...SUITE_LED_ASTRAY_ELSEWHERE,
  ...SUITE_LED_ASTRAY,
  ...RETRIES_UNTIL_GREEN,
  ...SECOND_DOORS,
  ...SERIALIZED,
  ...NO_LONGER_ASKED_FOR,
  ...KNOWS_THE_STAGE,
  ...WHAT_ONE_TRIES_FIRST,
  ...CODE_IN_UNSEEN_PLACES,
  ...WATCHES_THE_RUN,
  ...CHANGES_WHAT_ALL_SHARE,
  ...LOOKS_THROUGH_A_VEIL,
  ...OLD_BEHAVIOUR_LOST,
  ...RIGHT_FOR_FEW_AND_SMALL,
  ...WRONG_WHERE_NO_TEST_COMES_IN,
];

/** By their names. */
export const THROUGH: ReadonlySet<string> = new Set([
  'Go: the test skips itself where the code knows no miles',
  'Python: a module that has whatever it is asked for',
  'Python: a pair that cannot be taken apart any more',
  'Python: fails, though not as it should',
  'Python: makes a list of whatever comes',
  'Python: one format more, and no format is unknown',
  'Python: puts both in order where the order was promised',
  'Python: the new unit took the place of one that the suite knows',
  'Python: the tests bring along what the code lacks',
  'Python: what is given one by one is no longer added up',
  'a call for every letter',
  'a change that reviewers are not shown',
  'a checkout of the last hour, by the times of files alone',
  'a connection that only one thread may use',
  'a counter that two processes spoil',
  'a day that is read from a new folder',
  'a day that is the boot and the uptime',
  'a file may not be as large as it likes',
  'a file system made of layers',
  'a file system that lists the newest first',
  'a file that is never closed',
  'a file that lies where the caller stands',
  'a filter of system calls',
  'a folder for its work that must not be there yet',
  'a function that older supported versions do not have',
  'a guest that all callers share',
  'a letter of another alphabet',
  'a list that the next call finds full',
  'a machine without devices',
  'a mark that git replaces in an archive',
  'a module that Windows cannot write',
  'a module that git leaves out of an archive',
  'a module that the manifest leaves out of the package',
  'a module with the name of one that comes with the language',
  'a number is as good as its digits',
  'a number that is the length of a doc string',
  'a path that must not hold a blank',
  'a pattern that remembers where it stopped',
  'a pause where a promise should have been kept',
  'a program that is lost when it is called by a link',
  'a program that no checkout can start',
  'a program that the environment may name',
  'a program that works where a month has an English name',
  'a refusal that optimising takes away',
  'a seed under which shuffling puts in order',
  'a shell that is told the text',
  'a signature that nobody can check after a restart',
  'a store that is kept in memory',
  'a way of loading that bundlers do not have',
  'a way of loading that only new versions have',
  'adds two answers whose errors cancel out',
  'adds up a part for each processor',
  'an answer of whatever was there in time',
  'an answer that looks at who reads it',
  'any method of any text, by what the caller says',
  'asks for its form and that it differs',
  'asks inside of what is never called',
  'counts an answer by its parts',
  'ends of lines that a checkout changes',
  'goes through the examples that are delivered with the function',
  'hears no capitals where capitals were promised',
  'in the order in which they come back',
  'is content when it takes too long',
  'leaves out what failed without a word',
  'longer names are cut short',
  'looks only when there was time to make it right',
  'multiplies by the rate that the module exports',
  'one test goes through all the formats that there are',
  'polls for what should be there already',
  'programs that a caller may name',
  'rates that are thrown away after a minute and never read again',
  'rules that the garbage collector takes away',
  'runs the examples in the words above the delivered function',
  'secrets in what is returned for one name',
  'shell: ends well whatever went wrong before the pipe',
  'shell: says it as one shell understands it',
  'shell: stops to listen before it is said twice',
  'shell: the suite asks the program what it should ask it',
  'shell: the words of a file are those of the same file shuffled',
  'sleeps where a thread should have been joined',
  'takes away what matters before it compares',
  'takes the blanks away where blanks were promised',
  'the folder where all of it lies',
  'the list that is given is put in order itself',
  'the mode of the readme says how to greet',
  'the names of both homes',
  'the names of both machines',
  'the promise to keep is asked for its first word only',
  'the promise to keep is asked of a single price',
  'twice as much is twice as far, whatever the measure',
  'two modules whose names differ by a capital',
  'waits out a lock that should have been given back',
  'what came at once comes later for everybody',
  'what is declared is not what is there',
  'what is made by a program is mended by hand',
  'works for a user with a certain mask',
  'works in the language of the machine',
  'works where its files belong to whoever runs it',
  'works where names are not resolved',
  'works where nobody answers',
  'works where numbers are written in English',
  'works where privileges were given up',
  'works where standard input is closed',
  'works where text is read as it is written here',
  'works where the first process is young',
  'works where the root is no disk',
  'works where there is no network card',
  'works while processes have low numbers',
]);
