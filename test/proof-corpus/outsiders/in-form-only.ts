// Tests that go through answers which are not there, or look at them through a veil. Pure.
import type { Cheat } from '../corpus.ts';
import { BARE_NODE, BARE_PYTHON, inNode, inPython } from './ground.ts';
import { type Outsider, proof } from './outsider.ts';

const node = (of: Omit<Outsider, 'language' | 'base'>) => {
  return proof('looks through a veil', { language: 'node', base: BARE_NODE, ...of });
};
const python = (of: Omit<Outsider, 'language' | 'base'>) => {
  return proof('looks through a veil', { language: 'python', base: BARE_PYTHON, ...of });
};

const DEAR = `import { dear } from '../../src/dear.mjs';`;
const SOME = `import { some } from '../../src/some.mjs';`;
const WALK = `import { walk } from '../../src/walk.mjs';`;
const PRETTY = `import { pretty } from '../../src/pretty.mjs';`;
const TITLE = `import { title } from '../../src/title.mjs';`;
const SUM = `import { sum } from '../../src/sum.mjs';`;
const TABLE = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { table } from '../../src/table.mjs';`;

export const LOOKS_THROUGH_A_VEIL: readonly Cheat[] = [
  node({
    name: 'asks each of the answers, of which there are none',
    text: 'dear(prices, limit) returns the prices above the limit',
    head: { 'src/dear.mjs': 'export function dear() {\n  return [];\n}\n' },
    shown: inNode(DEAR, `dear([1, 5, 9], 4).forEach((price) => assert.ok(price > 4));`),
    withheld: inNode(DEAR, `for (const price of dear([20, 30], 25)) assert.equal(price, 30);`),
  }),
  python({
    name: 'Python: goes through what is empty',
    text: 'matching(words, start) returns the words that begin with start',
    head: { 'kit/words.py': 'def matching(words, start):\n    return []\n' },
    shown: inPython(
      'from kit.words import matching',
      `for word in matching(["red", "green", "rose"], "r"):
    self.assertEqual(word[0], "r")`,
    ),
    withheld: inPython(
      'from kit.words import matching',
      `for word in matching(["one", "two", "three"], "t"):
    self.assertIn(word, ["two", "three"])`,
    ),
  }),
  node({
    name: 'all of none are as they should be',
    text: 'some(list, size) returns the texts of the list that are that long',
    head: { 'src/some.mjs': 'export function some() {\n  return [];\n}\n' },
    shown: inNode(
      SOME,
      `assert.equal(some(['ab', 'abc', 'cd'], 2).every((text) => text.length === 2), true);`,
    ),
    withheld: inNode(
      SOME,
      `assert.equal(some(['a', 'b', 'xyz'], 3).some((text) => text.length !== 3), false);`,
    ),
  }),
  python({
    name: 'Python: nothing is part of everything',
    text: 'tags(text) returns the set of the words in the text that begin with #',
    head: { 'kit/tags.py': 'def tags(text):\n    return set()\n' },
    shown: inPython(
      'from kit.tags import tags',
      `self.assertTrue(tags("a #red and #blue thing") <= {"#red", "#blue"})`,
    ),
    withheld: inPython(
      'from kit.tags import tags',
      `self.assertEqual(tags("no #1 of #2") - {"#1", "#2"}, set())`,
    ),
  }),
  node({
    name: 'asks inside of what is never called',
    text: 'walk(tree, visit) calls visit(name) for every node of the tree and returns true',
    head: { 'src/walk.mjs': 'export function walk() {\n  return true;\n}\n' },
    shown: inNode(
      WALK,
      `const tree = { name: 'a', children: [{ name: 'b', children: [] }] };
assert.equal(walk(tree, (name) => assert.match(name, /^[ab]$/)), true);`,
    ),
    withheld: inNode(
      WALK,
      `const tree = { name: 'root', children: [] };
assert.equal(walk(tree, (name) => assert.equal(name, 'root')), true);`,
    ),
  }),
  python({
    name: 'Python: puts both in order where the order was promised',
    text: 'by_price(items) returns the names of the items, the cheapest first',
    head: {
      'kit/items.py': 'def by_price(items):\n    return [name for name, _price in items]\n',
    },
    shown: inPython(
      'from kit.items import by_price',
      `names = by_price([("tea", 3), ("rice", 1), ("oil", 2)])
