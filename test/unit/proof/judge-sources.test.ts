// What the judge reads in JavaScript and Python: each kind of violation is found, honest code that
// looks alike is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeCases } from '../../../app/proof/judge/judge.ts';
import type { ObjectionRule } from '../../../app/proof/judge/objection.ts';
import { processorMs } from '../../support/processor-time.ts';
import { treesOf } from '../../support/syntax.ts';
import { BASE_PATHS, CASES, changed, FILES, file, PLAN, testText } from './samples.ts';

async function rulesOfJs(text: string): Promise<ObjectionRule[]> {
  const files = [file('test/redgreen/t1.test.mjs', text), ...FILES.slice(1)];
  const given = { plan: PLAN, cases: CASES, files, basePaths: BASE_PATHS };
  const { objections } = judgeCases({ ...given, trees: await treesOf(files) });
  return [...new Set(objections.map(({ rule }) => rule))];
}

async function rulesOfLine(line: string): Promise<ObjectionRule[]> {
  return await rulesOfJs(`${testText('Ann', 'Good day, Ann')}\n${line}\n`);
}

const PYTHON_PLAN = { ...PLAN, contract: ['shop/cart.py', 'shop.discount'], paths: ['shop/**'] };
const PYTHON_BASE = ['shop/__init__.py', 'shop/cart.py', 'shop/secret.py', 'tests/__init__.py'];
const HONEST = `import unittest
from shop.cart import total


class Totals(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(total([1, 2]), 3)
`;

async function rulesOfPython(line: string, text = HONEST): Promise<ObjectionRule[]> {
  const path = 'tests/test_t1.py';
  const cases = CASES.map((one) =>
    one.id === 'T1' ? changed(one, { files: [path], run: `pytest ${path}` }) : one,
  );
  const files = [file(path, `${text}\n${line}\n`), ...FILES.slice(1)];
  const plan = { ...PYTHON_PLAN, contract: [...PYTHON_PLAN.contract, 'src/greet.mjs'] };
  const given = { plan, cases, files, basePaths: PYTHON_BASE };
  const { objections } = judgeCases({ ...given, trees: await treesOf(files) });
  return [...new Set(objections.map(({ rule }) => rule))];
}

describe('the static judge on JavaScript', () => {
  const found: Record<string, ObjectionRule> = {
    "test.skip('later', () => {});": 'skip',
    "describe.only('this', () => {});": 'skip',
    "test.todo('more');": 'skip',
    "test('x', { skip: true }, () => {});": 'skip',
    "xit('x', () => {});": 'skip',
    "test('x', (t) => { t.skip('no'); });": 'skip',
    'process.exit(0);': 'skip',
    "jest.mock('../../src/greet.mjs');": 'mock',
    "vi.mock('../../src/greet.mjs', () => ({}));": 'mock',
    "mock.module('../../src/greet.mjs', { namedExports: {} });": 'mock',
    "mock.method(greeter, 'greet', () => 'x');": 'mock',
    "vi.spyOn(greeter, 'greet');": 'mock',
    "import sinon from 'sinon';": 'mock',
    "await fetch('https://example.com/x');": 'network',
    "import { lookup } from 'node:dns';": 'network',
    'assert(true);': 'tautology',
    'assert.ok(1, "fine");': 'tautology',
    'assert.equal(1, 1);': 'tautology',
    'assert.deepEqual(result, result);': 'tautology',
    "expect('a').toBe('a');": 'tautology',
    'expect(true).toBeTruthy();': 'tautology',
    "import { inner } from '../../src/inner.mjs';": 'contract',
    "const { inner } = await import('../../src/inner');": 'contract',
    "const inner = require('../../src/inner.mjs');": 'contract',
    "import { nothing } from '../../src/nothing.mjs';": 'contract',
    "import secret from '../../../other/secret.mjs';": 'contract',
    "import { inner } from '#internal/inner';": 'contract',
    'const it = await import(name);': 'contract',
    "import { other } from './t3.test.mjs';": 'contract',
  };
  for (const [line, rule] of Object.entries(found)) {
    it(`objects to ${line}`, async () => {
      assert.deepEqual(await rulesOfLine(line), [rule]);
    });
  }

  const honest = [
    '// test.skip is what we do not do; assert(true) neither',
    "const words = 'jest.mock() and https://example.com and test.only';",
    'const pages = list({ skip: 10, limit: 5 });',
    'model.fit(data);',
    "assert.equal(slug('https://example.com'), 'https-example-com');",
    'await fetch(`http://127.0.0.1:${port}/health`);',
    "await fetch('http://localhost:8080/health');",
    "mock.method(console, 'log', () => undefined);",
    'assert.equal(first, second);',
    "import { readFile } from 'node:fs/promises';",
    "import pad from 'left-pad';",
    "const { greet: again } = await import('../../src/greet.mjs?fresh');",
    'const pattern = /["\']test.skip/;',
    "spawnSync(process.execPath, [new URL('../../bin/app', import.meta.url).pathname]);",
  ];
  for (const line of honest) {
    it(`says nothing about ${line}`, async () => {
      assert.deepEqual(await rulesOfLine(line), []);
    });
  }

  it('objects to a case without an assertion', async () => {
    assert.deepEqual(
      await rulesOfJs("import { greet } from '../../src/greet.mjs';\ngreet('Ann');\n"),
      ['assertion'],
    );
    // The word in a comment or a string is no assertion.
    assert.deepEqual(await rulesOfJs("// assert.equal(1, 2)\nconst s = 'expect(x)';\n"), [
      'assertion',
    ]);
  });

  it('reads a large hostile file in time', async () => {
    const started = processorMs();
    await rulesOfJs(
      `import ${'a, '.repeat(50_000)}\n${'assert.equal('.repeat(10_000)}${'"`/'.repeat(20_000)}`,
    );
    assert.ok(processorMs() - started < 10_000);
  });
});

