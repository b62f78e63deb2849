// What an implementer may do to tests that were there before, found by their trees.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TamperFinding } from '../../../app/proof/tamper/finding.ts';
import { findTampering } from '../../../app/proof/tamper/tamper.ts';
import { treesOf } from '../../support/syntax.ts';
import { file } from './samples.ts';

async function findingsOf(path: string, before: string, after: string): Promise<TamperFinding[]> {
  const changes = [file(path, after)];
  const trees = { base: await treesOf([file(path, before)]), head: await treesOf(changes) };
  return findTampering({ changes, dropped: [], baseText: () => before, trees });
}

/** Kinds beyond the plain one that every changed test has. */
async function kindsOf(path: string, before: string, after: string): Promise<string[]> {
  const found = await findingsOf(path, before, after);
  return found.map(({ kind }) => kind).filter((kind) => kind !== 'test-changed');
}

const JS = `test('adds', () => {
  assert.deepEqual(total([1, 2]), { sum: 3 });
  assert.equal(total([]).sum, 0);
});
test('refuses', () => {
  assert.throws(() => total([-1]), /negative/);
});
`;

const PYTHON = `import unittest


class Adds(unittest.TestCase):
    def test_two(self):
        self.assertEqual(total([1, 2]), 3)

    def test_none(self):
        self.assertEqual(total([]), 0)
`;
const SUM = '\n    def test_sum(self):\n        self.assertEqual(total([5]), 5)\n';

describe('a test file with more in it than before', () => {
  const js = 'test/old.test.mjs';
  const py = 'tests/test_old.py';
  const more = `\ntest('more', () => {\n  assert.equal(total([5]).sum, 5);\n});\n`;
  const middle = PYTHON.indexOf('\n    def test_none');
  const changes: Record<string, [path: string, before: string, after: string, kinds: string[]]> = {
    'a test at its end': [js, JS, JS + more, []],
    'a test at its beginning': [js, JS, more + JS, []],
    'a method at its end': [py, PYTHON, PYTHON + SUM, []],
    'a method between others': [
      py,
      PYTHON,
      PYTHON.slice(0, middle) + SUM + PYTHON.slice(middle),
      [],
    ],
    'a test that is skipped': [js, JS, JS + more.replace('test(', 'test.skip('), ['skip-added']],
    'a statement beside it': [
      js,
      JS,
      `${JS + more}process.on('exit', () => {});\n`,
      ['test-changed'],
    ],
    'a method that takes the place of another': [
      py,
      PYTHON,
      PYTHON + SUM.replace('test_sum', 'test_two'),
      ['test-changed'],
    ],
    'a method that is no test': [
      py,
      PYTHON,
      PYTHON + SUM.replace('test_sum', 'setUp'),
      ['test-changed'],
    ],
    'an import of a new name': [js, JS, `import { open } from 'node:fs';\n${JS}${more}`, []],
    'an import of a known name': [
      js,
      JS,
      `import { total } from './other.mjs';\n${JS}${more}`,
      ['test-changed'],
    ],
    'an import of nobody knows what': [
      py,
      PYTHON,
      `from .other import *\n${PYTHON}${SUM}`,
      ['test-changed'],
    ],
    'a class of tests': [py, PYTHON, `${PYTHON}\n\nclass Sums(unittest.TestCase):${SUM}`, []],
    'another class of a known name': [
      py,
      PYTHON,
      `${PYTHON}\n\nclass Adds(unittest.TestCase):${SUM}`,
      ['test-changed'],
    ],
    'a function beside it': [
      py,
      PYTHON,
      `${PYTHON}${SUM}\n\ndef load_tests(*_):\n    return unittest.TestSuite()\n`,
      ['test-changed'],
    ],
    'another expectation as well': [
      js,
      JS,
      JS.replace('sum: 3', 'sum: 4') + more,
      ['test-changed', 'expectation-changed'],
    ],
  };
  for (const [what, [path, before, after, kinds]] of Object.entries(changes)) {
    it(`is ${kinds.join(', ') || 'no finding'} with ${what}`, async () => {
      const found = await findingsOf(path, before, after);
      assert.deepEqual(
        found.map(({ kind }) => kind),
        kinds,
      );
    });
  }
});

