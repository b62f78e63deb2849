// Authors who test something else than the public behaviour: a double, private parts, the source.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE, NODE_NEW, PYTHON, planOf, type Sample } from '../samples.ts';
import type { Work, Written } from '../script.ts';
import { DISCOUNT, nodeTest, pythonTest, SLUG, slugTest } from '../texts.ts';

type Texts = readonly [shown: string, withheld: string];

function two([shown, withheld]: Texts, run?: (path: string) => string): Written[] {
  return [shown, withheld].map((text, index) => ({
    title: `case ${index + 1}`,
    withheld: index === 1,
    text,
    run,
  }));
}

function cheat(
  about: Pick<Cheat, 'kind' | 'name' | 'expected'> & { says?: string },
  parts: { sample: Sample; tests: readonly Written[]; work?: Work },
): Cheat {
  return { ...about, job: jobOf({ work: {}, ...parts }) };
}

/** Says the word and does nothing. */
const COMMENT_ONLY = {
  'src/greet.mjs': `// With { shout: true } in capital letters.
export function greet(name) {
  return \`Hello, \${name}!\`;
}
`,
};

const INTERNAL: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [{ text: 'greet(name, { shout: true }) returns the greeting in capital letters' }],
    paths: ['src'],
    contract: ['src/greet.mjs'],
  }),
};
const SHOUTED_WORDS = { 'src/internal/words.mjs': `export const HELLO = 'HELLO';\n` };

