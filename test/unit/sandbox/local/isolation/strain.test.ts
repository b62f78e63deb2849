import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countDescriptors,
  createStrainMemory,
  type Findings,
  isDescriptorBomb,
  strainsOf,
} from '../../../../../sandbox/local/isolation/strain.ts';
import { Limits } from '../../../../../sandbox/local/options.ts';

const limits = Limits.parse({
  diskBytes: 1_000_000,
  files: 1_000,
  processes: 100,
  openFiles: 1_000,
});
const calm: Findings = {
  hasMemoryKill: false,
  processes: 10,
  freeBytes: 500_000,
  freeFiles: 500,
  descriptors: [20, 30],
  isAgentStopped: false,
};

const twenty = (count: number) => Array.from({ length: 20 }, () => count);

describe('limits of a sandbox that are used up', () => {
  it('are named one by one', () => {
    assert.deepEqual(strainsOf(calm, limits), []);
    assert.deepEqual(strainsOf({ ...calm, hasMemoryKill: true }, limits), ['memory']);
    assert.deepEqual(strainsOf({ ...calm, processes: 95 }, limits), ['processes']);
    assert.deepEqual(strainsOf({ ...calm, freeBytes: 0 }, limits), ['disk']);
    assert.deepEqual(strainsOf({ ...calm, freeFiles: 3 }, limits), ['files']);
    assert.deepEqual(strainsOf({ ...calm, descriptors: [5, 1_000] }, limits), ['descriptors']);
    assert.deepEqual(strainsOf({ ...calm, isAgentStopped: true }, limits), ['stopped']);
  });

  it('are a bomb at once when all processes together hold too many descriptors', () => {
    assert.equal(isDescriptorBomb({ ...calm, descriptors: twenty(700) }, limits, true), false);
    assert.equal(isDescriptorBomb({ ...calm, descriptors: twenty(900) }, limits, true), true);
  });

  it('are one sooner where no cgroup counts what sockets hold', () => {
    assert.equal(isDescriptorBomb({ ...calm, descriptors: twenty(200) }, limits, false), false);
    assert.equal(isDescriptorBomb({ ...calm, descriptors: twenty(201) }, limits, false), true);
  });

  it('count only when they last', () => {
    const memory = createStrainMemory(10_000);
    assert.equal(memory.note('a', ['disk'], 0), undefined);
    assert.equal(memory.note('a', ['disk'], 4_000), undefined);
    assert.equal(memory.note('a', [], 6_000), undefined, 'between two writes of a bomb');
    assert.equal(memory.note('a', ['disk'], 8_000), undefined);
    assert.equal(memory.note('b', ['disk'], 10_000), undefined, 'another sandbox');
    assert.equal(memory.note('a', ['disk', 'files'], 10_000), 'disk');
  });

  it('begin anew after a time without, and for a sandbox that was forgotten', () => {
    const memory = createStrainMemory(10_000);
    memory.note('a', ['memory'], 0);
    memory.note('a', ['memory'], 5_001);
    assert.equal(memory.note('a', ['memory'], 10_001), undefined);
    memory.keep(new Set(['b']));
    assert.equal(memory.note('a', ['memory'], 15_001), undefined);
  });

  it('are read from the kernel: it tells how many descriptors a process has', () => {
    assert.ok(countDescriptors(process.pid) > 0);
    assert.equal(countDescriptors(2 ** 30), 0);
  });
});
