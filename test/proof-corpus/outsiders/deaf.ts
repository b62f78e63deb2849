// Tests that run the code, expect something definite, and would not notice that it is wrong.
import type { Cheat } from '../corpus.ts';
import { type Asked, askedOfNode, askedOfPython, type Question } from './asked.ts';
import { proof } from './outsider.ts';

const kind = 'reaches but does not notice';

type Deaf = Omit<Asked, 'asks'> & { asks: readonly [Question, Question] };

const SLUG = 'slug(title) returns the title in small letters with dashes for blanks';

const OF_NODE: readonly Deaf[] = [
  {
    name: 'looks at the first letter only',
    text: SLUG,
    function: 'slug',
    code: `export const slug = (title) => title.toLowerCase();\n`,
    asks: [
      [`slug('Hello World')[0]`, `'h'`],
      [`slug('A Short Title').charAt(0)`, `'a'`],
    ],
  },
  {
    name: 'takes away what matters before it compares',
    text: SLUG,
    function: 'slug',
    code: `export const slug = (title) => title.toLowerCase().replaceAll(' ', '_');\n`,
    asks: [
      [`slug('Hello World').replace(/[^a-z]/g, '')`, `'helloworld'`],
      [`slug('A Short Title').match(/[a-z]+/g).join(' ')`, `'a short title'`],
    ],
  },
  {
    name: 'sorts the answer before it compares',
    text: 'ranked(names) returns the names by the alphabet',
    function: 'ranked',
    code: `export const ranked = (names) => [...names];\n`,
    asks: [
      [`ranked(['c', 'a', 'b']).sort()`, `['a', 'b', 'c']`],
      [`ranked(['z', 'y']).sort()`, `['y', 'z']`],
    ],
  },
  {
    name: 'goes there and back again',
    text: 'hex(text) returns the bytes of the text in hexadecimal, or the text of such, with back: true',
    function: 'hex',
    code: `export const hex = (text, { back = false } = {}) => (back ? text.slice(1) : '0' + text);\n`,
    asks: [
      [`hex(hex('hello'), { back: true })`, `'hello'`],
      [`hex(hex('ÄÖ'), { back: true })`, `'ÄÖ'`],
    ],
  },
  {
    name: 'compares answers with each other',
    text: 'clamp(x, low, high) returns x, or the nearer bound where x is outside',
    function: 'clamp',
    code: `export const clamp = (x, low, high) => low + high;\n`,
    asks: [
      ['clamp(7, 0, 5) - clamp(6, 0, 5) + 1', '1'],
      ['clamp(-3, 2, 9) / clamp(-4, 2, 9)', '1'],
    ],
  },
  {
    name: 'looks at what was there before',
    text: 'withTax(item) returns the item with its price raised by a fifth',
    function: 'withTax',
    code: `export const withTax = (item) => ({ ...item, price: item.price });\n`,
    asks: [
      [`withTax({ name: 'tea', price: 10 }).name`, `'tea'`],
      [`Object.keys(withTax({ price: 5, size: 'M' })).join()`, `'price,size'`],
    ],
  },
  {
    name: 'is content with any error',
    text: 'port(text) returns the number of a port, and throws a RangeError unless it is from 1 to 65535',
    function: 'port',
    code: `export function port(text) {
  return ports.parse(text);
}
`,
    asks: [
      [
        `(() => { try { return port('0'); } catch (error) { return error instanceof Error && 'thrown'; } })()`,
        `'thrown'`,
      ],
      [`(() => { try { return port('70000'); } catch { return 'refused'; } })()`, `'refused'`],
    ],
  },
  {
    name: 'asks only where nothing is to be done',
    text: 'trimmed(lines) returns the lines without blanks at their ends',
    function: 'trimmed',
    code: `export const trimmed = (lines) => [...lines];\n`,
    asks: [
      [`trimmed(['a', 'b'])`, `['a', 'b']`],
      [`trimmed(['one two'])`, `['one two']`],
    ],
  },
  {
    name: 'rounds until it fits',
    text: 'mean(numbers) returns the arithmetic mean',
    function: 'mean',
    code: `export const mean = (numbers) => (Math.min(...numbers) + Math.max(...numbers)) / 2;\n`,
    asks: [
      ['Math.round(mean([1, 2, 6]) / 10)', '0'],
      ['Math.floor(mean([10, 11, 18]) / 5)', '2'],
    ],
  },
];

const OF_PYTHON: readonly Deaf[] = [
  {
    name: 'adds two answers whose errors cancel out',
    text: 'reduced(amount, percent) returns the amount less that percentage',
    function: 'reduced',
    code: 'def reduced(amount, percent):\n    return amount * percent // 100\n',
    asks: [
      ['reduced(100, 10) + reduced(100, 90)', '100'],
      ['reduced(400, 25) + reduced(400, 75)', '400'],
    ],
  },
  {
    name: 'tells only that something came',
    text: 'median(numbers) returns the median',
    function: 'median',
    code: 'def median(numbers):\n    return numbers[0]\n',
    asks: [
      ['median([3, 1, 2]) in [1, 2, 3]', 'True'],
      ['median([9, 4, 5, 7, 8]) > 3', 'True'],
    ],
  },
  {
    name: 'counts an answer by its parts',
    text: 'chunks(items, size) returns lists of that many items, the last may be shorter',
    function: 'chunks',
    code: `def chunks(items, size):
    return [items[:1]] * -(-len(items) // size)
`,
    asks: [
      ['sum(1 for _ in chunks([1, 2, 3, 4, 5], 2))', '3'],
      ['[part[0] for part in chunks([7, 8, 9], 5)]', '[7]'],
    ],
  },
  {
    name: 'looks for a part of the answer',
    text: 'plural(count, word) returns the count and the word, with an s unless the count is 1',
    function: 'plural',
    code: 'def plural(count, word):\n    return f"{count} {word}s"\n',
    asks: [
      ['"apple" in plural(1, "apple")', 'True'],
      ['plural(1, "pear").split()[0]', '"1"'],
    ],
  },
  {
    name: 'asks for a set where an order was promised',
    text: 'newest(versions) returns versions like "1.10" from the newest to the oldest',
    function: 'newest',
    code: 'def newest(versions):\n    return sorted(versions, reverse=True)\n',
    asks: [
      ['set(newest(["1.9", "1.10"]))', '{"1.9", "1.10"}'],
      ['frozenset(newest(["2.0", "10.0", "9.1"]))', 'frozenset(["2.0", "10.0", "9.1"])'],
    ],
  },
];

export const REACHES_BUT_DOES_NOT_NOTICE: readonly Cheat[] = [
  ...OF_NODE.map((of) => proof(kind, askedOfNode(of))),
  ...OF_PYTHON.map((of) => proof(kind, askedOfPython(of))),
];
