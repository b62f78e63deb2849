import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import { type AgentLink, createAgentLink } from '../../../../sandbox/local/agent-link.ts';
import {
  createFrameReader,
  decodeCredit,
  decodeData,
  encodeCredit,
  encodeData,
  encodeFrame,
  encodeJson,
  type Frame,
  STREAM_WINDOW_BYTES,
} from '../../../../sandbox/local/guest/frames.ts';

type Guest = { link: AgentLink; frames: Frame[]; say(bytes: Buffer): void; hangUp(): void };

function connect(answer?: (frame: Frame, say: (bytes: Buffer) => void) => void): Guest {
  const [server, guest] = duplexPair();
  const frames: Frame[] = [];
  const say = (bytes: Buffer) => void guest.write(bytes);
  const read = createFrameReader((frame) => {
    frames.push(frame);
    answer?.(frame, say);
  });
  guest.on('data', read);
  return { link: createAgentLink(server), frames, say, hangUp: () => void guest.end() };
}

describe('link to a guest agent', () => {
  it('matches answers to questions, whatever their order', async () => {
    const { link, frames, say } = connect();
    const first = link.request({ operation: 'stat', options: {} });
    const second = link.request({ operation: 'stat', options: {} });
    await new Promise((resolve) => setImmediate(resolve));
    const [one, two] = frames.map(({ stream }) => stream);
    say(encodeJson('reply', two ?? 0, { ok: false, code: 'not_found', message: 'no' }));
    say(encodeJson('reply', one ?? 0, { ok: true, value: 'yes' }));
    assert.equal(await first, 'yes');
    await assert.rejects(second, { code: 'not_found', message: 'no' });
  });

  it('gives up on a guest that does not answer', async () => {
    const { link } = connect();
    const call = { operation: 'stat', options: {}, deadlineMs: 20 };
    await assert.rejects(link.request(call), { code: 'timeout' });
    await assert.rejects(link.ready(20), { code: 'timeout' });
  });

  it('sends no more than the window until the guest has taken it', async () => {
    const { link, frames, say } = connect((frame, reply) => {
      if (frame.kind === 'request')
        reply(encodeJson('reply', frame.stream, { ok: true, value: {} }));
    });
    const handlers = { onData: () => undefined, onEnd: () => undefined };
    const stream = await link.open({ operation: 'write', options: {} }, handlers);
    let isSent = false;
    const sending = stream.send(Buffer.alloc(STREAM_WINDOW_BYTES * 2)).then(() => {
      isSent = true;
    });
    const received = () =>
      frames
        .filter(({ kind }) => kind === 'data')
        .reduce((sum, { payload }) => sum + decodeData(payload).bytes.byteLength, 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual([isSent, received()], [false, STREAM_WINDOW_BYTES]);
    const id = frames.at(-1)?.stream ?? 0;
    for (let round = 0; round < 2; round += 1) {
      say(encodeCredit(id, STREAM_WINDOW_BYTES));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await sending;
    assert.equal(received(), STREAM_WINDOW_BYTES * 2);
  });

  it('tells the guest what has gone on, and cuts off one that does not wait for it', async () => {
    const { link, frames, say } = connect((frame, reply) => {
      if (frame.kind === 'request')
        reply(encodeJson('reply', frame.stream, { ok: true, value: {} }));
    });
    const ended = Promise.withResolvers<string>();
    const credits: (() => void)[] = [];
    await link.open(
      { operation: 'read', options: {} },
      {
        onData: (_tag, _bytes, credit) => void credits.push(credit),
        onEnd: (_value, fault) => ended.resolve(fault?.code ?? 'none'),
      },
    );
    const id = frames[0]?.stream ?? 0;
    say(encodeData(id, 'file', Buffer.alloc(1_000)));
    await new Promise((resolve) => setTimeout(resolve, 10));
    credits[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const credit = frames.find(({ kind }) => kind === 'credit');
    assert.equal(decodeCredit(credit?.payload ?? Buffer.alloc(4)), 1_000);
    for (let sent = 0; sent < 40; sent += 1) say(encodeData(id, 'file', Buffer.alloc(65_536)));
    assert.equal(await ended.promise, 'gone');
    assert.equal(link.isClosed(), true);
  });

  it('ends everything that waits when the guest is gone or talks nonsense', async () => {
    for (const end of ['hang up', 'nonsense'] as const) {
      const { link, say, hangUp } = connect();
      const waiting = assert.rejects(link.request({ operation: 'stat', options: {} }), {
        code: 'gone',
      });
      if (end === 'hang up') hangUp();
      else say(encodeFrame('reply', 1, Buffer.from('no json')));
      await waiting;
      await assert.rejects(link.request({ operation: 'stat', options: {} }), { code: 'gone' });
    }
  });
});
