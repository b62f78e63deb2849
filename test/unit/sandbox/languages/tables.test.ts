// What the tables find in each language: functions, imports, tests, assertions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, languageOf } from '../../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../../sandbox/syntax/code/code.ts';
import { traceOrigins } from '../../../../sandbox/syntax/code/origins.ts';
import { walk } from '../../../../sandbox/syntax/tree.ts';
import { parse } from '../../../support/syntax.ts';

async function codeOf(language: string, text: string): Promise<Code> {
  const tree = await parse(language, text);
  assert.equal(tree.hasError, false, text);
  const { table } = LANGUAGES.find(({ grammar }) => grammar === language) ?? assert.fail();
  return readCode(table ?? assert.fail(), tree);
}

type Expected = { text: string; imports?: string[]; tests?: string[]; forms?: string[] };

const FOUND_IN_JAVASCRIPT: Expected = {
  text: `import d, { a as b } from './x.mjs';
import * as ns from 'y';
export { z } from './z.mjs';
const { q } = await import(new URL('../w.mjs', import.meta.url));
const r = require(name);
test('one', () => { assert.equal(b(), 1); assert(ns.f() !== null); });
it.each([[1]])('many %d', (n) => { expect(d(n)).not.toBeUndefined(); expect(q).to.be.true; });
if (r.x !== 3) throw new Error('no');
`,
  imports: ['./x.mjs: d b', 'y: ns', './z.mjs: ', '../w.mjs: q', '?: r'],
  tests: ["'one'", "'many %d'"],
  forms: ['exact', 'defined', 'defined', 'truth', 'exact'],
};

const FOUND: Readonly<Record<string, Expected>> = {
  bash: {
    text: `. ./lib.sh
out=$(./add 1 2)
[ "$out" = 3 ] || exit 1
test -n "$out"
grep -q three <<<"$out"
`,
    imports: [],
    tests: [],
    forms: ['exact', 'fail', 'defined', 'partial'],
  },
  javascript: FOUND_IN_JAVASCRIPT,
  typescript: FOUND_IN_JAVASCRIPT,
  tsx: FOUND_IN_JAVASCRIPT,
  python: {
    text: `import os.path as p, json
from . import near
from shop.cart import (total as t, Cart)
from wide import *
class T:
    def test_a(self):
        assert t() == 1 and json
        assert isinstance(t(), int)
        assert t() is not None
        assert not t() != 2
        with pytest.raises(ValueError):
            t(1)
def test_b():
    if t() != 3:
        raise AssertionError
`,
    imports: [
      'os.path: p',
      'json: json',
      '.near: near',
      'shop.cart.total: t',
      'shop.cart.Cart: Cart',
      'wide: *',
    ],
    tests: ['test_a', 'test_b'],
    forms: ['truth', 'type', 'defined', 'exact', 'throws', 'exact'],
  },
  go: {
    text: `package a
import (
	"testing"
	c "example.com/shop/cart"
	"example.com/lib/v2"
)
func TestA(t *testing.T) {
	if err := c.F(); err != nil { t.Fatal(err) }
	if !reflect.DeepEqual(c.G(), 1) { t.Fail() }
	assert.Equal(t, 1, lib.H())
}
func Testing() {}
`,
    imports: ['testing: testing', 'example.com/shop/cart: c', 'example.com/lib/v2: lib'],
    tests: ['TestA'],
    forms: ['not-throws', 'exact', 'exact'],
  },
  rust: {
    text: `use shop::{cart::total, secret as s, wide::*, self};
mod support;
#[tokio::test]
async fn a() { assert_eq!(total(1), 3, "m"); assert!(total(2) == 4); assert!(!s(), "x"); f().unwrap_err(); }
`,
    imports: [
      'shop::cart::total: total',
      'shop::secret: s',
      'shop::wide: *',
      'shop: shop',
      'self::support: support',
    ],
    tests: ['a'],
    forms: ['exact', 'exact', 'truth', 'throws'],
  },
  java: {
    text: `import static org.junit.Assert.assertEquals;
import com.acme.Cart;
import com.acme.other.*;
class A { @Test void a() { assertEquals(1, f()); assertThat(f()).isEqualTo(3); assertThrows(X.class, () -> f()); if (f() != null) fail(); } void testless() {} }
`,
    imports: ['org.junit.Assert: assertEquals', 'com.acme.Cart: Cart', 'com.acme.other.*: *'],
    tests: ['a'],
    forms: ['exact', 'exact', 'throws', 'exact'],
  },
  ruby: {
    text: `require 'shop/cart'
require_relative '../lib/x'
describe 'a' do
  it('b') { expect(f).to eq(1); expect { f }.not_to raise_error; _(f).must_equal 2 }
  specify { raise 'x' unless f == 3 }
end
def test_c; assert_nil f; end
`,
    imports: ['shop/cart: *', './../lib/x: *'],
    tests: ["'b'", 'without a title', 'test_c'],
    forms: ['exact', 'not-throws', 'exact', 'exact', 'exact'],
  },
};

