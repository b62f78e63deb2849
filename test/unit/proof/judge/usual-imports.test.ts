// The imports that people of a language write for a module of the contract pass, whatever their form;
// what the contract does not open is refused with the names of what it does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeCases } from '../../../../app/proof/judge/judge.ts';
import { Plan } from '../../../../sandbox/protocol/plan.ts';
import { treesOf } from '../../../support/syntax.ts';
import { file, PLAN, testCase } from '../samples.ts';

type Repository = {
  path: string;
  base: readonly string[];
  contract: readonly string[];
  manifests?: Readonly<Record<string, string>>;
};

async function contractObjections(repository: Repository, text: string): Promise<string[]> {
  const { path, base, contract, manifests = {} } = repository;
  const criteria = [{ id: 'R1', text: 'it works', kind: 'keep', surface: 'public_api' }];
  const plan = Plan.parse({ ...PLAN, criteria, contract, paths: ['src'] });
  const files = [file(path, text)];
  const { objections } = judgeCases({
    plan,
    cases: [testCase('T1', 'R1', { files: [path], run: `node --test ${path}` })],
    files,
    trees: await treesOf(files),
    basePaths: base,
    manifests: new Map(Object.entries(manifests)),
  });
  return objections.filter(({ rule }) => rule !== 'run-line').map(({ message }) => message);
}

const SRC_LAYOUT: Repository = {
  path: 'tests/test_t1.py',
  base: ['src/shop/__init__.py', 'src/shop/cart.py', 'src/shop/secret.py', 'src/other/__init__.py'],
  contract: ['src/shop/cart.py'],
};
const BELOW: Repository = {
  path: 'backend/tests/test_t1.py',
  base: ['backend/app/__init__.py', 'backend/app/cart.py', 'frontend/index.js'],
  contract: ['backend/app/cart.py: total()'],
};
const PACKAGE: Repository = {
  path: 'test/redgreen/t1.test.mjs',
  base: ['package.json', 'lib/index.js', 'lib/cart.js', 'lib/inner.js'],
  contract: ['lib/index.js'],
  manifests: {
    'package.json': JSON.stringify({
      name: '@acme/shop',
      exports: { '.': { import: './lib/index.js' }, './parts/*': './lib/*.js' },
    }),
  },
};

const PY = (head: string, call: string) =>
  `${head}\n\n\ndef test_it():\n    assert ${call}([1, 2]) == 3\n`;
const JS = (head: string, call: string) =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${head}\n\ntest('it', () => {\n  assert.equal(${call}([1, 2]), 3);\n});\n`;

const USUAL: readonly (readonly [Repository, string])[] = [
  [SRC_LAYOUT, PY('import shop.cart as c', 'c.total')],
  [SRC_LAYOUT, PY('from shop.cart import total as t', 't')],
  [SRC_LAYOUT, PY('from shop import cart', 'cart.total')],
  [SRC_LAYOUT, PY('from shop import total', 'total')],
  [SRC_LAYOUT, PY('import shop', 'shop.total')],
  [SRC_LAYOUT, PY('import shop as s', 's.total')],
  [BELOW, PY('from app.cart import total', 'total')],
  [BELOW, PY('from app import total', 'total')],
  [BELOW, PY('from ..app.cart import total', 'total')],
  [PACKAGE, JS("import shop from '@acme/shop';", 'shop.total')],
  [PACKAGE, JS("import * as shop from '@acme/shop';", 'shop.total')],
  [PACKAGE, JS("import { total as t } from '@acme/shop';", 't')],
  [PACKAGE, JS("import { total } from '@acme/shop/parts/cart';", 'total')],
  [PACKAGE, JS("import { total } from '../../lib/index.js';", 'total')],
  [
    { ...PACKAGE, path: 'test/redgreen/t1.test.cjs' },
    "const assert = require('node:assert/strict');\nconst { test } = require('node:test');\nconst { total: t } = require('@acme/shop');\n\ntest('it', () => {\n  assert.equal(t([1, 2]), 3);\n});\n",
  ],
];

const CLOSED: readonly (readonly [Repository, string])[] = [
  [SRC_LAYOUT, PY('from shop import secret', 'secret.total')],
  [SRC_LAYOUT, PY('from shop.secret import total', 'total')],
  [SRC_LAYOUT, PY('from other import total', 'total')],
  [PACKAGE, JS("import { total } from '../../lib/inner.js';", 'total')],
  [PACKAGE, JS("import { total } from '@acme/shop/lib/inner.js';", 'total')],
];

describe('an import of a module of the contract', () => {
  for (const [repository, text] of USUAL) {
    const line = text.split('\n').find((one) => /shop|app|lib\//.test(one));
    it(`passes as \`${line}\` in ${repository.path}`, async () => {
      assert.deepEqual(await contractObjections(repository, text), []);
    });
  }

  for (const [repository, text] of CLOSED) {
    const line = text.split('\n').find((one) => /shop|other|lib\//.test(one));
    it(`is none in \`${line}\`, and what would pass is named`, async () => {
      const objections = await contractObjections(repository, text);
      const [wanted = ''] = repository.contract;
      assert.ok(
        objections.some((one) => one.includes(`import from \`${wanted}\``)),
        objections.join('\n'),
      );
    });
  }
});
