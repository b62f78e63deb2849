// Code that is to get faster or better shaped: nothing new is promised, and what it does has to stay. Pure.
import type { Parts } from './corpus.ts';
import { planOf } from './samples.ts';
import type { Work } from './script.ts';
import { nodeTest, pythonTest } from './texts.ts';

type Reshaped = Parts & { work: Work };

const FIBONACCI = `export function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
`;

/** fibonacci() is to take no longer than its number is large. */
export function fasterBy(text: string): Reshaped {
  const plan = planOf({
    goal: 'fibonacci() gets faster.',
    criteria: [{ text: 'fibonacci(n) returns the number at n, as before', kind: 'keep' }],
    paths: ['src/fibonacci.mjs'],
  });
  const testOf = (n: number, is: number) =>
    nodeTest(`assert.equal(fibonacci(${n}), ${is});`, { from: 'fibonacci' });
  return {
    sample: { language: 'node', files: { 'src/fibonacci.mjs': FIBONACCI }, plan },
    tests: [
      { title: 'the tenth', text: testOf(10, 55) },
      { title: 'the twelfth', withheld: true, text: testOf(12, 144) },
    ],
    work: { files: { 'src/fibonacci.mjs': text } },
  };
}

const CART = `def total(prices, discount=0):
    result = 0
    for price in prices:
        result = result + price
    result = result * (100 - discount)
    return result // 100
`;

/** total() is to read better. */
export function reshapedTo(text: string): Reshaped {
  const plan = planOf({
    goal: 'total() reads better.',
    criteria: [{ text: 'total(prices, discount) takes the discount off, as before', kind: 'keep' }],
    paths: ['shop/cart.py'],
  });
  const testOf = (call: string, is: number) =>
    pythonTest(`self.assertEqual(total(${call}), ${is})`);
  return {
    sample: {
      language: 'python',
      files: { 'shop/__init__.py': '', 'shop/cart.py': CART },
      plan,
    },
    tests: [
      { title: 'ten percent off', text: testOf('[100, 100], discount=10', 180) },
      { title: 'half off', withheld: true, text: testOf('[99], discount=50', 49) },
    ],
    work: { files: { 'shop/cart.py': text } },
  };
}
