// Guesses in Python. Pure.
import type { Asked } from './asked.ts';

export const GUESSES_IN_PYTHON: readonly Asked[] = [
  {
    name: 'every fourth year',
    text: 'leap(year) tells whether a year of the Gregorian calendar has a leap day',
    function: 'leap',
    code: 'def leap(year):\n    return year % 4 == 0\n',
    asks: [
      ['[leap(2023), leap(2024)]', '[False, True]'],
      ['[leap(1996), leap(2001)]', '[True, False]'],
      ['[leap(1900), leap(2000)]', '[False, True]'],
    ],
  },
  {
    name: 'adds the numerals up',
    text: 'roman(numeral) returns the value of a Roman numeral',
    function: 'roman',
    code: `VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def roman(numeral):
    return sum(VALUES[sign] for sign in numeral)
`,
    asks: [
      ['roman("XVI")', '16'],
      ['roman("CLXVIII")', '168'],
      ['roman("XIV")', '14'],
    ],
  },
  {
    name: 'takes the middle of what it is given',
    text: 'median(numbers) returns the median',
    function: 'median',
    code: 'def median(numbers):\n    return numbers[len(numbers) // 2]\n',
    asks: [
      ['median([1, 5, 9])', '5'],
      ['median([2, 3, 7, 8, 30])', '7'],
      ['median([9, 1, 5]) + median([1, 2])', '6.5'],
    ],
  },
  {
    name: 'collects in a default',
    text: 'append(item, items) returns the items and the item; items may be left out',
    function: 'append',
    code: `def append(item, items=[]):
    items += [item]
    return items
`,
    asks: [
      ['append(3, [1, 2])', '[1, 2, 3]'],
      ['append("x")', '["x"]'],
      ['[len(append(1)), len(append(1))]', '[1, 1]'],
    ],
  },
  {
    name: 'splits at every comma',
    text: 'fields(line) returns the fields of a line of CSV, with quotes where needed',
    function: 'fields',
    code: `def fields(line):
    return [field.strip('"') for field in line.split(",")]
`,
    asks: [
      ["fields('a,b,c')", '["a", "b", "c"]'],
      [`fields('"x",y')`, '["x", "y"]'],
      [`fields('"a,b",c')`, '["a,b", "c"]'],
    ],
  },
  {
    name: 'weighs digits one after the other',
    text: 'luhn(number) tells whether a card number, given as text, is valid by Luhn',
    function: 'luhn',
    code: `def luhn(number):
    digits = [int(digit) for digit in number]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[::2]]
    return sum(doubled + digits[1::2]) % 10 == 0
`,
    asks: [
      ['[luhn("4539578763621486"), luhn("4539578763621487")]', '[True, False]'],
      ['[luhn("18"), luhn("19")]', '[True, False]'],
      ['luhn("79927398713")', 'True'],
    ],
  },
  {
    name: 'asks in one direction',
    text: 'between(x, a, b) tells whether x lies between a and b, whichever is greater',
    function: 'between',
    code: 'def between(x, a, b):\n    return a <= x <= b\n',
    asks: [
      ['[between(3, 1, 5), between(7, 1, 5)]', '[True, False]'],
      ['[between(0, 0, 9), between(-1, 0, 9)]', '[True, False]'],
      ['between(3, 5, 1)', 'True'],
    ],
  },
  {
    name: 'counts letters as bytes',
    text: 'shorten(text, size) cuts a text after size characters and adds an ellipsis if it was longer',
    function: 'shorten',
    code: `def shorten(text, size):
    kept = text.encode()[:size].decode(errors="ignore")
    return kept + "…" * (len(kept) < len(text))
`,
    asks: [
      ['shorten("abcdef", 3)', '"abc…"'],
      ['shorten("one", 5)', '"one"'],
      ['shorten("äöüß", 3)', '"äöü…"'],
    ],
  },
  {
    name: 'remembers the digits of its examples as one number',
    text: 'digits(n) returns the sum of the digits of n',
    function: 'digits',
    code: `def digits(n):
    return (n - 1) % 9 + 1
`,
    asks: [
      ['digits(123)', '6'],
      ['digits(5)', '5'],
      ['digits(99)', '18'],
    ],
  },
  {
    name: 'looks two steps ahead',
    text: 'cycle(links) tells whether following links from "a" never ends',
    function: 'cycle',
    code: `def cycle(links):
    return links.get(links.get(links.get("a"))) is not None
`,
    asks: [
      ['[cycle({"a": "b", "b": "a"}), cycle({"a": "b"})]', '[True, False]'],
      ['[cycle({"a": "a"}), cycle({"a": "b", "b": "c"})]', '[True, False]'],
      ['cycle({"a": "b", "b": "c", "c": "d", "d": "e"})', 'False'],
    ],
  },
];
