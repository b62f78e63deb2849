// Assertions that hold for almost anything say nothing alone; beside one that tells they may stand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Judged, rulesOf } from './languages.ts';

type Row = readonly [language: Judged, body: string];

const WRAPS: Partial<Record<Judged, (body: string) => string>> = {
  javascript: (body) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, greet, isPolite, visits } from '../../src/greet.mjs';

test('greets', async () => {
  ${body}
});
`,
  python: (body) => `import unittest
from shop.cart import is_free, run, total


class Behaviour(unittest.TestCase):
    def test_it(self):
        ${body.replaceAll('\n', '\n        ')}
`,
  bash: (body) => `set -e\n${body}\n`,
  go: (body) => `package cart

import "testing"

func TestCart(t *testing.T) {
	${body}
}
`,
};

const FAINT: readonly Row[] = [
  ['javascript', `assert.ok(greet('Ann').length > 0);`],
  ['javascript', `assert.ok(0 < greet('Ann').length);`],
  ['javascript', `assert.ok(greet('Ann').length >= 1);`],
  ['javascript', `assert.notEqual(greet('Ann'), '');`],
  ['javascript', `assert.ok(greet('Ann') !== 'nothing');`],
  ['javascript', `assert.match(greet('Ann'), /.+/);`],
  ['javascript', String.raw`assert.match(greet('Ann'), /^[\s\S]*$/);`],
  ['javascript', `assert.equal(greet('Ann').constructor, String);`],
  ['javascript', `assert.equal(greet('Ann').constructor.name, 'String');`],
  ['javascript', `assert.ok(greet('Ann'));`],
  ['javascript', `const said = greet('Ann');\n  assert.ok(said);`],
  ['javascript', `assert.equal([greet('Ann')].length, 1);`],
  ['javascript', `const said = greet('Ann');\n  assert.equal(greet('Ann'), said);`],
  ['python', 'self.assertGreater(total([1]), 0)'],
  ['python', 'self.assertTrue(len(str(total([1]))) > 0)'],
  ['python', 'self.assertNotEqual(total([1]), "nothing")'],
  ['python', 'self.assertRegex(str(total([1])), r".*")'],
  ['python', 'self.assertIn(type(total([1])), (int, float))'],
  ['python', 'self.assertEqual(total([1]).__class__, int)'],
  ['python', 'self.assertTrue(total([1]))'],
  ['python', 'self.assertEqual(len([total([1])]), 1)'],
  ['python', 'found = {"said": total([1])}\nself.assertIn("said", found)'],
  ['python', 'want = total([1])\nself.assertEqual(total([1]), want)'],
  ['python', 'self.assertEqual(total([1]) > 0, True)'],
  ['python', 'self.assertIs(isinstance(total([1]), int), True)'],
  ['python', 'self.assertIs(bool(total([1])), True)'],
  [
    'python',
    'said = total([1])\nat = tmp()\nat.write_text(str(said))\nself.assertEqual(at.read_text(), str(said))',
  ],
  ['javascript', `assert.equal(!!greet('Ann'), true);`],
  ['bash', `test -n "$(bin/app 1)"`],
  ['go', 'if Total(1) == 0 { t.Fatal("nothing") }'],
];

const TELLING: readonly Row[] = [
  ['javascript', `assert.ok(greet('Ann').length > 0);\n  assert.equal(greet('Ann'), 'Hello');`],
  ['javascript', `assert.ok(greet('Ann').indexOf('Ann') >= 0);`],
  ['javascript', `assert.ok(compare('b', 'a') > 0);`],
  ['javascript', `assert.ok(isPolite('please'));`],
  ['javascript', `assert.ok(!greet('').length > 0 || greet('').includes('you'));`],
  ['javascript', `assert.match(greet('Ann'), /Ann/);`],
  ['javascript', `const before = visits();\n  greet('Ann');\n  assert.equal(visits(), before);`],
  ['javascript', `assert.equal([...greet('Ann')].length, 5);`],
  ['javascript', `assert.notEqual(greet('Ann'), greet('Bob'));`],
  ['python', 'self.assertGreater(total([5]), 4)'],
  ['python', 'self.assertTrue(0 < total([5]) < 6)'],
  ['python', 'self.assertNotEqual(run("x").returncode, 0)'],
  ['python', 'self.assertTrue(is_free([0]))'],
  ['python', 'self.assertFalse(total([]))'],
  ['python', 'self.assertEqual(is_free([0]), True)'],
  ['python', 'self.assertIs(total([1]) == 1, True)'],
  ['python', 'at = tmp()\nat.write_text(str(total([1])))\nself.assertEqual(at.read_text(), "1")'],
  ['python', 'self.assertEqual(len([one for one in total([1])]), 1)'],
  ['bash', `test -n "$(bin/app 1)" && test "$(bin/app 1)" = 2`],
  ['go', 'if got := Total(1); got != 3 { t.Fatal("not three") }'],
];

function judged([language, body]: Row): Promise<string[]> {
  return rulesOf(language, WRAPS[language]?.(body) ?? body);
}

describe('the static judge refuses a test that asserts no more than', () => {
  for (const row of FAINT) {
    it(`${row[0]}: ${row[1]}`, async () => {
      assert.deepEqual(await judged(row), ['assertion']);
    });
  }

  it('a thing or its opposite', async () => {
    const body = 'self.assertTrue(total([1]) == 1 or total([1]) != 1)';
    assert.deepEqual(await judged(['python', body]), ['tautology']);
  });

  it('that it is as it was written', async () => {
    const body = 'self.assertIn("x", open(__file__).read())\nself.assertEqual(total([1]), 1)';
    assert.deepEqual(await judged(['python', body]), ['source']);
    const fixture = 'self.assertEqual(total(Path(__file__).parent), 1)';
    assert.deepEqual(await judged(['python', fixture]), []);
  });

  it('what stands in the file of a module', async () => {
    const text =
      'from shop import cart\n\n\ndef test_it():\n    assert "x" in open(cart.__file__).read()\n';
    assert.ok((await rulesOf('python', text)).includes('source'));
  });
});

describe('the static judge lets pass a test that asserts', () => {
  for (const row of TELLING) {
    it(`${row[0]}: ${row[1]}`, async () => {
      assert.deepEqual(await judged(row), []);
    });
  }
});
