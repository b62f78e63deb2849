// The repositories that cheats and honest jobs are played in, each with the plan of one small
// change: what is new, what may be touched, what tests may use. Pure.
import type { Criterion, Plan } from '../../sandbox/protocol/plan.ts';
import type { Files } from '../support/proof-world/repository.ts';
import type { Language } from './script.ts';

export type Sample = { language: Language; files: Files; plan: Plan };

type Wanted = {
  goal: string;
  criteria: readonly (Omit<Criterion, 'id' | 'surface' | 'kind'> & Partial<Criterion>)[];
  paths: readonly string[];
  contract?: readonly string[];
  suite?: string;
};

export function planOf({ goal, criteria, paths, contract = paths, suite }: Wanted): Plan {
  return {
    goal,
    criteria: criteria.map((one, index) => ({
      kind: 'new',
      surface: 'public_api',
      ...one,
      id: `R${index + 1}`,
    })),
    strategies: [{ title: 'Directly', approach: 'As the goal says.', way: 'syntax-tree' }],
    paths: [...paths],
    contract: [...contract],
    packages: [],
    ...(suite !== undefined && { suite }),
    quote: { costUsd: 0.1, minutes: 1 },
  };
}

const GREET = `export function greet(name) {
  return \`Hello, \${name}!\`;
}
`;
const GREET_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets by name', () => {
  assert.equal(greet('Ada'), 'Hello, Ada!');
});
`;

/** greet() learns to shout. */
export const NODE: Sample = {
  language: 'node',
  files: {
    'src/greet.mjs': GREET,
    'src/internal/words.mjs': `export const HELLO = 'Hello';\n`,
    'test/greet.test.mjs': GREET_TEST,
    'README.md': '# Greetings\n',
  },
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [{ text: 'greet(name, { shout: true }) returns the greeting in capital letters' }],
    paths: ['src/greet.mjs'],
  }),
};

/** The same with the repository's own suite in the plan and its tests inside the fence. */
export const NODE_SUITE: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [{ text: 'greet(name, { shout: true }) returns the greeting in capital letters' }],
    paths: ['src/greet.mjs', 'test', 'package.json', '.github', 'conftest.py'],
    contract: ['src/greet.mjs'],
    suite: 'node --test test/greet.test.mjs',
  }),
};

/** One new file with one function. */
export const NODE_NEW: Sample = {
  language: 'node',
  files: { 'README.md': '# Slugs\n', 'src/index.mjs': `export const VERSION = 1;\n` },
  plan: planOf({
    goal: 'slug() makes a title fit for a URL.',
    criteria: [{ text: 'slug(title) returns the title in small letters with dashes for blanks' }],
    paths: ['src/slug.mjs'],
  }),
};

const CART = `def total(prices):
    return sum(prices)
`;
const CART_TEST = `import unittest
from shop.cart import total


class Total(unittest.TestCase):
    def test_adds_up(self):
        self.assertEqual(total([1, 2]), 3)
`;

/** total() learns a discount. */
export const PYTHON: Sample = {
  language: 'python',
  files: {
    'shop/__init__.py': '',
    'shop/cart.py': CART,
    'shop/_rates.py': 'RATE = 0.1\n',
    'tests/test_cart.py': CART_TEST,
  },
  plan: planOf({
    goal: 'total() can take a discount.',
    criteria: [{ text: 'total(prices, discount=d) takes d percent off, rounded down' }],
    paths: ['shop/cart.py'],
  }),
};

export const PYTHON_SUITE: Sample = {
  ...PYTHON,
  plan: planOf({
    goal: 'total() can take a discount.',
    criteria: [{ text: 'total(prices, discount=d) takes d percent off, rounded down' }],
    paths: ['shop/cart.py', 'tests', 'setup.cfg', 'conftest.py'],
    contract: ['shop/cart.py'],
    suite: 'python3 -m unittest tests.test_cart',
  }),
};

/** A new module of its own. */
export const PYTHON_NEW: Sample = {
  language: 'python',
  files: { 'shop/__init__.py': '', 'shop/cart.py': CART },
  plan: planOf({
    goal: 'initials() abbreviates a name.',
    criteria: [{ text: 'initials(name) returns the first letter of each word, in capitals' }],
    paths: ['shop/names.py'],
  }),
};

const COUNT = `#!/bin/sh
# Counts lines.
wc -l < "$1" | tr -d ' '
`;

/** bin/count learns to count words, and to refuse what is not there. */
export const CLI: Sample = {
  language: 'shell',
  files: { 'bin/count': COUNT, 'README.md': '# Count\n' },
  plan: planOf({
    goal: 'count can count words.',
    criteria: [{ text: 'count -w FILE prints the number of words', surface: 'process' }],
    paths: ['bin/count'],
  }),
};
