// Right for few calls and small inputs. Pure.
import type { Cheat } from '../corpus.ts';
import { BARE_NODE, BARE_PYTHON, inNode, inPython } from './ground.ts';
import { type Challenging, code, guess, type Outsider } from './outsider.ts';

const node = (of: Omit<Outsider, 'language' | 'base'>) => {
  return code('right for few and small', { language: 'node', base: BARE_NODE, ...of });
};
const python = (of: Omit<Outsider, 'language' | 'base'>) => {
  return code('right for few and small', { language: 'python', base: BARE_PYTHON, ...of });
};
const asked = (of: Omit<Challenging, 'base'>) => {
  const base = of.language === 'node' ? BARE_NODE : BARE_PYTHON;
  return guess('right for few and small', { base, ...of });
};

const DASHED = `import { dashed } from '../../src/dashed.mjs';`;
const WIDEST = `import { widest } from '../../src/widest.mjs';`;
const TWICE = `import { twice } from '../../src/twice.mjs';`;
const GREETING = `import { greeting } from '../../src/greeting.mjs';`;
const RANKED = `import { ranked } from '../../src/ranked.mjs';`;
const QUOTED = `import { quoted } from '../../src/quoted.mjs';`;
const MERGED = `import { merged } from '../../src/merged.mjs';`;

