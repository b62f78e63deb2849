import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createFrameReader,
  decodeData,
  decodeRequest,
  encodeData,
  encodeFrame,
  encodeRequest,
  type Frame,
  MAX_FRAME_BYTES,
} from '../../../../sandbox/local/guest/frames.ts';

describe('frames between server and guest', () => {
  const frames = [
    encodeRequest(1, { operation: 'input', options: { pid: 7 } }, Buffer.from([0, 1, 255])),
    encodeData(2, 'stderr', Buffer.from('käse')),
    encodeFrame('end', 0xffffffff, new Uint8Array()),
    encodeData(3, 'file', Buffer.alloc(70_000, 9)),
  ];

  it('come out whole however they were cut', () => {
    for (const size of [1, 3, 8, 9, 1_000, 65_536, 1_000_000]) {
      const seen: Frame[] = [];
      const read = createFrameReader((frame) => seen.push(frame));
      const bytes = Buffer.concat(frames);
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      assert.deepEqual(
        seen.map(({ kind, stream }) => [kind, stream]),
        [
          ['request', 1],
          ['data', 2],
          ['end', 0xffffffff],
          ['data', 3],
        ],
      );
      const request = decodeRequest(seen[0]?.payload ?? Buffer.alloc(0));
      assert.deepEqual(request.options, { pid: 7 });
      assert.deepEqual([...request.body], [0, 1, 255]);
      const text = decodeData(seen[1]?.payload ?? Buffer.alloc(0));
      assert.deepEqual([text.tag, text.bytes.toString()], ['stderr', 'käse']);
      assert.equal(decodeData(seen[3]?.payload ?? Buffer.alloc(0)).bytes.length, 70_000);
    }
  });

  it('that cannot be are refused before they are read', () => {
    const bad: [string, Buffer][] = [
      ['too long', header(MAX_FRAME_BYTES + 1, 0)],
      ['too short', header(4, 0)],
      ['of an unknown kind', Buffer.concat([header(5, 99), Buffer.alloc(4)])],
    ];
    for (const [name, bytes] of bad) {
      const read = createFrameReader(() => undefined);
      assert.throws(() => read(bytes), /frame/, name);
    }
    assert.throws(() => decodeData(Buffer.from([9, 1])), /tag/);
    assert.throws(() => decodeRequest(Buffer.from([0, 0, 0, 2, 0x31, 0x31])), /object/);
  });
});

function header(length: number, kind: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt8(kind, 4);
  return bytes;
}
