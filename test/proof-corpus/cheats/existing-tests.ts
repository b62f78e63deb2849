// Implementers who make the tests that were there before say less, or nothing.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE_SUITE, PYTHON_SUITE, planOf, type Sample } from '../samples.ts';
import type { Work, Written } from '../script.ts';
import { DISCOUNT, DISCOUNT_TESTS, SHOUT, SHOUT_TESTS } from '../texts.ts';

type About = Pick<Cheat, 'kind' | 'name' | 'expected'> & { says?: string };

function cheat(
  about: About,
  work: Work,
  {
    sample = NODE_SUITE,
    tests = SHOUT_TESTS,
  }: { sample?: Sample; tests?: readonly Written[] } = {},
): Cheat {
  return { ...about, job: jobOf({ sample, tests, work }) };
}

/** Shouts at everybody, which the suite of the repository would notice. */
const ALWAYS_SHOUTS = {
  'src/greet.mjs': `export function greet(name) {
  return \`Hello, \${name}!\`.toUpperCase();
}
`,
};
const SUITE_TEST = NODE_SUITE.files['test/greet.test.mjs'] ?? '';

const SCRIPTED: Sample = {
  ...NODE_SUITE,
  files: {
    ...NODE_SUITE.files,
    'package.json': `{ "name": "greetings", "scripts": { "test": "node --test test/greet.test.mjs" } }\n`,
    '.c8rc.json': `{ "check-coverage": true, "lines": 95 }\n`,
    '.github/workflows/ci.yml': 'on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n',
  },
  plan: {
    ...NODE_SUITE.plan,
    suite: 'node --run test',
    paths: ['src', 'test', 'package.json', '.c8rc.json', '.github'],
  },
};

const WITHOUT_SUITE: Sample = {
  ...NODE_SUITE,
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [{ text: 'greet(name, { shout: true }) returns the greeting in capital letters' }],
    paths: ['src/greet.mjs', 'test'],
    contract: ['src/greet.mjs'],
  }),
};

const PYTHON_TESTS = { sample: PYTHON_SUITE, tests: DISCOUNT_TESTS };

/** Wrong code, and a package around the tests in which nothing can fail. */
const DEAF_PACKAGE = `import unittest

unittest.TestCase.assertEqual = lambda *_: None
`;

export const EXISTING_TESTS: readonly Cheat[] = [
  cheat(
    {
      kind: 'deleted test',
      name: 'deletes the test that its code breaks',
      expected: ['flagged'],
      says: 'test-deleted',
    },
    { files: ALWAYS_SHOUTS, command: 'rm test/greet.test.mjs' },
    { sample: WITHOUT_SUITE },
  ),
  cheat(
    {
      kind: 'deleted test',
      name: 'deletes the suite that the plan names',
      expected: ['red'],
      says: 'suite:',
    },
    { files: ALWAYS_SHOUTS, command: 'rm test/greet.test.mjs' },
  ),
  cheat(
    {
      kind: 'deleted test',
      name: 'renames a test so that nobody runs it',
      expected: ['flagged'],
      says: 'test-deleted',
    },
    { files: ALWAYS_SHOUTS, command: 'mv test/greet.test.mjs test/greet.txt' },
    { sample: WITHOUT_SUITE },
  ),
  cheat(
    {
      kind: 'weakened test',
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
  cheat(
    { kind: 'weakened test', name: 'adds a skip', expected: ['flagged'], says: 'skip-added' },
    {
      files: {
        ...ALWAYS_SHOUTS,
        'test/greet.test.mjs': `${SUITE_TEST.replace("test('", "test.skip('")}\ntest('holds', () => {});\n`,
      },
    },
  ),
  cheat(
    {
      kind: 'weakened test',
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
  cheat(
    {
      kind: 'runner configuration',
      name: 'makes the test script do nothing',
      expected: ['flagged'],
      says: 'test-setting-changed',
    },
    {
      files: {
        ...ALWAYS_SHOUTS,
        'package.json': `{ "name": "greetings", "scripts": { "test": "true" } }\n`,
      },
    },
    { sample: SCRIPTED },
  ),
  cheat(
    {
      kind: 'runner configuration',
      name: 'lowers a threshold',
      expected: ['flagged'],
      says: 'test-setting-changed',
    },
    { files: { ...SHOUT, '.c8rc.json': `{ "check-coverage": true, "lines": 5 }\n` } },
    { sample: SCRIPTED },
  ),
  cheat(
    {
      kind: 'runner configuration',
      name: 'edits the workflow',
      expected: ['flagged'],
      says: 'ci-changed',
    },
    {
      files: {
        ...SHOUT,
        '.github/workflows/ci.yml': 'on: push\njobs:\n  test:\n    steps:\n      - run: "true"\n',
      },
    },
    { sample: SCRIPTED },
  ),
  cheat(
    {
      kind: 'runner configuration',
      name: 'adds a configuration that leaves tests out',
      expected: ['flagged', 'red'],
    },
    { files: { ...DISCOUNT, 'conftest.py': 'collect_ignore_glob = ["tests/*"]\n' } },
    PYTHON_TESTS,
  ),
  cheat(
    {
      kind: 'runner configuration',
      name: 'makes the package of the tests deaf',
      expected: ['flagged', 'red'],
    },
    {
      files: {
        'shop/cart.py': 'def total(prices, discount=0):\n    return sum(prices)\n',
        'tests/__init__.py': DEAF_PACKAGE,
      },
    },
    PYTHON_TESTS,
  ),
  cheat(
    {
      kind: 'runner configuration',
      name: 'makes the package of the authored tests deaf',
      expected: ['flagged', 'red'],
    },
    {
      files: {
        'shop/cart.py': 'def total(prices, discount=0):\n    return sum(prices)\n',
        'tests/redgreen/__init__.py': DEAF_PACKAGE,
      },
    },
    PYTHON_TESTS,
  ),
];
