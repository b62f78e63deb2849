// The line diff: whatever was edited, the hunks lead from base to head and back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffLines, type LineHunk, splitLines } from '../../../../app/proof/hunks/diff.ts';
import { processorMs } from '../../../support/processor-time.ts';

/** The same numbers every time. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % sides;
  };
}

type Way = 'forward' | 'back';

function applied(from: readonly string[], to: readonly string[], hunks: LineHunk[], way: Way) {
  const out: string[] = [];
  let at = 0;
  for (const { baseStart, baseEnd, headStart, headEnd } of hunks) {
    const [start, end] = way === 'forward' ? [baseStart, baseEnd] : [headStart, headEnd];
    const other = way === 'forward' ? to.slice(headStart, headEnd) : to.slice(baseStart, baseEnd);
    out.push(...from.slice(at, start), ...other);
    at = end;
  }
  return [...out, ...from.slice(at)].join('');
}

/** The length of the longest common part, by the book. */
function commonLength(base: readonly string[], head: readonly string[]): number {
  let above = Array.from({ length: head.length + 1 }, () => 0);
  for (const line of base) {
    const row = [0];
    for (const [index, other] of head.entries()) {
      const best = Math.max(above[index + 1] ?? 0, row[index] ?? 0);
      row.push(line === other ? (above[index] ?? 0) + 1 : best);
    }
    above = row;
  }
  return above[head.length] ?? 0;
}

function edited(lines: readonly string[], dice: (sides: number) => number): string[] {
  return lines.flatMap((line) => {
    const throwOf = dice(10);
    if (throwOf === 0) return [];
    if (throwOf === 1) return [line, `${dice(4)}\n`];
    return throwOf === 2 ? [`${dice(4)}\n`] : [line];
  });
}

describe('the line diff', () => {
  it('leads from base to head and back, by a shortest way, over 2000 random edits', () => {
    const dice = createDice(7);
    for (let round = 0; round < 2_000; round += 1) {
      const base = Array.from({ length: dice(25) }, () => `${dice(5)}\n`);
      const head =
        dice(3) === 0 ? Array.from({ length: dice(25) }, () => `${dice(5)}\n`) : edited(base, dice);
      const hunks = diffLines(base, head);
      assert.equal(applied(base, head, hunks, 'forward'), head.join(''));
      assert.equal(applied(head, base, hunks, 'back'), base.join(''));
      const moved = hunks.reduce(
        (sum, one) => sum + one.baseEnd - one.baseStart + one.headEnd - one.headStart,
        0,
      );
      assert.equal(moved, base.length + head.length - 2 * commonLength(base, head));
    }
  });

  it('has no hunk without a difference and joins neighbours', () => {
    assert.deepEqual(diffLines(['a\n'], ['a\n']), []);
    assert.deepEqual(diffLines([], ['a\n']), [
      { baseStart: 0, baseEnd: 0, headStart: 0, headEnd: 1 },
    ]);
    assert.deepEqual(diffLines(['a\n', 'b\n', 'c\n'], ['a\n', 'x\n', 'y\n', 'c\n']), [
      { baseStart: 1, baseEnd: 2, headStart: 1, headEnd: 3 },
    ]);
  });

  it('keeps line breaks and their absence', () => {
    for (const text of ['', '\n', 'a', 'a\nb', 'a\r\nb\n', '\n\n']) {
      assert.equal(splitLines(text).join(''), text);
    }
    assert.equal(diffLines(splitLines('a\nb'), splitLines('a\nb\n')).length, 1);
  });

  it('ends in time on texts that share nothing', () => {
    const base = Array.from({ length: 20_000 }, (_none, index) => `${index}\n`);
    const head = base.map((line) => `x${line}`);
    const started = processorMs();
    assert.equal(applied(base, head, diffLines(base, head), 'forward'), head.join(''));
    assert.ok(processorMs() - started < 10_000);
  });
});