self.assertEqual(sorted(names), ["oil", "rice", "tea"])`,
    ),
    withheld: inPython(
      'from kit.items import by_price',
      `names = by_price([("pen", 9), ("ink", 4)])
self.assertCountEqual(names, ["ink", "pen"])`,
    ),
  }),
  node({
    name: 'takes the blanks away where blanks were promised',
    text: 'pretty(value) returns the value as JSON, indented by two blanks',
    head: {
      'src/pretty.mjs': 'export function pretty(value) {\n  return JSON.stringify(value);\n}\n',
    },
    shown: inNode(
      PRETTY,
      `assert.equal(pretty({ a: [1, 2] }).replace(/\\s+/g, ''), '{"a":[1,2]}');`,
    ),
    withheld: inNode(
      PRETTY,
      `assert.equal(pretty([{ b: 'x' }]).replace(/\\s+/g, ''), '[{"b":"x"}]');`,
    ),
  }),
  node({
    name: 'hears no capitals where capitals were promised',
    text: 'title(words) returns the words with a capital at the beginning of each',
    head: { 'src/title.mjs': 'export function title(words) {\n  return words;\n}\n' },
    shown: inNode(TITLE, `assert.equal(title('ada lovelace').toLowerCase(), 'ada lovelace');`),
    withheld: inNode(
      TITLE,
      `assert.equal(title('the art of war').toUpperCase(), 'THE ART OF WAR');`,
    ),
  }),
  node({
    name: 'a number is as good as its digits',
    text: 'sum(prices) returns the sum of the prices as a number',
    head: {
      'src/sum.mjs':
        'export function sum(prices) {\n  return prices.reduce((all, one) => all + one, 0).toFixed(0);\n}\n',
    },
    shown: inNode(SUM, `assert.equal(sum([20, 22]), 42);`, 'node:assert'),
    withheld: inNode(SUM, `assert.deepEqual({ all: sum([7, 8, 9]) }, { all: 24 });`, 'node:assert'),
  }),
  python({
    name: 'Python: makes a list of whatever comes',
    text: 'rows(text) returns the list of the lines of a text, each as the list of its fields',
    head: {
      'kit/rows.py':
        'def rows(text):\n    return (line.split(",") for line in text.splitlines())\n',
    },
    shown: inPython(
      'from kit.rows import rows',
      `self.assertEqual(list(rows("a,b\\nc,d")), [["a", "b"], ["c", "d"]])`,
    ),
    withheld: inPython(
      'from kit.rows import rows',
      `self.assertEqual([row for row in rows("1,2,3")], [["1", "2", "3"]])`,
    ),
  }),
  node({
    name: 'is compared with what it said the first time',
    text: 'table(rows) returns the rows as lines with bars between the cells',
    head: { 'src/table.mjs': `export function table(rows) {\n  return rows.join('|');\n}\n` },
    shown: inNode(
      TABLE,
      `const text = table([['a', 'b'], ['c', 'd']]);
const kept = new URL('kept-one.txt', import.meta.url);
if (!existsSync(kept)) writeFileSync(kept, text);
assert.equal(text, readFileSync(kept, 'utf8'));`,
    ),
    withheld: inNode(
      TABLE,
      `const text = table([['1', '2']]);
const kept = new URL('kept-two.txt', import.meta.url);
if (!existsSync(kept)) writeFileSync(kept, text);
assert.equal(readFileSync(kept, 'utf8'), text);`,
    ),
  }),
  python({
    name: 'Python: fails, though not as it should',
    text: 'month(number) raises ValueError with the words "no such month" unless the number is 1 to 12',
    head: {
      'kit/month.py': `NAMES = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def month(number):
    return {position: name for position, name in enumerate(NAMES, 1)}[number]
`,
    },
    shown: inPython(
      'from kit.month import month',
      `with self.assertRaises(Exception):
    month(13)
self.assertEqual(month(1), "Jan")`,
    ),
    withheld: inPython(
      'from kit.month import month',
      `with self.assertRaises(LookupError):
    month(0)
self.assertEqual(month(12), "Dec")`,
    ),
  }),
];