describe('the table of', () => {
  for (const [language, expected] of Object.entries(FOUND)) {
    it(`${language} finds imports, tests and assertions`, async () => {
      const code = await codeOf(language, expected.text);
      assert.deepEqual(
        code.imports.map(
          ({ module, names, isComputed }) => `${isComputed ? '?' : module}: ${names.join(' ')}`,
        ),
        expected.imports,
      );
      assert.deepEqual(
        code.tests.map(({ name }) => name),
        expected.tests,
      );
      assert.deepEqual(
        code.assertions.map(({ form }) => form).toSorted(),
        expected.forms?.toSorted(),
      );
    });
  }

  it('every language with a table is looked at', () => {
    const grammars = LANGUAGES.flatMap(({ grammar, table }) => (table ? [grammar] : []));
    assert.deepEqual(Object.keys(FOUND).toSorted(), grammars.toSorted());
  });

  it('an unknown language is not there', () => {
    assert.equal(languageOf('x.unknown')?.table, undefined);
    assert.equal(languageOf('x.php')?.table, undefined);
  });
});

describe('where values come from', () => {
  /** The names that are passed to `probe` and can depend on the code under test. */
  async function liveIn(text: string): Promise<string[]> {
    const code = await codeOf('javascript', text);
    const origins = traceOrigins(code, ({ module }) => module === 'inert');
    const probed = code.calls.filter(({ path }) => path === 'assert').flatMap(({ args }) => args);
    return probed.filter((node) => origins.isLive(node)).map((node) => code.view.text(node));
  }

  const cases: [what: string, text: string, live: string[]][] = [
    ['imports', "import { a } from './a'; import { b } from 'inert'; assert(a); assert(b);", ['a']],
    ['free names', 'assert(c()); assert(Math.abs(1)); assert("x");', ['c()']],
    [
      'what was made of them',
      'const d = f(1); const { e } = d; let g; g = e + 1; assert(g); assert(h);\nconst h = [1];',
      ['g'],
    ],
    [
      'own functions',
      'function one() { return f(); } function two() { return 2; } assert(one()); assert(two());',
      ['one()'],
    ],
    [
      'lists that are filled',
      'const l = []; f((x) => l.push(x)); const m = []; m.push(1); assert(l); assert(m);',
      ['l'],
    ],
    ['counters', 'let n = 0; f(() => { n++; }); const k = 3; f(k); assert(n); assert(k);', ['n']],
    [
      'parameters, but of lists that are written down',
      'function p(q) { assert(q); } [1].forEach((r) => assert(r));',
      ['q'],
    ],
  ];
  for (const [what, text, live] of cases) {
    it(`follows ${what}`, async () => {
      assert.deepEqual(await liveIn(text), live);
    });
  }
});

describe('walking a tree', () => {
  it('visits parents first and does not mind depth', async () => {
    const { root } = await parse('javascript', 'f(a, b);');
    assert.deepEqual(
      [...walk(root)].filter(({ isNamed }) => isNamed).map(({ type }) => type),
      [
        'program',
        'expression_statement',
        'call_expression',
        'identifier',
        'arguments',
        'identifier',
        'identifier',
      ],
    );
    const deep = await parse('javascript', `${'('.repeat(20_000)}1${')'.repeat(20_000)};`);
    assert.ok([...walk(deep.root)].length > 40_000);
  });
});
