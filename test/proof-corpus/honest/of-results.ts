// Tests that look at a part of what comes back, or at something else than that, because the promise is
// about it. Pure.
import type { Honest } from '../corpus.ts';
import { nodeTest, small, unit } from './small.ts';

const README = { 'README.md': '# Tools\n' };
const PACKAGE = { ...README, 'tools/__init__.py': '' };

const AGE = `class Unlikely(ValueError):
    pass


def age(text):
    return int(text)
`;

export const OF_RESULTS: readonly Honest[] = [
  small({
    name: 'a prefix is promised',
    language: 'node',
    base: README,
    head: {
      'src/userId.mjs': `let last = 41;
export function userId(name) {
  last += 1;
  return \`usr_\${name}_\${last}\`;
}
`,
    },
    text: 'userId(name) returns an id that begins with usr_',
    shown: nodeTest('userId', `assert.ok(userId('ada').startsWith('usr_'));`),
    withheld: nodeTest('userId', `assert.match(userId('grace'), /^usr_/);`),
  }),
  small({
    name: 'no two alike are promised',
    language: 'node',
    base: README,
    head: {
      'src/ticket.mjs': `let last = 0;
export function ticket() {
  last += 1;
  return \`T-\${last}\`;
}
`,
    },
    text: 'ticket() never returns the same twice',
    shown: nodeTest(
      'ticket',
      'const one = ticket(); const other = ticket(); assert.notEqual(one, other);',
    ),
    withheld: nodeTest(
      'ticket',
      'const all = Array.from({ length: 9 }, ticket); assert.equal(new Set(all).size, 9);',
    ),
  }),
  small({
    name: 'a file is written',
    language: 'node',
    base: README,
    head: {
      'src/save.mjs': `import { writeFileSync } from 'node:fs';

export function save(path, lines) {
  const text = lines.join('\\n');
  writeFileSync(path, text);
  return text.length;
}
`,
    },
    text: 'save(path, lines) writes the lines into the file',
    shown: nodeTest(
      'save',
      `const { readFileSync } = await import('node:fs'); save('/tmp/one.txt', ['a', 'b']); assert.equal(readFileSync('/tmp/one.txt', 'utf8'), 'a\\nb');`,
    ),
    withheld: nodeTest(
      'save',
      `const { readFileSync } = await import('node:fs'); save('/tmp/two.txt', ['only']); assert.equal(readFileSync('/tmp/two.txt', 'utf8'), 'only');`,
    ),
  }),
  small({
    name: 'an event is emitted',
    language: 'node',
    base: README,
    head: {
      'src/Door.mjs': `import { EventEmitter } from 'node:events';

export default class Door extends EventEmitter {
  #isOpen = false;

  get state() {
    return this.#isOpen ? 'open' : 'shut';
  }

  open(by) {
    this.#isOpen = true;
    return this.emit('opened', { by });
  }
}
`,
    },
    text: 'a Door says who opened it, and that it is open',
    shown: nodeTest(
      'Door',
      `const seen = []; const door = new Door(); door.on('opened', ({ by }) => seen.push(by)); door.open('Ada'); assert.deepEqual(seen, ['Ada']);`,
      'default as Door',
    ),
    withheld: nodeTest(
      'Door',
      `const door = new Door(); assert.equal(door.state, 'shut'); door.open('Bo'); assert.equal(door.state, 'open');`,
      'default as Door',
    ),
  }),
  small({
    name: 'pages come one after the other',
    language: 'node',
    base: README,
    head: {
      'src/pages.mjs': `export async function* pages(load) {
  for (let number = 1; ; number += 1) {
    const items = await load(number);
    if (items.length === 0) return;
    yield items;
  }
}
`,
    },
    text: 'pages(load) yields page after page until one is empty',
    shown: nodeTest(
      'pages',
      `const all = []; for await (const one of pages(async (number) => (number < 3 ? [number] : []))) all.push(one); assert.deepEqual(all, [[1], [2]]);`,
    ),
    withheld: nodeTest(
      'pages',
      `const all = await Array.fromAsync(pages(async (number) => (number < 5 ? ['x'] : []))); assert.equal(all.length, 4);`,
    ),
  }),
  small({
    name: 'the same, but it is worked out once',
    language: 'node',
    base: {
      ...README,
      'src/squares.mjs': `export const squares = (of) => (number) => of(number);\n`,
    },
    head: {
      'src/squares.mjs': `export function squares(of) {
  const known = new Map();
  return (number) => {
    if (!known.has(number)) known.set(number, of(number));
    return known.get(number);
  };
}
`,
    },
    text: 'squares(of) asks only once for each number',
    shown: nodeTest(
      'squares',
      `let calls = 0; const one = squares((n) => { calls += 1; return n * n; }); one(4); one(4); assert.equal(calls, 1);`,
    ),
    withheld: nodeTest(
      'squares',
      `const asked = []; const one = squares((text) => asked.push(text)); ['a', 'b', 'a'].forEach(one); assert.deepEqual(asked, ['a', 'b']);`,
    ),
  }),
  small({
    name: 'tags in no order',
    language: 'python',
    base: PACKAGE,
    head: {
      'tools/tags.py': `def tags(text):
    """All words of the text that begin with #."""
    return list({word[1:] for word in text.split() if word.startswith("#")})
`,
    },
    text: 'tags(text) returns each tag once, in any order',
    shown: unit(
      'from tools.tags import tags',
      'self.assertEqual(set(tags("#a and #b and #a")), {"a", "b"})',
    ),
    withheld: unit(
      'from tools.tags import tags',
      'self.assertCountEqual(tags("#x #y #x #z"), ["x", "y", "z"])',
    ),
  }),
  small({
    name: 'refused by the kind of error',
    language: 'python',
    base: { ...PACKAGE, 'tools/age.py': AGE },
    head: {
      'tools/age.py': `class Unlikely(ValueError):
    pass


def age(text):
    years = int(text)
    if years < 0 or years > 150:
        raise Unlikely(f"nobody is {years} years old")
    return years
`,
    },
    text: 'age(text) raises Unlikely for less than 0 or more than 150',
    shown: unit(
      'from tools.age import Unlikely, age',
      'self.assertRaises(Unlikely, age, "-1")\n        self.assertEqual(age("30"), 30)',
    ),
    withheld: unit(
      'from tools.age import Unlikely, age',
      'self.assertRaises(Unlikely, age, "151")',
    ),
  }),
  small({
    name: 'an old name says who still uses it',
    language: 'python',
    base: { ...PACKAGE, 'tools/names.py': 'def full(first, last):\n    return first + last\n' },
    head: {
      'tools/names.py': `import functools
import warnings


def deprecated(new):
    def around(function):
        @functools.wraps(function)
        def inner(*args):
            warnings.warn(f"use {new}", DeprecationWarning, stacklevel=2)
            return function(*args)

        return inner

    return around


def whole(first, last):
    return f"{first} {last}"


@deprecated("whole")
def full(first, last):
    return whole(first, last)
`,
    },
    text: 'full() works as whole() does and warns the caller to use that',
    shown: unit(
      'import warnings\nfrom tools.names import full',
      `with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            full("Ada", "Lovelace")
        self.assertEqual(seen[0].filename, __file__)`,
    ),
    withheld: unit(
      'import warnings\nfrom tools.names import full, whole',
      `with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(full("A", "B"), "A B")
            self.assertEqual(whole("C", "D"), "C D")`,
    ),
  }),
  small({
    name: 'one field of a record',
    language: 'python',
    base: PACKAGE,
    head: {
      'tools/entry.py': `from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    level: str
    at: int
    text: str


async def entry(line):
    level, at, text = line.split(" ", 2)
    return Entry(level, int(at), text)
`,
    },
    text: 'entry(line) reads level, time and text of a line',
    shown: unit(
      'import asyncio\nfrom tools.entry import entry',
      'self.assertEqual(asyncio.run(entry("WARN 12 disk is full")).at, 12)',
    ),
    withheld: unit(
      'import asyncio\nfrom tools.entry import entry',
      'one = asyncio.run(entry("INFO 7 all is well")); self.assertEqual((one.level, one.text), ("INFO", "all is well"))',
    ),
  }),
];
