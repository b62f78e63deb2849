// How many lines a verified tree changes, by what its files are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFiles } from '../../../app/proof/changed-files.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { file } from './samples.ts';

const BASE: Record<string, string> = {
  'src/a.mjs': 'one\ntwo\nthree\n',
  'src/gone.mjs': 'one\ntwo\n',
  'logo.png': '\0\u0001',
};
const CHANGES: FileChange[] = [
  { path: 'src/gone.mjs', deleted: true },
  file('src/a.mjs', 'one\n2\nthree\nfour\n'),
  file('logo.png', '\0\u0002'),
  file('test/old.test.mjs', 'a\n'),
  file('test/redgreen/t1.test.mjs', 'a\nb\n'),
];

test('lines are counted for each file, with what it is; what is no text is only named', () => {
  const authored = [{ path: 'test/redgreen/t1.test.mjs' }];
  assert.deepEqual(
    changedFiles(CHANGES, authored, (path) => BASE[path]),
    [
      { path: 'logo.png', part: 'code' },
      { path: 'src/a.mjs', part: 'code', added: 2, removed: 1 },
      { path: 'src/gone.mjs', part: 'code', added: 0, removed: 2 },
      { path: 'test/old.test.mjs', part: 'tests', added: 1, removed: 0 },
      { path: 'test/redgreen/t1.test.mjs', part: 'authored', added: 2, removed: 0 },
    ],
  );
});
