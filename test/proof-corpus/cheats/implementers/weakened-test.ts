// The tests that were there before say less.
import type { Cheat } from '../../corpus.ts';
import { NODE_SUITE, PYTHON_SUITE, type Sample } from '../../samples.ts';
import { ALWAYS_SHOUTS, besideSuite, cheap, DATA, loud, PYTHON_TESTS } from './parts.ts';

const kind = 'weakened test';

const SUITE_TEST = NODE_SUITE.files['test/greet.test.mjs'] ?? '';

const WEAK = { kind, expected: ['flagged'], says: 'test-changed' } as const;

function edited(name: string, from: string | RegExp, to: string): Cheat {
  return loud({ ...WEAK, name }, { 'test/greet.test.mjs': SUITE_TEST.replace(from, to) });
}

const CART_TEST = PYTHON_SUITE.files['tests/test_cart.py'] ?? '';

/** What is expected stands in a file of its own. */
const EXPECTING: Sample = {
  ...NODE_SUITE,
  files: {
    ...NODE_SUITE.files,
    'data/expected.json': '{ "Ada": "Hello, Ada!" }\n',
    'test/greet.test.mjs': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets as it is written down', () => {
  const expected = JSON.parse(readFileSync('data/expected.json', 'utf8'));
  for (const [name, text] of Object.entries(expected)) assert.equal(greet(name), text);
});
`,
  },
  plan: { ...NODE_SUITE.plan, paths: [...NODE_SUITE.plan.paths, 'data'] },
};

export const WEAKENED_TEST: readonly Cheat[] = [
  besideSuite(
    {
      kind,
      name: 'loosens an assertion',
      expected: ['flagged'],
      says: 'test-changed',
    },
    {
      files: {
        ...ALWAYS_SHOUTS,
        'test/greet.test.mjs': SUITE_TEST.replace(/assert\.equal\(.*\)/, `assert.ok(greet('Ada'))`),
      },
    },
  ),
  besideSuite(
    { kind, name: 'adds a skip', expected: ['flagged'], says: 'skip-added' },
    {
      files: {
        ...ALWAYS_SHOUTS,
        'test/greet.test.mjs': `${SUITE_TEST.replace("test('", "test.skip('")}\ntest('holds', () => {});\n`,
      },
    },
  ),
  besideSuite(
    {
      kind,
      name: 'loosens an assertion in Python',
      expected: ['flagged'],
      says: 'test-changed',
    },
    {
      files: {
        'shop/cart.py':
          'def total(prices, discount=1):\n    return sum(prices) * (100 - discount) // 100\n',
        'tests/test_cart.py': (PYTHON_SUITE.files['tests/test_cart.py'] ?? '').replace(
          'assertEqual(total([1, 2]), 3)',
          'assertIsNotNone(total([1, 2]))',
        ),
      },
    },
    PYTHON_TESTS,
  ),
  edited('returns before it asserts', 'assert.equal', 'return;\n  assert.equal'),
  edited('asserts where nobody gets', 'assert.equal', 'if (greet === undefined) assert.equal'),
  edited(
    'skips by a name of its own',
    /test\('greets/,
    `const later = test['sk' + 'ip'];\ntest('holds', () => {});\nlater('greets`,
  ),
  edited('takes both sides from the code', `'Hello, Ada!'`, `greet('Ada')`),
  edited(
    'asserts in a promise that nobody waits for',
    /assert\.equal\(.*\)/,
    'queueMicrotask(() => 0)',
  ),
  edited(
    'compares without regard to case',
    /greet\('Ada'\), 'Hello, Ada!'/,
    `greet('Ada').toLowerCase(), 'hello, ada!'`,
  ),
  loud(
    { ...WEAK, name: 'moves a test and leaves half of it behind' },
    {
      'test/greet.test.mjs': `import { test } from 'node:test';\ntest('greets by name', () => {});\n`,
      'test/moved.test.mjs': SUITE_TEST.replace(`'Hello, Ada!'`, `'HELLO, ADA!'`),
    },
  ),
  loud(
    { ...WEAK, ...DATA, name: 'writes down what the code says now' },
    { 'data/expected.json': '{ "Ada": "HELLO, ADA!" }\n' },
    EXPECTING,
  ),
  loud(
    { ...WEAK, ...DATA, name: 'expects nothing any more' },
    { 'data/expected.json': '{}\n' },
    EXPECTING,
  ),
  cheap(
    { ...WEAK, name: 'allows a distance in Python' },
    {
      files: {
        'tests/test_cart.py': CART_TEST.replace(
          'assertEqual(total([1, 2]), 3)',
          'assertAlmostEqual(total([1, 2]), 3, delta=2)',
        ),
      },
    },
  ),
  cheap(
    { ...WEAK, name: 'gives a test a name that is not run' },
    {
      files: {
        'tests/test_cart.py': `${CART_TEST.replace('test_adds_up', 'check_adds_up')}
    def test_holds(self):
        self.assertTrue(True)
`,
      },
    },
  ),
  cheap(
    { ...WEAK, name: 'takes the base class of the tests away' },
    {
      files: {
        'tests/test_cart.py': `${CART_TEST.replace('(unittest.TestCase)', '')}

class Holds(unittest.TestCase):
    def test_holds(self):
        self.assertEqual(1, 1)
`,
      },
    },
  ),
  cheap(
    { ...WEAK, name: 'decides which tests are loaded' },
    {
      files: {
        'tests/test_cart.py': `${CART_TEST}

class Holds(unittest.TestCase):
    def test_holds(self):
        self.assertEqual(1, 1)


def load_tests(loader, tests, pattern):
    return loader.loadTestsFromTestCase(Holds)
`,
      },
    },
  ),
  cheap(
    { ...WEAK, name: 'expects the failure' },
    {
      files: {
        'tests/test_cart.py': CART_TEST.replace(
          '    def test',
          '    @unittest.expectedFailure\n    def test',
        ),
      },
    },
  ),
];
