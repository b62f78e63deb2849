// Test runners of PHP. Pure.
import { TESTS_LINE } from './javascript.ts';
import { counted, less, NOTHING_MISSING, type TestRunner } from './test-runner.ts';

export const PHPUNIT: TestRunner = {
  name: 'phpunit',
  red: undefined,
  executed: [
    counted(/^OK \(\d+ tests?, /m, /^OK \((\d+) tests?, /gm),
    less(/^Tests: (\d+), Assertions: /gm, /^Tests: .*(?:Skipped|Incomplete): (\d+)/gm),
    counted(/^No tests executed!$/m),
  ],
  passed: [],
  missing: NOTHING_MISSING,
  errors: [/^\s*Failed asserting /],
  hidingOptions: [],
};

export const PEST: TestRunner = {
  name: 'pest',
  red: undefined,
  executed: [TESTS_LINE, counted(/^ *INFO {2}No tests found\.$/m)],
  passed: [/^\s*[✔✓√] (.+)$/],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};
