// Tests that are red on the base for a reason of their own.
import type { Cheat } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON_NEW } from '../../samples.ts';
import { nodeTest, pythonTest } from '../../texts.ts';
import { ADA, handedOver, slugs, weak } from './parts.ts';

const kind = 'red for another reason';

const ONCE = `const path = '/tmp/seen-' + process.argv[1].replaceAll('/', '-');
const isSeen = existsSync(path);
writeFileSync(path, '');`;

const FROM_NAMES = 'from shop.names import initials';

function found(title: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('slug', async () => {
  const problem = await import('../../src/slug.mjs').then(({ slug }) => slug('${title}') && 'none', (error) => error.code);
  assert.notEqual(problem, 'ERR_MODULE_NOT_FOUND');
});
`;
}

export const RED_FOR_ANOTHER_REASON: readonly Cheat[] = [
  handedOver(
    {
      kind,
      name: 'needs a package that nobody has',
      expected: ['baseline'],
      says: 'cannot be loaded',
    },
    [ADA, `assert.equal(greet('G', { shout: true }), 'HELLO, G!');`].map((body, index) => ({
      title: `case ${index + 1}`,
      withheld: index === 1,
      text: nodeTest(body, { head: `import 'left-pad-of-nobody';` }),
    })),
  ),
  handedOver(
    { kind, name: 'does not parse', expected: ['refused', 'baseline'] },
    ['1', '2'].map((number, index) => ({
      title: `case ${number}`,
      withheld: index === 1,
      text: nodeTest(`assert.equal(greet('Ada', { shout: true )), '${number}');`),
    })),
  ),
  handedOver(
    {
      kind,
      name: 'is red only the first time',
      expected: ['refused', 'baseline', 'red'],
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(
        `${ONCE}\n  assert.equal(greet('${name}'), isSeen ? 'Hello, ${name}!' : '');`,
        {
          head: `import { existsSync, writeFileSync } from 'node:fs';`,
        },
      ),
    })),
    { work: {} },
  ),
  handedOver(
    {
      kind,
      name: 'is red until somebody edits a file',
      expected: ['refused', 'flagged'],
    },
    ['seven', 'lines'].map((word, index) => ({
      title: word,
      withheld: index === 1,
      text: nodeTest(
        `assert.equal(greet('Ada'), 'Hello, Ada!');
  assert.ok(readFileSync('README.md', 'utf8').includes('${word}'));`,
        {
          head: `import { readFileSync } from 'node:fs';`,
        },
      ),
    })),
    {
      sample: { ...NODE, plan: { ...NODE.plan, paths: ['src/greet.mjs', 'README.md'] } },
      work: { files: { 'README.md': '# Greetings\n\nseven lines\n' } },
    },
  ),
  weak(
    { kind, name: 'waits for a date', sample: NODE_NEW },
    slugs((title) => `slug('${title}');\n  assert.ok(Date.now() > 1_700_000_000_000);`),
  ),
  weak({ kind, name: 'asks the environment', sample: PYTHON_NEW }, [
    pythonTest(
      'initials("ada lovelace")\n        self.assertIn("PATH", os.environ)',
      `import os\n${FROM_NAMES}`,
    ),
    pythonTest(
      'initials("grace hopper")\n        self.assertNotEqual(os.environ["PATH"], "")',
      `import os\n${FROM_NAMES}`,
    ),
  ]),
  weak({ kind, name: 'expects that the module is found', sample: NODE_NEW }, [
    found('One Two'),
    found('A B C'),
  ]),
];
