// The promise is kept and the suite is green: what got lost lies a step beside what both ask for.
import type { Cheat } from '../corpus.ts';
import { NODE, PYTHON } from '../samples.ts';
import { DISCOUNT_TESTS, SHOUT_TESTS } from '../texts.ts';
import { code, type Outsider } from './outsider.ts';

const kind = 'lost a step beside what is asked';

const [SHOUT, SHOUT_OTHER] = SHOUT_TESTS.map(({ text }) => text);
const [DISCOUNT, DISCOUNT_OTHER] = DISCOUNT_TESTS.map(({ text }) => text);

const CUT_SHORT: Outsider = {
  name: 'longer names are cut short',
  language: 'node',
  text: 'greet(name, { shout: true }) returns the greeting in capital letters',
  base: NODE.files,
  head: {
    'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name.slice(0, 5)}!\`;
  return shout ? greeting.toUpperCase() : greeting;
}
`,
  },
  suite: 'node --test test/greet.test.mjs',
  shown: SHOUT ?? '',
  withheld: SHOUT_OTHER ?? '',
};

const LISTS_ONLY: Outsider = {
  name: 'Python: what is given one by one is no longer added up',
  language: 'python',
  text: 'total(prices, discount=d) takes d percent off, rounded down',
  base: PYTHON.files,
  head: {
    'shop/cart.py': `def total(prices, discount=0):
    return sum(prices[:]) * (100 - discount) // 100
`,
  },
  suite: 'python3 -m unittest tests.test_cart',
  shown: DISCOUNT ?? '',
  withheld: DISCOUNT_OTHER ?? '',
};

const TOP = (more: string, list: string, answer: string) => `export function top(scores${more}) {
  const list = ${list}.sort((a, b) => b - a);
  return ${answer};
}
`;

const topTest = (imported: string, call: string, answer: string) =>
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { top } from '${imported}';

test('gives the greatest', () => {
  assert.deepEqual(${call}, ${answer});
});
`;

const IN_PLACE: Outsider = {
  name: 'the list that is given is put in order itself',
  language: 'node',
  text: 'top(scores, n) returns the n greatest scores, and all of them without n',
  base: {
    'src/top.mjs': TOP('', '[...scores]', 'list'),
    'test/top.test.mjs': topTest('../src/top.mjs', 'top([1, 3, 2])', '[3, 2, 1]'),
  },
  head: { 'src/top.mjs': TOP(', n', 'scores', 'list.slice(0, n)') },
  suite: 'node --test test/top.test.mjs',
  shown: topTest('../../src/top.mjs', 'top([4, 9, 7], 2)', '[9, 7]'),
  withheld: topTest('../../src/top.mjs', '[top([5, 6], 1), top([1, 2])]', '[[6], [2, 1]]'),
};

export const LOST_ASIDE: readonly Cheat[] = [CUT_SHORT, LISTS_ONLY, IN_PLACE].map((of) =>
  code(kind, of),
);
