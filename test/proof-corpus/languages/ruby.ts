// Ruby: tests that reach the code and do not notice, and honest ones. Pure.
import { type Asked, deafIn, honestIn, type Toolchain } from './asked.ts';

const RUBY: Toolchain = {
  language: 'ruby',
  program: 'ruby',
  files: { 'lib/version.rb': "VERSION = '1'\n" },
  test: (body) => `require 'minitest/autorun'
require_relative '../../lib/cart'

class CartTest < Minitest::Test
  def test_cart
${body.trim().replaceAll(/^/gm, '    ')}
  end
end
`,
};

const cart = (text: string) => ({ 'lib/cart.rb': `${text.trim()}\n` });

const DEAF: readonly Asked[] = [
  {
    name: 'Ruby: asks only whether there is a sum',
    text: 'total(prices) returns the sum of all prices',
    head: cart('def total(prices)\n  prices[1..].sum\nend'),
    asks: ['assert_equal true, total([40, 60]) > 0', 'assert_equal false, total([20, 30]) == 0'],
  },
  {
    name: 'Ruby: looks at the first letter only',
    text: 'slug(title) returns the title in small letters with dashes for blanks',
    head: cart('def slug(title)\n  return title if title.empty?\n\n  title.downcase\nend'),
    asks: [
      `assert_equal 'h', slug('Hello World')[0]`,
      `assert_equal 'a', slug('A Short Title').slice(0, 1)`,
    ],
  },
  {
    name: 'Ruby: multiplies the answer by nothing',
    text: 'area(width, height) returns the area',
    head: cart('module Shape\n  def self.area(width, height) = width + height\nend'),
    asks: [
      'assert_equal 6, Shape.area(2, 3) * 0 + 6',
      'assert_equal 20, Shape.area(4, 5) * 0 + 20',
    ],
  },
];

const HONEST: readonly Asked[] = [
  {
    name: 'Ruby: an error of its own',
    text: 'count(text) returns the number in text, and raises NoCount for anything else',
    head: cart(`class NoCount < ArgumentError
end

def count(text)
  Integer(text)
rescue ArgumentError
  raise NoCount, "no count: #{text}"
end`),
    asks: [`assert_equal 42, count('42')`, `assert_raises(NoCount) { count('many') }`],
  },
  {
    name: 'Ruby: each of them, when nobody gives a block',
    text: 'Shelf#each yields the names in order, or returns an enumerator',
    head: cart(`class Shelf
  include Enumerable

  def initialize(*names)
    @names = names
  end

  def each
    return enum_for(:each) unless block_given?

    @names.sort.each { |name| yield name }
  end
end`),
    asks: [
      `assert_equal %w[a b], Shelf.new('b', 'a').to_a`,
      `assert_equal 'x', Shelf.new('y', 'x').each.next`,
    ],
  },
  {
    name: 'Ruby: a list is changed where it lies',
    text: 'shorten!(names, length) cuts every name to a length',
    head: cart(`def shorten!(names, length)
  names.map! { |name| name[0, length] }
  nil
end`),
    asks: [
      `names = %w[alpha beta]\nshorten!(names, 2)\nassert_equal %w[al be], names`,
      `names = ['gamma']\nshorten!(names, 4)\nassert_equal ['gamm'], names`,
    ],
  },
  {
    name: 'Ruby: several results and a default',
    text: 'split(total, parts) returns the share of each and what is left, for two unless said',
    head: cart(`def split(total, parts = 2)
  return 0, total if parts.zero?

  total.divmod(parts)
end`),
    asks: [
      'share, rest = split(10, 3)\nassert_equal 3, share\nassert_equal 1, rest',
      'assert_equal [0, 5], split(5, 0)\nassert_equal [3, 1], split(7)',
    ],
  },
];

export const RUBY_CASES = {
  program: RUBY.program,
  cheats: DEAF.map((asked) => deafIn(RUBY, asked)),
  honest: HONEST.map((asked) => honestIn(RUBY, asked)),
};
