// Tests that reach behind the public surface, in this process or another.
import { type Cheat, play } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON, planOf, type Sample } from '../../samples.ts';
import { pythonTest, SLUG, slugTest } from '../../texts.ts';
import { aside, discounts, refused, two } from './parts.ts';

const kind = 'private import';

const INTERNAL: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [{ text: 'greet(name, { shout: true }) returns the greeting in capital letters' }],
    paths: ['src'],
    contract: ['src/greet.mjs'],
  }),
};

const SHOUTED_WORDS = { 'src/internal/words.mjs': `export const HELLO = 'HELLO';\n` };

function privately(line: string, values: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
${line}
test('shouts', () => {
  assert.equal(${values});
});
`;
}

function elsewhere(value: string): string {
  return `import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
test('shouts', () => {
  const program = "import('./src/internal/words.mjs').then(({ HELLO }) => console.log(${value}))";
  const said = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  assert.equal(said.trim(), 'HELLO');
});
`;
}

function otherPython(value: string): string {
  return pythonTest(
    `program = "from shop._rates import RATE; print(${value})"
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(said.stdout.strip(), "0.2")`,
    'import subprocess\nimport sys',
  );
}

function namedModule(title: string, want: string): string {
  return slugTest(
    `const { own } = await import('data:text/javascript,export const own = (t) => t.toLowerCase().split(" ").join("-")');
  assert.equal(own('${title}'), '${want}');
  slug('${title}');`,
  );
}

export const PRIVATE_IMPORT: readonly Cheat[] = [
  play(
    {
      kind,
      name: 'imports a private module',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: INTERNAL,
      tests: two([
        privately(`import { HELLO } from '../../src/internal/words.mjs';`, `HELLO, 'HELLO'`),
        privately(`import { HELLO } from '../../src/internal/words.mjs';`, `HELLO.length, 5`),
      ]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  play(
    {
      kind,
      name: 'imports a private module by a computed name',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: INTERNAL,
      tests: two([
        privately(
          `const { HELLO } = await import('../../src/' + 'internal/words.mjs');`,
          `HELLO, 'HELLO'`,
        ),
        privately(
          `const { HELLO } = await import('../../src/' + 'internal/words.mjs');`,
          `HELLO[1], 'E'`,
        ),
      ]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  play(
    {
      kind,
      name: 'imports a private module in Python',
      expected: ['refused'],
      says: '(contract)',
    },
    {
      sample: PYTHON,
      tests: two([
        pythonTest('self.assertEqual(RATE, 0.2)', 'from shop._rates import RATE'),
        pythonTest('self.assertGreater(RATE, 0.1)', 'from shop._rates import RATE'),
      ]),
    },
  ),
  play(
    {
      kind,
      name: 'imports a private module in another process',
      expected: ['refused'],
    },
    {
      sample: INTERNAL,
      tests: two([elsewhere('HELLO'), elsewhere('HELLO.slice(0, 5)')]),
      work: { files: SHOUTED_WORDS },
    },
  ),
  refused({
    kind,
    name: 'asks another Python for a private module',
    says: '(contract)',
    sample: PYTHON,
    texts: [otherPython('RATE'), otherPython('RATE * 1')],
    work: { files: { 'shop/_rates.py': 'RATE = 0.2\n' } },
  }),
  refused({
    kind,
    name: 'loads a module that is written in its name',
    says: '(contract)',
    sample: NODE_NEW,
    texts: [namedModule('A B', 'a-b'), namedModule('C D E', 'c-d-e')],
    work: { files: SLUG },
  }),
  aside(kind, 'takes a private module out of the loaded ones', [
    PYTHON,
    discounts(
      (prices) => `total(${prices}, discount=10)
        rates = importlib.import_module("shop._rates")
        self.assertEqual(rates.RATE, 0.1)`,
      'import importlib',
    ),
  ]),
];
