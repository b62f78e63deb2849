// The test runner of Rust. Pure.
import { counted, NOTHING_MISSING, PLAIN_ERROR, type TestRunner } from './test-runner.ts';

export const CARGO_TEST: TestRunner = {
  name: 'cargo test',
  red: undefined,
  executed: [counted(/^running \d+ tests?$/m, /^test result: \w+\. (\d+) passed; (\d+) failed;/gm)],
  passed: [/^test (\S+) \.\.\. ok$/],
  missing: NOTHING_MISSING,
  errors: [PLAIN_ERROR, /^thread '[^']*' (?:\(\d+\) )?panicked at /],
  hidingOptions: [],
};
