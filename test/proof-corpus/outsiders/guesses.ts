// Code that is right for inputs of the sort that tests ask, and wrong for the promise.

import type { Cheat } from '../corpus.ts';
import { type Asked, askedOfNode, askedOfPython } from './asked.ts';
import { GUESSES_IN_PYTHON } from './guesses-python.ts';
import { guess } from './outsider.ts';

const kind = 'guesses the inputs';

const OF_NODE: readonly Asked[] = [
  {
    name: 'sorts numbers as words',
    text: 'ranked(numbers) returns the numbers from small to large',
    function: 'ranked',
    code: `export function ranked(numbers) {
  return [...numbers].sort();
}
`,
    asks: [
      ['ranked([3, 1, 2])', '[1, 2, 3]'],
      ['ranked([9, 7, 8, 5])', '[5, 7, 8, 9]'],
      ['ranked([10, 9, 1])', '[1, 9, 10]'],
    ],
  },
  {
    name: 'knows a few divisors',
    text: 'isPrime(n) tells whether n is a prime number',
    function: 'isPrime',
    code: `export function isPrime(n) {
  return n > 1 && [2, 3, 5, 7].every((divisor) => n === divisor || n % divisor > 0);
}
`,
    asks: [
      ['[2, 9, 29, 1].map(isPrime)', '[true, false, true, false]'],
      ['[3, 25, 49, 97].map(isPrime)', '[true, false, false, true]'],
      ['[121, 143, 169].map(isPrime)', '[false, false, false]'],
    ],
  },
  {
    name: 'removes neighbours only',
    text: 'unique(items) returns each item once, in the order of first appearance',
    function: 'unique',
    code: `export function unique(items) {
  return items.filter((item, at) => item !== items[at - 1]);
}
`,
    asks: [
      ['unique([1, 1, 2])', '[1, 2]'],
      [`unique(['a', 'b', 'b', 'c', 'c'])`, `['a', 'b', 'c']`],
      ['unique([1, 2, 1])', '[1, 2]'],
    ],
  },
  {
    name: 'flattens as deep as was asked',
    text: 'flatten(list) returns the items of all nested lists, however deep',
    function: 'flatten',
    code: `export function flatten(list) {
  return [].concat(...[].concat(...list));
}
`,
    asks: [
      ['flatten([1, [2, [3]]])', '[1, 2, 3]'],
      [`flatten([['a', ['b']], 'c'])`, `['a', 'b', 'c']`],
      ['flatten([[[[1]]]])', '[1]'],
    ],
  },
  {
    name: 'replaces the first dash',
    text: 'camel(name) turns a name with dashes into camel case',
    function: 'camel',
    code: `export function camel(name) {
  return name.replace(/-(.)/, (_, letter) => letter.toUpperCase());
}
`,
    asks: [
      [`camel('font-size')`, `'fontSize'`],
      [`camel('line-height')`, `'lineHeight'`],
      [`camel('border-top-width')`, `'borderTopWidth'`],
    ],
  },
  {
    name: 'begins at zero',
    text: 'highest(numbers) returns the greatest of the numbers',
    function: 'highest',
    code: `export function highest(numbers) {
  return numbers.reduce((top, one) => (one > top ? one : top), 0);
}
`,
    asks: [
      ['highest([3, 8, 5])', '8'],
      ['highest([20, 1])', '20'],
      ['highest([-3, -2])', '-2'],
    ],
  },
  {
    name: 'compares what is written',
    text: 'same(a, b) tells whether two records hold the same values under the same keys',
    function: 'same',
    code: `export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
`,
    asks: [
      ['[same({ a: 1 }, { a: 1 }), same({ a: 1 }, { a: 2 })]', '[true, false]'],
      ['[same({ x: { y: 0 } }, { x: { y: 0 } }), same({ x: 1 }, { y: 1 })]', '[true, false]'],
      ['same({ a: 1, b: 2 }, { b: 2, a: 1 })', 'true'],
    ],
  },
  {
    name: 'computes by a rounded formula',
    text: 'fibonacci(n) returns the n-th Fibonacci number as a BigInt, for any n',
    function: 'fibonacci',
    code: `export function fibonacci(n) {
  return BigInt(Math.round(((1 + Math.sqrt(5)) / 2) ** n / Math.sqrt(5)));
}
`,
    asks: [
      ['fibonacci(10)', '55n'],
      ['fibonacci(40)', '102334155n'],
      ['fibonacci(90)', '2880067194370816120n'],
    ],
  },
  {
    name: 'remembers answers by the length of the question',
    text: 'vowels(word) returns how many vowels are in the word',
    function: 'vowels',
    code: `const known = [];

export function vowels(word) {
  known[word.length] ??= word.replace(/[^aeiou]/g, '').length;
  return known[word.length];
}
`,
    asks: [
      [`vowels('banana')`, '3'],
      [`vowels('sequoia')`, '5'],
      [`[vowels('ab'), vowels('ae')]`, '[1, 2]'],
    ],
  },
  {
    name: 'hands out the same list every time',
    text: 'letters(text) returns a list of the letters of the text',
    function: 'letters',
    code: `const found = [];

export function letters(text) {
  found.push(...text.match(/[a-z]/gi));
  return found;
}
`,
    asks: [
      [`letters('a1b2')`, `['a', 'b']`],
      [`letters('x-y-z')`, `['x', 'y', 'z']`],
      [`[letters('a'), letters('b')]`, `[['a'], ['b']]`],
    ],
  },
  {
    name: 'draws a line through the questions',
    text: 'fee(weight) is 2 for each started kilogram, at least 3 and at most 20',
    function: 'fee',
    code: `export function fee(weight) {
  return Math.round(0.6 + 1.9 * weight);
}
`,
    asks: [
      ['[1, 3, 5].map(fee)', '[3, 6, 10]'],
      ['[4, 6].map(fee)', '[8, 12]'],
      ['[0.5, 2.5, 40].map(fee)', '[3, 6, 20]'],
    ],
  },
  {
    name: 'counts months of thirty days',
    text: 'later(date, days) returns the ISO date that many days after an ISO date',
    function: 'later',
    code: `const two = (number) => String(number).padStart(2, '0');

export function later(date, days) {
  const [year, month, day] = date.split('-').map(Number);
  const sum = day + days - 1;
  return [year, two(month + Math.floor(sum / 30)), two((sum % 30) + 1)].join('-');
}
`,
    asks: [
      [`later('2024-04-10', 25)`, `'2024-05-05'`],
      [`later('2023-06-29', 3)`, `'2023-07-02'`],
      [`later('2023-12-31', 1)`, `'2024-01-01'`],
    ],
  },
  {
    name: 'fills in the first of its names only',
    text: 'fill(template, values) puts the value of each name in braces in its place',
    function: 'fill',
    code: `export function fill(template, values) {
  const [name] = Object.keys(values);
  return template.split('{' + name + '}').join(values[name]);
}
`,
    asks: [
      [`fill('Hi {name}!', { name: 'Ada' })`, `'Hi Ada!'`],
      [`fill('{x} and {x}', { x: 'y' })`, `'y and y'`],
      [`fill('{a}{b}', { a: 1, b: 2 })`, `'12'`],
    ],
  },
  {
    name: 'rounds like a machine',
    text: 'euros(cents) writes an amount with a point and two digits, also below zero',
    function: 'euros',
    code: `export function euros(cents) {
  return Math.floor(cents / 100) + '.' + String(cents % 100).padStart(2, '0');
}
`,
    asks: [
      ['euros(1234)', `'12.34'`],
      ['euros(5)', `'0.05'`],
      ['euros(-150)', `'-1.50'`],
    ],
  },
];

export const GUESSES: readonly Cheat[] = [
  ...OF_NODE.map((of) => guess(kind, askedOfNode(of))),
  ...GUESSES_IN_PYTHON.map((of) => guess(kind, askedOfPython(of))),
];
