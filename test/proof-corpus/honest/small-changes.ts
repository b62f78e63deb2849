// Small changes of every sort: errors, classes, files, exit codes, several files at once. Pure.
import type { Honest } from '../corpus.ts';
import { nodeTest, script, small, unit } from './small.ts';

const PARSE = `export function parse(text) {
  return Number(text);
}
`;
const STACK = `class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)
`;
const REPORT = `#!/bin/sh
# Writes a report about a file.
echo "file: $1" > "$2"
`;

function reportTest(words: string, count: number): string {
  return `set -e
dir=$(mktemp -d)
printf '%s' '${words}' > "$dir/in"
bin/report "$dir/in" "$dir/out"
grep -qx 'bytes: ${count}' "$dir/out"
`;
}

function exitTest(argument: string, code: number): string {
  return `code=0
bin/check '${argument}' || code=$?
test "$code" = ${code}
`;
}

export const SMALL_CHANGES: readonly Honest[] = [
  small({
    name: 'refuses what is no number',
    language: 'script',
    base: { 'src/parse.mjs': PARSE },
    head: {
      'src/parse.mjs': `export function parse(text) {
  const number = Number(text);
  if (Number.isNaN(number)) throw new RangeError(\`\${text} is no number\`);
  return number;
}
`,
    },
    text: 'parse(text) throws a RangeError for what is no number',
    shown: script(
      `import { parse } from '../../src/parse.mjs';`,
      `assert.throws(() => parse('x'), { name: 'RangeError', message: 'x is no number' });`,
    ),
    withheld: script(
      `import { parse } from '../../src/parse.mjs';`,
      `assert.throws(() => parse('1,5'), { name: 'RangeError', message: '1,5 is no number' });`,
    ),
  }),
  small({
    name: 'a method more',
    language: 'python',
    base: { 'stack.py': STACK },
    head: { 'stack.py': `${STACK}\n    def pop(self):\n        return self.items.pop()\n` },
    text: 'pop() takes the newest item',
    shown: unit(
      'from stack import Stack',
      'one = Stack(); one.push(1); one.push(2); self.assertEqual(one.pop(), 2)',
    ),
    withheld: unit(
      'from stack import Stack',
      'one = Stack(); one.push("a"); one.pop(); self.assertEqual(one.items, [])',
    ),
  }),
  small({
    name: 'a line more in a file',
    language: 'shell',
    base: { 'bin/report': REPORT },
    head: { 'bin/report': `${REPORT}echo "bytes: $(wc -c < "$1" | tr -d ' ')" >> "$2"\n` },
    text: 'report writes the number of bytes',
    surface: 'file',
    shown: reportTest('abc', 3),
    withheld: reportTest('twelve bytes', 12),
  }),
  small({
    name: 'an exit code',
    language: 'shell',
    base: { 'bin/check': '#!/bin/sh\n# Checks a name.\nexit 0\n' },
    head: {
      'bin/check': `#!/bin/sh
# Checks a name.
case "$1" in *' '*) exit 3 ;; esac
exit 0
`,
    },
    text: 'check ends with 3 for a name with a blank in it',
    surface: 'process',
    shown: exitTest('two words', 3),
    withheld: exitTest('a b c', 3),
  }),
  small({
    name: 'a new module that uses an old one',
    language: 'node',
    base: { 'src/add.mjs': `export const add = (a, b) => a + b;\n` },
    head: {
      'src/sum.mjs': `import { add } from './add.mjs';

export function sum(numbers) {
  return numbers.reduce(add, 0);
}
`,
    },
    text: 'sum(numbers) adds them up',
    shown: nodeTest('sum', `assert.equal(sum([1, 2, 3]), 6);`),
    withheld: nodeTest('sum', `assert.equal(sum([10, -4, 1]), 7);`),
  }),
  small({
    name: 'an old function fixed',
    language: 'node',
    base: {
      'src/last.mjs': `export function last(items) {\n  return items[items.length];\n}\n`,
    },
    head: {
      'src/last.mjs': `export function last(items) {\n  return items[items.length - 1];\n}\n`,
    },
    text: 'last(items) returns the last item',
    shown: nodeTest('last', `assert.equal(last([1, 2]), 2);`),
    withheld: nodeTest('last', `assert.equal(last(['x']), 'x');`),
  }),
  small({
    name: 'a default in a table',
    language: 'python',
    base: { 'rates.py': 'RATES = {"de": 19}\n\n\ndef rate(land):\n    return RATES[land]\n' },
    head: {
      'rates.py': 'RATES = {"de": 19}\n\n\ndef rate(land):\n    return RATES.get(land, 20)\n',
    },
    text: 'rate(land) is 20 for a land that is not known',
    shown: unit('from rates import rate', 'self.assertEqual(rate("xx"), 20)'),
    withheld: unit('from rates import rate', 'self.assertEqual(rate("fr") + rate("de"), 39)'),
  }),
  small({
    name: 'an asynchronous function',
    language: 'node',
    base: { 'src/wait.mjs': `export async function settle(work) {\n  return await work;\n}\n` },
    head: {
      'src/wait.mjs': `export async function settle(work) {
  try {
    return { value: await work };
  } catch (error) {
    return { problem: error.message };
  }
}
`,
    },
    text: 'settle(work) answers with a value or a problem',
    shown: nodeTest(
      'wait',
      `assert.deepEqual(await settle(Promise.resolve(1)), { value: 1 });`,
      'settle',
    ),
    withheld: nodeTest(
      'wait',
      `assert.deepEqual(await settle(Promise.reject(new Error('no'))), { problem: 'no' });`,
      'settle',
    ),
  }),
  small({
    name: 'two files for one behaviour',
    language: 'script',
    base: {
      'src/units.mjs': `export const UNITS = { km: 1000 };\n`,
      'src/metres.mjs': `import { UNITS } from './units.mjs';

export function metres(text) {
  const [number, unit] = text.split(' ');
  return number * UNITS[unit];
}
`,
    },
    head: {
      'src/units.mjs': `export const UNITS = { km: 1000, mi: 1609 };\n`,
      'src/metres.mjs': `import { UNITS } from './units.mjs';

export function metres(text) {
  const [number, unit] = text.trim().split(' ');
  return number * UNITS[unit];
}
`,
    },
    contract: ['src/metres.mjs'],
    text: 'metres(text) knows miles and minds no blanks around them',
    shown: script(
      `import { metres } from '../../src/metres.mjs';`,
      `assert.equal(metres(' 2 mi'), 3218);`,
    ),
    withheld: script(
      `import { metres } from '../../src/metres.mjs';`,
      `assert.equal(metres('  1 mi '), 1609);`,
    ),
  }),
];
