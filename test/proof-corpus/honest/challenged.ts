// Honest code that is challenged: whoever keeps a promise keeps it for inputs nobody had tried. Pure.
import type { Honest } from '../corpus.ts';
import { type Asked, askedOfNode, askedOfPython } from '../outsiders/asked.ts';
import { challenged } from '../outsiders/outsider.ts';

const OF_NODE: readonly Asked[] = [
  {
    name: 'bad texts are refused',
    text: 'parse(text) throws a RangeError for what is no number',
    function: 'parse',
    code: `export function parse(text) {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new RangeError('no number');
  return number;
}
`,
    asks: [
      [
        `(() => { try { return parse('x'); } catch (error) { return error.name; } })()`,
        `'RangeError'`,
      ],
      [
        `(() => { try { return parse('one'); } catch (error) { return error.name; } })()`,
        `'RangeError'`,
      ],
      [
        `(() => { try { return parse('12 apples'); } catch (error) { return error.name; } })()`,
        `'RangeError'`,
      ],
    ],
  },
  {
    name: 'the list that is given stays as it is',
    text: 'sorted(items) returns the items in order and leaves the list that it is given as it is',
    function: 'sorted',
    code: `export function sorted(items) {\n  return [...items].sort();\n}\n`,
    asks: [
      [`((list) => [sorted(list), list])(['b', 'a'])`, `[['a', 'b'], ['b', 'a']]`],
      [`((list) => [sorted(list), list])(['z', 'x'])`, `[['x', 'z'], ['z', 'x']]`],
      [
        `((list) => [sorted(list), list])(['c', 'a', 'a', 'b'])`,
        `[['a', 'a', 'b', 'c'], ['c', 'a', 'a', 'b']]`,
      ],
      [`sorted([])`, `[]`],
    ],
  },
  {
    name: 'all signs are turned back',
    text: 'unescape(text) turns &lt;, &gt; and &amp; back into the signs they stand for',
    function: 'unescape',
    code: `const SIGNS = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

export function unescape(text) {
  return text.replaceAll(/&(?:lt|gt|amp);/g, (word) => SIGNS[word]);
}
`,
    asks: [
      [`unescape('a &lt; b')`, `'a < b'`],
      [`unescape('&gt;&amp;')`, `'>&'`],
      [`unescape('1 &lt; 2 &amp; 3 &gt; 2')`, `'1 < 2 & 3 > 2'`],
      [`unescape('&amp;lt;')`, `'&lt;'`],
    ],
  },
];

const OF_PYTHON: readonly Asked[] = [
  {
    name: 'capital letters do not count',
    text: 'ranked(names) puts names in order without regard to capital letters',
    function: 'ranked',
    code: 'def ranked(names):\n    return sorted(names, key=str.lower)\n',
    asks: [
      ['ranked(["b", "A"])', '["A", "b"]'],
      ['ranked(["c", "B", "a"])', '["a", "B", "c"]'],
      ['ranked(["delta", "Alpha", "charlie"])', '["Alpha", "charlie", "delta"]'],
      ['ranked([])', '[]'],
    ],
  },
];

export const CHALLENGED: readonly Honest[] = [
  ...OF_NODE.map((of) => ({ name: `challenged: ${of.name}`, job: challenged(askedOfNode(of)) })),
  ...OF_PYTHON.map((of) => ({
    name: `challenged: ${of.name}`,
    job: challenged(askedOfPython(of)),
  })),
];
