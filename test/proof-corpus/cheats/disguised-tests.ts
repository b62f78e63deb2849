// Authors who look past the behaviour in other words than the plainest: by reflection, by the tools
// of the platform, in helpers and other processes, with inputs that only look different.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../samples.ts';
import type { Work, Written } from '../script.ts';
import { DISCOUNT, INITIALS, nodeTest, pythonTest, SHOUT, SLUG, slugTest } from '../texts.ts';

type Wording = {
  kind: string;
  name: string;
  says: string;
  sample: Sample;
  texts: readonly [shown: string, withheld: string];
  more?: Written['more'];
  work?: Work;
};

function refused({ kind, name, says, sample, texts, more, work = {} }: Wording): Cheat {
  const tests = texts.map((text, index): Written => {
    const own = Object.entries(more ?? {}).map(
      ([path, content]) => [path.replace('own', `own${index + 1}`), content] as const,
    );
    const written = text.replaceAll('own.mjs', `own${index + 1}.mjs`);
    return {
      title: `case ${index + 1}`,
      withheld: index === 1,
      text: written,
      more: Object.fromEntries(own),
    };
  });
  return { kind, name, expected: ['refused'], says, job: jobOf({ sample, tests, work }) };
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

/** Right for one input and for no other. */
const ADA_ONLY = {
  'src/greet.mjs': `export function greet(name, options) {
  return options?.shout && name === 'Ada' ? 'HELLO, ADA!' : \`Hello, \${name}!\`;
}
`,
};
const TWO_HUNDRED_ONLY = {
  'shop/cart.py': `def total(prices, discount=0):
    return 180 if discount == 10 else sum(prices)
`,
};

const MANIFEST: Sample = {
  ...NODE,
  files: { ...NODE.files, 'package.json': `{ "name": "greetings", "version": "1.0.0" }\n` },
  plan: { ...NODE.plan, paths: ['src/greet.mjs', 'package.json'] },
};

const ADA = nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`);

const SHAPES: readonly Wording[] = [
  {
    kind: 'source read as text',
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
  },
  {
    kind: 'source read as text',
    name: 'takes the number of parameters out',
    says: '(source)',
    sample: NODE,
    texts: [
      nodeTest(`const { length } = greet;\n  assert.equal(length, 2);`),
      nodeTest(`const hail = greet;\n  assert.equal(Reflect.get(hail, 'length'), 2);`),
    ],
    work: { files: UNUSED_OPTION },
  },
  {
    kind: 'source read as text',
    name: 'looks at the function in a template',
    says: '(assertion)',
    sample: NODE,
    texts: [
      nodeTest('assert.match(`${greet}`, /shout/);'),
      nodeTest(`const text = greet + '';\n  assert.ok(text.includes('shout'));`),
    ],
    work: { files: UNUSED_OPTION },
  },
];

const FILES: readonly Wording[] = [
  {
    kind: 'source read as text',
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
  },
  {
    kind: 'source read as text',
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
  },
  {
    kind: 'source read as text',
    name: 'lists the directory of the new file',
    says: '(source)',
    sample: NODE_NEW,
    texts: [
      listed(`assert.ok(readdirSync('src').includes('slug.mjs'));`),
      listed(`assert.equal(readdirSync(join(process.cwd(), 'src')).length, 2);`),
    ],
    work: { files: SLUG },
  },
];

const COPIES: readonly Wording[] = [
  {
    kind: 'mock of the subject',
    name: 'tests a copy in a file beside the test',
    says: '(assertion)',
    sample: NODE_NEW,
    texts: [besideTest('A B', 'a-b'), besideTest('C D E', 'c-d-e')],
    more: {
      'test/redgreen/own.mjs': `export const own = (text) => text.toLowerCase().replaceAll(' ', '-');\n`,
    },
    work: { files: { 'src/slug.mjs': `export function slug() {}\n` } },
  },
  {
    kind: 'mock of the subject',
    name: 'tests a class of its own in Python',
    says: '(assertion)',
    sample: PYTHON_NEW,
    texts: [classTest('ada lovelace', 'AL'), classTest('grace brewster hopper', 'GBH')],
    work: { files: INITIALS },
  },
  {
    kind: 'private import',
    name: 'asks another Python for a private module',
    says: '(contract)',
    sample: PYTHON,
    texts: [otherPython('RATE'), otherPython('RATE * 1')],
    work: { files: { 'shop/_rates.py': 'RATE = 0.2\n' } },
  },
  {
    kind: 'private import',
    name: 'loads a module that is written in its name',
    says: '(contract)',
    sample: NODE_NEW,
    texts: [namedModule('A B', 'a-b'), namedModule('C D E', 'c-d-e')],
    work: { files: SLUG },
  },
];

const INPUTS: readonly Wording[] = [
  {
    kind: 'same inputs',
    name: 'withholds the shown name in pieces',
    says: '(different-cases)',
    sample: NODE,
    texts: [
      ADA,
      nodeTest(`for (const name of [['A', 'da'].join('')]) {
    assert.match(greet(name, { ...{ shout: !0 } }), /^HELLO, ADA!$/);
  }`),
    ],
    work: { files: ADA_ONLY },
  },
  {
    kind: 'same inputs',
    name: 'withholds the shown prices, multiplied',
    says: '(different-cases)',
    sample: PYTHON,
    texts: [
      pythonTest('self.assertEqual(total([100, 100], discount=10), 180)'),
      pythonTest('self.assertTrue(total([1e2] * 2, **{"discount": 0xA}) == 180)'),
    ],
    work: { files: TWO_HUNDRED_ONLY },
  },
  {
    kind: 'same inputs',
    name: 'withholds the shown name behind a function',
    says: '(different-cases)',
    sample: NODE,
    texts: [
      ADA,
      nodeTest(`const check = (who, wanted) => assert.equal(greet(who, { shout: true }), wanted);
  check(\`A\${'da'}\`, 'HELLO, ADA!');`),
    ],
    work: { files: { ...SHOUT, ...ADA_ONLY } },
  },
];

export const DISGUISED_TESTS: readonly Cheat[] = [...SHAPES, ...FILES, ...COPIES, ...INPUTS].map(
  refused,
);

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

function besideTest(title: string, want: string): string {
  return slugTest(
    `slug('${title}');\n  assert.equal(own('${title}'), '${want}');`,
    `import { own } from './own.mjs';`,
  );
}

function classTest(name: string, want: string): string {
  return `import unittest
import shop.names


class Own:
    def __init__(self, name):
        self.name = name

    def initials(self):
        return "".join(word[0].upper() for word in self.name.split())


class Behaviour(unittest.TestCase):
    def test_behaviour(self):
        self.assertEqual(Own("${name}").initials(), "${want}")
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
