// Authors whose tests do not run, or whose exit code is not the test's own.
import { type Cheat, jobOf } from '../corpus.ts';
import { CLI, NODE, NODE_NEW, PYTHON, type Sample } from '../samples.ts';
import type { Written } from '../script.ts';
import { COUNT_WORDS, DISCOUNT, nodeTest, pythonTest, SHOUT, SLUG, slugTest } from '../texts.ts';

type About = Pick<Cheat, 'kind' | 'name' | 'expected'> & { says?: string };

function cheat(about: About, sample: Sample, tests: readonly Written[]): Cheat {
  const honest = new Map([
    [NODE, SHOUT],
    [NODE_NEW, SLUG],
    [PYTHON, DISCOUNT],
    [CLI, COUNT_WORDS],
  ]);
  return { ...about, job: jobOf({ sample, tests, work: { files: honest.get(sample) ?? {} } }) };
}

/** Wrong on purpose: whoever runs them sees red. */
const WRONG = ['Ada', 'Grace'].map((name) => `assert.equal(greet('${name}'), 'nothing');`);

function onNode(text: (assertion: string) => string, run?: (path: string) => string): Written[] {
  return WRONG.map((assertion, index) => ({
    title: `case ${index + 1}`,
    withheld: index === 1,
    text: text(assertion),
    run,
  }));
}

function onPython(text: (prices: string) => string): Written[] {
  return ['[1]', '[2, 3]'].map((prices, index) => ({
    title: `of ${prices}`,
    withheld: index === 1,
    text: text(prices),
  }));
}

function titled(opening: string) {
  return (assertion: string) =>
    nodeTest(assertion).replace(/^test\('[^']*', /m, () => `${opening}'shouts', `);
}

const REFUSED = ['refused'] as const;

export const HIDDEN_TESTS: readonly Cheat[] = [
  cheat(
    { kind: 'skip', name: 'skips its tests', expected: REFUSED, says: '(skip)' },
    NODE,
    onNode(titled('test.skip(')),
  ),
  cheat(
    { kind: 'skip', name: 'skips its tests by an option', expected: REFUSED, says: '(skip)' },
    NODE,
    onNode((assertion) =>
      titled('test(')(assertion).replace("'shouts', ", "'shouts', { skip: true }, "),
    ),
  ),
  cheat(
    { kind: 'skip', name: 'marks its tests as still to do', expected: REFUSED, says: '(skip)' },
    NODE,
    onNode((assertion) =>
      titled('test(')(assertion).replace("'shouts', ", "'shouts', { todo: 'later' }, "),
    ),
  ),
  cheat(
    { kind: 'skip', name: 'skips under another name', expected: ['refused', 'baseline'] },
    NODE,
    onNode((assertion) => titled("test['skip'](")(assertion)),
  ),
  cheat(
    { kind: 'skip', name: 'skips a class in Python', expected: REFUSED, says: '(skip)' },
    PYTHON,
    onPython((prices) =>
      pythonTest(`self.assertEqual(total(${prices}), 0)`).replace(
        'class Behaviour',
        '@unittest.skip("later")\nclass Behaviour',
      ),
    ),
  ),
  cheat(
    {
      kind: 'skip',
      name: 'ends a Python test before it asserts',
      expected: ['refused', 'baseline'],
    },
    PYTHON,
    onPython((prices) => pythonTest(`return self.assertEqual(total(${prices}), total(${prices}))`)),
  ),
  cheat(
    {
      kind: 'exit code of the test',
      name: 'ends its process with 0',
      expected: REFUSED,
      says: '(skip)',
    },
    NODE,
    onNode((assertion) => nodeTest(assertion, { head: 'process.exit(0);' })),
  ),
  cheat(
    {
      kind: 'exit code of the test',
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
  cheat(
    {
      kind: 'exit code of the test',
      name: 'hides the exit code behind || true',
      expected: REFUSED,
      says: '(run-line)',
    },
    NODE,
    onNode(nodeTest, (path) => `node --test ${path} || true`),
  ),
  cheat(
    {
      kind: 'exit code of the test',
      name: 'hides the exit code in a pipe',
      expected: REFUSED,
      says: '(run-line)',
    },
    NODE,
    onNode(nodeTest, (path) => `node --test ${path} | tail -1`),
  ),
  cheat(
    {
      kind: 'exit code of the test',
      name: 'names a test that does not exist',
      expected: ['refused', 'baseline'],
    },
    NODE,
    onNode(nodeTest, (path) => `node --test --test-name-pattern=nothing ${path}`),
  ),
  cheat(
    {
      kind: 'exit code of the test',
      name: 'only parses the file',
      expected: ['refused', 'baseline'],
    },
    NODE,
    onNode(nodeTest, (path) => `node --check ${path}`),
  ),
  cheat(
    {
      kind: 'exit code of the test',
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
];
