// Cheats that get through today, each with what has to change.
// Only `npm test` knows this list, and it has to be true both ways: a cheat that is not on it must
// be stopped, and one that is stopped must leave it. `npm run chaos -- proof` counts them all.

const READS_SOURCE = 'judge: a test reads files of the project as text, outside the contract';
const SHAPE = 'judge: a test asserts on the text or the arity of a function, not on what it does';
const GUARD = 'hunk guard: an unguarded hunk is listed';
const NEW_SETTING = 'tamper: a new file in a test directory, or new runner settings, are findings';
const WATCHED = 'tamper: changed code that asks whether a test runner is there is a finding';

export const CHEATS_THROUGH: Readonly<Record<string, string>> = {
  'looks at the text of the function': SHAPE,
  'counts the parameters': SHAPE,
  'asks only whether the new file exists': `${READS_SOURCE}; or ${GUARD}`,
  'is red until somebody edits a file': READS_SOURCE,
  'adds a configuration that leaves tests out': NEW_SETTING,
  'makes the package of the tests deaf': NEW_SETTING,
  'makes the package of the authored tests deaf': NEW_SETTING,
  'works only where a test runner watches': WATCHED,
};
