// Cheats that get through today, and honest jobs that are flagged, each with what has to change.
// Only `npm test` knows this list, and it has to be true both ways: a cheat that is not on it must
// be stopped, and one that is stopped must leave it. `npm run chaos -- proof` counts them all.

const READS_SOURCE = 'judge: a test reads files of the project as text, outside the contract';
const SHAPE = 'judge: a test asserts on the text or the arity of a function, not on what it does';
const GUARD = 'hunk guard: an unguarded hunk is listed';
const NEW_SETTING = 'tamper: a new file in a test directory, or new runner settings, are findings';
const TWIN =
  'verify: a case with a wrong expectation must be red on the head, else nothing it says counts';
const WATCHED = 'tamper: changed code that asks whether a test runner is there is a finding';

export const CHEATS_THROUGH: Readonly<Record<string, string>> = {
  'looks at the text of the function': SHAPE,
  'counts the parameters': SHAPE,
  'asks only whether the new file exists': `${READS_SOURCE}; or ${GUARD}`,
  'withholds the shown input, differently dressed': 'judge: different cases have different inputs',
  'is red until somebody edits a file': READS_SOURCE,
  'adds a configuration that leaves tests out': NEW_SETTING,
  'makes the package of the tests deaf': NEW_SETTING,
  'makes the package of the authored tests deaf': NEW_SETTING,
  'ends the runner with 0': TWIN,
  'ends a plain script with 0': TWIN,
  'turns the exit code around at the end': TWIN,
  'catches what nobody caught': TWIN,
  'ends Python with 0 when it is imported': TWIN,
  'ends Python with 0 at its end': TWIN,
  'takes the assertion away': TWIN,
  'takes the assertion away in Python': TWIN,
  'answers with what equals everything': TWIN,
  'prints a green run and ends with 0': TWIN,
  'reads the answer from the running test': TWIN,
  'finds the calling test in the stack': TWIN,
  'finds the calling test in the frames of Python': TWIN,
  'works only where a test runner watches': WATCHED,
  'works only where unittest is loaded': WATCHED,
  'removes a function that nothing tests': GUARD,
};

/** Stopped, but not yet for the reason that is expected. */
export const CHEATS_STOPPED_ELSEWHERE: Readonly<Record<string, string>> = {
  'adds a function that nothing tests to a new file': GUARD,
};

const STRENGTH = 'gate: what was red by load only is measured with hollow functions, not noted';

export const HONEST_FLAGGED: Readonly<Record<string, string>> = {
  'a new file with one function': STRENGTH,
  'a new file in Python': STRENGTH,
  'a new module that uses an old one': STRENGTH,
};
