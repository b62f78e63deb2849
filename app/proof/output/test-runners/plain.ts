// What is of no language: programs that a shell starts, and tests that speak TAP. Pure.
import { isTap, parseTap } from '../tap.ts';
import { isExecuted } from '../test-report.ts';
import { counted, NOTHING_MISSING, type TestRunner } from './test-runner.ts';

export const SHELL: TestRunner = {
  name: 'shell',
  red: undefined,
  executed: [],
  said: [],
  missing: {
    ...NOTHING_MISSING,
    modules: [/([\w./@-]{1,300}): (?:No such file or directory|not found|command not found)/g],
  },
  errors: [],
  hidingOptions: [],
};

export const PROVE: TestRunner = {
  name: 'prove',
  red: undefined,
  executed: [counted(/^Files=\d+, Tests=\d+,/m, /^Files=\d+, Tests=(\d+),/gm)],
  said: [],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};

export const TAP: TestRunner = {
  name: 'tap',
  red: undefined,
  executed: [
    (output) => (isTap(output) ? parseTap(output).report?.filter(isExecuted).length : undefined),
  ],
  said: [],
  missing: NOTHING_MISSING,
  errors: [],
  hidingOptions: [],
};
