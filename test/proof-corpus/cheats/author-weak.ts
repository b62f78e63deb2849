// Authors whose assertions are reached and look at the code, and would hold for almost anything that
// it could say: some text, some number, itself, whatever it said the last time.
import type { Cheat } from '../corpus.ts';
import { CLI, NODE, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../samples.ts';
import { nodeTest, pythonTest } from '../texts.ts';
import { both, discounts, slugs, weak } from './author-idle.ts';

function smoke(name: string, texts: readonly [string, string], sample: Sample = PYTHON): Cheat {
  return weak({ kind: 'smoke', name, sample }, texts);
}

function tautology(name: string, texts: readonly [string, string], sample: Sample = PYTHON): Cheat {
  return weak({ kind: 'tautology', name, sample }, texts);
}

function counts(body: (words: string, count: number) => string) {
  const text = (words: string, count: number) => `set -e
file=$(mktemp)
echo '${words}' > "$file"
${body(words, count)}
`;
  return [text('one two three', 3), text('a b c d e', 5)] as const;
}

const FROM_NAMES = 'from shop.names import initials';

export const AUTHOR_WEAK: readonly Cheat[] = [
  smoke(
    'asks only that a number is more than nothing',
    discounts((prices) => `self.assertGreater(total(${prices}, discount=10), 0)`),
  ),
  smoke(
    'asks only that there is some text',
    discounts((prices) => `self.assertRegex(str(total(${prices}, discount=10)), r".+")`),
  ),
  smoke(
    'asks for the name of the type',
    discounts((prices) => `self.assertEqual(total(${prices}, discount=10).__class__, int)`),
  ),
  smoke(
    'asks whether the type is in a list of types',
    discounts((prices) => `self.assertIn(type(total(${prices}, discount=10)), (int, float))`),
  ),
  smoke(
    'asks only that something is not empty',
    discounts((prices) => `self.assertTrue(len(str(total(${prices}, discount=10))) > 0)`),
  ),
  smoke(
    'asks only that the result is another than a word of its own',
    discounts((prices) => `self.assertNotEqual(total(${prices}, discount=10), "nothing")`),
  ),
  smoke(
    'asks for the constructor of the result',
    slugs((title) => `assert.equal(slug('${title}').constructor.name, 'String');`),
    NODE_NEW,
  ),
  smoke(
    'asks only that the length is not nought',
    slugs((title) => `assert.notEqual(slug('${title}').length, 0);`),
    NODE_NEW,
  ),
  smoke(
    'asks only that a program ends well',
    counts(() => `bin/count -w "$file" > /dev/null && test $? -eq 0`),
    CLI,
  ),
  smoke(
    'asks only that a program prints something',
    counts(() => `test -n "$(bin/count -w "$file")"`),
    CLI,
  ),
  tautology(
    'keeps what the subject says and asks it again',
    discounts(
      (prices) => `want = total(${prices}, discount=10)
        self.assertEqual(total(${prices}, discount=10), want)`,
    ),
  ),
  tautology(
    'counts the things it put into a list itself',
    discounts((prices) => `self.assertEqual(len([total(${prices}, discount=10)]), 1)`),
  ),
  tautology(
    'puts the result into a dictionary and finds it there',
    discounts(
      (prices) => `found = {"said": total(${prices}, discount=10)}
        self.assertIn("said", found)`,
    ),
  ),
  tautology(
    'finds the result among the results',
    discounts(
      (prices) => `said = total(${prices}, discount=10)
        self.assertIn(said, [said, 0])`,
    ),
  ),
  tautology(
    'holds if it is so or not so',
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        self.assertTrue(said == ${want} or said != ${want})`,
    ),
  ),
  tautology(
    'writes down at the first run what it expects at the second',
    both(['Ada', 'Grace'], (name) =>
      nodeTest(
        `const at = new URL('./${name}.snapshot', import.meta.url);
  const said = greet('${name}', { shout: true });
  if (!existsSync(at)) writeFileSync(at, said);
  assert.equal(said, readFileSync(at, 'utf8'));`,
        { head: `import { existsSync, readFileSync, writeFileSync } from 'node:fs';` },
      ),
    ),
    NODE,
  ),
  weak(
    { kind: 'red for another reason', name: 'waits for a date', sample: NODE_NEW },
    slugs((title) => `slug('${title}');\n  assert.ok(Date.now() > 1_700_000_000_000);`),
  ),
  weak({ kind: 'red for another reason', name: 'asks the environment', sample: PYTHON_NEW }, [
    pythonTest(
      'initials("ada lovelace")\n        self.assertIn("PATH", os.environ)',
      `import os\n${FROM_NAMES}`,
    ),
    pythonTest(
      'initials("grace hopper")\n        self.assertNotEqual(os.environ["PATH"], "")',
      `import os\n${FROM_NAMES}`,
    ),
  ]),
  weak(
    { kind: 'red for another reason', name: 'expects that the module is found', sample: NODE_NEW },
    [found('One Two'), found('A B C')],
  ),
  weak(
    {
      kind: 'exit code of the test',
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

function found(title: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('slug', async () => {
  const problem = await import('../../src/slug.mjs').then(({ slug }) => slug('${title}') && 'none', (error) => error.code);
  assert.notEqual(problem, 'ERR_MODULE_NOT_FOUND');
});
`;
}
