// The table of test runners: every row can be asked, and those that recognise anything come last.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TEST_RUNNERS } from '../../../app/proof/output/test-runners/test-runners.ts';

describe('a test runner', () => {
  it('has a name of its own', () => {
    const names = TEST_RUNNERS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });

  it('is asked before scripts, whose output it may print', () => {
    const last = TEST_RUNNERS.slice(-3).map(({ name }) => name);
    assert.deepEqual(last, ['python', 'node', 'shell']);
  });

  for (const { name, red, executed, said, missing, errors } of TEST_RUNNERS) {
    it(`${name} says nothing of output that is not its own`, () => {
      assert.equal(red?.isRecognised('nothing to see') ?? false, false);
      for (const count of executed) assert.equal(count('nothing to see'), undefined);
      for (const read of said) assert.deepEqual(read('nothing to see'), []);
      for (const pattern of errors) assert.equal(pattern.test('to see'), false);
    });

    it(`${name} names all that is missing`, () => {
      for (const pattern of Object.values(missing).flat()) assert.ok(pattern.global);
    });
  }
});
