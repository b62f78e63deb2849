import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readEvents } from '../../../../app/gateway/openai/sse.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('server-sent events', () => {
  const cases: [string, string, string[]][] = [
    ['line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['both line breaks', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['carriage returns', 'data: a\r\rdata: b\r\r\n', ['a', 'b']],
    ['several lines of data', 'data: a\ndata:  b\ndata\n\n', ['a\n b\n']],
    [
      'comments and other fields',
      ': hi\n\nid: 1\nevent: x\nretry: 9\ndatabase: no\ndata:a\n\n',
      ['a'],
    ],
    ['a mark at the beginning', '\ufeffdata: ✓ 👩‍👩‍👧\n\n', ['✓ 👩‍👩‍👧']],
    ['an event that does not end', 'data: a\n\ndata: [DONE]\n', ['a']],
    ['nothing', '', []],
  ];
  for (const [name, text, expected] of cases) {
    test(`are read with ${name}, whatever the pieces`, async () => {
      for (const size of [1, 2, 3, 5, 1000]) {
        assert.deepEqual(
          await Array.fromAsync(readEvents(pieces(Buffer.from(text), size))),
          expected,
        );
      }
    });
  }

  test('that are no text are broken', async () => {
    const events = readEvents(pieces(Buffer.of(0x64, 0xc3, 0x28), 1));
    await assert.rejects(Array.fromAsync(events), { name: 'BrokenStream' });
  });

  test('without an end are broken rather than kept', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 'x');
    async function* endless() {
      for (;;) yield mebibyte;
    }
    await assert.rejects(Array.fromAsync(readEvents(endless())), { name: 'BrokenStream' });
  });
});
