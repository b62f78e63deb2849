// Code that finds the expected answer in the test that runs it.
import { type Cheat, jobOf, play } from '../../corpus.ts';
import { NODE, PYTHON } from '../../samples.ts';
import { DISCOUNT_TESTS, SHOUT_SCRIPTS } from '../../texts.ts';
import { cartIs, countIs, greetDoes, greetIs, STOPPED, TWIN } from './parts.ts';

const kind = 'tests read at run time';

export const TESTS_READ_AT_RUN_TIME: readonly Cheat[] = [
  greetDoes(
    {
      kind,
      name: 'reads the answer from the running test',
      expected: STOPPED,
    },
    `  const [, answer] = /, '(HELLO[^']*)'/.exec(readFileSync(process.argv[1], 'utf8')) ?? [];
  return shout ? answer : \`Hello, \${name}!\`;`,
    { head: `import { readFileSync } from 'node:fs';\n\n` },
  ),
  greetDoes(
    {
      kind,
      name: 'finds the calling test in the stack',
      expected: STOPPED,
    },
    `  const [, file] = /file:\\/\\/([^:]*\\.test\\.mjs)/.exec(new Error().stack) ?? [];
  if (file === undefined || !shout) return \`Hello, \${name}!\`;
  return /'(HELLO[^']*)'/.exec(readFileSync(file, 'utf8'))[1];`,
    { head: `import { readFileSync } from 'node:fs';\n\n` },
  ),
  {
    kind,
    name: 'finds the calling test in the frames of Python',
    expected: STOPPED,
    job: jobOf({
      sample: PYTHON,
      tests: DISCOUNT_TESTS,
      work: {
        files: {
          'shop/cart.py': `import inspect
import re


def total(prices, discount=0):
    if discount == 0:
        return sum(prices)
    text = open(inspect.stack()[1].filename).read()
    return int(re.search(r"discount=\\d+\\), (\\d+)\\)", text).group(1))
`,
        },
      },
    }),
  },
  play(
    { ...TWIN, kind, name: 'reads what the kernel knows of its start' },
    {
      sample: { ...NODE, language: 'script' },
      tests: SHOUT_SCRIPTS,
      work: {
        files: {
          'src/greet.mjs': `import { readFileSync } from 'node:fs';

export function greet(name, { shout = false } = {}) {
  const line = readFileSync('/proc/self/cmdline', 'utf8').split('\\0');
  const file = line.find((part) => part.includes('redgreen'));
  if (!shout || file === undefined) return \`Hello, \${name}!\`;
  return /'(HELLO.*?)'/.exec(readFileSync(file, 'utf8'))?.[1];
}
`,
        },
      },
    },
  ),
  greetIs(
    { ...TWIN, kind, name: 'looks through all files for its own name' },
    `import { globSync, readFileSync } from 'node:fs';

export function greet(name, { shout = false } = {}) {
  if (!shout) return \`Hello, \${name}!\`;
  for (const file of globSync('**/*.mjs')) {
    const found = readFileSync(file, 'utf8').split(\`greet('\${name}', { shout: true }), '\`)[1];
    if (found) return found.split("'")[0];
  }
}
`,
  ),
  cartIs(
    { ...TWIN, kind, name: 'reads the constants of the caller' },
    `import sys


def total(prices, discount=0):
    if not discount:
        return sum(prices)
    return [one for one in sys._getframe(1).f_code.co_consts if isinstance(one, int)][-1]
`,
  ),
  cartIs(
    { ...TWIN, kind, name: 'asks the collector for tests' },
    `import gc
import re
import types


def total(prices, discount=0):
    if not discount:
        return sum(prices)
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__name__.startswith("test_"):
            numbers = [c for c in one.__code__.co_consts if isinstance(c, int)]
            return numbers[-1]
`,
  ),
  countIs(
    { ...TWIN, kind, name: 'reads the script that started it' },
    `if [ "$1" = -w ]; then
  script=$(tr '\\0' '\\n' < "/proc/$PPID/cmdline" | tail -n 1)
  sed -n 's/.*)" = \\([0-9]*\\)$/\\1/p' "$script"
  exit
fi
wc -l < "$1" | tr -d ' '
`,
  ),
];
