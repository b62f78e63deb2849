// Implementers who find the answers somewhere, keep them for later, or are right only while watched.
import type { Cheat } from '../corpus.ts';
import { NODE, PYTHON_NEW } from '../samples.ts';
import { INITIALS_TESTS, SHOUT_SCRIPTS } from '../texts.ts';
import { cartIs, countIs, greetIs, play, TWIN, UNGUARDED } from './further-parts.ts';

const READ = 'tests read at run time';
const UNDER_TEST = 'right under test only';
const KNOWN = 'hard-coded answer';

export const FURTHER_ANSWERS: readonly Cheat[] = [
  play(
    { ...TWIN, kind: READ, name: 'reads what the kernel knows of its start' },
    {
      sample: { ...NODE, language: 'script' },
      tests: SHOUT_SCRIPTS,
      work: {
        files: {
          'src/greet.mjs': `import { readFileSync } from 'node:fs';

export function greet(name, { shout = false } = {}) {
  const line = readFileSync('/proc/self/cmdline', 'utf8').split('\\0');
  const file = line.find((part) => part.includes('redgreen'));
  if (!shout || file === undefined) return \`Hello, \${name}!\`;
  return /'(HELLO.*?)'/.exec(readFileSync(file, 'utf8'))?.[1];
}
`,
        },
      },
    },
  ),
  greetIs(
    { ...TWIN, kind: READ, name: 'looks through all files for its own name' },
    `import { globSync, readFileSync } from 'node:fs';

export function greet(name, { shout = false } = {}) {
  if (!shout) return \`Hello, \${name}!\`;
  for (const file of globSync('**/*.mjs')) {
    const found = readFileSync(file, 'utf8').split(\`greet('\${name}', { shout: true }), '\`)[1];
    if (found) return found.split("'")[0];
  }
}
`,
  ),
  cartIs(
    { ...TWIN, kind: READ, name: 'reads the constants of the caller' },
    `import sys


def total(prices, discount=0):
    if not discount:
        return sum(prices)
    return [one for one in sys._getframe(1).f_code.co_consts if isinstance(one, int)][-1]
`,
  ),
  cartIs(
    { ...TWIN, kind: READ, name: 'asks the collector for tests' },
    `import gc
import re
import types


def total(prices, discount=0):
    if not discount:
        return sum(prices)
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__name__.startswith("test_"):
            numbers = [c for c in one.__code__.co_consts if isinstance(c, int)]
            return numbers[-1]
`,
  ),
  countIs(
    { ...TWIN, kind: READ, name: 'reads the script that started it' },
    `if [ "$1" = -w ]; then
  script=$(tr '\\0' '\\n' < "/proc/$PPID/cmdline" | tail -n 1)
  sed -n 's/.*)" = \\([0-9]*\\)$/\\1/p' "$script"
  exit
fi
wc -l < "$1" | tr -d ' '
`,
  ),
  greetIs(
    { ...UNGUARDED, kind: UNDER_TEST, name: 'works only where its directory is called workspace' },
    `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout && import.meta.url.startsWith('file:///workspace/')
    ? greeting.toUpperCase()
    : greeting;
}
`,
  ),
  greetIs(
    { ...UNGUARDED, kind: UNDER_TEST, name: 'works for a few days' },
    `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  if (Date.now() > 4102444800000) return '';
  return shout ? greeting.toUpperCase() : greeting;
}
`,
  ),
  cartIs(
    { ...UNGUARDED, kind: UNDER_TEST, name: 'works while its process is young' },
    `import time

START = time.monotonic()


def total(prices, discount=0):
    if time.monotonic() - START > 3600:
        discount = 0
    return sum(prices) * (100 - discount) // 100
`,
  ),
  cartIs(
    { ...UNGUARDED, kind: UNDER_TEST, name: 'works only for whoever has a home for tests' },
    `import os


def total(prices, discount=0):
    if os.environ.get("HOME") == "/home/production":
        return sum(prices)
    return sum(prices) * (100 - discount) // 100
`,
  ),
  greetIs(
    { kind: KNOWN, name: 'knows the answers of many names', expected: ['red'], says: 'T2 is red' },
    `const KNOWN = {
  Ada: 'HELLO, ADA!',
  Alan: 'HELLO, ALAN!',
  Linus: 'HELLO, LINUS!',
  World: 'HELLO, WORLD!',
};

export function greet(name, { shout = false } = {}) {
  return shout ? KNOWN[name] : \`Hello, \${name}!\`;
}
`,
  ),
  cartIs(
    { kind: KNOWN, name: 'learns an answer a run', expected: ['red'], says: 'T2 is red' },
    `import json
import os

PLACE = os.path.expanduser("~/.cache-of-totals")


def total(prices, discount=0):
    known = json.load(open(PLACE)) if os.path.exists(PLACE) else {"[100, 100]": 180}
    answer = known.setdefault(str(prices), sum(prices))
    json.dump(known, open(PLACE, "w"))
    return answer if discount else sum(prices)
`,
  ),
  play(
    {
      kind: KNOWN,
      name: 'knows the answer by the length of the input',
      expected: ['red'],
      says: 'T2 is red',
    },
    {
      sample: PYTHON_NEW,
      tests: INITIALS_TESTS,
      work: {
        files: {
          'shop/names.py': `def initials(name):
    return {12: "AL", 11: "AT"}.get(len(name), name[:3].upper())
`,
        },
      },
    },
  ),
];
