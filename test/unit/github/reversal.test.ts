import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planReversal } from '../../../app/github/branch/revert.ts';

const files = (given: Record<string, string>) =>
  new Map(
    Object.entries(given).map(([path, sha]) => [path, { sha, mode: '100644', type: 'blob' }]),
  );
const before = files({ kept: 'k', changed: 'a', removed: 'r' });
const delivered = files({ kept: 'k', changed: 'b', added: 'n' });
const paths = ['removed', 'changed', 'added'];

test('what was changed, added and removed goes back, and nothing else', () => {
  const planned = planReversal({ paths, before, delivered, now: delivered });
  assert.deepEqual(planned, { back: ['added', 'changed', 'removed'], overlap: [] });
});

test('what others put beside it stays; what they changed of it is named', () => {
  const beside = new Map([...delivered, ...files({ theirs: 't', kept: 'K' })]);
  assert.deepEqual(planReversal({ paths, before, delivered, now: beside }).overlap, []);
  const over = new Map([...delivered, ...files({ changed: 'c', removed: 'x' })]);
  assert.deepEqual(planReversal({ paths, before, delivered, now: over }).overlap, [
    'changed',
    'removed',
  ]);
  const gone = new Map([...delivered].filter(([path]) => path !== 'changed'));
  assert.deepEqual(planReversal({ paths, before, delivered, now: gone }).overlap, ['changed']);
});

test('what is as before already need not go back, be it a part of it', () => {
  assert.deepEqual(planReversal({ paths, before, delivered, now: before }), {
    back: [],
    overlap: [],
  });
  const half = files({ kept: 'k', changed: 'a', added: 'n' });
  assert.deepEqual(planReversal({ paths, before, delivered, now: half }).back, [
    'added',
    'removed',
  ]);
});

test('what the delivered commit has of others stays', () => {
  const joined = new Map([...delivered, ...files({ kept: 'theirs', theirs: 't' })]);
  const planned = planReversal({ paths, before, delivered: joined, now: joined });
  assert.deepEqual(planned.back, ['added', 'changed', 'removed']);
});

test('a mode is a part of a file', () => {
  const executable = new Map(files({ tool: 's' }));
  executable.set('tool', { sha: 's', mode: '100755', type: 'blob' });
  const plain = files({ tool: 's' });
  const planned = planReversal({
    paths: ['tool'],
    before: plain,
    delivered: executable,
    now: executable,
  });
  assert.deepEqual(planned.back, ['tool']);
});
