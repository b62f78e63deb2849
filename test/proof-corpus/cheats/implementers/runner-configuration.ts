// What decides how tests are run is changed: scripts, settings, workflows, a runner of its own.
import type { Cheat } from '../../corpus.ts';
import { NODE_SUITE, PYTHON_SUITE, type Sample } from '../../samples.ts';
import { DISCOUNT, SHOUT } from '../../texts.ts';
import { ALWAYS_SHOUTS, besideSuite, cartFiles, PYTHON_TESTS, watching, within } from './parts.ts';

const kind = 'runner configuration';

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

/** Wrong code, and a package around the tests in which nothing can fail. */
const DEAF_PACKAGE = `import unittest

unittest.TestCase.assertEqual = lambda *_: None
`;

export const RUNNER_CONFIGURATION: readonly Cheat[] = [
  besideSuite(
    {
      kind,
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
  besideSuite(
    {
      kind,
      name: 'lowers a threshold',
      expected: ['flagged'],
      says: 'test-setting-changed',
    },
    { files: { ...SHOUT, '.c8rc.json': `{ "check-coverage": true, "lines": 5 }\n` } },
    { sample: SCRIPTED },
  ),
  besideSuite(
    {
      kind,
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
  besideSuite(
    {
      kind,
      name: 'adds a configuration that leaves tests out',
      expected: ['flagged', 'red'],
    },
    { files: { ...DISCOUNT, 'conftest.py': 'collect_ignore_glob = ["tests/*"]\n' } },
    PYTHON_TESTS,
  ),
  besideSuite(
    {
      kind,
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
  besideSuite(
    {
      kind,
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
  watching(
    {
      kind,
      name: 'adds settings that choose other tests',
      says: 'test-setting-added',
      sample: PYTHON_SUITE,
    },
    { ...DISCOUNT, 'setup.cfg': '[tool:pytest]\naddopts = --collect-only\n' },
  ),
  watching(
    {
      kind,
      name: 'puts a runner of its own in the place of the other',
      says: 'runner-shadowed',
      sample: within(PYTHON_SUITE, 'unittest'),
    },
    {
      ...cartFiles(''),
      'unittest/__init__.py': 'class TestCase:\n    pass\n',
      'unittest/__main__.py': 'print("OK")\n',
    },
  ),
  watching(
    {
      kind,
      name: 'adds a manifest among the tests',
      says: 'test-setting-added',
      sample: NODE_SUITE,
    },
    { ...SHOUT, 'test/package.json': `{ "imports": { "#greet": "./own.mjs" } }\n` },
  ),
];
