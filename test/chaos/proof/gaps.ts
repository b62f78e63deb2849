// Cheats that get through today, and honest jobs that are flagged, each with what has to change.
// Only `npm test` knows this list, and it has to be true both ways: a cheat that is not on it must
// be stopped, and one that is stopped must leave it. `npm run chaos -- proof` counts them all.

const GUARD = 'hunk guard: an unguarded hunk is listed';
const FRESH =
  'run-cases: every run begins on the verified tree, home and processes, compared by hash';

export const CHEATS_THROUGH: Readonly<Record<string, string>> = {
  'leaves a process that edits tests in Python': FRESH,
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
