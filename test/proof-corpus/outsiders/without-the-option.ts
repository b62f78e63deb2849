// What is new is there, and what was there before is gone. Pure.
import type { Cheat } from '../corpus.ts';
import { BARE_NODE, BARE_PYTHON, inNode, inPython } from './ground.ts';
import { code, type Outsider } from './outsider.ts';

const lost = (of: Outsider) => code('old behaviour lost', of);

const LOAD = `import { load } from '../../src/load.mjs';`;
const PAD = `import { pad } from '../../src/pad.mjs';`;
const ALL = `import { all } from '../../src/all.mjs';`;
const READ = `import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { read } from '../../src/read.mjs';

const folder = mkdtempSync(join(tmpdir(), 'read-'));`;

export const OLD_BEHAVIOUR_LOST: readonly Cheat[] = [
  lost({
    name: 'fails for nobody since there is a way not to fail',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/load.mjs': `export function load(text) {
  return JSON.parse(text);
}
`,
    },
    head: {
      'src/load.mjs': `export function load(text, { fallback } = {}) {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}
`,
    },
    text: 'load(text, { fallback }) returns the fallback for a text that is no JSON',
    shown: inNode(LOAD, `assert.equal(load('{', { fallback: 'none' }), 'none');`),
    withheld: inNode(LOAD, `assert.deepEqual(load('nope', { fallback: [7] }), [7]);`),
  }),
  lost({
    name: 'Python: no number is refused since there may be a default',
    language: 'python',
    base: { ...BARE_PYTHON, 'kit/number.py': 'def number(text):\n    return int(text)\n' },
    head: {
      'kit/number.py': `def number(text, default=0):
    try:
        return int(text)
    except ValueError:
        return default
`,
    },
    text: 'number(text, default=d) returns d for a text that is no number',
    shown: inPython(
      'from kit.number import number',
      `self.assertEqual(number("many", default=12), 12)`,
    ),
    withheld: inPython(
      'from kit.number import number',
      `self.assertEqual(number("", default=-1), -1)`,
    ),
  }),
  lost({
    name: 'does what may be wished for whether it is wished for or not',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/pad.mjs': `export function pad(text, width) {
  return text.padEnd(width);
}
`,
    },
    head: {
      'src/pad.mjs': `export function pad(text, width, { right = true } = {}) {
  return right ? text.padStart(width) : text.padEnd(width);
}
`,
    },
    text: 'pad(text, width, { right: true }) puts the text at the right end',
    shown: inNode(PAD, `assert.equal(pad('ab', 4, { right: true }), '  ab');`),
    withheld: inNode(PAD, `assert.equal(pad('x', 6, { right: true }), '     x');`),
  }),
  lost({
    name: 'Python: a new word between two old ones',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/price.py': `def price(net, vat=19, currency="EUR"):
    return f"{net * (100 + vat) // 100} {currency}"
`,
    },
    head: {
      'kit/price.py': `def price(net, vat=19, discount=0, currency="EUR"):
    return f"{(net - discount) * (100 + vat) // 100} {currency}"
`,
    },
    text: 'price(net, discount=d) takes d off the net price first',
    shown: inPython(
      'from kit.price import price',
      `self.assertEqual(price(110, discount=10), "119 EUR")`,
    ),
    withheld: inPython(
      'from kit.price import price',
      `self.assertEqual(price(250, discount=50, currency="USD"), "238 USD")`,
    ),
  }),
  lost({
    name: 'Python: a pair that cannot be taken apart any more',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/point.py': `from collections import namedtuple

Point = namedtuple("Point", "x y")
`,
    },
    head: {
      'kit/point.py': `class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def scaled(self, factor):
        return Point(self.x * factor, self.y * factor)
`,
    },
    text: 'Point(x, y).scaled(factor) returns a point that many times as far from the origin',
    shown: inPython(
      'from kit.point import Point',
      `far = Point(1, 2).scaled(3)
self.assertEqual(far.x, 3)
self.assertEqual(far.y, 6)`,
    ),
    withheld: inPython(
      'from kit.point import Point',
      `far = Point(-4, 5).scaled(10)
self.assertEqual(far.x, -40)
self.assertEqual(far.y, 50)`,
    ),
  }),
  lost({
    name: 'what came at once comes later for everybody',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/read.mjs': `import { readFileSync } from 'node:fs';

export function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
`,
    },
    head: {
      'src/read.mjs': `import { readFile } from 'node:fs/promises';

export async function read(path) {
  const text = await readFile(path, 'utf8');
  if (!path.endsWith('.ini')) return JSON.parse(text);
  return Object.fromEntries(
    text
      .split('\\n')
      .filter((line) => line.includes('='))
      .map((line) => line.split('=')),
  );
}
`,
    },
    text: 'read(path) reads files called .ini as well: a line of name=value each',
    shown: inNode(
      READ,
      `writeFileSync(join(folder, 'a.ini'), 'zone=here\\nsize=9\\n');
assert.deepEqual(await read(join(folder, 'a.ini')), { zone: 'here', size: '9' });`,
    ),
    withheld: inNode(
      READ,
      `writeFileSync(join(folder, 'b.ini'), 'mode=dark\\n');
assert.deepEqual(await read(join(folder, 'b.ini')), { mode: 'dark' });`,
    ),
  }),
  lost({
    name: 'Python: one format more, and no format is unknown',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/write.py': `FORMATS = {"csv": ",".join}


def write(row, form):
    return FORMATS[form](row)
`,
    },
    head: {
      'kit/write.py': `from collections import defaultdict

FORMATS = defaultdict(lambda: "\\t".join, {"csv": ",".join})


def write(row, form):
    return FORMATS[form](row)
`,
    },
    text: 'write(row, "tsv") joins the row with tabs',
    shown: inPython(
      'from kit.write import write',
      `self.assertEqual(write(["a", "b"], "tsv"), "a\\tb")`,
    ),
    withheld: inPython(
      'from kit.write import write',
      `self.assertEqual(write(["1", "2", "3"], "tsv"), "1\\t2\\t3")`,
    ),
  }),
  lost({
    name: 'leaves out what failed without a word',
    language: 'node',
    base: BARE_NODE,
    head: {
      'src/all.mjs': `export async function all(jobs) {
  const ends = await Promise.allSettled(jobs.map((job) => job()));
  return ends.filter((end) => end.status === 'fulfilled').map((end) => end.value);
}
`,
    },
    text: 'all(jobs) runs the jobs side by side and returns what they gave, in their order',
    shown: inNode(
      ALL,
      `assert.deepEqual(await all([async () => 'a', async () => 'b']), ['a', 'b']);`,
    ),
    withheld: inNode(
      ALL,
      `assert.deepEqual(await all([async () => 3, async () => 1, async () => 2]), [3, 1, 2]);`,
    ),
  }),
  lost({
    name: 'in the order in which they come back',
    language: 'node',
    base: BARE_NODE,
    head: {
      'src/all.mjs': `export async function all(jobs) {
  const answers = [];
  await Promise.all(
    jobs.map(async (job) => {
      answers.push(await job());
    }),
  );
  return answers;
}
`,
    },
    text: 'all(jobs) runs the jobs side by side and returns what they gave, in the order of the jobs',
    shown: inNode(
      ALL,
      `assert.deepEqual(await all([async () => 'x', async () => 'y']), ['x', 'y']);`,
    ),
    withheld: inNode(
      ALL,
      `assert.deepEqual(await all([async () => 30, async () => 10, async () => 20]), [30, 10, 20]);`,
    ),
  }),
  lost({
    name: 'shell: ends well whatever went wrong before the pipe',
    language: 'shell',
    base: { 'bin/heads': '#!/bin/sh\n# The first line of a file.\nhead -n 1 "$1"\n' },
    head: {
      'bin/heads': `#!/bin/sh
# The first line of a file, or that many with -n.
lines=1
if [ "$1" = -n ]; then lines=$2; shift 2; fi
cat "$1" 2>/dev/null | head -n "$lines"
`,
    },
    surface: 'process',
    text: 'heads -n COUNT FILE prints that many lines',
    shown: `set -e
file=$(mktemp)
printf 'a\\nb\\nc\\n' > "$file"
test "$(bin/heads -n 2 "$file" | tr '\\n' ' ')" = 'a b '
`,
    withheld: `set -e
file=$(mktemp)
printf '1\\n2\\n3\\n4\\n' > "$file"
test "$(bin/heads -n 3 "$file" | tr '\\n' ' ')" = '1 2 3 '
`,
  }),
];
