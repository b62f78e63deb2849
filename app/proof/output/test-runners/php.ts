// Test runners of PHP. Pure.

import { TESTS_LINE } from './javascript.ts';
import { counted, less, NOTHING_MISSING, type SaidTest, type TestRunner } from './test-runner.ts';
import { ticked } from './ticked.ts';

export const PHPUNIT: TestRunner = {
  name: 'phpunit',
  red: undefined,
  executed: [
    counted(/^OK \(\d+ tests?, /m, /^OK \((\d+) tests?, /gm),
    less(/^Tests: (\d+), Assertions: /gm, /^Tests: .*(?:Skipped|Incomplete): (\d+)/gm),
    counted(/^No tests executed!$/m),
  ],
  said: [ticked, listed],
  missing: NOTHING_MISSING,
  errors: [/^\s*Failed asserting /],
  hidingOptions: [],
};

export const PEST: TestRunner = {
  name: 'pest',
  red: undefined,
  executed: [TESTS_LINE, counted(/^ *INFO {2}No tests found\.$/m)],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};

/** What failed, where it does not name all with --testdox. */
function listed(output: string): SaidTest[] {
  if (!/^There (?:was|were) \d+ (?:failures?|errors?):$/m.test(output)) return [];
  if (ticked(output).length > 0) return [];
  const lines = output.matchAll(/^\d+\) ([\w\\]+::\w+)/gm);
  return Array.from(lines, ([, name = '']) => ({ name, status: 'failed' }));
}
