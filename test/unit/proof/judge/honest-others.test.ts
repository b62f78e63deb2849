// Honest tests in the styles of Go, Rust, Java, Ruby and shell: the judge has nothing to say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Judged, judgeFile } from './languages.ts';

const HONEST: readonly (readonly [string, Judged, string])[] = [
  [
    'go test',
    'go',
    `package cart

import "testing"

func TestTotal(t *testing.T) {
	tests := []struct {
		name string
		in   []int
		want int
	}{
		{"two", []int{1, 2}, 3},
		{"none", nil, 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Total(tc.in)
			if err != nil {
				t.Fatalf("unexpected: %v", err)
			}
			if got != tc.want {
				t.Errorf("got %d, want %d", got, tc.want)
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	if _, err := Total([]int{-1}); err == nil {
		t.Fatal("no error")
	}
}
`,
  ],
  [
    'testify from outside the package',
    'go',
    `package cart_test

import (
	"testing"

	"example.com/shop/cart"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTotal(t *testing.T) {
	got, err := cart.Total([]int{1, 2})
	require.NoError(t, err)
	assert.Equal(t, 3, got)
}
`,
  ],
  [
    '#[test]',
    'rust',
    `use shop::cart::{total, Cart};

#[test]
fn adds() {
    let prices = vec![1, 2];
    assert_eq!(total(&prices), Ok(3), "sum of {:?}", prices);
}

#[test]
#[should_panic(expected = "negative")]
fn refuses() {
    Cart::new().add(-1);
}

#[test]
fn finds() -> Result<(), String> {
    let mut cart = Cart::new();
    cart.add(2);
    assert!(cart.items().contains(&2));
    Ok(())
}
`,
  ],
  [
    'JUnit 5',
    'java',
    `package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CartT1Test {
  private Cart cart;

  @BeforeEach
  void open() {
    cart = new Cart();
  }

  @Test
  void adds() {
    cart.add(2);
    assertEquals(List.of(2), cart.items());
  }

  @Test
  void refuses() {
    var error = assertThrows(IllegalArgumentException.class, () -> cart.add(-1));
    assertEquals("negative", error.getMessage());
  }
}
`,
  ],
  [
    'AssertJ with parameters',
    'java',
    `package com.acme;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CartT1Test {
  @ParameterizedTest
  @CsvSource({"1,2,3", "0,0,0"})
  void adds(int one, int other, int sum) {
    assertThat(new Cart().add(one).add(other).total()).isEqualTo(sum);
  }
}
`,
  ],
  [
    'RSpec',
    'ruby',
    `require 'spec_helper'
require 'shop/cart'

RSpec.describe Shop::Cart do
  subject(:cart) { described_class.new }

  let(:prices) { [1, 2] }

  it 'adds' do
    prices.each { |price| cart.add(price) }
    expect(cart.total).to eq(3)
  end

  it 'refuses negative prices' do
    expect { cart.add(-1) }.to raise_error(ArgumentError, /negative/)
  end

  context 'when empty' do
    it { expect(cart.items).to be_empty }
  end
end
`,
  ],
  [
    'Minitest',
    'ruby',
    `require 'minitest/autorun'
require_relative '../lib/shop/cart'

class TestCart < Minitest::Test
  def setup
    @cart = Shop::Cart.new
  end

  def test_adds
    @cart.add(2)
    assert_equal 2, @cart.total
  end

  def test_refuses
    assert_raises(ArgumentError) { @cart.add(-1) }
  end
end

describe 'a cart' do
  it 'is empty at first' do
    _(Shop::Cart.new.items).must_equal []
  end
end
`,
  ],
  [
    'a shell script',
    'bash',
    `set -eu
out=$(bin/app Ann)
test "$out" = "Good day, Ann" || exit 1
bin/app --help | grep -q Usage
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
