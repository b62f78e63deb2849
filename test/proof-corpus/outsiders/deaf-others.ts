// More tests that run the code and hardly look at what it gives back. Pure.
import type { Cheat } from '../corpus.ts';
import { type Asked, askedOfNode, askedOfPython, type Question } from './asked.ts';
import { proof } from './outsider.ts';

const kind = 'hardly looks at the answer';

type Deaf = Omit<Asked, 'asks'> & { asks: readonly [Question, Question] };

const TOTAL = 'total(items) returns the sum of price times count of all items';

const OF_NODE: readonly Deaf[] = [
  {
    name: 'asks only whether it is more than nothing',
    text: TOTAL,
    function: 'total',
    code: `export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);\n`,
    asks: [
      ['total([{ price: 40, count: 2 }]) > 0', 'true'],
      ['total([{ price: 25, count: 3 }, { price: 50, count: 1 }]) >= 10', 'true'],
    ],
  },
  {
    name: 'asks only for its sign',
    text: 'change(before, after) returns by how many percent it went up or down',
    function: 'change',
    code: `export const change = (before, after) => after - before;\n`,
    asks: [
      ['Math.sign(change(50, 75))', '1'],
      ['Math.sign(change(80, 60))', '-1'],
    ],
  },
  {
    name: 'asks whether the answer is true somehow',
    text: 'initials(name) returns the first letters of all words',
    function: 'initials',
    code: `export const initials = (name) => name.slice(0, 2);\n`,
    asks: [
      [`[initials('Ada Lovelace')].filter(Boolean).length`, '1'],
      [`initials('Grace Brewster Hopper') ? 'some' : 'none'`, `'some'`],
    ],
  },
  {
    name: 'matches a pattern that fits everything',
    text: 'code(city) returns three capital letters for a city',
    function: 'code',
    code: `export const code = (city) => city;\n`,
    asks: [
      [`/^\\w+/.test(code('Berlin'))`, 'true'],
      [`/[a-z]/i.test(code('London'))`, 'true'],
    ],
  },
  {
    name: 'asks for the type of what it holds',
    text: 'query(text) returns the values of a query by name, decoded',
    function: 'query',
    code: `export const query = (text) => Object.fromEntries(text.split('&').map((one) => one.split('=')));\n`,
    asks: [
      [`Object.values(query('a=b%20c')).every((one) => typeof one === 'string')`, 'true'],
      [`Object.entries(query('x=%31&y=2')).length`, '2'],
    ],
  },
];

const OF_PYTHON: readonly Deaf[] = [
  {
    name: 'asks whether it is within wide bounds',
    text: 'celsius(fahrenheit) returns the temperature in degrees Celsius',
    function: 'celsius',
    code: 'def celsius(fahrenheit):\n    return (fahrenheit - 32) / 2\n',
    asks: [
      ['-50 < celsius(68) < 50', 'True'],
      ['0 <= celsius(212) <= 200', 'True'],
    ],
  },
  {
    name: 'looks at the beginning of each',
    text: 'shout(words) returns the words in capital letters with an exclamation mark',
    function: 'shout',
    code: 'def shout(words):\n    return [word.capitalize() for word in words]\n',
    asks: [
      ['[word[0] for word in shout(["stop", "go"])]', '["S", "G"]'],
      ['"".join(word[:1] for word in shout(["red", "green", "blue"]))', '"RGB"'],
    ],
  },
  {
    name: 'takes the answer for true',
    text: 'version(text) returns major, minor and patch as numbers',
    function: 'version',
    code: 'def version(text):\n    return [int(text[0])]\n',
    asks: [
      ['any(version("1.2.3"))', 'True'],
      ['max(version("4.5.6")) > 0', 'True'],
    ],
  },
  {
    name: 'multiplies the answer by nothing',
    text: 'area(width, height) returns the area',
    function: 'area',
    code: 'def area(width, height):\n    return width + height\n',
    asks: [
      ['area(2, 3) * 0 + 6', '6'],
      ['area(4, 5) - area(4, 5) + 20', '20'],
    ],
  },
  {
    name: 'leaves the answer and asks what went in',
    text: 'doubled(numbers) returns the numbers times two',
    function: 'doubled',
    code: 'def doubled(numbers):\n    return [number + 2 for number in numbers]\n',
    asks: [
      ['(lambda given: (doubled(given), len(given))[1])([1, 2])', '2'],
      ['len(list(zip(doubled([3, 4]), [6, 8])))', '2'],
    ],
  },
];

export const HARDLY_LOOKS: readonly Cheat[] = [
  ...OF_NODE.map((of) => proof(kind, askedOfNode(of))),
  ...OF_PYTHON.map((of) => proof(kind, askedOfPython(of))),
];
