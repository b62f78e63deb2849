// The runner's end of the wire on its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineDecoder, encodeFrame } from '../../../../sandbox/protocol/frame.ts';
import type { HostMessage, RunnerMessage } from '../../../../sandbox/protocol/messages.ts';
import { MAX_UNACKNOWLEDGED, RunnerFrame } from '../../../../sandbox/protocol/wire.ts';
import { createLink } from '../../../../sandbox/runner/link.ts';

type Sent = { link: ReturnType<typeof createLink>; take(): RunnerFrame[]; heard: HostMessage[] };

function open(backlog = 0): Sent {
  const decoder = createLineDecoder();
  let frames: RunnerFrame[] = [];
  const heard: HostMessage[] = [];
  const link = createLink({
    write(line) {
      for (const one of decoder.push(line)) {
        assert.ok(one.kind === 'frame');
        frames.push(RunnerFrame.parse(one.frame));
      }
    },
    backlog: () => backlog,
    onMessage: (message) => void heard.push(message),
  });
  const take = () => {
    const taken = frames;
    frames = [];
    return taken;
  };
  return { link, take, heard };
}

const idle = new AbortController().signal;
const status = (reason: string): RunnerMessage => {
  return { kind: 'submit', number: 1, submission: { kind: 'status', status: 'finished', reason } };
};
const cancel = (seq: number, ack = 0) =>
  encodeFrame({ t: 'message', seq, ack, message: { kind: 'cancel' } });
const numbers = (frames: RunnerFrame[]) =>
  frames.map((frame) => (frame.t === 'alive' ? frame.t : frame.seq));

describe('back-pressure', () => {
  test('stops producing at 512 KB unacknowledged, and goes on when the host acknowledges', async () => {
    const { link, take } = open();
    const message = status('x'.repeat(10_000));
    let produced = 0;
    const producing = (async () => {
      for (let count = 0; count < 80; count += 1) {
        await link.send(message, idle);
        produced += 1;
      }
    })();
    await new Promise((resolve) => setImmediate(resolve));
    const size = produced * 10_000;
    assert.ok(size > MAX_UNACKNOWLEDGED - 20_000 && size < MAX_UNACKNOWLEDGED + 20_000);
    assert.equal(take().length, produced);
    link.receive(encodeFrame({ t: 'ack', ack: produced }));
    await producing;
    assert.equal(produced, 80);
  });

  test('a wait for room ends with the session', async () => {
    const { link } = open();
    await link.send(status('x'.repeat(10_000)), idle);
    for (let count = 0; count < 60; count += 1) {
      const early = AbortSignal.timeout(20);
      await link.send(status('x'.repeat(10_000)), early).catch(() => undefined);
    }
    await assert.rejects(link.send(status('x'), AbortSignal.timeout(10)));
  });
});

describe('hello', () => {
  test('is answered at once, then everything after the last heard is sent again', async () => {
    const { link, take } = open();
    for (const reason of ['a', 'b', 'c']) await link.send(status(reason), idle);
    take();
    link.receive(encodeFrame({ t: 'hello', n: 4, last: 1, ack: 0 }));
    const answer = take();
    assert.deepEqual(numbers(answer), ['alive', 2, 3]);
    assert.deepEqual(answer[0], { t: 'alive', re: 4, sent: 3, acked: 0, ack: 0 });
  });

  test('of a host that knows nothing brings everything unacknowledged', async () => {
    const { link, take } = open();
    for (const reason of ['a', 'b', 'c']) await link.send(status(reason), idle);
    link.receive(encodeFrame({ t: 'ack', ack: 1 }));
    take();
    link.receive(encodeFrame({ t: 'hello', n: 1, last: null, ack: 0 }));
    assert.deepEqual(numbers(take()), ['alive', 2, 3]);
  });

  test('fills no pipe that takes nothing', async () => {
    const { link, take } = open(MAX_UNACKNOWLEDGED + 1);
    await link.send(status('a'), idle);
    take();
    link.receive(encodeFrame({ t: 'hello', n: 1, last: 0, ack: 0 }));
    assert.deepEqual(numbers(take()), ['alive']);
  });
});

describe('what the host says', () => {
  test('is heard once, in order, whatever comes twice', () => {
    const { link, heard } = open();
    for (const seq of [1, 1, 3, 2, 1, 3]) link.receive(cancel(seq));
    assert.equal(heard.length, 3);
  });

  test('and could not be read is told at once, so that it comes again', () => {
    const { link, take, heard } = open();
    link.receive('\n{"sum":"broken\n');
    link.receive(cancel(2));
    assert.deepEqual(numbers(take()), ['alive', 'alive']);
    assert.equal(heard.length, 0);
  });
});