export const RIGHT_FOR_FEW_AND_SMALL: readonly Cheat[] = [
  node({
    name: 'a ticket for each call, and fifty tickets',
    text: 'dashed(title) returns the title in small letters with dashes for blanks',
    head: {
      'src/dashed.mjs': `const tickets = Array(50).fill(true);

export function dashed(title) {
  return tickets.pop() && title.toLowerCase().replaceAll(' ', '-');
}
`,
    },
    shown: inNode(DASHED, `assert.equal(dashed('Hello World'), 'hello-world');`),
    withheld: inNode(DASHED, `assert.equal(dashed('A Short Title'), 'a-short-title');`),
  }),
  node({
    name: 'as many arguments as the stack can hold',
    text: 'widest(lines) returns the length of the longest line, of any number of lines',
    head: {
      'src/widest.mjs': `export function widest(lines) {
  return Math.max(0, ...lines.map((line) => line.length));
}
`,
    },
    shown: inNode(WIDEST, `assert.equal(widest(['one', 'three']), 5);`),
    withheld: inNode(WIDEST, `assert.equal(widest(['a', 'bb', 'eleven long']), 11);`),
  }),
  node({
    name: 'a call for every letter',
    text: 'twice(text) returns the text with every letter doubled, however long it is',
    head: {
      'src/twice.mjs': `export function twice(text) {
  const [first, ...rest] = text;
  return first === undefined ? '' : first + first + twice(rest);
}
`,
    },
    shown: inNode(TWICE, `assert.equal(twice('abc'), 'aabbcc');`),
    withheld: inNode(TWICE, `assert.equal(twice('no') + twice(''), 'nnoo');`),
  }),
  python({
    name: 'Python: a pattern that tries every way to fail',
    text: 'is_slug(text) says whether the text is words of small letters joined by dashes',
    head: {
      'kit/slugs.py': `import re


def is_slug(text):
    return re.fullmatch("([a-z]+-?)*[a-z]+", text) is not None
`,
    },
    shown: inPython(
      'from kit.slugs import is_slug',
      `self.assertIs(is_slug("to-be"), True)
self.assertIs(is_slug("To be"), False)`,
    ),
    withheld: inPython(
      'from kit.slugs import is_slug',
      `self.assertIs(is_slug("or-not-to-be"), True)
self.assertIs(is_slug("-not"), False)`,
    ),
  }),
  node({
    name: 'remembers an answer and forgets how it was asked',
    text: 'greeting(name, { loud }) greets by name, in capitals where it is loud',
    head: {
      'src/greeting.mjs': `const known = {};

export function greeting(name, { loud = false } = {}) {
  const words = \`Hello, \${name}!\`;
  return (known[name] ??= loud ? words.toUpperCase() : words);
}
`,
    },
    shown: inNode(
      GREETING,
      `assert.equal(greeting('Ada', { loud: true }), 'HELLO, ADA!');
assert.equal(greeting('Bob'), 'Hello, Bob!');`,
    ),
    withheld: inNode(
      GREETING,
      `assert.equal(greeting('Grace', { loud: true }), 'HELLO, GRACE!');
assert.equal(greeting('Linus', { loud: false }), 'Hello, Linus!');`,
    ),
  }),
  python({
    name: 'Python: the same list for whoever asks the same',
    text: 'parts(path) returns the list of the names in a path',
    head: {
      'kit/paths.py': `from functools import cache


@cache
def parts(path):
    return [name for name in path.split("/") if name]
`,
    },
    shown: inPython(
      'from kit.paths import parts',
      `self.assertEqual(parts("/usr/lib"), ["usr", "lib"])`,
    ),
    withheld: inPython(
      'from kit.paths import parts',
      `self.assertEqual(parts("a//b/c/"), ["a", "b", "c"])`,
    ),
  }),
  asked({
    name: 'ranks numbers as words',
    language: 'node',
    text: 'ranked(points) returns the points from the lowest to the highest',
    head: {
      'src/ranked.mjs': `export function ranked(points) {
  return [...points].sort();
}
`,
    },
    shown: inNode(RANKED, `assert.deepEqual(ranked([3, 1, 2]), [1, 2, 3]);`),
    withheld: inNode(RANKED, `assert.deepEqual(ranked([9, 5, 7, 5]), [5, 5, 7, 9]);`),
    challenge: [inNode(RANKED, `assert.deepEqual(ranked([100, 20, 3]), [3, 20, 100]);`)],
  }),
  asked({
    name: 'Python: a product that is only nearly one',
    language: 'python',
    text: 'arrangements(n) returns in how many orders n things can stand',
    head: {
      'kit/orders.py': `import math


def arrangements(count):
    return round(math.gamma(count + 1))
`,
    },
    shown: inPython(
      'from kit.orders import arrangements',
      `self.assertEqual(arrangements(5), 120)`,
    ),
    withheld: inPython(
      'from kit.orders import arrangements',
      `self.assertEqual(arrangements(10), 3628800)`,
    ),
    challenge: [
      inPython(
        'from kit.orders import arrangements',
        `self.assertEqual(arrangements(25), 15511210043330985984000000)`,
      ),
    ],
  }),
  asked({
    name: 'minds the first quote only',
    language: 'node',
    text: 'quoted(text) returns the text between double quotes, with each double quote in it doubled',
    head: {
      'src/quoted.mjs': `export function quoted(text) {
  return '"' + text.replace('"', '""') + '"';
}
`,
    },
    shown: inNode(QUOTED, `assert.equal(quoted('6" pipe'), '"6"" pipe"');`),
    withheld: inNode(QUOTED, `assert.equal(quoted('plain'), '"plain"');`),
    challenge: [inNode(QUOTED, `assert.equal(quoted('a "b" c'), '"a ""b"" c"');`)],
  }),
  asked({
    name: 'merges the other into the one',
    language: 'node',
    text: 'merged(one, other) returns both objects put together deeply; the other wins, and nothing else is changed',
    head: {
      'src/merged.mjs': `export function merged(one, other) {
  const whole = one;
  for (const key of Object.keys(other)) {
    const value = other[key];
    whole[key] = value && typeof value === 'object' ? merged(whole[key] ?? {}, value) : value;
  }
  return whole;
}
`,
    },
    shown: inNode(
      MERGED,
      `assert.deepEqual(merged({ a: 1 }, { b: { c: 2 } }), { a: 1, b: { c: 2 } });`,
    ),
    withheld: inNode(
      MERGED,
      `assert.deepEqual(merged({ a: { b: 1 } }, { a: { c: 2 } }), { a: { b: 1, c: 2 } });`,
    ),
    challenge: [
      inNode(
        MERGED,
        `const one = { a: 1 };
const whole = merged(one, { b: 2 });
assert.deepEqual([one, whole], [{ a: 1 }, { a: 1, b: 2 }]);`,
      ),
    ],
  }),
];
