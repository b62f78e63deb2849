import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isQuotaError, isQuotaNotice, resetTime } from '../../../app/gateway/quota-message.ts';
import { DEFAULT_RETRY, readRetryAfter, retryDelayMs } from '../../../app/gateway/retry.ts';

const NOW = Date.parse('2026-10-20T15:16:30Z');

describe('a message about a quota', () => {
  const cases: [string, string | undefined][] = [
    ["You've hit your limit · resets 6pm (UTC)", '2026-10-20T18:00:00Z'],
    ['You’ve hit your limit · resets 3pm (UTC)', '2026-10-21T15:00:00Z'],
    ["You've hit your session limit · resets 6:45pm (UTC)", '2026-10-20T18:45:00Z'],
    ["You've hit your weekly limit · resets Oct 24, 12am (UTC)", '2026-10-24T00:00:00Z'],
    ["You've hit your limit · resets Jan 2 at 12pm (UTC)", '2027-01-02T12:00:00Z'],
    ["You've hit your limit · resets 12pm (America/New_York)", '2026-10-20T16:00:00Z'],
    ["You've hit your limit · resets 5pm", '2026-10-20T17:00:00Z'],
    ['Claude AI usage limit reached|1792517790', '2026-10-20T17:36:30Z'],
    ["You've hit your limit · resets 6pm (Mars/Olympus)", undefined],
    ["You've hit your limit · resets 13pm (UTC)", undefined],
    ["You've hit your limit", undefined],
  ];
  for (const [message, at] of cases) {
    test(`'${message}' is renewed at ${at ?? 'a time it does not say'}`, () => {
      assert.ok(isQuotaError(message));
      assert.equal(resetTime(message, NOW), at === undefined ? undefined : Date.parse(at));
    });
  }

  test('is told from an answer that merely speaks of one', () => {
    assert.ok(isQuotaNotice("You've hit your limit · resets 6pm (UTC)\n"));
    assert.ok(!isQuotaNotice("I show “You've hit your limit · resets 6pm (UTC)” now."));
    assert.ok(!isQuotaNotice("You've hit your limit · resets 6pm (UTC)\nis the text I added."));
    assert.ok(!isQuotaNotice("You've hit your limit"));
    assert.ok(!isQuotaError('Number of requests has exceeded your rate limit'));
  });
});

describe('the wait before another try', () => {
  test('grows, is bounded, and has jitter over its upper half', () => {
    const waits = [1, 2, 3, 9].map((failedTries) => [
      retryDelayMs(DEFAULT_RETRY, { failedTries }, 0),
      retryDelayMs(DEFAULT_RETRY, { failedTries }, 1),
    ]);
    assert.deepEqual(waits, [
      [500, 1_000],
      [1_000, 2_000],
      [2_000, 4_000],
      [15_000, 30_000],
    ]);
  });

  test('is never shorter than what the provider asked for', () => {
    for (const random of [0, 0.5, 1]) {
      const wait = retryDelayMs(DEFAULT_RETRY, { failedTries: 1, retryAfterMs: 7_000 }, random);
      assert.ok(wait >= 7_000 && wait <= 7_250);
    }
  });

  test('is read from the header in seconds, in milliseconds or as a date', () => {
    const read = (name: string, value: string) =>
      readRetryAfter(new Headers({ [name]: value }), NOW);
    assert.equal(read('retry-after', '2'), 2_000);
    assert.equal(read('retry-after-ms', '250'), 250);
    assert.equal(read('retry-after', 'Tue, 20 Oct 2026 15:16:40 GMT'), 10_000);
    assert.equal(read('retry-after', 'Tue, 20 Oct 2026 15:00:00 GMT'), 0);
    assert.equal(read('retry-after', 'soon'), undefined);
    assert.equal(read('retry-after', ''), undefined);
    assert.equal(read('x', '1'), undefined);
  });
});
