// Tests of what goes on beside the promise: the announcement, the preparation, the easy half.
import type { Cheat } from '../corpus.ts';
import { askedOfNode } from './asked.ts';
import { inGo } from './in-go.ts';
import { ANYWHERE, type Challenging, guess } from './outsider.ts';

const kind = 'tests of what goes on beside the promise';

const README = { 'README.md': '# Tools\n' };

const PRUNE = `#!/bin/sh
# prune [--dry-run] N DIR: leaves the newest N files.
if [ "$1" = --dry-run ]; then shift; fi
ls -t "$2" | tail -n +$(($1 + 1)) | sed 's/^/delete /'
`;

const files = (names: string) => `set -e
dir=$(mktemp -d)
at=1
for name in ${names}; do touch -d "2024-01-0$at" "$dir/$name"; at=$((at + 1)); done
`;

const REPORT = `import argparse
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--json", action="store_true", help="print totals as JSON")
parser.add_argument("numbers", nargs="*", type=int)
asked = parser.parse_args()
print(f"sum: {sum(asked.numbers)}")
`;

const commandTest = (line: string, expected: string) => `import json
import subprocess
import sys
import unittest


class Report(unittest.TestCase):
    def test_report(self):
        done = subprocess.run(
            [sys.executable, "tools/report.py", ${line}], capture_output=True, text=True
        )
        ${expected}
`;

const RETRY = (body: string) => `// Package again tries things again.
package again

// Retry calls f until it succeeds, n times at most, and returns its last error.
func Retry(n int, f func() error) error {
	${body}
}
`;

const goTest = (name: string, body: string) => `package ${name}

import (
	"errors"
	"testing"

	"example.com/tools/again"
)

var sad = errors.New("sad")

func TestRetry(t *testing.T) {
	calls := 0
	${body.trim().replaceAll('\n', '\n\t')}
}
`;

const succeeds = (at: number) => `
err := again.Retry(${at + 2}, func() error { calls++; if calls < ${at} { return sad }; return nil })
if err != nil || calls != ${at} {
	t.Fatalf("%v after %d calls", err, calls)
}
`;

const OTHERS: readonly Challenging[] = [
  {
    name: 'shell: asks what would be deleted where it should be gone',
    language: 'shell',
    surface: 'process',
    text: 'bin/prune N DIR deletes all but the newest N files; with --dry-run it lists them only',
    base: README,
    head: { 'bin/prune': PRUNE },
    shown: `${files('a b c')}test "$(bin/prune --dry-run 2 "$dir")" = 'delete a'\n`,
    withheld: `${files('x y')}test "$(bin/prune --dry-run 1 "$dir")" = 'delete x'\n`,
    challenge: [
      `${files('a b c')}bin/prune 2 "$dir" > /dev/null\ntest "$(ls "$dir" | tr '\\n' ' ')" = 'b c '\n`,
      `${files('k l m n')}bin/prune 1 "$dir" > /dev/null\ntest "$(ls "$dir")" = n\n`,
    ],
  },
  {
    name: 'Python: asks whether the option is known, not what it does',
    language: 'python',
    surface: 'process',
    text: 'tools/report.py --json NUMBERS prints {"sum": …} as JSON',
    base: README,
    head: { 'tools/report.py': REPORT },
    shown: commandTest('"--json", "1", "2"', 'self.assertEqual(done.returncode, 0)'),
    withheld: commandTest('"--help"', 'self.assertIn("--json", done.stdout)'),
    challenge: [
      commandTest('"--json", "4", "5"', 'self.assertEqual(json.loads(done.stdout), {"sum": 9})'),
      commandTest('"--json"', 'self.assertEqual(json.loads(done.stdout), {"sum": 0})'),
    ],
  },
  askedOfNode({
    name: 'asks whether one is told where one should be left alone',
    text: 'listen(fn) returns a function after which fn is no longer told what tell(what) tells',
    function: 'listen',
    code: `const all = [];

export function listen(fn) {
  all.push(fn);
  return () => fn;
}
listen.tell = (what) => all.forEach((fn) => fn(what));
`,
    asks: [
      [`((heard) => (listen((what) => heard.push(what)), listen.tell('a'), heard))([])`, `['a']`],
      [
        `((told) => (listen((what) => told.push(what)), listen.tell(1), listen.tell(2), told))([])`,
        '[1, 2]',
      ],
      [`((heard) => (listen((what) => heard.push(what))(), listen.tell('a'), heard))([])`, '[]'],
      [
        `((heard) => { const stop = listen((what) => heard.push(what)); listen.tell(1); stop(); listen.tell(2); return heard; })([])`,
        '[1]',
      ],
    ],
  }),
  askedOfNode({
    name: 'asks again at once where it should be remembered for good',
    text: 'remember(file, value) keeps the value in the file, so that later processes recall it',
    function: 'remember',
    code: `const kept = new Map();

export const remember = (file, value) => kept.set(file, value).get(file);
export const recall = (file) => kept.get(file);
remember.recall = recall;
`,
    asks: [
      [`(remember('/tmp/one.json', 5), remember.recall('/tmp/one.json'))`, '5'],
      [`remember('/tmp/two.json', 'tea')`, `'tea'`],
      [
        `(remember('/tmp/three.json', 7), (await import('node:fs')).existsSync('/tmp/three.json'))`,
        'true',
      ],
      [
        `(remember('/tmp/four.json', 'x'), (await import('node:child_process')).execFileSync(process.execPath, ['--input-type=module', '-e', "import { remember } from './src/remember.mjs'; console.log(remember.recall('/tmp/four.json'));"], { encoding: 'utf8' }))`,
        `'x\\n'`,
      ],
    ],
  }),
];

const AGAIN: Challenging = {
  name: 'Go: asks for the first try where the second was promised',
  language: 'go',
  text: 'again.Retry(n, f) calls f until it succeeds, at most n times, and returns its last error',
  base: {
    'go.mod': 'module example.com/tools\n\ngo 1.21\n',
    'again/again.go': RETRY('return nil'),
  },
  head: { 'again/again.go': RETRY('return f()') },
  shown: goTest('t1', succeeds(1)),
  withheld: goTest(
    't2',
    `
if err := again.Retry(1, func() error { calls++; return sad }); err != sad || calls != 1 {
	t.Fatalf("%v after %d calls", err, calls)
}
`,
  ),
  challenge: [goTest('t1', succeeds(3)), goTest('t2', succeeds(2))],
};

function beside(of: Challenging): Cheat {
  return { ...guess(kind, of), expected: ANYWHERE };
}

export const BESIDE_THE_PROMISE: readonly Cheat[] = [...OTHERS.map(beside), inGo(beside(AGAIN))];
