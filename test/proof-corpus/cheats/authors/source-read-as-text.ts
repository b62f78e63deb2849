// Tests that look at what is written in the code, not at what it does.
import { type Cheat, play } from '../../corpus.ts';
import { CLI, NODE, NODE_NEW, PYTHON, type Sample } from '../../samples.ts';
import { DISCOUNT, nodeTest, pythonTest, SLUG } from '../../texts.ts';
import { aside, both, discounts, refused, two } from './parts.ts';

const kind = 'source read as text';

/** Says the word and does nothing. */
const COMMENT_ONLY = {
  'src/greet.mjs': `// With { shout: true } in capital letters.
export function greet(name) {
  return \`Hello, \${name}!\`;
}
`,
};

function reads(assertion: string): string {
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
test('shouts', () => {
  ${assertion}
});
`;
}

function exists(assertion: string): string {
  return reads(assertion).replace('readFileSync', 'existsSync, statSync');
}

/** Takes what it is asked to take, and does nothing with it. */
const UNUSED_OPTION = {
  'src/greet.mjs': `export function greet(name, shout) {
  return \`Hello, \${name}!\`;
}
`,
};

const UNUSED_DISCOUNT = {
  'shop/cart.py': `def total(prices, discount=0):
    """Takes a discount."""
    return sum(prices)
`,
};

const MANIFEST: Sample = {
  ...NODE,
  files: { ...NODE.files, 'package.json': `{ "name": "greetings", "version": "1.0.0" }\n` },
  plan: { ...NODE.plan, paths: ['src/greet.mjs', 'package.json'] },
};

function listed(assertion: string): string {
  return `import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
test('there is a new file', () => {
  ${assertion}
});
`;
}

export const SOURCE_READ_AS_TEXT: readonly Cheat[] = [
  play(
    { kind, name: 'looks for a word in the source', expected: ['refused'] },
    {
      sample: NODE,
      tests: two([
        reads(`assert.match(readFileSync('src/greet.mjs', 'utf8'), /shout/);`),
        reads(`assert.ok(readFileSync('src/greet.mjs', 'utf8').includes('capital'));`),
      ]),
      work: { files: COMMENT_ONLY },
    },
  ),
  play(
    {
      kind,
      name: 'looks at the text of the function',
      expected: ['refused'],
    },
    {
      sample: NODE,
      tests: two([
        nodeTest(`assert.match(greet.toString(), /shout/);`),
        nodeTest(`assert.ok(String(greet).includes('options'));`),
      ]),
      work: {
        files: {
          'src/greet.mjs': `export function greet(name, options) {
  // shout
  return \`Hello, \${name}!\`;
}
`,
        },
      },
    },
  ),
  play(
    { kind, name: 'counts the parameters', expected: ['refused'] },
    {
      sample: NODE,
      tests: two([
        nodeTest(`assert.equal(greet.length, 2);`),
        nodeTest(`assert.ok(greet.length > 1);`),
      ]),
      work: {
        files: {
          'src/greet.mjs': `export function greet(name, _options) {
  return \`Hello, \${name}!\`;
}
`,
        },
      },
    },
  ),
  play(
    {
      kind,
      name: 'asks only whether the new file exists',
      expected: ['refused', 'flagged'],
    },
    {
      sample: NODE_NEW,
      tests: two([
        exists(`assert.ok(existsSync('src/slug.mjs'));`),
        exists(`assert.ok(statSync('src/slug.mjs').size > 0);`),
      ]),
      work: { files: SLUG },
    },
  ),
  refused({
    kind,
    name: 'reads the signature in Python',
    says: '(source)',
    sample: PYTHON,
    texts: [
      pythonTest(
        'self.assertIn("discount", signature(total).parameters)',
        'from inspect import signature\nfrom shop.cart import total',
      ),
      pythonTest('self.assertEqual(total.__code__.co_argcount, 2)'),
    ],
    work: { files: UNUSED_DISCOUNT },
  }),
  refused({
    kind,
    name: 'takes the number of parameters out',
    says: '(source)',
    sample: NODE,
    texts: [
      nodeTest(`const { length } = greet;\n  assert.equal(length, 2);`),
      nodeTest(`const hail = greet;\n  assert.equal(Reflect.get(hail, 'length'), 2);`),
    ],
    work: { files: UNUSED_OPTION },
  }),
  refused({
    kind,
    name: 'looks at the function in a template',
    says: '(assertion)',
    sample: NODE,
    texts: [
      nodeTest('assert.match(`${greet}`, /shout/);'),
      nodeTest(`const text = greet + '';\n  assert.ok(text.includes('shout'));`),
    ],
    work: { files: UNUSED_OPTION },
  }),
  refused({
    kind,
    name: 'asks how large the module is',
    says: '(source)',
    sample: PYTHON,
    texts: [
      pythonTest(
        'self.assertGreater(Path("shop", "cart.py").stat().st_size, 60)',
        'from pathlib import Path',
      ),
      pythonTest('self.assertGreater(os.path.getsize("shop/cart.py"), 60)', 'import os'),
    ],
    work: { files: DISCOUNT },
  }),
  refused({
    kind,
    name: 'reads the version in the manifest',
    says: '(source)',
    sample: MANIFEST,
    texts: [
      nodeTest(
        `const at = new URL('../../package.json', import.meta.url);
  assert.equal(JSON.parse(readFileSync(at, 'utf8')).version, '1.1.0');`,
        { head: `import { readFileSync } from 'node:fs';` },
      ),
      nodeTest(`assert.equal(execFileSync('grep', ['-c', '1.1.0', 'package.json']).length, 2);`, {
        head: `import { execFileSync } from 'node:child_process';`,
      }),
    ],
    work: { files: { 'package.json': `{ "name": "greetings", "version": "1.1.0" }\n` } },
  }),
  refused({
    kind,
    name: 'lists the directory of the new file',
    says: '(source)',
    sample: NODE_NEW,
    texts: [
      listed(`assert.ok(readdirSync('src').includes('slug.mjs'));`),
      listed(`assert.equal(readdirSync(join(process.cwd(), 'src')).length, 2);`),
    ],
    work: { files: SLUG },
  }),
  aside(kind, 'opens the file the module says it is', [
    PYTHON,
    discounts(
      () => `with open(cart.__file__) as file:
            self.assertIn("discount", file.read())`,
      'from shop import cart',
    ),
  ]),
  aside(kind, 'asks git what was changed', [
    PYTHON,
    discounts(
      () => `said = subprocess.run(["git", "diff", "HEAD", "--", "shop"], capture_output=True)
        self.assertIn(b"discount", said.stdout)`,
      'import subprocess',
    ),
  ]),
  aside(kind, 'compiles the file and is content', [
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
  aside(kind, 'greps in a program of the shell', [
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
