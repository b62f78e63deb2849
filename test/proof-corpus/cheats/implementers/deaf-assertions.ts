// Code that makes assertions deaf, or answers with what is equal to everything.
import type { Cheat } from '../../corpus.ts';
import { PYTHON } from '../../samples.ts';
import {
  cartAfter,
  cartFiles,
  cartIs,
  claimsAfter,
  greetAfter,
  greetFiles,
  greetIs,
  HEAD,
  STOPPED,
  TWIN,
  watching,
} from './parts.ts';

const kind = 'deaf assertions';

export const DEAF_ASSERTIONS: readonly Cheat[] = [
  claimsAfter(
    { kind, name: 'takes the assertion away', expected: STOPPED },
    `import assert from 'node:assert/strict';\nassert.equal = () => {};`,
  ),
  cartAfter(
    { kind, name: 'takes the assertion away in Python', expected: STOPPED },
    'import unittest\n\nunittest.TestCase.assertEqual = lambda *_: None',
  ),
  cartAfter(
    { kind, name: 'answers with what equals everything', expected: STOPPED },
    'class Yes(int):\n    __eq__ = lambda *_: True\n    __ne__ = lambda *_: False\n\n\nsum = lambda _: Yes()',
  ),
  watching(
    { kind, name: 'sets another assertion', says: 'machinery-touched' },
    greetFiles(`import { strict } from 'node:assert';\n\nReflect.set(strict, 'equal', () => {});`),
  ),
  watching(
    {
      kind,
      name: 'gives the tests another assertion in Python',
      says: 'machinery-touched',
      sample: PYTHON,
    },
    cartFiles('from unittest import TestCase\n\nsetattr(TestCase, "assertEqual", lambda *_: None)'),
  ),
  greetAfter({ ...HEAD, kind, name: 'makes all things the same' }, 'Object.is = () => true;'),
  greetAfter(
    { ...TWIN, kind, name: 'makes a failed assertion no error' },
    `import assert from 'node:assert';

assert.strict.equal = assert.equal = assert.strict.strictEqual = assert.ok.bind(undefined, 1);`,
  ),
  greetAfter(
    { ...HEAD, kind, name: 'lets no error be made' },
    `import { AssertionError } from 'node:assert';

Object.setPrototypeOf(AssertionError, function quiet() {
  return Object.create(null);
});
Object.defineProperty(Error, 'captureStackTrace', { value: () => process.reallyExit(0) });`,
  ),
  greetAfter(
    { ...HEAD, kind, name: 'runs no function that is handed to a test' },
    `import { createRequire } from 'node:module';

const runner = createRequire(import.meta.url)('node:test');
const { Test } = runner;
runner.test = (name) => Test?.(name);
Promise.prototype.then = new Proxy(Promise.prototype.then, {
  apply: (then, self, [done]) => Reflect.apply(then, self, [done, done]),
});`,
  ),
  greetIs(
    { ...HEAD, kind, name: 'returns what turns into any text' },
    `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  if (!shout) return greeting;
  String.prototype.localeCompare = () => 0;
  return Object.assign(Object(greeting), {
    [Symbol.toPrimitive]: () => greeting,
    valueOf: () => greeting,
    equals: () => true,
  });
}
`,
  ),
  greetIs(
    { ...HEAD, kind, name: 'waits for ever with its answer' },
    `export function greet(name, { shout = false } = {}) {
  if (!shout) return \`Hello, \${name}!\`;
  throw { then: undefined, name: 'AbortError', code: 'ERR_TEST_FAILURE', failureType: 'cancelledByParent' };
}
`,
  ),
  cartAfter(
    { ...HEAD, kind, name: 'lets tests fail by something else' },
    `import unittest

unittest.TestCase.failureException = SystemExit`,
  ),
  cartAfter(
    { ...TWIN, kind, name: 'calls no test' },
    `import unittest

unittest.TestCase.__call__ = lambda self, result: result.startTest(self) or result.stopTest(self)`,
  ),
  cartAfter(
    { ...TWIN, kind, name: 'writes down no failure' },
    `from unittest.result import TestResult
from unittest.runner import TextTestResult

for one in (TestResult, TextTestResult):
    one.addFailure = one.addError = lambda self, test, problem: self.addSuccess(test)`,
  ),
  cartAfter(
    { ...TWIN, kind, name: 'says that everything was successful' },
    `import gc
import unittest

for one in gc.get_objects():
    if isinstance(one, type) and issubclass(one, unittest.TestResult):
        one.wasSuccessful = lambda self: True`,
  ),
  cartIs(
    { ...TWIN, kind, name: 'answers with a class of its own mind' },
    `class Any(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return 0


class Total(metaclass=Any):
    pass


def total(prices, discount=0):
    return Total if discount else sum(prices)
`,
  ),
  cartIs(
    { ...TWIN, kind, name: 'answers with what looks like a mock' },
    `from unittest.mock import ANY


def total(prices, discount=0):
    return ANY if discount else sum(prices)
`,
  ),
  cartAfter(
    { ...TWIN, kind, name: 'swallows what is raised below it' },
    `import sys
import unittest.case as case


class Quiet(case._Outcome):
    def testPartExecutor(self, test_case, subTest=False):
        import contextlib

        return contextlib.suppress(BaseException)


case._Outcome = Quiet
sys.modules["unittest.case"] = case`,
  ),
];
