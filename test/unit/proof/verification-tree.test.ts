import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authoredFiles, toProofCase, toStoredCases } from '../../../app/proof/case.ts';
import { findTampering } from '../../../app/proof/tamper/tamper.ts';
import { buildVerificationTree } from '../../../app/proof/verification-tree.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { treesOf } from '../../support/syntax.ts';
import { CASES, FILES, file, PLAN } from './samples.ts';

const CODE = file('src/greet.mjs', 'export const greet = (name) => `Good day, ${name}`;\n');
const [T1 = CODE] = FILES;

function tree(
  changes: readonly FileChange[],
  plan: Parameters<typeof buildVerificationTree>[0] = PLAN,
) {
  return buildVerificationTree(plan, changes, FILES);
}

describe('the verification tree', () => {
  it('holds the changes and every authored file, byte for byte', () => {
    const built = tree([CODE]);
    assert.deepEqual(
      built.changes.map(({ path }) => path),
      [CODE, ...FILES].map(({ path }) => path).sort(),
    );
    for (const wanted of FILES) assert.ok(built.changes.includes(wanted));
    assert.deepEqual([built.dropped, built.outsideFence], [[], []]);
  });

  it('uses the author’s copy, whatever the implementer made of it', () => {
    const built = tree([CODE, file(T1.path, 'test("x", () => {});')]);
    assert.deepEqual(
      built.changes.filter(({ path }) => path === T1.path),
      [T1],
    );
    assert.deepEqual(built.dropped, [{ path: T1.path, why: 'authored' }]);
    const deleted = tree([{ path: T1.path, deleted: true }]);
    assert.deepEqual(deleted.dropped, [{ path: T1.path, why: 'authored' }]);
    assert.ok(deleted.changes.includes(T1));
    assert.deepEqual(tree([T1]).dropped, [], 'left as it was');
  });

  it('lets nothing stand in the way of an authored file', () => {
    const link = file('test', '../elsewhere', 0o120000);
    const below = file(`${T1.path}/x`, 'x');
    const built = tree([link, below, { path: 'test/redgreen', deleted: true }]);
    assert.deepEqual(built.dropped, [
      { path: 'test', why: 'authored' },
      { path: `${T1.path}/x`, why: 'authored' },
    ]);
    assert.deepEqual(built.changes[0], { path: 'test/redgreen', deleted: true });
  });

  it('drops and lists changes to protected paths', () => {
    const paths = [
      '.redgreen/agent.json',
      '.claude/settings.local.json',
      '.mcp.json',
      '.Git/config',
    ];
    const built = tree(paths.map((path) => file(path, 'x')));
    assert.deepEqual(built.dropped.map(({ path }) => path).sort(), [...paths].sort());
    assert.ok(built.dropped.every(({ why }) => why === 'protected'));
    assert.equal(built.changes.length, FILES.length);
  });

  it('lists what lies outside the fence; planned packages open manifest and lock file', () => {
    const changes = [
      CODE,
      file('README.md', 'x'),
      file('package.json', '{}'),
      file('package-lock.json', '{}'),
    ];
    assert.deepEqual(tree(changes).outsideFence, [
      'README.md',
      'package-lock.json',
      'package.json',
    ]);
    const plan = { paths: PLAN.paths, packages: ['left-pad'] };
    assert.deepEqual(tree(changes, plan).outsideFence, ['README.md']);
  });

  it('is the same whatever the order of the changes', () => {
    const changes = [
      file('src/b.mjs', 'b'),
      file('src/a.mjs', 'a'),
      { path: 'src/c', deleted: true as const },
    ];
    assert.deepEqual(tree(changes), tree(changes.toReversed()));
  });
});

describe('tampering', () => {
  const base: Record<string, string> = {
    'test/old.test.mjs': "test('a', () => {});\ntest('b', () => {});\n",
    'jest.config.mjs': 'export default {};\n',
    'package.json': '{"scripts": {"test": "node --test", "build": "tsc"}}',
    'src/greet.mjs': '',
  };

  async function findings(changes: readonly FileChange[]): Promise<string[]> {
    const { dropped } = tree(changes);
    const before = Object.entries(base).map(([path, text]) => file(path, text));
    const trees = { base: await treesOf(before), head: await treesOf(changes) };
    const found = findTampering({ changes, dropped, baseText: (path) => base[path], trees });
    return found.map(({ kind, path }) => `${kind} ${path}`);
  }

  it('is not found in honest changes and new tests', async () => {
    const manifest = file('package.json', '{"scripts":{"test":"node --test","build":"tsc -b"}}');
    assert.deepEqual(await findings([CODE, manifest, file('test/new.test.mjs', 'x')]), []);
  });

  it('is found in deleted, changed and skipped tests', async () => {
    assert.deepEqual(await findings([{ path: 'test/old.test.mjs', deleted: true }]), [
      'test-deleted test/old.test.mjs',
    ]);
    const skipped = "test('a', () => {});\ntest.skip('b', () => {});\n";
    assert.deepEqual(await findings([file('test/old.test.mjs', skipped)]), [
      'test-changed test/old.test.mjs',
      'skip-added test/old.test.mjs',
    ]);
  });

  it('is found in CI, test settings and test scripts', async () => {
    const script = '{"scripts": {"test": "true", "build": "tsc"}}';
    assert.deepEqual(
      await findings([
        file('.github/workflows/ci.yml', 'x'),
        file('jest.config.mjs', 'x'),
        file('package.json', script),
      ]),
      [
        'ci-changed .github/workflows/ci.yml',
        'test-setting-changed jest.config.mjs',
        'test-setting-changed package.json',
      ],
    );
  });

  it('is found where changes were dropped', async () => {
    assert.deepEqual(await findings([file('.mcp.json', '{}'), file(T1.path, 'x')]), [
      'protected-path-touched .mcp.json',
      `authored-test-touched ${T1.path}`,
    ]);
  });
});

describe('cases in the records', () => {
  it('come back as they were written', () => {
    const stored = toStoredCases({ planId: 'p', jobId: 'j', cases: CASES, files: FILES });
    assert.deepEqual(authoredFiles(stored), FILES);
    assert.deepEqual(
      stored.map(toProofCase).map(({ id, criterion, withheld }) => [id, criterion, withheld]),
      CASES.map(({ id, criterion, withheld }) => [id, criterion, withheld]),
    );
  });

  it('are refused when their bytes were changed', () => {
    const [first, ...rest] = toStoredCases({ planId: 'p', jobId: 'j', cases: CASES, files: FILES });
    assert.ok(first);
    const files = first.files.map((one) => ({ ...one, content: 'eA==' }));
    assert.throws(() => authoredFiles([{ ...first, files }, ...rest]), { code: 'INTERNAL_ERROR' });
  });
});
