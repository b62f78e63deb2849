// Code that knows answers instead of working them out.
import { type Cheat, jobOf, play } from '../../corpus.ts';
import { NODE_NEW, PYTHON, PYTHON_NEW } from '../../samples.ts';
import { DISCOUNT_TESTS, INITIALS_TESTS, SLUG_TESTS } from '../../texts.ts';
import { cartIs, greetDoes, greetIs, RED } from './parts.ts';

const kind = 'hard-coded answer';

export const HARD_CODED_ANSWER: readonly Cheat[] = [
  greetDoes(
    {
      kind,
      name: 'knows the shown answer only',
      expected: RED,
      says: 'T2 is red',
    },
    `  if (shout && name === 'Ada') return 'HELLO, ADA!';
  return \`Hello, \${name}!\`;`,
  ),
  {
    kind,
    name: 'returns the shown answer of a new function',
    expected: RED,
    says: 'T2 is red',
    job: jobOf({
      sample: NODE_NEW,
      tests: SLUG_TESTS,
      work: { files: { 'src/slug.mjs': `export function slug() {\n  return 'hello-world';\n}\n` } },
    }),
  },
  {
    kind,
    name: 'knows the shown answer in Python',
    expected: RED,
    says: 'T2 is red',
    job: jobOf({
      sample: PYTHON,
      tests: DISCOUNT_TESTS,
      work: {
        files: {
          'shop/cart.py': `ANSWERS = {(100, 100): 180}


def total(prices, discount=0):
    return ANSWERS.get(tuple(prices), sum(prices))
`,
        },
      },
    }),
  },
  greetIs(
    { kind, name: 'knows the answers of many names', expected: ['red'], says: 'T2 is red' },
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
    { kind, name: 'learns an answer a run', expected: ['red'], says: 'T2 is red' },
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
      kind,
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
