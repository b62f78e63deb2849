import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLimiter, type RequestKind, type Wait } from '../../../app/github/limiter.ts';
import { createNewest } from '../../../app/github/newest.ts';
import { webAddress } from '../../../app/github/web-address.ts';

/** A clock that only pauses move. */
function fixture() {
  const clock = { now: 1_000_000 };
  const limiter = createLimiter(() => clock.now);
  const wait = (ms: number): Wait => ({
    endsAt: clock.now + ms,
    check: () => undefined,
    pause: async (pauseMs) => {
      clock.now += pauseMs;
      return await Promise.resolve();
    },
  });
  const take = async (kind: RequestKind, times = 1, waitMs = 10_000_000) => {
    for (let n = 0; n < times; n += 1) await limiter.take(kind, wait(waitMs));
  };
  return { clock, limiter, take, wait };
}

describe('the limiter of an installation', () => {
  it('lets a burst of 20 writes and any usual number of reads pass at once', async () => {
    const { limiter, take } = fixture();
    await take('write', 20);
    await take('read', 200);
    assert.equal(limiter.waitedMs(), 0);
  });

  it('goes on after a burst at 80 writes a minute, never more than 80 in any minute', async () => {
    const { clock, limiter, take } = fixture();
    const times: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      await take('write');
      times.push(clock.now);
    }
    for (const [index, at] of times.entries()) {
      const before = times[index - 80];
      assert.ok(before === undefined || at - before >= 60_000, `write ${index}`);
    }
    assert.equal((times[20] ?? 0) - (times[19] ?? 0), 750);
    assert.ok(limiter.waitedMs() > 0);
  });

  it('lets objects of git pass in any burst, up to the minute’s limit', async () => {
    const { limiter, take } = fixture();
    await take('object', 60);
    await take('write', 20);
    assert.equal(limiter.waitedMs(), 0);
    await take('object');
    assert.equal(limiter.waitedMs(), 60_000);
  });

  it('allows 500 writes an hour', async () => {
    const { clock, take } = fixture();
    const started = clock.now;
    await take('write', 500);
    assert.ok(clock.now - started < 3_600_000);
    await take('write');
    assert.ok(clock.now - started >= 3_600_000);
  });

  it('counts a read as 1 and a write as 5 of 900 points a minute', async () => {
    const { clock, take } = fixture();
    const started = clock.now;
    await take('write', 10);
    await take('read', 850);
    assert.equal(clock.now, started);
    await take('read');
    assert.equal(clock.now, started + 60_000);
  });

  it('stays away as long as GitHub asked', async () => {
    const { clock, limiter, take } = fixture();
    const started = clock.now;
    limiter.pauseUntil(started + 5000);
    limiter.pauseUntil(started + 1000);
    await take('read');
    assert.deepEqual([clock.now - started, limiter.waitedMs()], [5000, 5000]);
  });

  it('refuses at once when the wait would be too long, and goes on for others', async () => {
    const { clock, limiter, take, wait } = fixture();
    limiter.pauseUntil(clock.now + 60_000);
    const started = clock.now;
    await assert.rejects(limiter.take('read', wait(1000)), { code: 'RATE_LIMITED' });
    assert.equal(clock.now, started);
    await take('read');
    assert.equal(clock.now, started + 60_000);
  });
});

describe('edits of one thing', () => {
  it('run one at a time, and only the newest waits', async () => {
    const newest = createNewest<{ title?: string; body?: string }, string>((older, newer) => ({
      ...older,
      ...newer,
    }));
    const sent: string[] = [];
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    const send = async (change: { title?: string; body?: string }) => {
      sent.push(JSON.stringify(change));
      await gate;
      return JSON.stringify(change);
    };
    const edits = [
      newest('a', { body: '1' }, send),
      newest('a', { title: 't', body: '2' }, send),
      newest('a', { body: '3' }, send),
      newest('b', { body: '4' }, send),
    ];
    resolve();
    assert.deepEqual(await Promise.all(edits), [
      '{"body":"1"}',
      '{"title":"t","body":"3"}',
      '{"title":"t","body":"3"}',
      '{"body":"4"}',
    ]);
    assert.deepEqual(sent, ['{"body":"1"}', '{"body":"4"}', '{"title":"t","body":"3"}']);
  });

  it('go on after one that failed', async () => {
    const newest = createNewest<number, number>((_older, newer) => newer);
    const failing = newest('a', 1, async () => await Promise.reject(new Error('no')));
    const next = newest('a', 2, async (change) => await Promise.resolve(change));
    await assert.rejects(failing, /no/);
    assert.equal(await next, 2);
    assert.equal(await newest('a', 3, async (change) => await Promise.resolve(change)), 3);
  });
});

describe('the address for people and git', () => {
  it('follows from that of the API', () => {
    assert.equal(webAddress('https://api.github.com'), 'https://github.com');
    assert.equal(webAddress('https://api.acme.ghe.com/'), 'https://acme.ghe.com');
    assert.equal(webAddress('http://127.0.0.1:8080/api/v3'), 'http://127.0.0.1:8080');
    assert.throws(() => webAddress('https://github.com'), { code: 'CONFIG_INVALID' });
  });
});
