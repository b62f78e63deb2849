import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cheatsCalled, DEFENCES, edited } from '../../proof-corpus/defences.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

for (const { name, out, cheats } of DEFENCES) {
  test(`${name}: it can be taken out, and there are cheats that only it stops`, async () => {
    assert.ok(out.length > 0 && cheatsCalled(cheats).length > 0);
    for (const edit of out) {
      const text = await readFile(join(ROOT, edit.file), 'utf8');
      assert.notEqual(edited(text, edit), text);
    }
  });
}

test('every defence has a name of its own', () => {
  assert.equal(new Set(DEFENCES.map(({ name }) => name)).size, DEFENCES.length);
});

test('an edit that does not fit any more is told', () => {
  const edit = { file: 'a.ts', from: 'b', to: 'c' };
  assert.throws(() => edited('a', edit), /a\.ts has not once: b/);
  assert.throws(() => edited('b b', edit), /a\.ts has not once: b/);
});
