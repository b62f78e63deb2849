// How a changed file is measured follows from its role; from its name only where that is not known.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sortByRole } from '../../../../app/proof/roles/measured.ts';
import type { Roles } from '../../../../app/proof/roles/roles.ts';
import { parseChanges } from '../../../../app/steps/runs/hunk-plans.ts';
import { PARSERS } from '../../../support/syntax.ts';

type Role = NonNullable<ReturnType<Roles['get']>>;

async function wayOf(path: string, role: Role, head: string | undefined = 'f()\n') {
  const files = await parseChanges(PARSERS, [{ path, base: undefined, head }]);
  const sorted = sortByRole(files, new Map([[path, role]]));
  return Object.entries(sorted).find(([, some]) => some.length > 0)?.[0] ?? 'never';
}

const WAYS: readonly [path: string, role: Role, way: string][] = [
  ['src/a.mjs', 'code', 'always'],
  ['src/a.mjs', 'material', 'always'],
  ['src/a.mjs', 'unknown', 'always'],
  ['src/a.mjs', 'unread', 'unread'],
  ['a.sql', 'code', 'always'],
  ['testing/a.mjs', 'code', 'perhaps'],
  ['test/a.json', 'code', 'perhaps'],
  ['README.md', 'code', 'perhaps'],
  ['conftest.py', 'code', 'perhaps'],
  ['testing/a.mjs', 'unknown', 'never'],
  ['test/a.mjs', 'material', 'never'],
  ['test/a.mjs', 'unread', 'never'],
  ['README.md', 'unread', 'never'],
  ['package.json', 'code', 'never'],
  ['go.mod', 'code', 'never'],
];

describe('how a changed file is measured', () => {
  for (const [path, role, way] of WAYS) {
    it(`is ${way} for ${path}, which is ${role}`, async () => {
      assert.equal(await wayOf(path, role), way);
    });
  }

  it('is not of a file that was renamed, but of one of which something is lost', async () => {
    const kept = 'export const a = 1;\nexport const b = 2;\n';
    const sizeWith = async (head: string) => {
      const gone = { path: 'src/a.mjs', base: `import c from './c.mjs';\n${kept}` };
      const files = await parseChanges(PARSERS, [gone, { path: 'lib/a.mjs', head }]);
      return sortByRole(files, new Map()).always.filter(({ head: one }) => !one).length;
    };
    assert.equal(await sizeWith(`import c from '../src/c.mjs';\n${kept}const d = 3;\n`), 0);
    assert.equal(await sizeWith('export const a = 1;\n'), 1);
  });

  it('is by name for a file that is gone: nothing can touch it', async () => {
    const base = 'f()\n';
    const files = await parseChanges(PARSERS, [{ path: 'src/a.mjs', base }]);
    assert.equal(sortByRole(files, new Map()).always.length, 1);
  });
});
