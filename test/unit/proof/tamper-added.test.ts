// Files that were not there before: those that decide how tests run are findings, and so is what
// runs before the tests do. New code and new tests are none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTampering } from '../../../app/proof/tamper/tamper.ts';
import { treesOf } from '../../support/syntax.ts';
import { file } from './samples.ts';

async function kindsOf(path: string, after: string, before?: string): Promise<string[]> {
  const changes = [file(path, after)];
  const base = before === undefined ? [] : [file(path, before)];
  const trees = { base: await treesOf(base), head: await treesOf(changes) };
  const found = findTampering({ changes, dropped: [], baseText: () => before, trees });
  return [...new Set(found.map(({ kind }) => kind))];
}

describe('attributes, which decide the bytes of a clone', () => {
  const detailOf = (path: string, before?: string, after?: string) => {
    const gone = { path, deleted: true } as const;
    const changes = [after === undefined ? gone : file(path, after)];
    const trees = { base: new Map(), head: new Map() };
    const found = findTampering({ changes, dropped: [], baseText: () => before, trees });
    return found.flatMap(({ kind, detail }) => (kind === 'attributes-changed' ? [detail] : []));
  };

  it('are told with their lines wherever they are made, changed or taken away', () => {
    assert.deepEqual(detailOf('.gitattributes', undefined, '# all\n* text=auto eol=crlf\n'), [
      'new: * text=auto eol=crlf',
    ]);
    assert.deepEqual(detailOf('deep/.gitattributes', '*.a ident\n', '*.a -text\n'), [
      'new: *.a -text; gone: *.a ident',
    ]);
    assert.deepEqual(detailOf('.GitAttributes', '*.a ident\n'), ['gone: *.a ident']);
    assert.deepEqual(detailOf('.gitattributes', 'a\nb\n', 'b\na\n'), [
      'its lines are in another order',
    ]);
    assert.deepEqual(detailOf('gitattributes', '', 'x\n'), []);
  });
});

const DEAF = 'import unittest\nunittest.TestCase.assertEqual = lambda *_: None\n';

describe('a new file that decides how tests run', () => {
  const settings: Record<string, string> = {
    'conftest.py': 'collect_ignore_glob = ["tests/*"]\n',
    'tests/conftest.py': 'def pytest_collection_modifyitems(items):\n    items.clear()\n',
    'pytest.ini': '[pytest]\naddopts = -k nothing\n',
    'tox.ini': '[pytest]\naddopts = --co\n',
    'setup.cfg': '[tool:pytest]\naddopts = --co\n',
    'pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "--co"\n',
    'sitecustomize.py': 'import os\n',
    'src/own.pth': 'import os\n',
    'vitest.config.ts': 'export default {};\n',
    'vite.config.ts': 'export default { test: { exclude: ["**"] } };\n',
    'jest.config.js': 'module.exports = {};\n',
    '.mocharc.json': '{"spec": []}',
    'test/setup.mjs': 'globalThis.x = 1;\n',
    'setupTests.ts': 'globalThis.x = 1;\n',
    'test/package.json': '{"imports": {"#greet": "./own.mjs"}}',
    'tests/tsconfig.json': '{}',
    'spec/spec_helper.rb': 'RSpec.configure { }\n',
    '.rspec': '--dry-run\n',
    '.npmrc': 'script-shell=/bin/true\n',
    '.config/nextest.toml': '[profile.default]\n',
    '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n',
    'cart/main_test.go': 'package cart\n\nfunc TestMain(m *testing.M) { os.Exit(0) }\n',
    'tests/common/mod.rs': 'pub fn x() {}\n',
    GNUmakefile: 'test:\n\ttrue\n',
    'phpunit.xml': '<phpunit/>',
  };
  for (const [path, text] of Object.entries(settings)) {
    it(`is found: ${path}`, async () => {
      assert.deepEqual(await kindsOf(path, text), ['test-setting-added']);
    });
  }

  it('is found where it is the package of the tests and holds code', async () => {
    for (const path of ['tests/__init__.py', 'tests/redgreen/__init__.py']) {
      assert.deepEqual(await kindsOf(path, DEAF), ['test-setting-added', 'machinery-touched']);
    }
  });

  const shadows = [
    'unittest.py',
    'unittest/__init__.py',
    'tests/pytest.py',
    'src/types.py',
    'difflib.py',
    'node_modules/chai/index.js',
    'test/node_modules/vitest/package.json',
    'lib/minitest/autorun.rb',
  ];
  for (const path of shadows) {
    it(`is found in the place of another: ${path}`, async () => {
      assert.deepEqual(await kindsOf(path, ''), ['runner-shadowed']);
    });
  }

  const honest: Record<string, string> = {
    'test/slug.test.mjs': "test('a', () => { assert.equal(slug('A'), 'a'); });\n",
    'tests/test_more.py': 'def test_a():\n    assert total([]) == 0\n',
    'tests/__init__.py': '"""Tests of the shop."""\n# nothing else\n',
    'shop/__init__.py': 'from .cart import total\n',
    'shop/types.py': 'Price = int\n',
    'test/helpers.mjs': 'export const price = 1;\n',
    'cart/cart_more_test.go': 'package cart\n\nfunc TestMore(t *testing.T) {}\n',
    'vite.config.ts': 'export default { build: { outDir: "dist" } };\n',
    'setup.cfg': '[metadata]\nname = shop\n',
    'pyproject.toml': '[project]\nname = "shop"\n',
    '.npmrc': 'save-exact=true\n',
    'package.json': '{"name": "a", "scripts": {"test": "node --test", "build": "tsc"}}',
    'setup.py':
      'from setuptools import setup\n\nVERSION = "1"\nsetup(name="shop", version=VERSION)\n',
    Makefile: 'test:\n\tnode --test\n',
    'test/unit/machine/setup.test.ts': "test('a', () => {});\n",
    'docs/setup.md': '# Setup\n',
  };
  for (const [path, text] of Object.entries(honest)) {
    it(`is not ${path}`, async () => {
      assert.deepEqual(await kindsOf(path, text), []);
    });
  }
});

