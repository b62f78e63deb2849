// Ways to make a test pass without testing anything, each refused under the rule that names it:
// Go, Rust, Java, Ruby, shell.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Cheat, type Judged, rulesOf } from './languages.ts';

const GO = (body: string, imports = '"testing"') => `package cart

import (
	${imports}
)

func TestTotal(t *testing.T) {
	${body}
}
`;
const RUST = (body: string, marks = '') => `use shop::cart::total;

#[test]
${marks}fn adds() {
    ${body}
}
`;
const JAVA = (body: string, marks = '') => `package com.acme;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

class CartT1Test {
  @Test
  ${marks}
  void adds() throws Exception {
    ${body}
  }
}
`;
const RUBY = (body: string) => `require 'shop/cart'

RSpec.describe Shop::Cart do
  it 'adds' do
    ${body}
  end
end
`;

const CHEATS = {
  go: [
    ['asserts nothing', GO('Total([]int{1})'), ['assertion']],
    [
      'compares what it wrote',
      GO('got, want := 1, 1\n\tif got != want {\n\t\tt.Error("no")\n\t}'),
      ['assertion'],
    ],
    [
      'only checks the error',
      GO('_, err := Total(nil)\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}'),
      ['assertion'],
    ],
    ['skips', GO('t.SkipNow()'), ['assertion', 'skip']],
    [
      'ends the process',
      GO('if Total(nil) != 0 {\n\t\tt.Error("no")\n\t}\n\tos.Exit(0)'),
      ['skip'],
    ],
    [
      'is not built',
      `//go:build never\n\n${GO('if Total(nil) != 0 {\n\t\tt.Error("no")\n\t}')}`,
      ['skip'],
    ],
    [
      'is not run',
      GO('if Total(nil) != 0 {\n\t\tt.Error("no")\n\t}').replace('TestTotal', 'checkTotal'),
      ['assertion'],
    ],
    [
      'runs nothing',
      `${GO('if Total(nil) != 0 {\n\t\tt.Error("no")\n\t}')}\nfunc TestMain(m *testing.M) {}\n`,
      ['skip'],
    ],
    ['compares with itself', GO('assert.Equal(t, Total(nil), Total(nil))'), ['tautology']],
    [
      'patches functions',
      GO(
        'if Total(nil) != 0 {\n\t\tt.Error("no")\n\t}',
        '"testing"\n\t"github.com/agiledragon/gomonkey/v2"',
      ),
      ['mock'],
    ],
    [
      'imports what is private',
      GO(
        'if secret.Key() != 0 {\n\t\tt.Error("no")\n\t}',
        '"testing"\n\t"example.com/shop/internal/secret"',
      ),
      ['contract'],
    ],
    [
      'asks the network',
      GO(
        'r, _ := http.Get("https://example.com")\n\tif r.StatusCode != 200 {\n\t\tt.Error("no")\n\t}',
      ),
      ['network'],
    ],
  ],
  rust: [
    ['asserts nothing', RUST('total(&[1]);'), ['assertion']],
    ['asserts true', RUST('assert!(true);'), ['assertion', 'tautology']],
    ['compares with itself', RUST('assert_eq!(total(&[1]), total(&[1]));'), ['tautology']],
    ['is ignored', RUST('assert_eq!(total(&[1]), 1);', '#[ignore]\n'), ['skip']],
    ['is left out', RUST('assert_eq!(total(&[1]), 1);', '#[cfg(any())]\n'), ['skip']],
    ['ends the process', RUST('assert_eq!(total(&[1]), 1); std::process::exit(0);'), ['skip']],
    [
      'catches the panic',
      RUST('let _ = std::panic::catch_unwind(|| { assert_eq!(total(&[1]), 1); });'),
      ['swallow'],
    ],
    [
      'includes the source',
      RUST('assert!(include_str!("../src/cart.rs").contains("sum"));'),
      ['assertion', 'source', 'tautology'],
    ],
    ['is not run', RUST('assert_eq!(total(&[1]), 1);').replace('#[test]\n', ''), ['assertion']],
    [
      'imports what is private',
      `use shop::secret::key;\n${RUST('assert_eq!(total(&[1]), 1);')}`,
      ['contract'],
    ],
  ],
  java: [
    ['asserts nothing', JAVA('new Cart().total();'), ['assertion']],
    ['asserts true', JAVA('assertTrue(true);'), ['assertion', 'tautology']],
    [
      'only checks that there is something',
      JAVA('assertNotNull(new Cart().total());'),
      ['assertion'],
    ],
    ['is disabled', JAVA('assertEquals(0, new Cart().total());', '@Disabled'), ['skip']],
    [
      'assumes',
      JAVA('Assumptions.assumeTrue(false); assertEquals(0, new Cart().total());'),
      ['skip'],
    ],
    ['ends the process', JAVA('assertEquals(0, new Cart().total()); System.exit(0);'), ['skip']],
    [
      'swallows',
      JAVA('try { assertEquals(0, new Cart().total()); } catch (Throwable t) { }'),
      ['swallow'],
    ],
    [
      'mocks the subject',
      JAVA('Cart cart = Mockito.mock(Cart.class); assertEquals(0, cart.total());'),
      ['mock'],
    ],
    [
      'reads the source',
      JAVA(
        'assertTrue(Files.readString(Path.of("src/main/java/com/acme/Cart.java")).contains("sum"));',
      ),
      ['source'],
    ],
    [
      'imports what is private',
      JAVA('assertEquals(0, new Ledger().sum());').replace(
        'import org',
        'import com.acme.Ledger;\nimport org',
      ),
      ['contract'],
    ],
  ],
  ruby: [
    ['asserts nothing', RUBY('Shop::Cart.new.total'), ['assertion']],
    ['expects a constant', RUBY('expect(1).to eq(1)'), ['assertion', 'tautology']],
    ['only checks the type', RUBY('expect(Shop::Cart.new.total).to be_an(Integer)'), ['assertion']],
    [
      'only checks that nothing is raised',
      RUBY('expect { Shop::Cart.new.total }.not_to raise_error'),
      ['assertion'],
    ],
    ['skips', RUBY("skip 'later'"), ['assertion', 'skip']],
    [
      'skips by an option',
      RUBY('expect(Shop::Cart.new.total).to eq(0)').replace("'adds' do", "'adds', :skip do"),
      ['skip'],
    ],
    [
      'is crossed out',
      RUBY('expect(Shop::Cart.new.total).to eq(0)').replace("it '", "xit '"),
      ['skip'],
    ],
    ['exits', RUBY('expect(Shop::Cart.new.total).to eq(0)\n    exit!(0)'), ['skip']],
    [
      'stubs the subject',
      RUBY(
        'allow(Shop::Cart).to receive(:new).and_return(cart)\n    expect(Shop::Cart.new.total).to eq(0)',
      ),
      ['mock'],
    ],
    [
      'swallows',
      RUBY('begin\n      expect(Shop::Cart.new.total).to eq(0)\n    rescue Exception\n    end'),
      ['swallow'],
    ],
    [
      'reads the source',
      RUBY("expect(File.read('lib/shop/cart.rb')).to include('sum')"),
      ['source'],
    ],
    [
      'imports what is private',
      `require 'shop/secret'\n${RUBY('expect(Shop::Cart.new.total).to eq(0)')}`,
      ['contract'],
    ],
  ],
  bash: [
    ['asserts nothing', 'bin/app Ann\n', ['assertion']],
    ['only asks whether it ended well', 'bin/app Ann\ntest $? -eq 0\n', ['assertion']],
    ['hides a failure', 'bin/app Ann | grep -q Good || true\n', ['skip']],
    ['exits', 'bin/app Ann | grep -q Good\nexit 0\n', ['skip']],
    ['greps the source', 'grep -q Good src/app.sh\n', ['source']],
    ['asks the network', 'curl -s https://example.com | grep -q x\n', ['network']],
  ],
} satisfies Partial<Record<Judged, readonly Cheat[]>>;

for (const language of Object.keys(CHEATS) as (keyof typeof CHEATS)[]) {
  describe(`the static judge on ${language} refuses a test that`, () => {
    for (const [what, text, rules] of CHEATS[language]) {
      it(what, async () => {
        assert.deepEqual(await rulesOf(language, text), rules);
      });
    }
  });
}