export const WRONG_SUBJECT: readonly Cheat[] = [
  cheat(
    {
      kind: 'mock of the subject',
      name: 'replaces the module by a double',
      expected: ['refused'],
      says: '(mock)',
    },
    {
      sample: NODE,
      tests: two(
        [doubled('Ada'), doubled('Grace')],
        (path) => `node --test --experimental-test-module-mocks ${path}`,
      ),
    },
  ),
  cheat(
    {
      kind: 'mock of the subject',
      name: 'patches the function in Python',
      expected: ['refused'],
      says: '(mock)',
    },
    {
      sample: PYTHON,
      tests: two([patched('[100, 100]', 180), patched('[10]', 5)]),
      work: { files: DISCOUNT },
    },
  ),
  cheat(
    {
      kind: 'mock of the subject',
      name: 'puts a module of its own into sys.modules',
      expected: ['refused', 'baseline'],
    },
    { sample: PYTHON, tests: two([injected(180), injected(5)]), work: { files: DISCOUNT } },
  ),
  cheat(
    {
      kind: 'mock of the subject',
      name: 'tests a copy of its own',
      expected: ['refused', 'red', 'flagged'],
    },
    {
      sample: NODE_NEW,
      tests: two([copied('A B', 'a-b'), copied('C D E', 'c-d-e')]),
      work: { files: { 'src/slug.mjs': `export function slug() {}\n` } },
    },
  ),
  cheat(
    {
      kind: 'private import',
      name: 'imports a private module',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: INTERNAL,
      tests: two([
        privately(`import { HELLO } from '../../src/internal/words.mjs';`, `HELLO, 'HELLO'`),
        privately(`import { HELLO } from '../../src/internal/words.mjs';`, `HELLO.length, 5`),
      ]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  cheat(
    {
      kind: 'private import',
      name: 'imports a private module by a computed name',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: INTERNAL,
      tests: two([
        privately(
          `const { HELLO } = await import('../../src/' + 'internal/words.mjs');`,
          `HELLO, 'HELLO'`,
        ),
        privately(
          `const { HELLO } = await import('../../src/' + 'internal/words.mjs');`,
          `HELLO[1], 'E'`,
        ),
      ]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  cheat(
    {
      kind: 'private import',
      name: 'imports a private module in Python',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: PYTHON,
      tests: two([
        pythonTest('self.assertEqual(RATE, 0.2)', 'from shop._rates import RATE'),
        pythonTest('self.assertGreater(RATE, 0.1)', 'from shop._rates import RATE'),
      ]),
    },
  ),
  cheat(
    {
      kind: 'private import',
      name: 'imports a private module in another process',
      expected: ['refused'],
    },
    {
      sample: INTERNAL,
      tests: two([elsewhere('HELLO'), elsewhere('HELLO.slice(0, 5)')]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  cheat(
    { kind: 'source read as text', name: 'looks for a word in the source', expected: ['refused'] },
    {
      sample: NODE,
      tests: two([
        reads(`assert.match(readFileSync('src/greet.mjs', 'utf8'), /shout/);`),
        reads(`assert.ok(readFileSync('src/greet.mjs', 'utf8').includes('capital'));`),
      ]),
      work: { files: COMMENT_ONLY },
    },
  ),
  cheat(
    {
      kind: 'source read as text',
      name: 'looks at the text of the function',
      expected: ['refused'],
    },
    {
      sample: NODE,
      tests: two([
        nodeTest(`assert.match(greet.toString(), /shout/);`),
        nodeTest(`assert.ok(String(greet).includes('options'));`),
      ]),
      work: {
        files: {
          'src/greet.mjs': `export function greet(name, options) {
  // shout
  return \`Hello, \${name}!\`;
}
`,
        },
      },
    },
  ),
  cheat(
    { kind: 'source read as text', name: 'counts the parameters', expected: ['refused'] },
    {
      sample: NODE,
      tests: two([
        nodeTest(`assert.equal(greet.length, 2);`),
        nodeTest(`assert.ok(greet.length > 1);`),
      ]),
      work: {
        files: {
          'src/greet.mjs': `export function greet(name, _options) {
  return \`Hello, \${name}!\`;
}
`,
        },
      },
    },
  ),
  cheat(
    {
      kind: 'source read as text',
      name: 'asks only whether the new file exists',
      expected: ['refused', 'flagged'],
    },
    {
      sample: NODE_NEW,
      tests: two([
        exists(`assert.ok(existsSync('src/slug.mjs'));`),
        exists(`assert.ok(statSync('src/slug.mjs').size > 0);`),
      ]),
      work: { files: SLUG },
    },
  ),
];

function doubled(name: string): string {
  return `import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
const greet = (name) => \`HELLO, \${name.toUpperCase()}!\`;
mock.module('../../src/greet.mjs', { namedExports: { greet } });
test('shouts', async () => {
  const { greet: said } = await import('../../src/greet.mjs');
  assert.equal(said('${name}', { shout: true }), 'HELLO, ${name.toUpperCase()}!');
});
`;
}

function patched(prices: string, sum: number): string {
  return `import unittest
from unittest.mock import patch
from shop import cart


class Behaviour(unittest.TestCase):
    @patch("shop.cart.total", return_value=${sum})
    def test_discount(self, _double):
        self.assertEqual(cart.total(${prices}, discount=10), ${sum})
`;
}

function injected(sum: number): string {
  return `import sys
import types
import unittest

sys.modules["shop.cart"] = types.SimpleNamespace(total=lambda prices, discount: ${sum})
from shop.cart import total


class Behaviour(unittest.TestCase):
    def test_discount(self):
        self.assertEqual(total([1], discount=10), ${sum})
`;
}

function copied(title: string, want: string): string {
  return slugTest(
    `const own = (text) => text.toLowerCase().replaceAll(' ', '-');
  assert.equal(own('${title}'), '${want}');
  slug('${title}');`,
  );
}

function privately(line: string, values: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
${line}
test('shouts', () => {
  assert.equal(${values});
});
`;
}

function elsewhere(value: string): string {
  return `import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
test('shouts', () => {
  const program = "import('./src/internal/words.mjs').then(({ HELLO }) => console.log(${value}))";
  const said = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  assert.equal(said.trim(), 'HELLO');
});
`;
}

function reads(assertion: string): string {
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
test('shouts', () => {
  ${assertion}
});
`;
}

function exists(assertion: string): string {
  return reads(assertion).replace('readFileSync', 'existsSync, statSync');
}
