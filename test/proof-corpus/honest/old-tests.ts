// Jobs beside tests that were there before: some contradict the change and are announced in the plan,
// some are red already, some collect whatever looks like a test. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { Files } from '../../support/proof-world/repository.ts';
import { type Honest, jobOf } from '../corpus.ts';
import { planOf, type Sample } from '../samples.ts';
import { type Language, type Work, type Written } from '../script.ts';
import { nodeTest, pythonTest } from '../texts.ts';

type Job = {
  name: string;
  language: Language;
  base: Files;
  work: Work;
  text: string;
  paths: readonly string[];
  contract: readonly string[];
  suite: string;
  changedTests?: Plan['changedTests'];
  tests: readonly [string, string];
};

export function besideOldTests(of: Job): Honest {
  const { name, language, base, work, text, paths, contract, suite, changedTests } = of;
  const plan: Plan = {
    ...planOf({ goal: text, criteria: [{ text }], paths, contract, suite }),
    ...(changedTests !== undefined && { changedTests }),
  };
  const sample: Sample = { language, files: base, plan };
  const tests = of.tests.map(
    (body, index): Written => ({ title: `case ${index + 1}`, text: body, withheld: index === 1 }),
  );
  return { name, job: jobOf({ sample, tests, work }) };
}

const GREET = 'export function greet(name) {\n  return `Hello, ${name}!`;\n}\n';
const HI = 'export function greet(name) {\n  return `Hi, ${name}!`;\n}\n';
const SAYS_HI: Job['tests'] = [
  nodeTest(`assert.equal(greet('Ada'), 'Hi, Ada!');`),
  nodeTest(`assert.equal(greet('Grace'), 'Hi, Grace!');`),
];

function oldTest(expected: string, name = 'greet', file = 'greet'): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${file}.mjs';

test('${name} by name', () => {
  assert.equal(${name}('Ada'), '${expected}');
});
test('${name} of a word', () => {
  assert.equal(${name}('Bob').length, ${expected.length});
});
`;
}

export const GREETS_OTHERWISE = {
  language: 'node',
  base: { 'src/greet.mjs': GREET, 'test/greet.test.mjs': oldTest('Hello, Ada!') },
  work: { files: { 'src/greet.mjs': HI, 'test/greet.test.mjs': oldTest('Hi, Ada!') } },
  text: 'greet(name) says Hi instead of Hello',
  paths: ['src/greet.mjs', 'test/greet.test.mjs'],
  contract: ['src/greet.mjs'],
  suite: 'node --test test/greet.test.mjs',
  tests: SAYS_HI,
} as const;

const CART = 'def total(prices):\n    return sum(prices)\n';
const CENTS = 'def total(prices):\n    return sum(prices) * 100\n';

/** Many tests of one name in many classes. */
export function cartTests(classes: number, expected: number): string {
  const body = Array.from(
    { length: classes },
    (_none, index) => `class Total${index}(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(total([]), 0)

    def test_sign(self):
        self.assertGreater(total([${index + 1}]), 0)
${
  index === 0
    ? `
    def test_sum(self):
        self.assertEqual(total([1, 2]), ${expected})
`
    : ''
}`,
  );
  return `import unittest\nfrom shop.cart import total\n\n\n${body.join('\n\n')}`;
}

export const COUNTS_CENTS = {
  language: 'python',
  base: {
    'shop/__init__.py': '',
    'shop/cart.py': CART,
    'tests/__init__.py': '',
    'tests/test_cart.py': cartTests(20, 3),
  },
  work: { files: { 'shop/cart.py': CENTS, 'tests/test_cart.py': cartTests(20, 300) } },
  text: 'total(prices) is in cents',
  paths: ['shop/cart.py', 'tests/test_cart.py'],
  contract: ['shop/cart.py'],
  suite: 'python3 -m unittest -v tests.test_cart',
  tests: [
    pythonTest('self.assertEqual(total([1, 2]), 300)'),
    pythonTest('self.assertEqual(total([5]), 500)'),
  ],
} as const;

const READS_SNAPSHOT = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets as written down', () => {
  assert.equal(greet('Ada'), readFileSync(new URL('./greet.snap', import.meta.url), 'utf8'));
});
`;

const RED_ALREADY = `import unittest
from shop.cart import total


class Total(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(total([1, 2]), 3)

    def test_rounds(self):
        self.assertEqual(total([0.1, 0.2]), 0.3)
`;
const DISCOUNT = `def total(prices, discount=0):
    if discount:
        return sum(prices) * (100 - discount) // 100
    return sum(prices)
`;
const TAKES_OFF: Job['tests'] = [
  pythonTest('self.assertEqual(total([100, 100], discount=10), 180)'),
  pythonTest('self.assertEqual(total([99], discount=50), 49)'),
];

export const OLD_TESTS: readonly Honest[] = [
  besideOldTests({
    ...GREETS_OTHERWISE,
    name: 'an old expectation changed as announced',
    changedTests: [{ path: 'test/greet.test.mjs', reason: 'it expects Hello' }],
  }),
  besideOldTests({
    ...COUNTS_CENTS,
    name: 'one of forty old tests changed as announced',
    changedTests: [{ path: 'tests/test_cart.py', reason: 'it expects whole units' }],
  }),
  besideOldTests({
    ...GREETS_OTHERWISE,
    name: 'a snapshot taken anew as announced',
    base: {
      'src/greet.mjs': GREET,
      'test/greet.test.mjs': READS_SNAPSHOT,
      'test/greet.snap': 'Hello, Ada!',
    },
    work: { files: { 'src/greet.mjs': HI, 'test/greet.snap': 'Hi, Ada!' } },
    paths: ['src/greet.mjs', 'test/greet.snap'],
    changedTests: [{ path: 'test/greet.snap', reason: 'the greeting is another one' }],
  }),
  besideOldTests({
    ...GREETS_OTHERWISE,
    name: 'an old expectation changed as announced, in a suite that writes a report',
    suite:
      'node --test --test-reporter=junit --test-reporter-destination=report.xml test/greet.test.mjs',
    changedTests: [{ path: 'test/greet.test.mjs', reason: 'it expects Hello' }],
  }),
  besideOldTests({
    ...GREETS_OTHERWISE,
    name: 'a suite that collects whatever looks like a test',
    base: { 'src/greet.mjs': GREET, 'test/length.test.mjs': oldTest('Hello, Ada!').slice(0, -1) },
    work: {
      files: {
        'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? greeting.toUpperCase() : greeting;
}
`,
      },
    },
    text: 'greet(name, { shout: true }) returns the greeting in capital letters',
    paths: ['src/greet.mjs'],
    suite: 'node --test',
    tests: [
      nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
      nodeTest(`assert.equal(greet('Grace', { shout: true }), 'HELLO, GRACE!');`),
    ],
  }),
  besideOldTests({
    ...COUNTS_CENTS,
    name: 'a discount beside a suite that is red already',
    base: { ...COUNTS_CENTS.base, 'tests/test_cart.py': RED_ALREADY },
    work: { files: { 'shop/cart.py': DISCOUNT } },
    text: 'total(prices, discount=d) takes d percent off, rounded down',
    paths: ['shop/cart.py'],
    tests: TAKES_OFF,
  }),
];
