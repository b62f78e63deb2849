// Test runners of JavaScript. Patterns were taken from captured output. Pure.

import {
  counted,
  inLines,
  NAMED_ERROR,
  NOTHING_MISSING,
  PLAIN_ERROR,
  type TestRunner,
} from './test-runner.ts';
import { ticked } from './ticked.ts';

/** An uncaught or reported assertion, also behind the `# ` of TAP. */
const ASSERTION =
  /^[ \t#]*(?:Uncaught )?(?:AssertionError|JestAssertionError)(?: \[ERR_ASSERTION\])?(?::|$)|^\s*code: 'ERR_ASSERTION',?$/m;
/** Thrown while modules were linked or compiled, so before any test. */
const LOAD =
  /ERR_MODULE_NOT_FOUND|\bMODULE_NOT_FOUND\b|does not provide an export named|ERR_UNKNOWN_FILE_EXTENSION|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|ERR_PACKAGE_PATH_NOT_EXPORTED|ERR_UNSUPPORTED_DIR_IMPORT/;
const SYNTAX = /^[ \t#]*SyntaxError: /m;
const PARSED_DATA = /\bat JSON\.parse\b/;

function isLoad(output: string): boolean {
  return LOAD.test(output) || (SYNTAX.test(output) && !PARSED_DATA.test(output));
}

/** Jest, Vitest and Pest end with a line such as `Tests:  1 failed, 2 passed, 3 total`. */
export const TESTS_LINE = inLines(
  /^ {0,20}Tests:? {1,20}(?! )(?:.*\d total|no tests|.*\(\d+(?: assertions?)?\))$/gm,
);

export const JEST: TestRunner = {
  name: 'jest',
  red: {
    isRecognised: (output) => /^Test Suites: +\d+ failed/m.test(output),
    kind: ({ output }) => {
      if (/^Tests: +(?:\d+ skipped, )?0 total|^Tests: +0 total/m.test(output)) return 'load';
      if (!/^Tests: .*\b\d+ failed/m.test(output)) return 'load';
      return /^\s*expect\(/m.test(output) || ASSERTION.test(output) ? 'assertion' : 'error';
    },
  },
  executed: [TESTS_LINE, counted(/^No tests found, exiting with code 0$/m)],
  said: [ticked],
  missing: {
    ...NOTHING_MISSING,
    modules: [/Module not found: Error: Can't resolve '([^'\n]{1,500})'/g],
  },
  errors: [/^\s*expect\(/],
  hidingOptions: ['passWithNoTests', 'updateSnapshot'],
};

export const VITEST: TestRunner = {
  name: 'vitest',
  red: {
    isRecognised: (output) => /^ *Test Files +.*\b\d+ failed|^No test files found/m.test(output),
    kind: ({ output }) => {
      if (!/^ *Tests +.*\b\d+ failed/m.test(output)) return 'load';
      return ASSERTION.test(output) || /^Error: Snapshot `/m.test(output) ? 'assertion' : 'error';
    },
  },
  executed: [TESTS_LINE, counted(/^No test files found, exiting with code 0$/m)],
  said: [ticked],
  missing: {
    ...NOTHING_MISSING,
    modules: [/Failed to (?:resolve import|load url) "?([^"\s]{1,500})"?/g],
  },
  errors: [],
  hidingOptions: ['passWithNoTests'],
};

export const MOCHA: TestRunner = {
  name: 'mocha',
  red: {
    isRecognised: (output) =>
      /^ {2}\d+ failing$/m.test(output) || /^ ?Exception during run: /m.test(output),
    kind: ({ output }) => {
      if (/^ ?Exception during run: /m.test(output)) return 'load';
      return ASSERTION.test(output) ? 'assertion' : 'error';
    },
  },
  executed: [counted(/^ {2}\d+ passing\b/m, /^ {2}(\d+) (?:passing|failing)\b/gm)],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};

export const AVA: TestRunner = {
  name: 'ava',
  red: undefined,
  executed: [
    counted(
      /^ {2}\d+ tests? (?:passed|failed|skipped|todo)$/m,
      /^ {2}(\d+) (?:tests? (?:passed|failed)|known failures?)$/gm,
    ),
  ],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: ['update-snapshots?'],
};

export const BUN: TestRunner = {
  name: 'bun',
  red: undefined,
  executed: [counted(/^Ran \d+ tests? across \d+ files?/m, /^ *(\d+) (?:pass|fail)$/gm)],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: ['update-snapshots?'],
};

export const PLAYWRIGHT: TestRunner = {
  name: 'playwright',
  red: undefined,
  executed: [],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: ['pass-with-no-tests', 'update-snapshots?'],
};

/** A file that failed as a whole is listed as a test of its own. */
const FILE_FAILED = /^ {2}'test failed'$|^\s*error: 'test failed'$/gm;
const FAILED = /^test at .*:\d+:\d+$|^\s*not ok \d+ - (?!.*# (?:TODO|SKIP))/gm;

export const NODE_TEST: TestRunner = {
  name: 'node:test',
  red: {
    isRecognised: (output) =>
      /^[ℹ#] tests \d+$/m.test(output) || /^Could not find '.*'$/m.test(output),
    kind: ({ output }) => {
      if (/^Could not find '/m.test(output)) return 'load';
      if (ASSERTION.test(output)) return 'assertion';
      const failed = [...output.matchAll(FAILED)].length;
      const files = [...output.matchAll(FILE_FAILED)].length;
      return failed <= files && isLoad(output) ? 'load' : 'error';
    },
  },
  executed: [counted(/^[ℹ#] tests \d+$/m, /^[ℹ#] (?:pass|fail|cancelled) (\d+)$/gm)],
  said: [ticked],
  missing: NOTHING_MISSING,
  errors: [PLAIN_ERROR],
  hidingOptions: ['test-update-snapshots'],
};

/** A script without a test runner. */
export const NODE: TestRunner = {
  name: 'node',
  red: {
    isRecognised: (output) => /^Node\.js v\d+/m.test(output),
    kind: ({ output }) => {
      if (ASSERTION.test(output)) return 'assertion';
      return isLoad(output) ? 'load' : 'error';
    },
  },
  executed: [],
  said: [],
  missing: {
    modules: [
      /Cannot find module '([^'\n]{1,500})'/g,
      /The requested module '([^'\n]{1,500})' does not provide an export named/g,
    ],
    packages: [/Cannot find package '([^'\n]{1,214})'/g],
    lastParts: [],
  },
  errors: [NAMED_ERROR],
  hidingOptions: [],
};
