// Honest tests that touch the world around them: directories, programs, a shell; and a yes or no. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import type { Honest } from '../corpus.ts';
import { CLI, planOf, type Sample } from '../samples.ts';
import { COUNT_WORDS } from '../texts.ts';
import { style } from './style.ts';

const ASSERT = `import assert from 'node:assert/strict';`;

const READ: Sample = {
  language: 'node',
  files: { 'src/index.mjs': 'export const VERSION = 1;\n' },
  plan: planOf({
    goal: 'rows() reads a table.',
    criteria: [{ text: 'rows(path) yields the cells of each line and rejects a missing file' }],
    paths: ['src/rows.mjs'],
  }),
};
const ROWS: Files = {
  'src/rows.mjs': `import { readFile } from 'node:fs/promises';

export async function* rows(path) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(\`no table at \${path}\`);
  });
  for (const line of text.trim().split('\\n')) yield line.split(',');
}
`,
};

function inDirectory(table: string, want: string): string {
  return `${ASSERT}
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { rows } from '../../src/rows.mjs';

let directory;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rows-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('yields the cells of each line', async () => {
  const path = join(directory, 'table.csv');
  await writeFile(path, '${table}');
  const found = [];
  for await (const row of rows(path)) found.push(row);
  assert.deepEqual(found, ${want});
});

test('rejects a missing file', async () => {
  await assert.rejects(Array.fromAsync(rows(join(directory, 'none'))), /^Error: no table at /);
});
`;
}

function spawned(words: string, count: number): string {
  return `${ASSERT}
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('counts words', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'count-')), 'words');
  writeFileSync(path, '${words}\\n');
  const { status, stdout, stderr } = spawnSync('bin/count', ['-w', path], { encoding: 'utf8' });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '${count}\\n', stderr: '' });
});
`;
}

function shellFunction(words: string, count: number): string {
  return `set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
expect() {
  if [ "$1" != "$2" ]; then
    echo "expected $2, got $1" >&2
    exit 1
  fi
}
printf '%s\\n' '${words}' > "$dir/in"
said=$(bin/count -w "$dir/in")
expect "$said" ${count}
`;
}

const EVEN: Sample = {
  language: 'python',
  files: { 'numbers_of.py': 'def is_odd(number):\n    return number % 2 == 1\n' },
  plan: planOf({
    goal: 'is_even() is there.',
    criteria: [{ text: 'is_even(number) says whether a number is even' }],
    paths: ['numbers_of.py'],
  }),
};
const IS_EVEN: Files = {
  'numbers_of.py': `def is_odd(number):
    return number % 2 == 1


def is_even(number):
    return number % 2 == 0
`,
};

function predicate(even: number, odd: number): string {
  return `import unittest
from numbers_of import is_even


class Even(unittest.TestCase):
    def test_even(self):
        self.assertTrue(is_even(${even}))

    def test_odd(self):
        self.assertFalse(is_even(${odd}))
`;
}

export const TESTS_OF_PROGRAMS: readonly Honest[] = [
  style({
    name: 'directories, hooks, and what is yielded one by one',
    sample: READ,
    files: ROWS,
    texts: [
      inDirectory('a,b\\n1,2\\n', `[['a', 'b'], ['1', '2']]`),
      inDirectory('x\\ny\\nz\\n', `[['x'], ['y'], ['z']]`),
    ],
  }),
  style({
    name: 'a program started from a test',
    sample: { ...CLI, language: 'node' },
    files: COUNT_WORDS,
    texts: [spawned('one two three', 3), spawned('a b c d e', 5)],
  }),
  style({
    name: 'a function that expects in a shell',
    sample: CLI,
    files: COUNT_WORDS,
    texts: [shellFunction('one two three', 3), shellFunction('a b c d e', 5)],
  }),
  style({
    name: 'yes or no',
    sample: EVEN,
    files: IS_EVEN,
    texts: [predicate(2, 3), predicate(10, 7)],
  }),
];
