// Hollow bodies, language by language: each variant parses, says what it should and leaves the rest
// of the file as it was.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hollowAll } from '../../../../app/proof/hunks/added-functions.ts';
import { planHunks } from '../../../../app/proof/hunks/plan-hunks.ts';
import { parseChanges, parses } from '../../../../app/steps/runs/hunk-plans.ts';
import { PARSERS } from '../../../support/syntax.ts';

type Expected = readonly [symbol: string, nothing: string | undefined, first: string | undefined];

/**
 * Head, and for each function added to an empty file what its two hollow bodies hold; undefined also
 * where the body does just that already.
 */
const SOURCES: Record<string, { path: string; head: string; functions: readonly Expected[] }> = {
  JavaScript: {
    path: 'src/all.mjs',
    head: `export function plain(a, b = 2) { return a + b; }
export async function later(a) { await a; return 1; }
export function* many(a) { yield a; }
export const arrow = (a) => a + 1;
export const short = a => ({ a });
export const block = async ({ a }, b) => { return a; };
const bag = { method(a) { return a + 1; }, key: function (a) { return 2; } };
export class Cart {
  #items = [];
  constructor(items) { this.#items = items; }
  get size() { return this.#items.length; }
  set size(value) { this.#items.length = value; }
  static async *all(a) { yield a; }
  field = (a) => a;
  add(item) {
    const inner = (x) => x + 1;
    return inner(item);
  }
}
export default function () { return 3; }
`,
    functions: [
      ['plain', '{ return undefined; }', '{ return a; }'],
      ['later', '{ return undefined; }', '{ return a; }'],
      ['many', '{ return undefined; }', '{ return a; }'],
      ['arrow', '=> undefined', '=> a;'],
      ['short', '=> undefined', 'a => a;'],
      ['block', '{ return undefined; }', undefined],
      ['bag.method', '{ return undefined; }', '{ return a; }'],
      ['bag.key', '{ return undefined; }', '{ return a; }'],
      ['Cart.size', '{ return undefined; }', undefined],
      ['Cart.size', '{ return undefined; }', undefined],
      ['Cart.all', '{ return undefined; }', '{ return a; }'],
      ['Cart.field', '=> undefined', undefined],
      ['Cart.add', '{ return undefined; }', '{ return item; }'],
      ['default', '{ return undefined; }', undefined],
    ],
  },
  TypeScript: {
    path: 'src/all.ts',
    head: `export function plain<T>(this: void, a: T, ...b: T[]): T { return a; }
export const arrow = async (a: number): Promise<number> => a + 1;
export abstract class Cart {
  constructor(private readonly items: number[]) {}
  @logged() add(item?: number): number { return item ?? 0; }
  abstract total(): number;
  private sum(): number { return this.items.length; }
}
`,
    functions: [
      ['plain', '{ return undefined as never; }', undefined],
      ['arrow', '=> undefined as never', '=> a as never'],
      ['Cart.add', '{ return undefined as never; }', '{ return item as never; }'],
      ['Cart.sum', '{ return undefined as never; }', undefined],
    ],
  },
  TSX: {
    path: 'src/view.tsx',
    head: `export const View = (props: Props) => <p>{props.name}</p>;\n`,
    functions: [['View', '=> undefined as never', '=> props as never']],
  },
  Python: {
    path: 'shop/all.py',
    head: `def plain(a, b=2):
    """Adds."""
    return a + b


def line(a): return a + 1


async def later(*, a):
    return a


def many(a: int):
    yield a


class Cart:
    def __init__(self, items):
        self.items = items

    @property
    def size(self):
        return len(self.items)

    @staticmethod
    def make(a):
        def inner(x):
            return x

        return inner(a)

    def add(self, item: int = 3) -> int:
        # counts
        self.items.append(item)
        return item

    def hook(self, item):
        """For others."""

    def port(self, item) -> int: ...

    def says(self, item):
        """Nothing yet."""
        pass

    def text(self, item):
        f"{item.shout()}"
`,
    functions: [
      ['plain', 'return None', 'return a\n'],
      ['line', ': return None', ': return a'],
      ['later', 'return None', undefined],
      ['many', 'return None', 'return a\n'],
      ['Cart.size', 'return None', undefined],
      ['Cart.make', 'return None', 'return a\n'],
      ['Cart.add', 'return None', 'return item\n'],
      ['Cart.hook', undefined, undefined],
      ['Cart.port', undefined, undefined],
      ['Cart.says', undefined, undefined],
      ['Cart.text', 'return None', 'return item\n'],
    ],
  },
  Go: {
    path: 'cart/all.go',
    head: `package cart

import "strings"

func Plain(a int, b string) int { return a + len(b) }

func Up(s string) string {
	return strings.ToUpper(s)
}

func Both(s string) (string, error) { return s, nil }

func Named(n int) (m int, err error) { m = n; return }

func Made() (map[string]int, []int, Cart, *Cart, bool, func()) { return nil, nil, Cart{}, nil, true, nil }

func Nothing(xs ...int) {}

func (c *Cart) Add(item Cart) Cart { return item }
`,
    functions: [
      ['Plain', '{ if true { return 0 };', '{ if true { return a };'],
      ['Up', '{ if true { return "" };', '{ if true { return s };'],
      ['Both', '{ if true { return "", nil };', undefined],
      ['Named', '{ if true { return };', undefined],
      ['Made', '{ if true { return nil, nil, *new(Cart), nil, false, nil };', undefined],
      ['Nothing', undefined, undefined],
      ['Cart.Add', '{ if true { return *new(Cart) };', undefined],
    ],
  },
  Rust: {
    path: 'src/all.rs',
    head: `pub fn plain(a: i32, b: i32) -> i32 { a + b }
pub fn find(a: &str) -> Option<String> { Some(a.to_string()) }
pub fn run(a: u8) -> Result<u8, String> { Ok(a) }
pub fn word(a: &str) -> &str { a }
pub fn all() -> impl Iterator<Item = u8> { vec![1].into_iter() }
pub fn never() -> ! { panic!() }
pub async fn nothing(a: u8) { drop(a) }
impl Cart {
    #[inline]
    pub fn add(&mut self, item: u8) -> &Cart { self.items.push(item); self }
}
`,
    functions: [
      ['plain', '{ Default::default() }', '{ a }'],
      ['find', '{ None }', undefined],
      ['run', '{ Ok(Default::default()) }', undefined],
      ['word', '{ "" }', undefined],
      ['all', '{ std::iter::empty() }', undefined],
      ['never', undefined, undefined],
      ['nothing', '{ }', undefined],
      ['Cart::add', '{ Box::leak(Box::default()) }', undefined],
    ],
  },
  Java: {
    path: 'src/main/java/com/acme/All.java',
    head: `package com.acme;

class All {
  private int sum;

  All(int sum) { this.sum = sum; }

  @Override public String toString() { return "" + sum; }

  static long add(long a, int b) { return a + b; }

  boolean has(String a) { return a != null; }

  <T> T same(final T a) { return a; }

  void set(int a) { sum = a; }

  char mark() { return 'x'; }
}
`,
    functions: [
      ['All.toString()', '{ return null; }', undefined],
      ['All.add(long,int)', '{ return 0L; }', '{ return a; }'],
      ['All.has(String)', '{ return false; }', undefined],
      ['All.same(T)', '{ return null; }', undefined],
      ['All.set(int)', '{ return; }', undefined],
      ['All.mark()', "{ return '\\0'; }", undefined],
    ],
  },
  Ruby: {
    path: 'lib/all.rb',
    head: `def plain(a, b = 1)
  a + b
end

class Cart
  def initialize(items)
    @items = items
  end

  def self.make(a) = new(a)

  def add(item = 1)
    @items << item
    item
  rescue StandardError
    nil
  end

  def size; @items.size; end

  private def all(*items, &block)
    items.each(&block)
  end
end
`,
    functions: [
      ['plain', 'nil', 'a\nend'],
      ['Cart::self.make', '= nil', '= a'],
      ['Cart::add', 'nil', 'item\n  end'],
      ['Cart::size', 'nil', undefined],
      ['Cart::all', 'nil', undefined],
    ],
  },
};

