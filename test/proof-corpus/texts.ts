// The honest half of each sample: code that does what the plan says and tests that would notice if
// it did not. A cheat takes one half from here and writes the other itself. Pure.
import type { Files } from '../support/proof-world/repository.ts';
import type { Written } from './script.ts';

export function nodeTest(body: string, { from = 'greet', head = '' } = {}): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${from} } from '../../src/${from}.mjs';
${head}
test('${from} does what is asked', async () => {
  ${body}
});
`;
}

export function slugTest(body: string, head = ''): string {
  return nodeTest(body, { from: 'slug', head });
}

export function pythonTest(body: string, from = 'from shop.cart import total'): string {
  return `import unittest
${from}


class Behaviour(unittest.TestCase):
    def test_behaviour(self):
        ${body}
`;
}

export const SHOUT: Files = {
  'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? greeting.toUpperCase() : greeting;
}
`,
};

export const SHOUT_TESTS: readonly Written[] = [
  {
    title: 'shouts a greeting',
    text: nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
  },
  {
    title: 'shouts another name',
    withheld: true,
    text: nodeTest(`assert.equal(greet('Grace', { shout: true }), 'HELLO, GRACE!');`),
  },
];

/** The same as plain scripts: no runner stands between the code and the exit code. */
export const SHOUT_SCRIPTS: readonly Written[] = ['Ada', 'Grace'].map((name, index) => ({
  title: `shouts at ${name}`,
  withheld: index === 1,
  text: `import assert from 'node:assert/strict';
import { greet } from '../../src/greet.mjs';
assert.equal(greet('${name}', { shout: true }), 'HELLO, ${name.toUpperCase()}!');
`,
}));

export const SLUG: Files = {
  'src/slug.mjs': `export function slug(title) {
  return title.toLowerCase().replaceAll(' ', '-');
}
`,
};

export const SLUG_TESTS: readonly Written[] = [
  { title: 'one blank', text: slugTest(`assert.equal(slug('Hello World'), 'hello-world');`) },
  {
    title: 'two blanks',
    withheld: true,
    text: slugTest(`assert.equal(slug('A Short Title'), 'a-short-title');`),
  },
];

export const DISCOUNT: Files = {
  'shop/cart.py': `def total(prices, discount=0):
    return sum(prices) * (100 - discount) // 100
`,
};

export const DISCOUNT_TESTS: readonly Written[] = [
  {
    title: 'takes ten percent off',
    text: pythonTest('self.assertEqual(total([100, 100], discount=10), 180)'),
  },
  {
    title: 'rounds down',
    withheld: true,
    text: pythonTest('self.assertEqual(total([99], discount=50), 49)'),
  },
];

export const INITIALS: Files = {
  'shop/names.py': `def initials(name):
    return "".join(word[0].upper() for word in name.split())
`,
};

const FROM_NAMES = 'from shop.names import initials';

export const INITIALS_TESTS: readonly Written[] = [
  {
    title: 'of two words',
    text: pythonTest('self.assertEqual(initials("ada lovelace"), "AL")', FROM_NAMES),
  },
  {
    title: 'of three words',
    withheld: true,
    text: pythonTest('self.assertEqual(initials("grace brewster hopper"), "GBH")', FROM_NAMES),
  },
];

export const COUNT_WORDS: Files = {
  'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
flag=-l
if [ "$1" = -w ]; then flag=-w; shift; fi
wc $flag < "$1" | tr -d ' '
`,
};

export const COUNT_TESTS: readonly Written[] = [
  { title: 'three words', surface: 'process', text: countTest('one two three', 3) },
  { title: 'five words', surface: 'process', withheld: true, text: countTest('a b c d e', 5) },
];

function countTest(words: string, count: number): string {
  return `set -e
file=$(mktemp)
echo '${words}' > "$file"
test "$(bin/count -w "$file")" = ${count}
`;
}