describe('tampering with a test', () => {
  const path = 'test/old.test.mjs';
  const changes: Record<string, [after: string, kinds: string[]]> = {
    'nothing but layout': [JS.replaceAll('  ', '    '), []],
    'a new test': [`${JS}test('more', () => { assert.equal(total([5]).sum, 5); });\n`, []],
    'a new name': [JS.replace("'adds'", "'sums up'"), []],
    'a test taken out': [JS.slice(0, JS.indexOf("test('refuses'")), ['test-removed']],
    'a skip': [JS.replace("test('refuses'", "test.skip('refuses'"), ['skip-added']],
    'an assertion taken out': [
      JS.replace('  assert.equal(total([]).sum, 0);\n', ''),
      ['assertion-removed'],
    ],
    'a weaker matcher': [
      JS.replace('assert.deepEqual(total([1, 2]), { sum: 3 })', 'assert.ok(total([1, 2]))'),
      ['assertion-weakened'],
    ],
    'another expectation': [JS.replace('sum: 3', 'sum: 4'), ['expectation-changed']],
    'no error expected any more': [
      JS.replace(
        'assert.throws(() => total([-1]), /negative/)',
        'assert.doesNotThrow(() => total([-1]))',
      ),
      ['assertion-weakened'],
    ],
  };
  for (const [what, [after, kinds]] of Object.entries(changes)) {
    it(`finds ${kinds.join(', ') || 'nothing'} in ${what}`, async () => {
      assert.deepEqual(await kindsOf(path, JS, after), kinds);
    });
  }

  it('says what was there and what is', async () => {
    const found = await findingsOf(path, JS, JS.replace('.sum, 0', '.sum, 7'));
    assert.deepEqual(found[1], {
      kind: 'expectation-changed',
      path,
      detail: 'an assertion expects something else',
      before: 'assert.equal(total([]).sum, 0)',
      after: 'assert.equal(total([]).sum, 7)',
    });
  });

  const others: [string, string, string, string, string][] = [
    [
      'vitest digits',
      'test/a.test.ts',
      'expect(f()).toBeCloseTo(0.3, 5);',
      'expect(f()).toBeCloseTo(0.3, 1);',
      'assertion-weakened',
    ],
    [
      'pytest',
      'tests/test_a.py',
      'def test_a():\n    assert f() == 3\n',
      'def test_a():\n    assert f()\n',
      'assertion-weakened',
    ],
    [
      'unittest delta',
      'tests/test_a.py',
      'class T(TestCase):\n    def test_a(self):\n        self.assertAlmostEqual(f(), 1, delta=0.1)\n',
      'class T(TestCase):\n    def test_a(self):\n        self.assertAlmostEqual(f(), 1, delta=5)\n',
      'assertion-weakened',
    ],
    [
      'go',
      'a/a_test.go',
      'package a\nfunc TestA(t *testing.T) {\n\tif f() != 3 {\n\t\tt.Error("x")\n\t}\n}\n',
      'package a\nfunc TestA(t *testing.T) {\n\tif f() == nil {\n\t\tt.Error("x")\n\t}\n}\n',
      'assertion-weakened',
    ],
    [
      'go delta',
      'a/a_test.go',
      'package a\nfunc TestA(t *testing.T) {\n\tassert.InDelta(t, 1, f(), 0.1)\n}\n',
      'package a\nfunc TestA(t *testing.T) {\n\tassert.InDelta(t, 1, f(), 10)\n}\n',
      'assertion-weakened',
    ],
    [
      'rust',
      'tests/a.rs',
      '#[test]\nfn a() { assert_eq!(f(), 3); }\n',
      '#[test]\n#[ignore]\nfn a() { assert_eq!(f(), 3); }\n',
      'skip-added',
    ],
    [
      'junit',
      'src/test/java/ATest.java',
      'class ATest { @Test void a() { assertEquals(3, f()); } }',
      'class ATest { @Test void a() { assertNotNull(f()); } }',
      'assertion-weakened',
    ],
    [
      'rspec',
      'spec/a_spec.rb',
      "it 'a' do\n  expect(f).to eq(3)\nend\n",
      "it 'a' do\n  expect(f).to be_truthy\nend\n",
      'assertion-weakened',
    ],
    [
      'minitest',
      'test/a_test.rb',
      'class T < Minitest::Test\n  def test_a\n    assert_equal 3, f\n  end\nend\n',
      'class T < Minitest::Test\nend\n',
      'test-removed',
    ],
  ];
  for (const [what, at, before, after, kind] of others) {
    it(`is found in ${what}`, async () => {
      assert.deepEqual(await kindsOf(at, before, after), [kind]);
    });
  }
});

