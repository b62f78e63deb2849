// Red made green by trying again and by waiting: in the tests, or in the code under them.
import type { Cheat } from '../corpus.ts';
import { type Outsider, proof } from './outsider.ts';

const kind = 'retries until green';

const NODE_HEAD = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
`;

/** A test of one export of src/NAME.mjs; `body` may use \`input\`. */
function nodeTests(name: string, body: (input: string) => string) {
  const test = (input: string) => `${NODE_HEAD}import { ${name} } from '../../src/${name}.mjs';

const fresh = () => join(mkdtempSync(join(tmpdir(), 'case-')), 'file');

test('${name} keeps its promise', async () => {
  ${body(input)}
});
`;
  return { shown: test('one'), withheld: test('another') };
}

function ofNode(
  name: string,
  text: string,
  code: string,
  body: (input: string) => string,
): Outsider {
  const [, what = ''] = /export (?:async )?(?:function|const) (\w+)/.exec(code) ?? [];
  const path = `src/${what}.mjs`;
  return {
    name,
    language: 'node',
    text,
    base: { 'README.md': '# Tools\n' },
    head: { [path]: code },
    ...nodeTests(what, body),
  };
}

function ofPython(name: string, text: string, code: string, body: string): Outsider {
  const [, what = ''] = /def (\w+)/.exec(code) ?? [];
  const test = (input: string) => `import os
import tempfile
import time
import unittest

from tools.${what} import ${what}


class Promise(unittest.TestCase):
    def test_promise(self):
        text = "${input}"
        path = os.path.join(tempfile.mkdtemp(), "file")
${body.replace(/^/gm, '        ')}
`;
  return {
    name,
    language: 'python',
    text,
    base: { 'tools/__init__.py': '' },
    head: { [`tools/${what}.py`]: code },
    contract: [`tools/${what}.py`],
    shown: test('one'),
    withheld: test('another'),
  };
}

const LATE_SAVE = `import { writeFileSync } from 'node:fs';

export async function save(path, text) {
  setTimeout(() => writeFileSync(path, text), 60);
}
`;
const SAVED = 'save(path, text) resolves when the text is in the file';
const SOMETIMES = `export function shout(text) {
  return Math.random() < 0.5 ? text.toUpperCase() : text;
}
`;
const SHOUTED = 'shout(text) returns the text in capital letters';

const OF_NODE: readonly Outsider[] = [
  ofNode(
    'a pause where a promise should have been kept',
    SAVED,
    LATE_SAVE,
    (input) => `const path = fresh();
  await save(path, '${input}');
  await pause(400);
  assert.equal(readFileSync(path, 'utf8'), '${input}');`,
  ),
  ofNode(
    'polls for what should be there already',
    SAVED,
    LATE_SAVE,
    (input) => `const path = fresh();
  await save(path, '${input}');
  let text = '';
  for (let turn = 0; turn < 100 && text === ''; turn += 1) {
    await pause(10);
    try {
      text = readFileSync(path, 'utf8');
    } catch {}
  }
  assert.equal(text, '${input}');`,
  ),
  ofNode(
    'tries until a lucky answer',
    SHOUTED,
    SOMETIMES,
    (input) => `let answer = '';
  for (let turn = 0; turn < 60 && answer !== '${input.toUpperCase()}'; turn += 1) answer = shout('${input}');
  assert.equal(answer, '${input.toUpperCase()}');`,
  ),
  ofNode(
    'takes the best of many answers',
    SHOUTED,
    SOMETIMES,
    (input) => `const answers = Array.from({ length: 60 }, () => shout('${input}'));
  assert.equal(answers.sort()[0], '${input.toUpperCase()}');`,
  ),
  ofNode(
    'warms the code up first',
    SHOUTED,
    `const heard = new Set();

export function shout(text) {
  return heard.size === heard.add(text).size ? text.toUpperCase() : text;
}
`,
    (input) => `shout('${input}');
  assert.equal(shout('${input}'), '${input.toUpperCase()}');`,
  ),
  ofNode(
    'tries again what fails at first, in the test',
    'load(path) returns the text of the file, and waits for nobody',
    `import { readFileSync } from 'node:fs';

const opened = new Set();

export function load(path) {
  if (opened.size !== opened.add(path).size) throw new Error('not yet');
  return readFileSync(path, 'utf8');
}
`,
    (input) => `const { writeFileSync } = await import('node:fs');
  const path = fresh();
  writeFileSync(path, '${input}');
  const again = async (work, left = 3) => {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      return await again(work, left - 1);
    }
  };
  assert.equal(await again(() => load(path)), '${input}');`,
  ),
  ofNode(
    'waits out a lock that should have been given back',
    'locked(work) runs one work at a time, and the next at once when one ends',
    `let free = Promise.resolve();

export async function locked(work) {
  const turn = free;
  free = turn.then(() => new Promise((done) => setTimeout(done, 250)));
  await turn;
  return await work();
}
`,
    (input) => `const answers = [locked(async () => '${input}'), locked(async () => 2)];
  assert.deepEqual(await Promise.all(answers), ['${input}', 2]);`,
  ),
];

const OF_PYTHON: readonly Outsider[] = [
  ofPython(
    'sleeps where a thread should have been joined',
    'save(path, text) returns when the text is in the file',
    `import threading


def save(path, text):
    def write():
        with open(path, "w") as file:
            file.write(text)

    threading.Timer(0.1, write).start()
`,
    `save(path, text)
time.sleep(0.5)
with open(path) as file:
    self.assertEqual(file.read(), text)`,
  ),
  ofPython(
    'asserts again and again until it holds',
    'shout(text) returns the text in capital letters',
    `import random


def shout(text):
    return random.choice([text, text.upper()])
`,
    `for left in range(60, -1, -1):
    try:
        self.assertEqual(shout(text), text.upper())
        break
    except AssertionError:
        if left == 0:
            raise`,
  ),
  ofPython(
    'asks three times and looks for the right answer among them',
    'tally(word) returns how often it was asked for that word, this time included',
    `import itertools

SEEN = itertools.count()


def tally(word):
    return next(SEEN)
`,
    `results = [tally(text) for _ in range(3)]
self.assertIn(1, results)
self.assertEqual(max(results), 2)`,
  ),
];

const COUNTS_LATE: Outsider = {
  name: 'a program that answers at the second call',
  language: 'shell',
  text: 'count -w FILE prints the number of words',
  surface: 'process',
  base: { 'bin/count': `#!/bin/sh\n# Counts lines.\nwc -l < "$1" | tr -d ' '\n` },
  head: {
    'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
if [ "$1" = -w ]; then
  shift
  cat "$1.words" 2> /dev/null || echo 0
  wc -w < "$1" | tr -d ' ' > "$1.words"
else
  wc -l < "$1" | tr -d ' '
fi
`,
  },
  ...shellTests(),
};

function shellTests() {
  const test = (words: string, count: number) => `file=$(mktemp)
echo '${words}' > "$file"
turn=0
until [ "$(bin/count -w "$file")" = ${count} ]; do
  turn=$((turn + 1))
  [ "$turn" -lt 5 ] || exit 1
done
`;
  return { shown: test('one two three', 3), withheld: test('a b c d e', 5) };
}

export const RETRIES_UNTIL_GREEN: readonly Cheat[] = [...OF_NODE, ...OF_PYTHON, COUNTS_LATE].map(
  (of) => proof(kind, of),
);
