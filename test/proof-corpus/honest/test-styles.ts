// Honest tests in the styles that people write them in: tables, hooks, helpers, other processes. Each
// has to pass the judge and be delivered with nothing said against it. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import type { Honest } from '../corpus.ts';
import { NODE, NODE_NEW, PYTHON, PYTHON_NEW } from '../samples.ts';
import { DISCOUNT, INITIALS, SHOUT, SLUG } from '../texts.ts';
import { style } from './style.ts';

const ASSERT = `import assert from 'node:assert/strict';`;
const GREET = `import { greet } from '../../src/greet.mjs';`;
const SLUGS = `import { slug } from '../../src/slug.mjs';`;

function tabled(rows: string): string {
  return `${ASSERT}
import { test } from 'node:test';
${SLUGS}

const ROWS = ${rows};
for (const [title, want] of ROWS) {
  test(\`slug of \${title}\`, () => {
    assert.equal(slug(title), want);
  });
}
`;
}

function nested(name: string): string {
  return `${ASSERT}
import { after, before, describe, it } from 'node:test';
${GREET}

describe('greet', () => {
  let options;
  before(() => {
    options = { shout: true };
  });
  after(() => {
    options = undefined;
  });
  describe('when it shouts', () => {
    it('uses capital letters', () => {
      assert.match(greet('${name}', options), /^HELLO, ${name.toUpperCase()}!$/);
    });
    it('has no small letter', () => {
      assert.doesNotMatch(greet('${name}', options), /[a-z]/);
    });
  });
});
`;
}

function computed(names: string): string {
  return `${ASSERT}
import { test } from 'node:test';
${GREET}

test('a shout is the greeting in capital letters', () => {
  for (const name of ${names}) {
    for (const times of [1, 2, 3]) {
      const whom = name.repeat(times);
      assert.equal(greet(whom, { shout: true }), \`Hello, \${whom}!\`.toUpperCase());
    }
  }
});
`;
}

function helped(index: number, title: string, want: string): string {
  return `import { test } from 'node:test';
${SLUGS}
import { assertSlug } from './expect-${index}.mjs';

test('slug', () => {
  assertSlug(slug('${title}'), '${want}');
});
`;
}

function helper(index: number): Files {
  return {
    [`test/redgreen/expect-${index}.mjs`]: `${ASSERT}

export function assertSlug(said, want) {
  assert.equal(typeof said, 'string');
  assert.equal(said, want, \`\${said} is not \${want}\`);
}
`,
  };
}

function subTested(rows: string): string {
  return `import unittest
from shop.cart import total


class Discount(unittest.TestCase):
    def setUp(self):
        self.rows = ${rows}

    def test_discounts(self):
        for prices, discount, want in self.rows:
            with self.subTest(prices=prices, discount=discount):
                self.assertEqual(total(prices, discount=discount), want)
`;
}

function checkedInPython(name: string, want: string): string {
  return `import unittest
from shop.names import initials


class Initials(unittest.TestCase):
    def check(self, name, want):
        said = initials(name)
        self.assertIsInstance(said, str)
        self.assertEqual(said, want)

    def test_initials(self):
        self.check("${name}", "${want}")
`;
}

export const TEST_STYLES: readonly Honest[] = [
  style({
    name: 'tests from a table',
    sample: NODE_NEW,
    files: SLUG,
    texts: [
      tabled(`[['A B', 'a-b'], ['One', 'one']]`),
      tabled(`[['C D E', 'c-d-e'], ['x Y', 'x-y']]`),
    ],
  }),
  style({
    name: 'nested suites with hooks',
    sample: NODE,
    files: SHOUT,
    texts: [nested('Ada'), nested('Grace')],
  }),
  style({
    name: 'expectations that are computed',
    sample: NODE,
    files: SHOUT,
    texts: [computed(`['ada', 'Bo']`), computed(`['Grace', 'linus']`)],
  }),
  style({
    name: 'an assertion in a second file',
    sample: NODE_NEW,
    files: SLUG,
    texts: [helped(0, 'A B', 'a-b'), helped(1, 'C D E', 'c-d-e')],
    more: helper,
  }),
  style({
    name: 'sub-tests over rows of setUp',
    sample: PYTHON,
    files: DISCOUNT,
    texts: [
      subTested('[([100, 100], 10, 180), ([10], 50, 5)]'),
      subTested('[([99], 50, 49), ([7, 3], 10, 9)]'),
    ],
  }),
  style({
    name: 'an assertion of the class’s own',
    sample: PYTHON_NEW,
    files: INITIALS,
    texts: [checkedInPython('ada lovelace', 'AL'), checkedInPython('grace brewster hopper', 'GBH')],
  }),
];
