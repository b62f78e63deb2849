// The test runners whose output we can read, one line each, in the order in which they are asked: the
// first that recognises a red output decides. Whatever is read of output asks here. Pure.
import { GO_TEST } from './go.ts';
import { GRADLE, MAVEN } from './java.ts';
import { AVA, BUN, JEST, MOCHA, NODE, NODE_TEST, PLAYWRIGHT, VITEST } from './javascript.ts';
import { PEST, PHPUNIT } from './php.ts';
import { PROVE, SHELL, TAP } from './plain.ts';
import { PYTEST, PYTHON, UNITTEST } from './python.ts';
import { MINITEST, RSPEC } from './ruby.ts';
import { CARGO_TEST } from './rust.ts';
import type { TestRunner } from './test-runner.ts';

export const TEST_RUNNERS: readonly TestRunner[] = [
  GO_TEST,
  CARGO_TEST,
  PYTEST,
  UNITTEST,
  JEST,
  VITEST,
  MOCHA,
  AVA,
  BUN,
  PLAYWRIGHT,
  NODE_TEST,
  MAVEN,
  GRADLE,
  RSPEC,
  MINITEST,
  PHPUNIT,
  PEST,
  PROVE,
  TAP,
  // Scripts come last: the output of a test runner may hold what they print.
  PYTHON,
  NODE,
  SHELL,
];
