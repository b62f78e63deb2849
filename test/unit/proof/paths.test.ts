import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractNames, isInContract } from '../../../app/proof/contract.ts';
import {
  isContinuousIntegration,
  isInsideFence,
  isTestPath,
  isTestSetting,
} from '../../../app/proof/path-rules.ts';
import { matchesPath } from '../../../sandbox/projects/path-pattern.ts';
import { isProtectedPath } from '../../../sandbox/protocol/protected-paths.ts';
import { processorMs } from '../../support/processor-time.ts';

describe('paths and globs of a plan', () => {
  const yes: [pattern: string, path: string][] = [
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src', 'src/deep/a.ts'],
    ['src/', 'src/a.ts'],
    ['src/**', 'src/deep/er/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['**/*.md', 'README.md'],
    ['**/*.md', 'docs/deep/x.md'],
    ['src/**/test/*.ts', 'src/a/b/test/x.ts'],
    ['a?c*e', 'abcde'],
  ];
  const no: [pattern: string, path: string][] = [
    ['src/a.ts', 'src/a.tsx'],
    ['src', 'srcs/a.ts'],
    ['src/*.ts', 'src/deep/a.ts'],
    ['src/*', 'src/deep/a.ts'],
    ['', 'a'],
    ['/', 'a'],
    ['*.ts', 'src/a.ts'],
  ];
  for (const [pattern, path] of yes) {
    it(`${pattern} takes ${path}`, () => {
      assert.ok(matchesPath(pattern, path));
    });
  }
  for (const [pattern, path] of no) {
    it(`${pattern} does not take ${path}`, () => {
      assert.ok(!matchesPath(pattern, path));
    });
  }

  it('are matched in bounded time', () => {
    const started = processorMs();
    assert.ok(!matchesPath(`${'a*'.repeat(200)}b`, 'a'.repeat(500)));
    assert.ok(!matchesPath(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(200)));
    assert.ok(processorMs() - started < 10_000);
  });
});

describe('what a path is', () => {
  it('protected because it steers agents, in any letters', () => {
    const paths = [
      '.redgreen/agent.json',
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/hooks/x.sh',
      '.gemini/settings.json',
      '.llxprt/settings.json',
      '.mcp.json',
      '.github/redgreen.yml',
      '.GITHUB/Redgreen.yml',
      '.git/hooks/pre-commit',
    ];
    assert.deepEqual(
      paths.filter((path) => !isProtectedPath(path)),
      [],
    );
    const free = ['.claude/CLAUDE.md', '.github/workflows/ci.yml', 'src/.mcp.json', '.gitignore'];
    assert.deepEqual(free.filter(isProtectedPath), []);
  });

  it('a test, a setting of tests, a file of the CI', () => {
    const tests = [
      'tests.py',
      'src/tests.py',
      'test/a.js',
      'src/__tests__/a.ts',
      'a.spec.ts',
      'x_test.go',
      'test_x.py',
      'CartTest.java',
      'spec/x_spec.rb',
    ];
    assert.deepEqual(
      tests.filter((path) => !isTestPath(path)),
      [],
    );
    assert.deepEqual(
      ['src/contest.ts', 'latest.js', 'src/testimony.py', 'src/testsuite.py'].filter(isTestPath),
      [],
    );
    assert.deepEqual(
      ['jest.config.js', 'tests/conftest.py', '.mocharc.json', 'pytest.ini'].filter(
        (path) => !isTestSetting(path),
      ),
      [],
    );
    assert.ok(
      isContinuousIntegration('.github/workflows/ci.yml') && isContinuousIntegration('Jenkinsfile'),
    );
  });

  it('inside the fence, with manifests when the plan adds packages', () => {
    assert.ok(isInsideFence({ paths: ['src/**'], packages: [] }, 'src/a.ts'));
    assert.ok(!isInsideFence({ paths: ['src/**'], packages: [] }, 'package.json'));
    assert.ok(isInsideFence({ paths: ['src/**'], packages: ['zod'] }, 'package.json'));
    assert.ok(!isInsideFence({ paths: ['src/**'], packages: ['zod'] }, 'README.md'));
  });

  it('inside the fence only where the settings of the repository let it be', () => {
    const limits = { allow: ['src', 'lib/**'], protect: ['src/legal'] };
    const plan = { paths: ['**'], packages: ['zod'], limits };
    assert.ok(isInsideFence(plan, 'src/a.ts'));
    assert.ok(isInsideFence(plan, 'lib/b/c.ts'));
    assert.ok(!isInsideFence(plan, 'src/legal/terms.md'));
    assert.ok(!isInsideFence(plan, 'README.md'));
    assert.ok(!isInsideFence(plan, 'package.json'));
    assert.ok(isInsideFence({ ...plan, limits: { allow: [], protect: [] } }, 'README.md'));
  });

  it('in the contract, by what an entry names first', () => {
    const names = contractNames({
      contract: [
        '`src/greet.mjs`: greet(name)',
        './bin/app --help',
        'src/api/',
        'shop.cart',
        'GET /health',
      ],
    });
    assert.deepEqual(names, ['src/greet.mjs', 'bin/app', 'src/api', 'shop.cart', 'GET']);
    for (const path of ['src/greet.mjs', 'bin/app', 'src/api/v1.ts', 'shop/cart.py'])
      assert.ok(isInContract(names, path), path);
    assert.ok(!isInContract(names, 'src/inner.mjs'));
  });
});
