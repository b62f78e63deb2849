// Outbox and inbox: what is sent is kept until acknowledged, what is heard comes out once, in order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineDecoder } from '../../../../sandbox/protocol/frame.ts';
import { createInbox, type Heard } from '../../../../sandbox/protocol/inbox.ts';
import { createOutbox } from '../../../../sandbox/protocol/outbox.ts';
import { type DataFrame, RunnerFrame } from '../../../../sandbox/protocol/wire.ts';

function frames(lines: readonly string[]): DataFrame[] {
  return createLineDecoder()
    .push(lines.join(''))
    .map((line) => {
      assert.ok(line.kind === 'frame');
      const frame = RunnerFrame.parse(line.frame);
      assert.ok(frame.t !== 'alive');
      return frame;
    });
}

describe('an outbox', () => {
  test('keeps what is not acknowledged, in order', () => {
    const outbox = createOutbox();
    for (const n of [1, 2, 3]) outbox.push({ n }, 0);
    outbox.confirm(1);
    assert.deepEqual(
      frames(outbox.after(0)).map(({ seq }) => seq),
      [2, 3],
    );
    assert.deepEqual(
      frames(outbox.after(2)).map(({ seq }) => seq),
      [3],
    );
    outbox.confirm(3);
    assert.equal(outbox.size(), 0);
  });

  test('believes no acknowledgement of what was never sent', () => {
    const outbox = createOutbox();
    outbox.push({ n: 1 }, 0);
    outbox.confirm(99);
    assert.equal(outbox.acked(), 1);
    const [frame] = frames(outbox.push({ n: 2 }, 0));
    assert.equal(frame?.seq, 2);
    assert.equal(frames(outbox.after(0)).length, 1);
  });

  test('cuts a long message into parts that an inbox puts together', () => {
    const outbox = createOutbox(100);
    const message = { text: 'ä🙂"\\'.repeat(100) };
    const parts = frames(outbox.push(message, 7));
    assert.ok(parts.length > 3);
    const inbox = createInbox();
    const heard = parts.map((frame) => inbox.accept(frame, 10));
    assert.deepEqual(
      heard.slice(0, -1),
      Array.from(heard.slice(0, -1), () => ({ kind: 'partial' })),
    );
    const last = heard.at(-1);
    assert.deepEqual(last?.kind === 'message' && last.value, message);
    assert.equal(last?.kind === 'message' && last.seq, parts.length);
  });
});

describe('an inbox', () => {
  const frame = (seq: number): DataFrame => ({ t: 'message', seq, ack: 0, message: seq });

  test('drops repeats and what follows a gap', () => {
    const inbox = createInbox();
    const kinds = [1, 1, 3, 2, 3, 2].map((seq) => inbox.accept(frame(seq), 1).kind);
    const expected: Heard['kind'][] = ['message', 'repeat', 'gap', 'message', 'message', 'repeat'];
    assert.deepEqual(kinds, expected);
    assert.equal(inbox.last(), 3);
  });

  test('goes on after what someone before has heard', () => {
    const inbox = createInbox();
    inbox.startAfter(5);
    assert.equal(inbox.accept(frame(5), 1).kind, 'repeat');
    assert.equal(inbox.accept(frame(6), 1).kind, 'message');
  });

  test('calls a message too long, mixed or unreadable broken', () => {
    const part = (seq: number, text: string, isLast: boolean): DataFrame => {
      return { t: 'part', seq, ack: 0, text, isLast };
    };
    const long = createInbox(10);
    assert.equal(long.accept(part(1, 'x'.repeat(11), false), 1).kind, 'broken');
    const mixed = createInbox();
    mixed.accept(part(1, '"a', false), 1);
    assert.equal(mixed.accept(frame(2), 1).kind, 'broken');
    assert.equal(createInbox().accept(part(1, '"a', true), 1).kind, 'broken');
  });
});
