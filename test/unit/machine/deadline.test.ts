import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { untilAborted, waitAtMost } from '../../../app/machine/deadline.ts';

const never = new Promise<never>(() => undefined);

suite('a wait with an end', () => {
  test('gives what the work gives, or throws what it throws', async () => {
    const late = () => assert.fail('it was in time');
    assert.equal(await waitAtMost(10_000, Promise.resolve(7), late), 7);
    await assert.rejects(waitAtMost(10_000, Promise.reject(new Error('broken')), late), /broken/);
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(7), signal, late), 7);
  });

  test('gives or throws what is said for too late', async () => {
    assert.equal(await waitAtMost(1, never, () => 'late'), 'late');
    const fail = () => {
      throw new Error('too late');
    };
    await assert.rejects(waitAtMost(1, never, fail), /too late/);
  });

  test('ends with the fault when the signal fires, also when it has fired before', async () => {
    const fault = () => new Error('given up');
    await assert.rejects(untilAborted(never, AbortSignal.abort(), fault), /given up/);
    const giveUp = new AbortController();
    const waiting = assert.rejects(untilAborted(never, giveUp.signal, fault), /given up/);
    giveUp.abort();
    await waiting;
  });
});