describe('a changed file that is too much for its parser', () => {
  it('is named, for nothing could be looked for in it', async () => {
    const crowded = 'x;\n'.repeat(300_000);
    assert.deepEqual(await kindsOf('src/a.mjs', 'x;\n', crowded), ['unreadable']);
    assert.deepEqual(await kindsOf('src/a.mjs', 'x;\n', `y('${'z'.repeat(1_100_000)}');\n`), [
      'unreadable',
    ]);
    assert.deepEqual(await kindsOf('src/a.mjs', 'x;\n', 'y;\n'), []);
    assert.deepEqual(await kindsOf('src/a.dat', 'x', '{'.repeat(2_000_000)), []);
  });
});

describe('tampering with what decides about tests', () => {
  it('finds rewritten snapshots', async () => {
    const found = await kindsOf(
      'test/__snapshots__/a.snap',
      'exports[`a`] = `1`;',
      'exports[`a`] = `2`;',
    );
    assert.deepEqual(found, ['snapshot-changed']);
  });

  const limits: [string, string, string][] = [
    [
      'jest.config.mjs',
      'export default { coverageThreshold: { global: { branches: 90, lines: 80 } } };',
      'export default { coverageThreshold: { global: { branches: 50, lines: 80 } } };',
    ],
    [
      'package.json',
      '{"jest": {"coverageThreshold": {"global": {"lines": 90}}}}',
      '{"jest": {"coverageThreshold": {"global": {"lines": 10}}}}',
    ],
    [
      '.nycrc',
      '{"check-coverage": true, "branches": 90}',
      '{"check-coverage": true, "branches": 9}',
    ],
    ['.coveragerc', '[report]\nfail_under = 90\n', '[report]\n'],
    [
      'pyproject.toml',
      '[tool.coverage.report]\nfail_under = 90\n',
      '[tool.coverage.report]\nfail_under = 20\n',
    ],
    [
      'pytest.ini',
      '[pytest]\naddopts = --cov-fail-under=90\n',
      '[pytest]\naddopts = --cov-fail-under=9\n',
    ],
    ['.testcoverage.yml', 'threshold:\n  total: 90\n', 'threshold:\n  total: 40\n'],
  ];
  for (const [path, before, after] of limits) {
    it(`finds a lowered limit in ${path}`, async () => {
      assert.deepEqual(await kindsOf(path, before, after), [
        'test-setting-changed',
        'threshold-lowered',
      ]);
    });
  }

  it('finds the figures', async () => {
    const [, lowered] = await findingsOf(
      'vitest.config.ts',
      'export default { test: { coverage: { thresholds: { lines: 80 } } } };',
      'export default { test: { coverage: { thresholds: { lines: 8 } } } };',
    );
    assert.deepEqual([lowered?.before, lowered?.after], ['80', '8']);
  });

  it('says nothing about manifests whose tests stay as they were', async () => {
    assert.deepEqual(
      await kindsOf('pyproject.toml', '[project]\nname = "a"\n', '[project]\nname = "b"\n'),
      [],
    );
    assert.deepEqual(
      await kindsOf(
        'Makefile',
        'build:\n\tgo build\ntest:\n\tgo test ./...\n',
        'build:\n\tgo build -v\ntest:\n\tgo test ./...\n',
      ),
      [],
    );
    assert.deepEqual(await kindsOf('Makefile', 'test:\n\tgo test ./...\n', 'test:\n\ttrue\n'), [
      'test-setting-changed',
    ]);
    assert.deepEqual(
      await kindsOf('pom.xml', '<project/>', '<project><skipTests>true</skipTests></project>'),
      ['test-setting-changed'],
    );
  });
});
