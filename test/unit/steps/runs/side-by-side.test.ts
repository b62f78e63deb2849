import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sideBySide } from '../../../../app/steps/runs/side-by-side.ts';

function queueOf(count: number) {
  const left = Array.from({ length: count }, (_none, index) => index + 1);
  return () => left.shift();
}

describe('lanes', () => {
  it('take everything from one queue, at most so many at once', async () => {
    const { signal } = new AbortController();
    const done: number[] = [];
    let [now, peak] = [0, 0];
    await sideBySide({ next: queueOf(9), most: 3, signal }, async (piece) => {
      now += 1;
      peak = Math.max(peak, now);
      await turn();
      now -= 1;
      done.push(piece);
    });
    assert.deepEqual(
      done.toSorted((one, other) => one - other),
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    assert.equal(peak, 3);
  });

  it('stop the others at the first failure, and nothing is left at work', async () => {
    const { signal } = new AbortController();
    const ended: string[] = [];
    const work = async (piece: number, stop: AbortSignal) => {
      if (piece === 1) throw new Error('the first');
      while (!stop.aborted) await turn();
      await turn();
      ended.push(`${piece} ${String(stop.reason)}`);
    };
    await assert.rejects(sideBySide({ next: queueOf(9), most: 2, signal }, work), /the first/);
    assert.deepEqual(ended, ['2 Error: the first']);
  });

  it('end when they are cancelled, with the reason they were given', async () => {
    const cancelled = new AbortController();
    const work = async (_piece: number, stop: AbortSignal) => {
      cancelled.abort(new Error('enough'));
      stop.throwIfAborted();
    };
    const lanes = { next: queueOf(3), most: 1, signal: cancelled.signal };
    await assert.rejects(sideBySide(lanes, work), /enough/);
  });
});
