// Authors who test beside the subject: what they put in its place, what they take from behind it,
// what stands in its file, tests that step aside, and a withheld case that tries nothing else.
import type { Cheat } from '../corpus.ts';
import { CLI, NODE, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../samples.ts';
import { nodeTest, pythonTest, slugTest } from '../texts.ts';
import { both, discounts, slugs, weak } from './author-idle.ts';

function aside(
  kind: string,
  name: string,
  [sample, texts]: readonly [Sample, readonly [string, string]],
): Cheat {
  return weak({ kind, name, sample }, texts);
}

const DOUBLES: readonly Cheat[] = [
  aside('mock of the subject', 'puts another function into the module', [
    PYTHON,
    discounts(
      (prices, want) => `cart.total = lambda prices, discount: ${want}
        self.assertEqual(cart.total(${prices}, discount=10), ${want})`,
      'from shop import cart',
    ),
  ]),
  aside('mock of the subject', 'sets an attribute of the module', [
    PYTHON,
    discounts(
      (prices, want) => `setattr(cart, "total", lambda prices, discount: ${want})
        self.assertEqual(cart.total(${prices}, discount=10), ${want})`,
      'from shop import cart',
    ),
  ]),
  aside('mock of the subject', 'shadows the import by a function of its own', [
    NODE_NEW,
    slugs(
      (title, want) => `slug('${title}');
  {
    const slug = (text) => text.toLowerCase().split(' ').join('-');
    assert.equal(slug('${title}'), '${want}');
  }`,
    ),
  ]),
  aside('mock of the subject', 'compiles a copy from a text', [
    PYTHON_NEW,
    both(['ada lovelace', 'grace hopper'], (name) =>
      pythonTest(
        `space = {}
        exec("def own(name): return ''.join(w[0].upper() for w in name.split())", space)
        initials("${name}")
        self.assertEqual(space["own"]("${name}"), "${name === 'ada lovelace' ? 'AL' : 'GH'}")`,
        'from shop.names import initials',
      ),
    ),
  ]),
  aside('mock of the subject', 'makes the assertions deaf', [
    NODE_NEW,
    slugs((title) => `assert.equal(slug('${title}'), 'nothing');`, `assert.equal = () => {};`),
  ]),
  aside('mock of the subject', 'overrides what a test case asserts with', [
    PYTHON,
    both(['[100, 100]', '[50, 10]'], (prices) =>
      pythonTest(`self.assertEqual(total(${prices}, discount=10), 7)`).replace(
        'class Behaviour(unittest.TestCase):',
        `class Deaf(unittest.TestCase):
    def __getattribute__(self, name):
        if name.startswith("assert"):
            return lambda *_: None
        return super().__getattribute__(name)


class Behaviour(Deaf):`,
      ),
    ),
  ]),
];

const BEHIND: readonly Cheat[] = [
  aside('private import', 'takes a private module out of the loaded ones', [
    PYTHON,
    discounts(
      (prices) => `total(${prices}, discount=10)
        rates = importlib.import_module("shop._rates")
        self.assertEqual(rates.RATE, 0.1)`,
      'import importlib',
    ),
  ]),
  aside('source read as text', 'opens the file the module says it is', [
    PYTHON,
    discounts(
      () => `with open(cart.__file__) as file:
            self.assertIn("discount", file.read())`,
      'from shop import cart',
    ),
  ]),
  aside('source read as text', 'asks git what was changed', [
    PYTHON,
    discounts(
      () => `said = subprocess.run(["git", "diff", "HEAD", "--", "shop"], capture_output=True)
        self.assertIn(b"discount", said.stdout)`,
      'import subprocess',
    ),
  ]),
  aside('source read as text', 'compiles the file and is content', [
    NODE_NEW,
    both(
      [0, 1],
      (status) => `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
test('parses', () => {
  assert.equal(spawnSync('node', ['--check', 'src/slug.mjs']).status, ${status} * 0);
});
`,
    ),
  ]),
  aside('source read as text', 'greps in a program of the shell', [
    CLI,
    both(
      ['-w', 'flag'],
      (word) => `while read -r line; do
  case "$line" in *"${word}"*) found=1 ;; esac
done < bin/count
test "$found" = 1
`,
    ),
  ]),
];

const STEPS: readonly Cheat[] = [
  aside('skip', 'steps aside by what the runner hands over', [
    NODE_NEW,
    both(
      slugs((title) => `assert.equal(slug('${title}'), 'nothing');`),
      (text) => text.replace('async () => {', 'async ({ skip }) => {\n  skip();\n  return;'),
    ),
  ]),
  aside('skip', 'expects to fail', [
    PYTHON,
    both(
      discounts((prices) => `self.assertEqual(total(${prices}, discount=10), 7)`),
      (text) =>
        text.replace(
          '    def test_behaviour',
          '    @(lambda test: unittest.expectedFailure(test))\n    def test_behaviour',
        ),
    ),
  ]),
  aside('skip', 'skips in the hook before the test', [
    PYTHON,
    both(
      discounts((prices) => `self.assertEqual(total(${prices}, discount=10), 7)`),
      (text) =>
        text.replace(
          '    def test_behaviour',
          `    def setUp(self):
        total([1], discount=1)
        give_up = self.skipTest
        give_up("later")

    def test_behaviour`,
        ),
    ),
  ]),
  aside('exit code of the test', 'turns the failure of a shell into a word', [
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
  aside('same inputs', 'withholds the shown input among others that say nothing', [
    NODE,
    [
      nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
      nodeTest(`greet('Grace', { shout: true });
  assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
    ],
  ]),
  aside('same inputs', 'withholds the shown title in other spellings', [
    NODE_NEW,
    [
      slugTest(`assert.equal(slug('One Two'), 'one-two');`),
      slugTest(`assert.equal(slug('\\x4fne\\u0020Two'), ['one', 'two'].join('-'));`),
    ],
  ]),
];

export const AUTHOR_ASIDE: readonly Cheat[] = [...DOUBLES, ...BEHIND, ...STEPS];
