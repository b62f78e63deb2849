// What nobody can read is told when a case rests on it, and never taken apart into lines.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasHunks, opaqueFindings } from '../../../../app/proof/roles/opaque.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

const file = (path: string, bytes: Uint8Array | string, mode: 0o644 | 0o120000 = 0o644) =>
  ({ path, mode, content: Buffer.from(bytes).toString('base64') }) satisfies FileChange;

const CHANGES: readonly FileChange[] = [
  file('src/a.mjs', 'f();\n'),
  file('src/a.pyc', Uint8Array.of(0xa7, 0x0d, 0x0d, 0x0a, 0)),
  file('src/a.dat', Uint8Array.of(0xff, 0xfe, 0x41)),
  file('src/link.mjs', '../test/a.mjs', 0o120000),
  file('docs/a.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)),
  { path: 'src/gone.pyc', deleted: true },
];
const all = (role: 'code' | 'unread' | 'unknown') =>
  new Map(CHANGES.map(({ path }) => [path, role]));

describe('files that nobody can read', () => {
  it('are told when a case reads them', () => {
    const paths = opaqueFindings(CHANGES, all('code')).map(({ path }) => path);
    assert.deepEqual(paths, ['src/a.pyc', 'src/a.dat', 'src/link.mjs']);
    assert.deepEqual(opaqueFindings(CHANGES, all('unread')), []);
  });

  it('are programs too, in which signs turn the direction of writing', () => {
    const paths = ['src/a.mjs', 'src/ar.json'];
    const turned = paths.map((path) => file(path, `const a = '\u202E// b';\n`));
    const roles = new Map(paths.map((path) => [path, 'code'] as const));
    assert.deepEqual(
      opaqueFindings(turned, roles).map(({ path }) => path),
      ['src/a.mjs'],
    );
  });

  it('have no hunks where their role is known', () => {
    const hunksOf = (role: 'code' | 'unread' | 'unknown') =>
      CHANGES.filter((change) => hasHunks(change, all(role))).map(({ path }) => path);
    assert.deepEqual(hunksOf('code'), ['src/a.mjs', 'src/gone.pyc']);
    assert.equal(hunksOf('unread').includes('docs/a.png'), false);
    assert.equal(hunksOf('unread').includes('src/a.pyc'), true);
    assert.equal(hunksOf('unknown').length, CHANGES.length);
  });
});
