// Limits are found in any text, and what only looks like one is left alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planLimits } from '../../../../app/proof/roles/limits.ts';
import type { Roles } from '../../../../app/proof/roles/roles.ts';
import { parseChanges } from '../../../../app/steps/runs/hunk-plans.ts';
import { PARSERS } from '../../../support/syntax.ts';

async function limits(path: string, head: string, base?: string): Promise<string[]> {
  const files = await parseChanges(PARSERS, [{ path, base, head }]);
  const roles: Roles = new Map([[path, 'code']]);
  return planLimits(files, roles).map(({ variants }) => variants[1]?.content ?? '');
}

const FOUND: readonly [path: string, text: string, passed: string][] = [
  ['a.mjs', 'const a = b.length > 20 ? c : d;\n', 'const a = b.length > 0 ? c : d;\n'],
  ['a.py', 'x = 100 - off * (sum < 5000)\n', 'x = 100 - off * (sum < 0)\n'],
  ['a.sql', 'SELECT ?1 * (?1 < 5000);\n', 'SELECT ?1 * (?1 < 0);\n'],
  ['a.awk', 'NF < 40 { n += NF }\n', 'NF < 0 { n += NF }\n'],
  ['a.json', '[{ "find": "^.{1,20}!$" }]\n', '[{ "find": "^.{1,0}!$" }]\n'],
  ['SHOUT', 'exports.a = (b) => b.length >= 20;\n', 'exports.a = (b) => b.length >= 0;\n'],
  ['a.txt', 'words() { head -n 40; }\n', 'words() { head -n 0; }\n'],
  ['a.tpl', '{% if 30 < n %}x{% endif %}\n', '{% if 0 < n %}x{% endif %}\n'],
];

const NONE: readonly [path: string, text: string][] = [
  ['a.json', '{ "rate": 20, "id": "a>b" }\n'],
  ['a.csv', 'de,84\nfr,68\n'],
  ['a.html', '<td width="20">20</td>\n'],
  ['a.ini', 'width = 20\n'],
  ['a.mjs', 'const f = () => 20; // n < 30\n'],
  ['a.sh', 'echo a >&2 2>/dev/null\ncat <<20\n20\n'],
  ['a.md', 'From 3.10 on, since 2020.\n'],
  ['a.mjs', 'const a = b.length > 0 && c === 1;\n'],
];

describe('limits', () => {
  for (const [path, text, passed] of FOUND) {
    it(`are found in ${path}: ${text.trim()}`, async () => {
      assert.deepEqual(await limits(path, text), [passed]);
    });
  }
  for (const [path, text] of NONE) {
    it(`are none in ${path}: ${text.trim()}`, async () => {
      assert.deepEqual(await limits(path, text), []);
    });
  }
  it('are those that were changed, and not those that were there', async () => {
    const base = 'a < 30\nb < 40\n';
    assert.deepEqual(await limits('a.x', 'a < 30\nb < 50\nc < 40\n', base), [
      'a < 30\nb < 0\nc < 40\n',
    ]);
  });
  it('are asked of no file that no case reads', async () => {
    const files = await parseChanges(PARSERS, [{ path: 'a.sql', head: 'a < 30\n' }]);
    assert.deepEqual(planLimits(files, new Map([['a.sql', 'material']])), []);
  });
});
