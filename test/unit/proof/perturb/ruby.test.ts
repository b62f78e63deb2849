// What changed functions in Ruby give back is altered when the program runs: seen by running it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alteration } from '../../../../sandbox/syntax/code/perturb.ts';
import { runPerturbed, without } from '../../../support/perturbed-program.ts';

/** Body → printed with nothing altered, all of it, one thing, one more. */
const VALUES: readonly (readonly [string, string, string, string, string])[] = [
  ['"abcd"', '"abcd"', '"acde"', '"abce"', '"abcd."'],
  ['return 7', '7', '8', '6', '7'],
  ['return 1, "ab"', '[1, "ab"]', '[2, "ac"]', '[1]', '["ab", 1]'],
  ['[]', '[]', '[]', '[]', '[0]'],
  [
    '{ "a" => "xx", b: 3 }',
    '[["a", "xx"], [:b, 3]]',
    '[["a", "xy"], [:b, 4]]',
    '[["a", "xx"], [:b, 2]]',
    '[["a", "xx."], [:b, 3]]',
  ],
  [':word', ':word', ':wpse', ':wore', ':"word."'],
  ['Item.new("xx", 3).to_a', '["xx", 3]', '["xy", 4]', '["xx"]', '[3, "xx"]'],
  ['if true then 2.5 else "no" end', '2.5', '3.5', '1.5', '2.5'],
  ['Integer("x") rescue "bad"', '"bad"', '"bbe"', '"bae"', '"bad."'],
  ['begin; Integer("x"); rescue ArgumentError; false; end', 'false', 'true', 'false', 'false'],
  ['[1, 5].each { |one| return one if one > 4 }', '5', '6', '4', '5'],
  ['nil', 'nil', 'nil', 'nil', 'nil'],
];
const KINDS = ['plain', 'other', 'one', 'more'] as const;

const OF_VALUES = `# frozen_string_literal: true
Item = Struct.new(:name, :count)
${VALUES.map(([body], at) => `def f${at}; ${body}; end`).join('\n')}
puts [${VALUES.map((_value, at) => `f${at}`).join(', ')}].map { |one| one.is_a?(Hash) ? one.to_a.inspect : one.inspect }
`;

async function run(alteration: Alteration, text: string) {
  const one = { files: { 'lib/a.rb': text }, lines: [['ruby', '-W0', 'lib/a.rb']] as const };
  return await runPerturbed(alteration, one);
}

describe('what a changed function in Ruby gives back', without('ruby'), () => {
  it('is moved on by as many places as are asked for', async () => {
    const files = { 'lib/a.rb': 'def f; "abyZ9"; end\nputs f\n' };
    const lines = [['ruby', '-W0', 'lib/a.rb']] as const;
    assert.deepEqual((await runPerturbed('other', { files, lines, turn: 4 })).said, ['afcD3']);
  });

  for (const [at, kind] of KINDS.entries()) {
    it(`is altered: ${kind}`, async () => {
      const { said } = await run(kind, OF_VALUES);
      assert.deepEqual(
        said,
        VALUES.map(([, ...values]) => values[at]),
      );
    });
  }

  it('is altered where it leaves the outermost, and one by one where it is yielded', async () => {
    const text = `def fact(n) = n.zero? ? 1 : n * fact(n - 1)
def each
  yield 1
  yield 'ab', 2
end
def inner(x) = x + 1
def outer(x)
  [x].map { |one| inner(one) * 100 }.first
end
p fact(5), outer(1)
each { |*all| p all }
p enum_for(:each).next
`;
    assert.deepEqual((await run('other', text)).said, ['135', '225', '[2]', '["ac", 3]', '2']);
  });

  it('is a word of an error, or the class of it', async () => {
    const text = `class Low < ArgumentError; end
def f
  raise Low, 'too low' unless false
end
def g = raise('too high')
[method(:f), method(:g)].each do |one|
  one.call
rescue StandardError => error
  puts "#{error.class} #{error.message}"
end
`;
    const other = await run('other', text);
    assert.deepEqual(other.said, ['Low tpp mpx', 'RuntimeError tpp ijhi']);
    assert.ok(other.noted.includes('altered thrown') && !other.noted.includes('altered'));
    const one = await run('one', text);
    assert.deepEqual(one.said, ['ArgumentError too low', 'StandardError too high']);
  });

  it('is nothing, or what it was the first time', async () => {
    const text = `$n = 0\ndef f\n  $n += 1\nend\np f, f\n`;
    assert.deepEqual((await run('nothing', text)).said, ['nil', 'nil']);
    assert.deepEqual((await run('first', text)).said, ['1', '1']);
  });

  it('keeps arity, blocks, visibility, lines and who called', async () => {
    const text = `#!/usr/bin/env ruby
# frozen_string_literal: true
class Cart
  def self.make(...) = new(...)
  def initialize(prices, rate: 1, **more, &block)
    @prices, @rate, @block = prices, rate, block
  end
  attr_reader :prices
  def prices=(all)
    @prices = all
  end
  def with(*all, key: 1, &block) = block_given? ? yield(self) : all
  def place = [__method__, __LINE__, caller_locations(1, 1).first.label]
  private def hidden(one, two = 2) = one
end
cart = Cart.make([1], rate: 2)
cart.prices = [4]
p cart.prices, cart.with(1), cart.with { |one| one.class }, cart.place, 'a'.frozen?
p cart.method(:hidden).arity, cart.respond_to?(:hidden), cart.method(:with).parameters
`;
    assert.deepEqual((await run('plain', text)).said, [
      '[4]',
      '[1]',
      'Cart',
      '[:place, 13, "<main>"]',
      'true',
      '-2',
      'false',
      '[[:rest, :all], [:key, :key], [:block, :block]]',
    ]);
  });
});
