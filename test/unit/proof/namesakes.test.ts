import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesakeFindings } from '../../../app/proof/tamper/namesakes.ts';
import { file } from './samples.ts';

const told = (base: readonly string[], ...changes: Parameters<typeof namesakeFindings>[1]) =>
  namesakeFindings(base, changes).map(({ kind, path, detail }) => [
    kind,
    path,
    detail.split(' is ')[0],
  ]);
const KIND = 'checkout-differs';

test('a file whose name another has on some file system is told, with both names', () => {
  assert.deepEqual(told(['README'], file('readme', '')), [[KIND, 'readme', 'README']]);
  assert.deepEqual(told(['e\u0301'], file('\u00e9', '')), [[KIND, '\u00e9', 'e\u0301']]);
  assert.deepEqual(told(['Src/a'], file('src/A', '')), [[KIND, 'src/A', 'Src/a']]);
  assert.deepEqual(told([], file('b', ''), file('B', '')), [[KIND, 'B', 'b']]);
});

test('nothing is told of a name that was given another form, or of what was there before', () => {
  assert.deepEqual(told(['README'], { path: 'README', deleted: true }, file('readme', '')), []);
  assert.deepEqual(told(['a', 'A', 'b'], file('b', '')), []);
  assert.deepEqual(told(['a', 'A'], file('a', '')), []);
  assert.deepEqual(told(['docs/a'], file('Docs/b', '')), []);
});