describe('a hollow body', () => {
  for (const [name, { path, head, functions }] of Object.entries(SOURCES)) {
    it(`is put into every added function of ${name}, and parses`, async () => {
      const files = await parseChanges(PARSERS, [{ path, head }]);
      assert.equal(files[0]?.head?.tree?.hasError, false, 'the source itself parses');
      const plans = planHunks(files).filter(({ kind }) => kind === 'added-function');
      assert.deepEqual(
        plans.map(({ symbol }) => symbol),
        functions.map(([symbol]) => symbol),
      );
      for (const [index, [symbol, nothing, first]] of functions.entries()) {
        const variants = plans[index]?.variants ?? [];
        const wanted = { 'returns-nothing': nothing, 'returns-first-argument': first };
        for (const [variant, text] of Object.entries(wanted)) {
          const content = variants.find((one) => one.name === variant)?.content;
          assert.equal(content === undefined, text === undefined, `${symbol} ${variant}`);
          if (content === undefined || text === undefined) continue;
          assert.ok(content.includes(text) && content !== head, `${symbol}: ${content}`);
          assert.ok(await parses(PARSERS, path, content), `${symbol} ${variant}: ${content}`);
        }
      }
    });

    it(`is put into all functions of ${name} at once`, async () => {
      const files = await parseChanges(PARSERS, [{ path, head }]);
      const [whole] = hollowAll(files);
      assert.ok(whole !== undefined && (await parses(PARSERS, path, whole.content)));
      const again = await parseChanges(PARSERS, [{ path, head: whole.content }]);
      const symbols = planHunks(again).flatMap(({ symbol }) => symbol ?? []);
      assert.deepEqual(
        symbols,
        functions.map(([symbol]) => symbol),
      );
      assert.deepEqual(hollowAll([{ path, base: files[0]?.head, head: files[0]?.head }]), []);
    });
  }
});
