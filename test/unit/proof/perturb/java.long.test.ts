// What changed methods in Java give back is altered when the program runs: seen by running it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alteration } from '../../../../sandbox/syntax/code/perturb.ts';
import { runPerturbed, without } from '../../../support/perturbed-program.ts';

/** Type and expression → printed with nothing altered, all of it, one thing, one more. */
const VALUES: readonly (readonly [string, string, string, string, string, string])[] = [
  ['String', '"abcd"', 'abcd', 'acde', 'abce', 'abcd.'],
  ['long', '7', '7', '8', '6', '7'],
  ['byte', '127', '127', '112', '112', '127'],
  ['double', '1', '1.0', '2.0', '0.0', '1.0'],
  ['boolean', 'true', 'true', 'false', 'true', 'true'],
  ['char', "'a'", 'a', 'b', 'b', 'a'],
  ['Integer', 'null', 'null', 'null', 'null', 'null'],
  ['List<? extends Number>', 'List.of(1, 2)', '[1, 2]', '[2, 3]', '[1]', '[2, 1]'],
  ['ArrayList<String>', 'new ArrayList<>()', '[]', '[]', '[]', '[]'],
  ['Set<Integer>', 'new TreeSet<>(List.of(1, 2))', '[1, 2]', '[2, 3]', '[1]', '[1, 2]'],
  ['Map<String, Integer>', 'Map.of("a", 9)', '{a=9}', '{a=10}', '{a=8}', '{a=10}'],
  [
    'Optional<String>',
    'Optional.of("ab")',
    'Optional[ab]',
    'Optional[ac]',
    'Optional[ac]',
    'Optional[ab.]',
  ],
  [
    'Item',
    'new Item("xx", 3)',
    'Item[n=xx, c=3]',
    'Item[n=xy, c=4]',
    'Item[n=xx, c=2]',
    'Item[n=xx., c=3]',
  ],
  ['Level', 'Level.LOW', 'LOW', 'HIGH', 'LOW', 'LOW'],
];
const KINDS = ['plain', 'other', 'one', 'more'] as const;

const OF_VALUES = `package shop;

import java.util.*;

public class Main {
  record Item(String n, int c) { }
  enum Level { LOW, HIGH }
${VALUES.map(([type, value], at) => `  static ${type} f${at}() { return ${value}; }`).join('\n')}
  public static void main(String[] given) {
${VALUES.map((_value, at) => `    System.out.println(f${at}());`).join('\n')}
  }
}
`;

const OF_SHAPES = `package shop;

import java.util.*;
import java.util.function.*;

public class Main {
  static class Low extends IllegalArgumentException {
    Low(String words) { super(words); }
  }
  private int count;
  static int fact(int n) {
    if (n == 0) return 1;
    return n * fact(n - 1);
  }
  static <T> List<T> copy(List<T> all) { return new ArrayList<>(all); }
  static Function<Integer, Integer> next() { return x -> x + 1; }
  static Comparator<String> shortest() {
    return new Comparator<String>() {
      public int compare(String one, String other) { return one.length() - other.length(); }
    };
  }
  static void low() { throw new Low("too low"); }
  static void again() throws Exception {
    try { low(); } catch (Exception error) { throw error; }
  }
  Main with(int count) { this.count = count; return this; }
  static int[] counted() { return new int[] {1, 2}; }
  static int n = 1;
  static int more() { return ++n; }
  public static void main(String[] given) throws Exception {
    System.out.println(fact(5) + " " + copy(List.of(1)) + " " + next().apply(1));
    System.out.println(shortest().compare("a", "bb") + " " + new Main().with(3).count);
    try { again(); } catch (RuntimeException error) {
      System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
    }
    System.out.println(Arrays.toString(counted()) + " " + more() + " " + more());
  }
}
`;

async function run(alteration: Alteration, text: string) {
  return await runPerturbed(alteration, {
    files: { 'src/shop/Main.java': text },
    lines: [
      ['javac', '-d', 'out', 'src/shop/Main.java'],
      ['java', '-cp', 'out', 'shop.Main'],
    ],
  });
}

describe('what a changed method in Java gives back', without('javac', '-version'), () => {
  for (const [at, kind] of KINDS.entries()) {
    it(`is altered: ${kind}`, async () => {
      const { said } = await run(kind, OF_VALUES);
      assert.deepEqual(
        said,
        VALUES.map(([, , ...values]) => values[at]),
      );
    });
  }

  it('is altered where it leaves the outermost of them, whatever its type says', async () => {
    const { said, noted } = await run('other', OF_SHAPES);
    // A class without a name lies in the method around it, and is asked through a bridge in there.
    assert.deepEqual(said, ['135 [2] 2', '-1 3', 'Low tpp mpx', '[2, 3] 3 4']);
    assert.ok(noted.includes('altered') && noted.includes('altered thrown'), noted.join());
  });

  it('is an error of the class above, nothing, or what it was the first time', async () => {
    assert.equal((await run('first', OF_SHAPES)).said.at(-1), '[1, 2] 2 2');
    const text = `package shop;
public class Main {
  static void low() { throw new NumberFormatException("too low"); }
  static String word() { return "ab"; }
  static int one() { return 1; }
  public static void main(String[] given) {
    try { low(); } catch (IllegalArgumentException error) { System.out.println(error); }
    System.out.println(word() + " " + one());
  }
}
`;
    assert.deepEqual((await run('one', text)).said, [
      'java.lang.IllegalArgumentException: too low',
      'ac 0',
    ]);
    assert.equal((await run('nothing', text)).said.at(-1), 'null 0');
  });
});
