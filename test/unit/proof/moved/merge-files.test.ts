import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFiles } from '../../../../app/proof/moved/merge-files.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

const path = 'src/a.mjs';
const GONE: FileChange = { path, deleted: true };

function file(text: string, mode: 0o644 | 0o755 | 0o120000 = 0o644): FileChange {
  return { path, mode, content: Buffer.from(text).toString('base64') };
}

const OLD = file('a\nb\nc\n');
const OURS = file('A\nb\nc\n');
const THEIRS = file('a\nb\nC\n');

const CLEAN = {
  'text in different lines': [OLD, OURS, THEIRS, file('A\nb\nC\n')],
  'only theirs': [OLD, OLD, THEIRS, THEIRS],
  'only ours': [OLD, OURS, OLD, OURS],
  'the same new file': [GONE, OURS, OURS, OURS],
  'deleted on both sides': [OLD, GONE, GONE, GONE],
  'the same new mode': [
    OLD,
    file('a\nb\nc\n', 0o755),
    file('a\nb\nc\n', 0o755),
    file('a\nb\nc\n', 0o755),
  ],
  'the same link': [GONE, file('a', 0o120000), file('a', 0o120000), file('a', 0o120000)],
} as const;
for (const [what, [base, ours, theirs, expected]] of Object.entries(CLEAN)) {
  test(`merged: ${what}`, () => {
    const merged = mergeFiles({ base, ours, theirs }, { cells: 1_000 });
    assert.deepEqual(merged, { ok: true, file: expected });
  });
}

const CONFLICTS = {
  'the same line': [OLD, OURS, file('?\nb\nc\n'), 'line 1'],
  'lines that touch': [OLD, OURS, file('a\nB\nC\n'), 'lines 1 to 3'],
  'new on both sides': [GONE, OURS, THEIRS, 'new on both sides'],
  'deleted here, edited there': [OLD, OURS, GONE, 'deleted or renamed on one side'],
  'edited here, deleted there': [OLD, GONE, THEIRS, 'deleted or renamed on one side'],
  'another mode': [OLD, OURS, file('a\nb\nc\n', 0o755), 'its kind or mode was changed'],
  'a link now': [OLD, OURS, file('b', 0o120000), 'its kind or mode was changed'],
  'two links': [
    file('a', 0o120000),
    file('b', 0o120000),
    file('c', 0o120000),
    'its kind or mode was changed',
  ],
  'no text': [OLD, OURS, file('a\nb\n\0\n'), 'it is no text'],
  'lines moved about': [OLD, OURS, file('c\nb\na\n'), 'lines were moved about in it'],
} as const;
for (const [what, [base, ours, theirs, why]] of Object.entries(CONFLICTS)) {
  test(`a conflict: ${what}`, () => {
    assert.deepEqual(mergeFiles({ base, ours, theirs }, { cells: 1_000 }), { ok: false, why });
  });
}

test('what is spent on one file is not there for the next', () => {
  const allowance = { cells: 400 };
  assert.ok(mergeFiles({ base: OLD, ours: OURS, theirs: THEIRS }, allowance).ok);
  const why = 'too large, or too different, to be merged';
  assert.deepEqual(mergeFiles({ base: OLD, ours: OURS, theirs: THEIRS }, allowance), {
    ok: false,
    why,
  });
});
