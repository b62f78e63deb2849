import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineDecoder, encodeFrame } from '../../../../sandbox/protocol/frame.ts';

const MESSAGE = { text: 'Grüße, 世界 🙂\u0000\u007f\n"\\', list: [1, 2], lone: '\ud83d' };

describe('a frame', () => {
  test('begins and ends with a newline, and is plain ASCII on one line', () => {
    const line = encodeFrame(MESSAGE);
    assert.match(line, /^\n[\x20-\x7e]+\n$/);
  });

  test('comes out as it went in, however it is split', () => {
    const line = encodeFrame(MESSAGE);
    for (let at = 0; at <= line.length; at += 1) {
      const decoder = createLineDecoder();
      const decoded = [...decoder.push(line.slice(0, at)), ...decoder.push(line.slice(at))];
      assert.equal(decoded.length, 1);
      assert.deepEqual(decoded[0]?.kind === 'frame' && decoded[0].frame, MESSAGE);
    }
  });

  test('is not taken for itself when a piece of it is missing, doubled or changed', () => {
    const line = encodeFrame({ text: 'abcabcabc', n: 11 }).trim();
    const damaged = [
      ...Array.from(line, (_, at) => line.slice(0, at) + line.slice(at + 1)),
      ...Array.from(line, (_, at) => line.slice(0, at) + line.slice(Math.max(0, at - 3))),
      ...Array.from(line, (_, at) => `${line.slice(0, at)}7${line.slice(at + 1)}`),
    ].filter((one) => one !== line);
    for (const one of damaged) {
      assert.deepEqual(createLineDecoder().push(`${one}\n`), [{ kind: 'garbage' }], one);
    }
  });

  test('survives half a frame before it', () => {
    const whole = encodeFrame({ n: 2 });
    const half = encodeFrame({ n: 1 }).slice(0, 12);
    const kinds = createLineDecoder().push(half + whole);
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['garbage', 'frame'],
    );
  });
});

test('a line without an end is not kept, and counts as garbage again and again', () => {
  const decoder = createLineDecoder(1_000);
  const counts = Array.from({ length: 5 }, () => decoder.push('x'.repeat(1_001)).length);
  assert.deepEqual(counts, [1, 1, 1, 1, 1]);
  const after = decoder.push(encodeFrame({ n: 1 }));
  assert.deepEqual(after.at(-1)?.kind, 'frame');
});

test('valid JSON without a sum is garbage', () => {
  const texts = ['{"t":"alive"}\n', '[]\n', '{"sum":"000000000000"}\n', 'null\n'];
  for (const text of texts) {
    assert.deepEqual(createLineDecoder().push(text), [{ kind: 'garbage' }], text);
  }
});