describe('what runs before the tests do', () => {
  const added: [path: string, before: string | undefined, after: string][] = [
    ['package.json', '{"scripts": {}}', '{"scripts": {"postinstall": "node src/x.mjs"}}'],
    ['package.json', '{"scripts": {"prepare": "husky"}}', '{"scripts": {"prepare": "sh x"}}'],
    ['package.json', undefined, '{"scripts": {"pretest": "rm -r test"}}'],
    ['sub/package.json', undefined, '{"scripts": {"install": "true"}}'],
    ['composer.json', '{}', '{"scripts": {"post-install-cmd": "php x.php"}}'],
    ['setup.py', undefined, 'import os\nos.system("true")\n'],
    ['setup.py', 'setup(name="a")\n', 'setup(name="a", cmdclass={"install": Own})\n'],
    ['build.rs', undefined, 'fn main() { println!("x"); }\n'],
    ['binding.gyp', undefined, '{}'],
  ];
  for (const [path, before, after] of added) {
    it(`is found: ${after.slice(0, 60)}`, async () => {
      assert.deepEqual(await kindsOf(path, after, before), ['install-script-added']);
    });
  }

  it('is a changed test setting too where it belongs to the tests', async () => {
    assert.deepEqual(
      await kindsOf('package.json', '{"scripts": {"posttest": "true"}}', '{"scripts": {}}'),
      ['test-setting-changed', 'install-script-added'],
    );
  });

  it('is nothing new when it was there before, or is asked for by name', async () => {
    const scripts = '{"scripts": {"prepare": "husky"}, "version": "1"}';
    assert.deepEqual(await kindsOf('package.json', scripts.replace('"1"', '"2"'), scripts), []);
    const build = '{"scripts": {"build": "tsc", "start": "node ."}}';
    assert.deepEqual(await kindsOf('package.json', build, '{"scripts": {}}'), []);
    const setup = 'from setuptools import setup\nsetup(name="a", install_requires=[])\n';
    assert.deepEqual(await kindsOf('setup.py', setup.replace('[]', '["b"]'), setup), []);
  });
});
