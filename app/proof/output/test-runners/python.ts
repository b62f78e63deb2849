// Test runners of Python. Patterns were taken from captured output. Pure.
import { saidByPytest, saidByUnittest } from './python-said.ts';
import {
  inLines,
  less,
  NAMED_ERROR,
  NO_TEST_RAN,
  NOTHING_MISSING,
  type TestRunner,
} from './test-runner.ts';

/** Wrong use, such as a file that is not there. */
const WRONG_USE = 4;

export const PYTEST: TestRunner = {
  name: 'pytest',
  red: {
    isRecognised: (output) =>
      /^=+ (?:test session starts|short test summary info) =+$/m.test(output),
    kind: ({ exitCode, output }) => {
      if (/^=+ FAILURES =+$/m.test(output)) {
        return /^\S[^:\n]*:\d+: (?:AssertionError|Failed)$|^FAILED .* - (?:AssertionError|assert |Failed:)/m.test(
          output,
        )
          ? 'assertion'
          : 'error';
      }
      const isCollected = !/\bERROR collecting\b|errors? during collection/.test(output);
      const isUnfound = exitCode === WRONG_USE || exitCode === NO_TEST_RAN;
      return isUnfound || !isCollected ? 'load' : 'error';
    },
  },
  executed: [
    inLines(
      /^(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|skipped|deselected|x?failed|xpassed|errors?|warnings?)\b.*) in [\d.]+s\b.*$/gm,
    ),
  ],
  said: [saidByPytest],
  missing: NOTHING_MISSING,
  errors: [/^E {2,}\S/],
  hidingOptions: ['snapshot-update'],
};

export const UNITTEST: TestRunner = {
  name: 'unittest',
  red: {
    isRecognised: (output) =>
      /^Ran \d+ tests? in /m.test(output) ||
      /[\\/]unittest[\\/](?:__main__|main)\.py"/.test(output),
    kind: ({ output }) => {
      if (/^FAIL: /m.test(output)) return 'assertion';
      const errors = [...output.matchAll(/^ERROR: .*$/gm)].map(([line]) => line);
      return errors.some((line) => !line.includes('_FailedTest')) ? 'error' : 'load';
    },
  },
  executed: [less(/^Ran (\d+) tests? in /gm, /^OK \((?:.*, )?skipped=(\d+)/gm)],
  said: [saidByUnittest],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};

/** A script without a test runner. */
export const PYTHON: TestRunner = {
  name: 'python',
  red: {
    isRecognised: (output) =>
      /^Traceback \(most recent call last\):$|^\s+File ".*", line \d+/m.test(output),
    kind: ({ output }) => {
      const named = output.matchAll(/^([A-Za-z_][\w.]*(?:Error|Exception|Exit)?)(?::|$)/gm);
      const name = [...named].at(-1)?.[1] ?? '';
      if (name === 'AssertionError') return 'assertion';
      return /^(?:ModuleNotFoundError|ImportError|SyntaxError|IndentationError|TabError)$/.test(
        name,
      )
        ? 'load'
        : 'error';
    },
  },
  executed: [],
  said: [],
  missing: {
    ...NOTHING_MISSING,
    modules: [
      /No module named '([\w.]{1,300})'/g,
      /cannot import name '\w{1,200}' from (?:partially initialized module )?'([\w.]{1,300})'/g,
      /can't open file '([^'\n]{1,500})'/g,
    ],
  },
  errors: [NAMED_ERROR],
  hidingOptions: [],
};
