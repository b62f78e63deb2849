// What must not be written to: a test may try to, where nothing is left of it but the refusal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Judged, judgeFile, rulesOf } from './languages.ts';

const JS = (body: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet, LIMITS } from '../../src/greet.mjs';

test('refuses', async () => {
  assert.equal(greet('Ann'), 'Good day, Ann');
  ${body}
});
`;
const TS = (body: string) => `import { expect, it } from 'vitest';
import { limits, total } from '../../src/cart';

it('refuses', () => {
  expect(total([1])).toBe(1);
  ${body}
});
`;
const PY = (body: string) => `import unittest
import pytest
from shop import cart
from shop.cart import Money


class Refuses(unittest.TestCase):
    def test_refuses(self):
        self.assertEqual(cart.total([1]), 1)
        ${body.replaceAll('\n', '\n        ')}
`;

const HONEST: readonly (readonly [string, Judged, string])[] = [
  [
    'a frozen object, in a block',
    'javascript',
    JS('assert.throws(() => {\n    LIMITS.most = 5;\n  }, TypeError);'),
  ],
  ['a frozen object', 'javascript', JS('assert.throws(() => (LIMITS.most = 5), TypeError);')],
  [
    'a frozen list',
    'typescript',
    TS('expect(() => {\n    limits[0] = 5;\n  }).toThrow(TypeError);'),
  ],
  [
    'a frozen record',
    'python',
    PY('with self.assertRaises(AttributeError):\n    Money(1).cents = 2'),
  ],
  [
    'a frozen record, for pytest',
    'python',
    PY('with pytest.raises(AttributeError):\n    Money(1).cents = 2'),
  ],
];

const DOUBLES: readonly (readonly [string, Judged, string])[] = [
  [
    'and then something else throws',
    'javascript',
    JS(
      'assert.throws(() => {\n    greet.word = "Hi";\n    throw new TypeError();\n  }, TypeError);',
    ),
  ],
  [
    'and the failure of the assertion is expected',
    'javascript',
    JS('assert.throws(() => assert.throws(() => {\n    greet.word = "Hi";\n  }));'),
  ],
  [
    'and what is let go throws',
    'javascript',
    JS('assert.throws(() => {\n    using left = leaving();\n    greet.word = "Hi";\n  });'),
  ],
  [
    'in a function that is made there',
    'javascript',
    JS('assert.throws(() => () => {\n    greet.word = "Hi";\n  });'),
  ],
  [
    'what only warns',
    'python',
    PY('with self.assertWarns(UserWarning):\n    cart.total = lambda prices: 1'),
  ],
  [
    'and leaving the other context raises',
    'python',
    PY('with self.assertRaises(ValueError), leaving():\n    cart.total = lambda prices: 1'),
  ],
  [
    'and the next assignment raises',
    'python',
    PY('with self.assertRaises(AttributeError):\n    cart.total = Money(1).cents = fake'),
  ],
  [
    'and the next line raises',
    'python',
    PY(
      'with self.assertRaises(ValueError):\n    cart.total = lambda prices: 1\n    raise ValueError',
    ),
  ],
];

const EXPECTED_TO_FAIL: readonly (readonly [string, Judged, string])[] = [
  [
    'unittest',
    'python',
    PY('with self.assertRaises(AttributeError):\n    cart.total = lambda prices: 1').replace(
      '    def test_refuses',
      '    @unittest.expectedFailure\n    def test_refuses',
    ),
  ],
  [
    'node:test',
    'javascript',
    JS('assert.throws(() => {\n    greet.word = "Hi";\n  });').replace(
      'async ()',
      '{ todo: true }, async ()',
    ),
  ],
  [
    'vitest',
    'typescript',
    TS('expect(() => {\n    total.rate = 5;\n  }).toThrow();').replace("it('", "it.fails('"),
  ],
];

describe('a write that has to fail', () => {
  for (const [what, language, text] of HONEST) {
    it(`is no double: ${what} (${language})`, async () => {
      assert.deepEqual(await judgeFile(language, text), { objections: [], notes: [] });
    });
  }
  for (const [what, language, text] of DOUBLES) {
    it(`is one that stays: ${what} (${language})`, async () => {
      assert.ok((await rulesOf(language, text)).includes('mock'));
    });
  }
  for (const [what, language, text] of EXPECTED_TO_FAIL) {
    it(`is nothing for a test that has to fail (${what})`, async () => {
      assert.notDeepEqual(await rulesOf(language, text), []);
    });
  }
});
