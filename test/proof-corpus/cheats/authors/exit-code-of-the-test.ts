// Tests whose exit code is not their own.
import type { Cheat } from '../../corpus.ts';
import { CLI, NODE, NODE_NEW } from '../../samples.ts';
import { nodeTest, slugTest } from '../../texts.ts';
import { aside, both, hidden, REFUSED, weak, wrongOnNode } from './parts.ts';

const kind = 'exit code of the test';

export const EXIT_CODE_OF_THE_TEST: readonly Cheat[] = [
  hidden(
    {
      kind,
      name: 'ends its process with 0',
      expected: REFUSED,
      says: '(skip)',
    },
    NODE,
    wrongOnNode((assertion) => nodeTest(assertion, { head: 'process.exit(0);' })),
  ),
  hidden(
    {
      kind,
      name: 'ends its process with 0, spelt otherwise',
      expected: ['refused', 'red', 'flagged'],
    },
    NODE_NEW,
    ['A', 'B C'].map((title, index) => ({
      title,
      withheld: index === 1,
      text: slugTest(`assert.equal(slug('${title}'), 'nothing');`, `process['ex' + 'it'](0);`),
    })),
  ),
  hidden(
    {
      kind,
      name: 'hides the exit code behind || true',
      expected: REFUSED,
      says: '(run-line)',
    },
    NODE,
    wrongOnNode(nodeTest, (path) => `node --test ${path} || true`),
  ),
  hidden(
    {
      kind,
      name: 'hides the exit code in a pipe',
      expected: REFUSED,
      says: '(run-line)',
    },
    NODE,
    wrongOnNode(nodeTest, (path) => `node --test ${path} | tail -1`),
  ),
  hidden(
    {
      kind,
      name: 'names a test that does not exist',
      expected: ['refused', 'baseline'],
    },
    NODE,
    wrongOnNode(nodeTest, (path) => `node --test --test-name-pattern=nothing ${path}`),
  ),
  hidden(
    {
      kind,
      name: 'only parses the file',
      expected: ['refused', 'baseline'],
    },
    NODE,
    wrongOnNode(nodeTest, (path) => `node --check ${path}`),
  ),
  hidden(
    {
      kind,
      name: 'traps the exit of a shell',
      expected: ['refused', 'baseline'],
    },
    CLI,
    ['one', 'two three'].map((words, index) => ({
      title: words,
      surface: 'process' as const,
      withheld: index === 1,
      text: `set -e
trap 'exit 0' EXIT
file=$(mktemp)
echo '${words}' > "$file"
test "$(bin/count -w "$file")" = 99
`,
    })),
  ),
  aside(kind, 'turns the failure of a shell into a word', [
    CLI,
    both(
      ['one two', 'a b c'],
      (words) => `file=$(mktemp)
echo '${words}' > "$file"
bin/count -w "$file" > "$file.out" 2>&1 || exit 1
if ! grep -qx 99 "$file.out"; then echo 'not yet'; fi
`,
    ),
  ]),
  weak(
    {
      kind,
      name: 'runs the test under a shell that says it went well',
      sample: NODE,
      run: (path) => `sh -c 'node --test ${path}; exit 0'`,
    },
    [
      nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
      nodeTest(`assert.equal(greet('Grace', { shout: true }), 'HELLO, GRACE!');`),
    ],
  ),
];