describe('the static judge on Python', () => {
  const found: Record<string, ObjectionRule> = {
    "@unittest.skip('later')\ndef test_x():\n    assert total([1]) == 1": 'skip',
    '@pytest.mark.xfail\ndef test_x():\n    assert total([1]) == 1': 'skip',
    "pytest.skip('no')": 'skip',
    'sys.exit(0)': 'skip',
    "@patch('shop.cart.total')\ndef test_x(fake):\n    assert total([1]) == 1": 'mock',
    "@mock.patch('shop.cart.total', return_value=3)\ndef test_x(fake):\n    assert total([1]) == 1":
      'mock',
    "patch.object(total, 'x')": 'mock',
    "monkeypatch.setattr('shop.cart.total', lambda: 3)": 'mock',
    "requests.get('https://example.com')": 'network',
    'assert True': 'tautology',
    'assert 1 == 1': 'tautology',
    'self.assertTrue(True)': 'tautology',
    'self.assertEqual(x, x)': 'tautology',
    'from shop.secret import key': 'contract',
    'import shop.secret': 'contract',
    'from shop import secret': 'contract',
    "importlib.import_module('shop.secret')": 'contract',
    'importlib.import_module(name)': 'contract',
  };
  for (const [line, rule] of Object.entries(found)) {
    it(`objects to ${line}`, async () => {
      assert.deepEqual(await rulesOfPython(line), [rule]);
    });
  }

  const honest = [
    '# @unittest.skip',
    "words = 'assert True'",
    "@patch('builtins.input', return_value='x')\ndef test_x(fake):\n    assert total([1]) == 1",
    "patch.object(sys, 'argv', ['x'])",
    'from shop.discount import apply',
    'from shop import cart, discount',
    'import json, os.path',
    'from unittest import mock',
    "requests.get('http://127.0.0.1:8000/')",
    'assert first == second',
  ];
  for (const line of honest) {
    it(`says nothing about ${line}`, async () => {
      assert.deepEqual(await rulesOfPython(line), []);
    });
  }

  it('objects to a case without an assertion', async () => {
    assert.deepEqual(await rulesOfPython('', 'from shop.cart import total\ntotal([1])\n'), [
      'assertion',
    ]);
  });
});
