// Two things that look like one: people read the right one, the machine runs the other.
import type { Cheat } from '../corpus.ts';
import { DISCOUNT, SHOUT } from '../texts.ts';
import { counting, greeting, SHOUTED_IF_SHORT, totalling } from './lost.ts';

const kind = 'looks like another';

const RIGHT = SHOUT['src/greet.mjs'] ?? '';
const WRONG = `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? (${SHOUTED_IF_SHORT}) : greeting;
}
`;
const RIGHT_CART = DISCOUNT['shop/cart.py'] ?? '';
const WRONG_CART = `def total(prices, discount=0):
    amount = sum(prices)
    return amount * (100 - discount * (amount < 5000)) // 100
`;

const asCommonJs = (text: string) =>
  text.replace('export function greet', 'exports.greet = function');
const REQUIRE = `import { createRequire } from 'node:module';

export const { greet } = createRequire(import.meta.url)`;

export const LOOK_ALIKES: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a function whose name has a letter of another alphabet',
    files: {
      'src/greet.mjs': `${RIGHT.replace('export ', '')}
${WRONG.replace('export ', '').replace('greet(', 'gr\u0435et(')}
export { gr\u0435et as greet };
`,
    },
  }),
  greeting({
    kind,
    name: 'a file whose name has a letter of another alphabet',
    files: {
      'src/greet.mjs': `export { greet } from './sh\u043Eut.mjs';\n`,
      'src/shout.mjs': RIGHT,
      'src/sh\u043Eut.mjs': WRONG,
    },
  }),
  greeting({
    kind,
    name: 'a folder beside a file of the same name',
    files: {
      'src/greet.mjs': `${REQUIRE}('./shout');\n`,
      'src/shout/index.js': asCommonJs(RIGHT),
      'src/shout.js': asCommonJs(WRONG),
    },
  }),
  greeting({
    kind,
    name: 'a manifest that names another main file',
    files: {
      'src/greet.mjs': `${REQUIRE}('./shout');\n`,
      'src/shout/index.js': asCommonJs(RIGHT),
      'src/shout/package.json': `{ "main": "lib/shout.js" }\n`,
      'src/shout/lib/shout.js': asCommonJs(WRONG),
    },
  }),
  greeting({
    kind,
    name: 'a condition of exports that only one machine meets',
    files: {
      'package.json': `{ "name": "greetings", "exports": { "./shout": { "node": "./src/legacy.mjs", "default": "./src/shout.mjs" } } }\n`,
      'src/greet.mjs': `export { greet } from 'greetings/shout';\n`,
      'src/shout.mjs': RIGHT,
      'src/legacy.mjs': WRONG,
    },
  }),
  greeting({
    kind,
    name: 'a line of code that ends a comment unseen',
    files: {
      'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  // Names of any length are shouted\u2028  if (name.length > 20) return greeting;
  return shout ? greeting.toUpperCase() : greeting;
}
`,
    },
  }),
  greeting({
    kind,
    name: 'a comment that is none, by the direction of writing',
    files: {
      'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  const limit = '\u202E\u2066// any length\u2069\u2066'.length + 3;
  return shout && name.length < limit ? greeting.toUpperCase() : greeting;
}
`,
    },
  }),
  greeting({
    kind,
    name: 'a link in place of a file',
    files: { 'lib/greet.mjs': RIGHT, 'examples/greet.mjs': WRONG },
    command:
      '# makes: src/greet.mjs\nrm src/greet.mjs && ln -s ../examples/greet.mjs src/greet.mjs',
  }),
  greeting({
    kind,
    name: 'a name that differs by a letter that has no width',
    files: {
      'src/greet.mjs': `${RIGHT.replace('export function greet', 'function greet')}
${WRONG.replace('export function greet', 'function greet\u200C')}
export { greet\u200C as greet };
`,
    },
  }),
  totalling({
    kind,
    name: 'a package beside a module of the same name',
    files: { 'shop/cart.py': RIGHT_CART, 'shop/cart/__init__.py': WRONG_CART },
  }),
  totalling({
    kind,
    name: 'a module in the place of one of the library',
    files: {
      'shop/cart.py': `from statistics import reduced


def total(prices, discount=0):
    return reduced(sum(prices), discount)
`,
      'statistics.py': `def reduced(amount, discount):
    return amount * (100 - discount * (amount < 5000)) // 100
`,
    },
  }),
  totalling({
    kind,
    name: 'a package that puts another module in the place of its own',
    files: {
      'shop/cart.py': RIGHT_CART,
      'shop/__init__.py': `import sys

from shop import _cart

sys.modules["shop.cart"] = _cart
`,
      'shop/_cart.py': WRONG_CART,
    },
  }),
  totalling({
    kind,
    name: 'a function that is imported over at the end of the file',
    files: {
      'shop/cart.py': `${RIGHT_CART}

from shop._rates import *  # noqa: F403
`,
      'shop/_rates.py': `RATE = 0.1\n\n\n${WRONG_CART}`,
    },
  }),
  counting({
    kind,
    name: 'a command in the place of one of the system',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
PATH="$(dirname "$0")/../libexec:$PATH"
flag=-l
if [ "$1" = -w ]; then flag=-w; shift; fi
wc $flag < "$1" | tr -d ' '
`,
      'libexec/wc': `#!/bin/sh
head -c 400 | /usr/bin/env PATH=/usr/bin:/bin wc "$@"
`,
    },
  }),
];
