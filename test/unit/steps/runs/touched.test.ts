// The changed files are brought up before a run, and what it touched of them is a row beside its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touchesOf } from '../../../../app/proof/roles/touches.ts';
import { touchRow, watch } from '../../../../app/steps/runs/touched.ts';
import type { TestRun } from '../../../../app/store/proof.ts';
import type { Sandbox } from '../../../../sandbox/driver/port.ts';

const { signal } = new AbortController();
const RUN: TestRun = {
  id: 'a',
  jobId: 'j',
  planId: 'p',
  caseId: 'T1',
  tree: 'head',
  attemptNumber: 3,
  runNumber: 2,
  exitCode: 1,
  redKind: 'assertion',
  durationMs: 5,
  output: 'x',
};

test('all paths are brought up at once, none of them read as an option', async () => {
  const asked: unknown[] = [];
  const exec = async ({ command }: { command: unknown }) => {
    asked.push(command);
    return await Promise.resolve({ exitCode: 0 });
  };
  const sandbox = { exec } as unknown as Sandbox;
  await watch(sandbox, [], signal);
  await watch(sandbox, ['-a.mjs', 'b c'], signal);
  assert.deepEqual(asked, [['touch', '-a', '-c', '-h', '--', '-a.mjs', 'b c']]);
});

test('the row is found again as that of its run, and holds watched files alone', () => {
  const touched = ['a.mjs', 'test/of-the-author.mjs'];
  const row = { ...touchRow(RUN, { touched }, ['a.mjs', 'b.mjs']), id: 'b' };
  assert.equal(row.redKind, undefined);
  assert.deepEqual(touchesOf([RUN, row], 3), [{ caseId: 'T1', paths: ['a.mjs'] }]);
});

test('what nobody can tell is kept as that', () => {
  const row = { ...touchRow(RUN, {}, ['a.mjs']), id: 'b' };
  assert.deepEqual(touchesOf([RUN, row], 3), [{ caseId: 'T1', paths: undefined }]);
});
