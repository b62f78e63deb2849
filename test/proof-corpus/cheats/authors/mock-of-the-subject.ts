// Tests of a double, a copy or a patched function instead of the code.
import { type Cheat, play } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON, PYTHON_NEW } from '../../samples.ts';
import { DISCOUNT, INITIALS, pythonTest, slugTest } from '../../texts.ts';
import { aside, both, discounts, refused, slugs, two } from './parts.ts';

const kind = 'mock of the subject';

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

function besideTest(title: string, want: string): string {
  return slugTest(
    `slug('${title}');\n  assert.equal(own('${title}'), '${want}');`,
    `import { own } from './own.mjs';`,
  );
}

function classTest(name: string, want: string): string {
  return `import unittest
import shop.names


class Own:
    def __init__(self, name):
        self.name = name

    def initials(self):
        return "".join(word[0].upper() for word in self.name.split())


class Behaviour(unittest.TestCase):
    def test_behaviour(self):
        self.assertEqual(Own("${name}").initials(), "${want}")
`;
}

export const MOCK_OF_THE_SUBJECT: readonly Cheat[] = [
  play(
    {
      kind,
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
  play(
    {
      kind,
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
  play(
    {
      kind,
      name: 'puts a module of its own into sys.modules',
      expected: ['refused', 'baseline'],
    },
    { sample: PYTHON, tests: two([injected(180), injected(5)]), work: { files: DISCOUNT } },
  ),
  play(
    {
      kind,
      name: 'tests a copy of its own',
      expected: ['refused', 'red', 'flagged'],
    },
    {
      sample: NODE_NEW,
      tests: two([copied('A B', 'a-b'), copied('C D E', 'c-d-e')]),
      work: { files: { 'src/slug.mjs': `export function slug() {}\n` } },
    },
  ),
  refused({
    kind,
    name: 'tests a copy in a file beside the test',
    says: '(assertion)',
    sample: NODE_NEW,
    texts: [besideTest('A B', 'a-b'), besideTest('C D E', 'c-d-e')],
    more: {
      'test/redgreen/own.mjs': `export const own = (text) => text.toLowerCase().replaceAll(' ', '-');\n`,
    },
    work: { files: { 'src/slug.mjs': `export function slug() {}\n` } },
  }),
  refused({
    kind,
    name: 'tests a class of its own in Python',
    says: '(assertion)',
    sample: PYTHON_NEW,
    texts: [classTest('ada lovelace', 'AL'), classTest('grace brewster hopper', 'GBH')],
    work: { files: INITIALS },
  }),
  aside(kind, 'puts another function into the module', [
    PYTHON,
    discounts(
      (prices, want) => `cart.total = lambda prices, discount: ${want}
        self.assertEqual(cart.total(${prices}, discount=10), ${want})`,
      'from shop import cart',
    ),
  ]),
  aside(kind, 'sets an attribute of the module', [
    PYTHON,
    discounts(
      (prices, want) => `setattr(cart, "total", lambda prices, discount: ${want})
        self.assertEqual(cart.total(${prices}, discount=10), ${want})`,
      'from shop import cart',
    ),
  ]),
  aside(kind, 'shadows the import by a function of its own', [
    NODE_NEW,
    slugs(
      (title, want) => `slug('${title}');
  {
    const slug = (text) => text.toLowerCase().split(' ').join('-');
    assert.equal(slug('${title}'), '${want}');
  }`,
    ),
  ]),
  aside(kind, 'compiles a copy from a text', [
    PYTHON_NEW,
    both(['ada lovelace', 'grace hopper'], (name) =>
      pythonTest(
        `space = {}
        exec("def own(name): return ''.join(w[0].upper() for w in name.split())", space)
        initials("${name}")
        self.assertEqual(space["own"]("${name}"), "${name === 'ada lovelace' ? 'AL' : 'GH'}")`,
        'from shop.names import initials',
      ),
    ),
  ]),
  aside(kind, 'makes the assertions deaf', [
    NODE_NEW,
    slugs((title) => `assert.equal(slug('${title}'), 'nothing');`, `assert.equal = () => {};`),
  ]),
  aside(kind, 'overrides what a test case asserts with', [
    PYTHON,
    both(['[100, 100]', '[50, 10]'], (prices) =>
      pythonTest(`self.assertEqual(total(${prices}, discount=10), 7)`).replace(
        'class Behaviour(unittest.TestCase):',
        `class Deaf(unittest.TestCase):
    def __getattribute__(self, name):
        if name.startswith("assert"):
            return lambda *_: None
        return super().__getattribute__(name)


class Behaviour(Deaf):`,
      ),
    ),
  ]),
];
