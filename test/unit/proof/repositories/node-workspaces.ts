// Node: several projects in one repository, and projects that are none of its own.
import { packageJson, type Repository } from './repository.ts';

const test = (script: string) => ({ scripts: { test: script } });

export const NODE_WORKSPACES: readonly Repository[] = [
  {
    name: 'npm workspaces tested from their root',
    files: {
      'package.json': packageJson({ ...test('npm test --workspaces'), workspaces: ['packages/*'] }),
      'package-lock.json': '',
      'packages/a/package.json': packageJson(test('vitest run')),
      'packages/b/package.json': packageJson(test('node --test')),
    },
    roots: [
      { language: 'node', by: 'npm', setup: 'npm ci', test: 'npm test' },
      {
        at: 'packages/a',
        language: 'node',
        by: 'npm',
        test: 'npm test',
        testRunner: 'vitest',
        partOf: '',
      },
      {
        at: 'packages/b',
        language: 'node',
        by: 'npm',
        test: 'npm test',
        testRunner: 'node:test',
        partOf: '',
      },
    ],
    suite: 'npm test',
  },
  {
    name: 'vitest in pnpm workspaces whose root has no tests',
    files: {
      'package.json': packageJson({ private: true }),
      'pnpm-lock.yaml': '',
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - "!packages/old"\n',
      'packages/a/package.json': packageJson(test('vitest run')),
      'packages/b b/package.json': packageJson(test('vitest run')),
      'packages/old/package.json': packageJson({}),
    },
    roots: [
      { language: 'node', by: 'pnpm', setup: 'pnpm install --frozen-lockfile' },
      {
        at: 'packages/a',
        language: 'node',
        by: 'pnpm',
        test: 'pnpm test',
        testRunner: 'vitest',
        partOf: '',
      },
      {
        at: 'packages/b b',
        language: 'node',
        by: 'pnpm',
        test: 'pnpm test',
        testRunner: 'vitest',
        partOf: '',
      },
      { at: 'packages/old', language: 'node', by: 'npm' },
    ],
    suite: "(cd -- packages/a && pnpm test) && (cd -- 'packages/b b' && pnpm test)",
  },
  {
    name: 'a folder with a lock file of its own is no member',
    files: {
      'package.json': packageJson({ ...test('jest'), workspaces: { packages: ['apps/**'] } }),
      'yarn.lock': '',
      'apps/web/package.json': packageJson(test('vitest run')),
      'apps/web/package-lock.json': '',
    },
    roots: [
      {
        language: 'node',
        by: 'yarn',
        setup: 'yarn install --frozen-lockfile',
        test: 'yarn test',
        testRunner: 'jest',
      },
      {
        at: 'apps/web',
        language: 'node',
        by: 'npm',
        setup: 'npm ci',
        test: 'npm test',
        testRunner: 'vitest',
      },
    ],
    suite: 'yarn test && (cd -- apps/web && npm test)',
  },
  {
    name: 'examples, templates, fixtures and vendored packages do not win',
    files: {
      'package.json': packageJson(test('node --test')),
      'examples/react/package.json': packageJson(test('jest')),
      'examples/react/package-lock.json': '',
      'templates/app/package.json': packageJson(test('vitest')),
      'test/fixtures/one/package.json': packageJson(test('mocha')),
      'node_modules/x/package.json': packageJson(test('tap')),
    },
    roots: [{ language: 'node', by: 'npm', test: 'npm test', testRunner: 'node:test' }],
  },
  {
    name: 'nothing but examples',
    files: {
      'README.md': '',
      'examples/a/package.json': packageJson(test('jest')),
      'examples/a/a.test.js': '',
    },
    roots: [],
    hasTests: false,
    notes: [/^No tests/],
  },
];
