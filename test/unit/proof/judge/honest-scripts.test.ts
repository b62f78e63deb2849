// Honest tests in the styles of JavaScript, TypeScript and Python: the judge has
// nothing to say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Judged, judgeFile } from './languages.ts';

const HONEST: readonly (readonly [string, Judged, string])[] = [
  [
    'node:test',
    'javascript',
    `import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test('greets', async (t) => {
  await t.test('by name', () => assert.equal(greet('Ann'), 'Good day, Ann'));
});
describe('refusals', () => {
  it('throws', () => {
    assert.throws(() => greet(''), /empty/);
  });
  it('rejects later', async () => {
    await assert.rejects(greet.later(''), { name: 'TypeError' });
  });
});
`,
  ],
  [
    'code called like something of a runner',
    'javascript',
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe } from '../../src/greet.mjs';

test('describes', () => {
  const text = describe({ title: 'Talk' });
  assert.equal(text, 'a talk');
});
`,
  ],
  [
    'a list of one that the code adds to',
    'python',
    `import unittest
from kit.bag import put


class Bag(unittest.TestCase):
    def test_put(self):
        bag = ["x"]
        self.assertEqual(put("y", bag), ["x", "y"])
        self.assertEqual(bag, ["x", "y"])
`,
  ],
  [
    'a table of inputs',
    'javascript',
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

for (const [name, expected] of [['Ann', 'Good day, Ann'], [' Bo ', 'Good day, Bo']]) {
  test(\`greets \${name}\`, () => {
    assert.equal(greet(name), expected);
  });
}
`,
  ],
  [
    'a helper that asserts',
    'javascript',
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

function check(name, expected) {
  assert.equal(greet(name), expected);
}
test('greets', () => {
  check('Ann', 'Good day, Ann');
});
`,
  ],
  [
    'a command line',
    'javascript',
    `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('prints', () => {
  const { status, stdout } = spawnSync(process.execPath, ['bin/app.mjs', 'Ann'], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.match(stdout, /Good day/);
});
`,
  ],
  [
    'events that are collected',
    'javascript',
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBell } from '../../src/greet.mjs';

test('rings', async () => {
  const heard = [];
  let times = 0;
  const bell = createBell({ onRing: (tone) => heard.push(tone) });
  bell.on('ring', () => { times += 1; });
  await bell.ring('c');
  assert.deepEqual(heard, ['c']);
  assert.equal(times, 1);
});
`,
  ],
  [
    'a plain script',
    'javascript',
    `import { greet } from '../../src/greet.mjs';

const answer = greet('Ann');
if (answer !== 'Good day, Ann') {
  throw new Error(\`said \${answer}\`);
}
`,
  ],
  [
    'a server of its own',
    'javascript',
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../src/greet.mjs';

test('answers', async () => {
  const server = await serve({ port: 0 });
  const response = await fetch(\`http://127.0.0.1:\${server.port}/greet?name=Ann\`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { text: 'Good day, Ann' });
});
`,
  ],
  [
    'vitest with each',
    'typescript',
    `import { afterEach, describe, expect, it, vi } from 'vitest';
import { total, type Item } from '../../src/cart';

describe('total', () => {
  afterEach(() => { vi.useRealTimers(); });
  it.each([[[1, 2], 3], [[], 0]] as const)('adds %j', (prices, sum) => {
    const items: Item[] = prices.map((price) => ({ price }));
    expect(total(items)).toBe(sum);
  });
  it('refuses negative prices', () => {
    expect(() => total([{ price: -1 }])).toThrowError(/negative/);
  });
});
`,
  ],
  [
    'jest with promises',
    'typescript',
    `import { total, load } from '../../src/cart';

describe('cart', () => {
  test('loads', async () => {
    await expect(load('a')).resolves.toEqual({ id: 'a', items: [] });
    await expect(load('')).rejects.toThrow('no id');
  });
  test('rounds', () => {
    expect(total([{ price: 0.1 }, { price: 0.2 }])).toBeCloseTo(0.3, 5);
    expect(total([])).not.toBe(1);
  });
});
`,
  ],
  [
    'mocha with chai',
    'typescript',
    `import { expect } from 'chai';
import { total, isEmpty } from '../../src/cart.ts';

describe('cart', function () {
  this.timeout(5000);
  it('adds', function () {
    expect(total([{ price: 2 }])).to.equal(2);
    expect(isEmpty([])).to.be.true;
    expect(total([{ price: 2 }, { price: 3 }])).to.be.above(4);
  });
});
`,
  ],
  [
    'a doubled platform',
    'typescript',
    `import { expect, test, vi } from 'vitest';
import { stamp } from '../../src/cart';

test('stamps with the clock', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  expect(stamp()).toBe('1970-01-01T00:00:01.000Z');
});
`,
  ],
  [
    'unittest',
    'python',
    `import unittest
from shop.cart import Cart, total


class Totals(unittest.TestCase):
    def setUp(self):
        self.cart = Cart()

    def test_adds(self):
        self.assertEqual(total([1, 2]), 3)

    def test_refuses(self):
        with self.assertRaises(ValueError):
            total([-1])

    def test_keeps(self):
        self.cart.add(3)
        self.assertIn(3, self.cart.items)


if __name__ == "__main__":
    unittest.main()
`,
  ],
  [
    'pytest',
    'python',
    `import json
import pytest
from shop.cart import total, save


@pytest.fixture
def prices():
    return [1, 2]


def test_adds(prices):
    assert total(prices) == 3


@pytest.mark.parametrize("given,expected", [([1], 1), ([], 0)])
def test_many(given, expected):
    assert total(given) == expected, "wrong sum"


def test_refuses():
    with pytest.raises(ValueError, match="negative"):
        total([-1])


def test_writes(tmp_path):
    save(tmp_path / "cart.json", [1])
    assert json.loads((tmp_path / "cart.json").read_text()) == [1]
`,
  ],
  [
    'functions that are decorated by what is tested',
    'python',
    `import unittest
from shop.cart import counted, total


class Counting(unittest.TestCase):
    def test_tells_how_often(self):
        @counted
        def twice(number):
            return 2 * number

        twice(2)
        self.assertEqual(twice(4), (8, 2))

    def test_with_arguments(self):
        @counted(since=total([3]))
        async def nothing():
            return None

        self.assertEqual(nothing.calls, 3)
`,
  ],
  [
    'an error that is expected by hand',
    'python',
    `from shop.cart import total


def test_refuses():
    try:
        total([-1])
    except ValueError as error:
        assert "negative" in str(error)
    else:
        raise AssertionError("no error")
`,
  ],
];

describe('the static judge says nothing against', () => {
  for (const [what, language, text] of HONEST) {
    it(`${what} (${language})`, async () => {
      assert.deepEqual(await judgeFile(language, text), { objections: [], notes: [] });
    });
  }
});
