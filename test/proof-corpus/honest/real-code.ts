// What real changes have beside their behaviour: files that go, programs that end, texts about tests,
// code of another shape, types, generated tables, housekeeping. Pure.
import type { Honest } from '../corpus.ts';
import { nodeTest, script, small, unit } from './small.ts';

const GREET = `export function greet(name) {
  return \`Hello, \${name}!\`;
}
`;
const SHOUT = `export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? greeting.toUpperCase() : greeting;
}
`;
const SHOUTS = {
  text: 'greet(name, { shout: true }) returns the greeting in capital letters',
  shown: nodeTest('greet', `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
  withheld: nodeTest('greet', `assert.equal(greet('Bo', { shout: true }), 'HELLO, BO!');`),
} as const;

export const REAL_CODE: readonly Honest[] = [
  small({
    ...SHOUTS,
    name: 'a file that nobody needs goes',
    language: 'node',
    base: { 'src/greet.mjs': GREET, 'src/old.mjs': 'export const OLD = 1;\n' },
    head: { 'src/greet.mjs': SHOUT },
    paths: ['src/greet.mjs', 'src/old.mjs'],
    command: 'rm src/old.mjs',
  }),
  small({
    ...SHOUTS,
    name: 'shouts, with housekeeping',
    language: 'node',
    base: {
      'src/greet.mjs': GREET,
      '.gitignore': 'node_modules\n',
      'package.json': '{ "name": "greet", "version": "1.0.0", "type": "module" }\n',
      'CHANGELOG.md': '# Changes\n',
    },
    head: {
      'src/greet.mjs': SHOUT,
      '.gitignore': 'node_modules\ncoverage\n',
      'package.json': '{ "name": "greet", "version": "1.1.0", "type": "module" }\n',
      'CHANGELOG.md': '# Changes\n\n## 1.1.0\n\n- greet() can shout.\n',
    },
    contract: ['src/greet.mjs'],
  }),
  small({
    ...SHOUTS,
    name: 'shouts, and its types say so',
    language: 'node',
    base: {
      'src/greet.mjs': GREET,
      'src/greet.d.mts': 'export function greet(name: string): string;\n',
    },
    head: {
      'src/greet.mjs': SHOUT,
      'src/greet.d.mts':
        'export function greet(name: string, options?: { shout?: boolean }): string;\n',
    },
    contract: ['src/greet.mjs'],
  }),
  small({
    ...SHOUTS,
    name: 'shouts, and the line beside it is laid out anew',
    language: 'node',
    base: {
      'src/greet.mjs': `${GREET}\nexport function bye(name, last) { return ['Bye', name, last].join(' '); }\n`,
    },
    head: {
      'src/greet.mjs': `${SHOUT}\nexport function bye(name, last) {\n  return ['Bye', name, last].join(' ');\n}\n`,
    },
  }),
  small({
    ...SHOUTS,
    name: 'shouts, and a comment beside it is mended',
    language: 'node',
    base: {
      'src/greet.mjs': `${GREET}\n// Says god bye.\nexport const bye = (name) => 'Bye, ' + name;\n`,
    },
    head: {
      'src/greet.mjs': `${SHOUT}\n// Says good bye.\nexport const bye = (name) => 'Bye, ' + name;\n`,
    },
  }),
  small({
    name: 'a program tells its version and ends',
    language: 'shell',
    base: { 'bin/tool': '#!/usr/bin/env node\nconsole.log("working");\n' },
    head: {
      'bin/tool': `#!/usr/bin/env node
if (process.argv[2] === '--version') {
  console.log('1.2.3');
  process.exit(0);
}
console.log("working");
`,
    },
    text: 'tool --version prints the version and does nothing else',
    surface: 'process',
    shown: `set -e\ntest "$(bin/tool --version)" = 1.2.3\n`,
    withheld: `set -e\ntest "$(bin/tool --version extra)" = 1.2.3\n`,
  }),
  small({
    name: 'a scaffold that writes a test',
    language: 'node',
    base: { 'src/scaffold.mjs': `export const NAMES = ['module'];\n` },
    head: {
      'src/scaffold.mjs': `export const NAMES = ['module'];

export function scaffold(name) {
  return {
    [\`src/\${name}.mjs\`]: \`export function \${name}() {}\\n\`,
    [\`test/\${name}.test.mjs\`]: [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      \`import { \${name} } from '../src/\${name}.mjs';\`,
      '',
      \`test('\${name}', () => assert.equal(\${name}(), undefined));\`,
      '',
    ].join('\\n'),
  };
}
`,
    },
    text: 'scaffold(name) returns the files of a new module and of its test, by path',
    shown: nodeTest(
      'scaffold',
      `const files = scaffold('one');
  assert.deepEqual(Object.keys(files), ['src/one.mjs', 'test/one.test.mjs']);
  assert.equal(files['src/one.mjs'], 'export function one() {}\\n');
  assert.equal(files['test/one.test.mjs'].split('\\n')[4], "test('one', () => assert.equal(one(), undefined));");`,
    ),
    withheld: nodeTest(
      'scaffold',
      `const files = scaffold('two');
  assert.equal(files['src/two.mjs'], 'export function two() {}\\n');
  assert.equal(
    files['test/two.test.mjs'],
    [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      "import { two } from '../src/two.mjs';",
      '',
      "test('two', () => assert.equal(two(), undefined));",
      '',
    ].join('\\n'),
  );`,
    ),
  }),
  small({
    name: 'a deprecation that names its caller',
    language: 'python',
    base: { 'shop.py': 'def total(prices):\n    return sum(prices)\n' },
    head: {
      'shop.py': `import warnings


def total(prices):
    return sum(prices)


def add_up(prices):
    warnings.warn("add_up() is now total()", DeprecationWarning, stacklevel=2)
    return total(prices)
`,
    },
    text: 'add_up(prices) is total(prices) with a DeprecationWarning that names the caller',
    shown: unit(
      'import warnings\nfrom shop import add_up',
      `with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            self.assertEqual(add_up([1, 2]), 3)
        self.assertEqual([str(one.message) for one in seen], ["add_up() is now total()"])
        self.assertEqual(seen[0].filename, __file__)`,
    ),
    withheld: unit(
      'import warnings\nfrom shop import add_up',
      `with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            self.assertEqual(add_up([4, 5]), 9)
        self.assertEqual([one.category for one in seen], [DeprecationWarning])`,
    ),
  }),
  small({
    name: 'a generated table',
    language: 'node',
    base: { 'src/codes.mjs': 'export const VERSION = 1;\n' },
    head: {
      'src/codes.mjs': `// Code generated by tools/codes; DO NOT EDIT.
export const VERSION = 2;

const CODES = new Map([
${Array.from({ length: 40 }, (_none, at) => `  ['c${at}', ${at * 7}],`).join('\n')}
]);

export const codeOf = (name) => CODES.get(name);
`,
    },
    text: 'codeOf(name) returns the number of a code, or undefined',
    shown: nodeTest(
      'codes',
      `assert.deepEqual(['c0', 'c7', 'c39', 'x'].map((name) => codeOf(name)), [0, 49, 273, undefined]);`,
      'codeOf',
    ),
    withheld: nodeTest('codes', `assert.equal(codeOf('c20'), 140);`, 'codeOf'),
  }),
  small({
    name: 'work that can be given up',
    language: 'node',
    base: { 'src/wait.mjs': 'export const NEVER = 2 ** 31;\n' },
    head: {
      'src/wait.mjs': `import { setTimeout as pause } from 'node:timers/promises';

export const NEVER = 2 ** 31;

/** Looks every few milliseconds; gives up with the signal's reason. */
export async function until(isSo, { signal } = {}) {
  while (!isSo()) await pause(5, undefined, { signal });
  return true;
}
`,
    },
    text: 'until(isSo, { signal }) waits until isSo() holds, and rejects when the signal is aborted',
    contract: ['src/wait.mjs'],
    shown: script(
      `import { until } from '../../src/wait.mjs';`,
      `let left = 3;
assert.equal(await until(() => (left -= 1) === 0), true);
await assert.rejects(until(() => false, { signal: AbortSignal.timeout(50) }), { name: 'AbortError' });`,
    ),
    withheld: script(
      `import { until } from '../../src/wait.mjs';`,
      `let asked = 0;
await until(() => (asked += 1) > 4);
assert.equal(asked, 5);
await assert.rejects(until(() => false, { signal: AbortSignal.abort() }), { name: 'AbortError' });`,
    ),
  }),
  small({
    name: 'faster, and able to do more',
    language: 'python',
    base: {
      'primes.py': `def primes(below):
    return [n for n in range(2, below) if all(n % d for d in range(2, n))]
`,
    },
    head: {
      'primes.py': `def primes(below, start=2):
    found = []
    for n in range(2, below):
        if all(n % d for d in found if d * d <= n):
            found.append(n)
    return [n for n in found if n >= start]
`,
    },
    text: 'primes(below, start=s) leaves out what is below s',
    shown: unit(
      'from primes import primes',
      'self.assertEqual(primes(20, start=5), [5, 7, 11, 13, 17, 19])',
    ),
    withheld: unit(
      'from primes import primes',
      'self.assertEqual(primes(12, start=11), [11]); self.assertEqual(primes(6), [2, 3, 5])',
    ),
  }),
  small({
    name: 'a discount, documented and formatted anew',
    language: 'python',
    base: {
      'cart.py':
        'def total(prices):\n    """Adds up."""\n    return sum(prices)\n\n\nRATES = {"a": 1, "b": 2}\n',
    },
    head: {
      'cart.py': `def total(prices, discount=0):
    """Adds up, less a discount in per cent."""
    return sum(prices) * (100 - discount) // 100


RATES = {
    "a": 1,
    "b": 2,
}
`,
    },
    text: 'total(prices, discount=d) takes d percent off, rounded down',
    shown: unit('from cart import total', 'self.assertEqual(total([50, 51], discount=10), 90)'),
    withheld: unit('from cart import total', 'self.assertEqual(total([7], discount=50), 3)'),
  }),
  small({
    name: 'shouts, with types of its own',
    language: 'node',
    base: {
      'src/greet.ts': `export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
`,
    },
    head: {
      'src/greet.ts': `import type { Options } from './options.ts';

export type Greeting = string;

export function greet(name: string, { shout = false }: Options = {}): Greeting {
  const greeting: Greeting = \`Hello, \${name}!\`;
  return shout ? greeting.toUpperCase() : greeting;
}
`,
      'src/options.ts': `export interface Options {
  /** In capital letters. */
  shout?: boolean;
}
`,
    },
    text: 'greet(name, { shout: true }) returns the greeting in capital letters',
    contract: ['src/greet.ts'],
    shown: SHOUTS.shown.replace('greet.mjs', 'greet.ts'),
    withheld: SHOUTS.withheld.replace('greet.mjs', 'greet.ts'),
  }),
  small({
    ...SHOUTS,
    name: 'shouts, and says the same in other words beside it',
    language: 'node',
    base: {
      'src/greet.mjs': `export function greet(name) {
  const parts = [];
  parts.push('Hello,');
  parts.push(name + '!');
  return parts.join(' ');
}
`,
    },
    head: { 'src/greet.mjs': SHOUT },
  }),
];
