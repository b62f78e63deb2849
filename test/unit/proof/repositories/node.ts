// Node: four package managers, six runners, workspaces, and what is often wrong with them.
import { packageJson, type Repository } from './repository.ts';

const dev = (...names: string[]) => ({
  devDependencies: Object.fromEntries(names.map((name) => [name, '*'])),
});
const test = (script: string) => ({ scripts: { test: script } });
const NO_TEST = test('echo "Error: no test specified" && exit 1');
const NO_LOCK = /^(?:\w+\/)*package\.json names packages, but .* has no lock file of \w+\.$/;

export const NODE: readonly Repository[] = [
  {
    name: 'node --test with npm and no packages at all',
    files: { 'package.json': packageJson(test('node --test')), 'test/a.test.mjs': '' },
    roots: [{ language: 'node', by: 'npm', test: 'npm test', testRunner: 'node:test' }],
  },
  {
    name: 'jest with npm',
    files: {
      'package.json': packageJson({ ...test('jest'), ...dev('jest') }),
      'package-lock.json': '{}',
    },
    roots: [{ language: 'node', by: 'npm', setup: 'npm ci', test: 'npm test', testRunner: 'jest' }],
  },
  {
    name: 'a shrinkwrap is a lock file',
    files: { 'package.json': packageJson(test('mocha')), 'npm-shrinkwrap.json': '{}' },
    roots: [
      { language: 'node', by: 'npm', setup: 'npm ci', test: 'npm test', testRunner: 'mocha' },
    ],
  },
  {
    name: 'vitest with pnpm, run once',
    files: { 'package.json': packageJson(test('vitest run')), 'pnpm-lock.yaml': '' },
    roots: [
      {
        language: 'node',
        by: 'pnpm',
        setup: 'pnpm install --frozen-lockfile',
        test: 'pnpm test',
        testRunner: 'vitest',
      },
    ],
  },
  {
    name: 'vitest that would watch',
    files: { 'package.json': packageJson(test('vitest')), 'pnpm-lock.yaml': '' },
    roots: [
      {
        language: 'node',
        by: 'pnpm',
        setup: 'pnpm install --frozen-lockfile',
        test: 'CI=true pnpm test',
        testRunner: 'vitest',
      },
    ],
  },
  {
    name: 'jest that always watches is called without its script',
    files: {
      'package.json': packageJson({ ...test('jest --watch'), ...dev('jest') }),
      'package-lock.json': '',
    },
    roots: [
      {
        language: 'node',
        by: 'npm',
        setup: 'npm ci',
        test: 'npx --no-install jest',
        testRunner: 'jest',
      },
    ],
  },
  {
    name: 'yarn classic with ava',
    files: { 'package.json': packageJson(test('xo && ava')), 'yarn.lock': '# yarn lockfile v1\n' },
    roots: [
      {
        language: 'node',
        by: 'yarn',
        setup: 'yarn install --frozen-lockfile',
        test: 'yarn test',
        testRunner: 'ava',
      },
    ],
  },
  {
    name: 'yarn berry by its settings',
    files: {
      'package.json': packageJson(test('tap')),
      'yarn.lock': '',
      '.yarnrc.yml': 'nodeLinker: node-modules',
    },
    roots: [
      {
        language: 'node',
        by: 'yarn-berry',
        setup: 'yarn install --immutable',
        test: 'yarn test',
        testRunner: 'tap',
      },
    ],
  },
  {
    name: 'yarn berry by packageManager',
    files: {
      'package.json': packageJson({ ...test('jest'), packageManager: 'yarn@4.5.0' }),
      'yarn.lock': '',
    },
    roots: [
      {
        language: 'node',
        by: 'yarn-berry',
        setup: 'yarn install --immutable',
        test: 'yarn test',
        testRunner: 'jest',
      },
    ],
  },
  {
    name: 'yarn classic by packageManager, whatever else lies there',
    files: {
      'package.json': packageJson({ ...test('jest'), packageManager: 'yarn@1.22.22' }),
      'yarn.lock': '',
    },
    roots: [
      {
        language: 'node',
        by: 'yarn',
        setup: 'yarn install --frozen-lockfile',
        test: 'yarn test',
        testRunner: 'jest',
      },
    ],
  },
  {
    name: 'bun with a script',
    files: { 'package.json': packageJson(test('bun test')), 'bun.lock': '' },
    roots: [
      {
        language: 'node',
        by: 'bun',
        setup: 'bun install --frozen-lockfile',
        test: 'bun run test',
        testRunner: 'bun',
      },
    ],
  },
  {
    name: 'bun without a script has a runner of its own',
    files: { 'package.json': packageJson({}), 'bun.lockb': '', 'src/a.test.ts': '' },
    roots: [
      {
        language: 'node',
        by: 'bun',
        setup: 'bun install --frozen-lockfile',
        test: 'bun test',
        testRunner: 'bun',
      },
    ],
  },
  {
    name: 'lock files of two managers',
    files: {
      'package.json': packageJson(test('jest')),
      'package-lock.json': '',
      'pnpm-lock.yaml': '',
    },
    roots: [
      {
        language: 'node',
        by: 'pnpm',
        setup: 'pnpm install --frozen-lockfile',
        test: 'pnpm test',
        testRunner: 'jest',
      },
    ],
    notes: [/^Lock files of pnpm and npm in the root: pnpm is used\.$/],
  },
  {
    name: 'lock files of two managers, and packageManager says which',
    files: {
      'package.json': packageJson({ ...test('jest'), packageManager: 'npm@10.9.0' }),
      'package-lock.json': '',
      'yarn.lock': '',
    },
    roots: [{ language: 'node', by: 'npm', setup: 'npm ci', test: 'npm test', testRunner: 'jest' }],
    notes: [/^Lock files of yarn and npm/],
  },
  {
    name: 'packageManager whose lock file is missing',
    files: {
      'package.json': packageJson({
        ...dev('jest'),
        ...test('jest'),
        packageManager: 'pnpm@9.0.0',
      }),
      'package-lock.json': '',
    },
    roots: [{ language: 'node', by: 'pnpm', test: 'pnpm test', testRunner: 'jest' }],
    notes: [NO_LOCK],
  },
  {
    name: 'the script that npm init writes is no test',
    files: { 'package.json': packageJson(NO_TEST), 'index.js': '' },
    roots: [{ language: 'node', by: 'npm' }],
    hasTests: false,
    notes: [/^No tests were found\.$/],
  },
  {
    name: 'that script, and a runner that is installed and has tests',
    files: {
      'package.json': packageJson({ ...NO_TEST, ...dev('mocha') }),
      'package-lock.json': '',
      'test/cart.test.js': '',
    },
    roots: [
      {
        language: 'node',
        by: 'npm',
        setup: 'npm ci',
        test: 'npx --no-install mocha',
        testRunner: 'mocha',
      },
    ],
  },
  {
    name: 'a script that only says something',
    files: { 'package.json': packageJson(test('echo skipped && exit 0')), 'a.js': '' },
    roots: [{ language: 'node', by: 'npm' }],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'files that look like tests and nothing that runs them',
    files: { 'package.json': packageJson({}), 'test/a.test.mjs': '' },
    roots: [{ language: 'node', by: 'npm' }],
    notes: [/nothing says how they are run/],
  },
  {
    name: 'a runner behind other scripts',
    files: {
      'package.json': packageJson({
        scripts: {
          test: 'npm run lint && npm run test:unit',
          lint: 'eslint .',
          'test:unit': 'c8 mocha',
        },
      }),
      'package-lock.json': '',
    },
    roots: [
      { language: 'node', by: 'npm', setup: 'npm ci', test: 'npm test', testRunner: 'mocha' },
    ],
  },
  {
    name: 'a runner behind a pattern of scripts',
    files: {
      'package.json': packageJson({
        scripts: {
          test: 'run-s test:*',
          'test:types': 'tsc',
          'test:unit': 'node --import tsx --test',
        },
      }),
    },
    roots: [{ language: 'node', by: 'npm', test: 'npm test', testRunner: 'node:test' }],
  },
  {
    name: 'scripts that call each other for ever',
    files: {
      'package.json': packageJson({
        scripts: { test: 'npm run a', a: 'npm run b', b: 'npm run a' },
      }),
    },
    roots: [{ language: 'node', by: 'npm', test: 'npm test' }],
  },
  {
    name: 'create-react-app would watch',
    files: { 'package.json': packageJson(test('react-scripts test')), 'yarn.lock': '' },
    roots: [
      {
        language: 'node',
        by: 'yarn',
        setup: 'yarn install --frozen-lockfile',
        test: 'CI=true yarn test',
        testRunner: 'jest',
      },
    ],
  },
  {
    name: 'packages without a lock file are not installed',
    files: { 'package.json': packageJson({ ...test('jest'), ...dev('jest') }) },
    roots: [{ language: 'node', by: 'npm', test: 'npm test', testRunner: 'jest' }],
    notes: [NO_LOCK],
  },
  {
    name: 'a package.json that is no JSON',
    files: { 'package.json': '{ "name": "shop", }', 'test/a.test.js': '' },
    roots: [{ language: 'node' }],
    notes: [/^package\.json is broken/, /nothing says how/],
  },
  {
    name: 'a package.json with strange shapes',
    files: {
      'package.json':
        '{"scripts": 7, "devDependencies": ["jest"], "workspaces": "x", "packageManager": {}}',
    },
    roots: [{ language: 'node', by: 'npm' }],
    hasTests: false,
    notes: [/^No tests/],
  },
];
