import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../../../app/errors.ts';
import { DEFAULT_RETRY } from '../../../../app/gateway/retry.ts';
import { until } from '../../../support/waiting.ts';
import { ask, gateway, KEY, QUICK, request } from '../asking.ts';
import {
  type Answer,
  type Event,
  ended,
  hello,
  messagesServer,
  overloaded,
  refused,
  sse,
  started,
  streamed,
  toolCall,
  words,
} from '../messages-server.ts';

describe('a provider that is busy', () => {
  test('is asked again until it answers, and only the answer is charged', async () => {
    await using server = await messagesServer(overloaded, overloaded, refused(500, {}), hello);
    const answer = await ask(server.url);
    assert.ok(answer.ok);
    assert.equal(server.received.length, 4);
    assert.equal(answer.reply.usage.outputTokens, 50);
  });

  test('is given up after a bounded number of tries', async () => {
    await using server = await messagesServer(overloaded);
    const answer = await ask(server.url);
    assert.deepEqual(answer, { ok: false, fault: { kind: 'overloaded', message: 'Overloaded' } });
    assert.equal(server.received.length, QUICK.retry.tries);
  });

  test('is asked again no earlier than it wishes', async () => {
    const limited = refused(429, { type: 'rate_limit_error', message: 'Slow down' }, RETRY_AFTER);
    await using server = await messagesServer(limited, hello);
    const begin = performance.now();
    assert.ok((await ask(server.url)).ok);
    assert.ok(performance.now() - begin >= 150);
    assert.equal(server.received.length, 2);
  });

  test('that asks for a very long wait has a used-up quota, with the time of its renewal', async () => {
    const limited = refused(
      429,
      { type: 'rate_limit_error', message: 'Wait' },
      { 'retry-after': '3600' },
    );
    await using server = await messagesServer(limited);
    const answer = await ask(server.url, {}, { now: () => 1_000_000 });
    const fault = { kind: 'quota', resetAt: 1_000_000 + 3_600_000, message: 'Wait' };
    assert.deepEqual(answer, { ok: false, fault });
    assert.equal(server.received.length, 1);
  });

  test('and turns busy in the middle of its answer is asked again; both tries are charged', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    await using server = await messagesServer(
      streamed([started(7), ...words(0, 'Hal'), error]),
      hello,
    );
    const answer = await ask(server.url);
    assert.ok(answer.ok);
    assert.deepEqual(answer.reply.content, [{ type: 'text', text: 'Hello' }]);
    assert.deepEqual([answer.reply.usage.inputTokens, answer.reply.usage.outputTokens], [17, 51]);
  });
});

describe('a fault that time does not mend is asked about once', () => {
  const code = { error_code: 'enforced_spend_limit_reached' };
  const cases: [string, Answer, string][] = [
    [
      'the monthly limit',
      refused(429, { type: 'rate_limit_error', message: 'Limit', details: code }),
      'spend_limit',
    ],
    [
      'no credit',
      refused(400, {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the API.',
      }),
      'spend_limit',
    ],
    [
      'the limit set by the operator',
      refused(400, {
        type: 'invalid_request_error',
        message: 'You have reached your specified API usage limits.',
      }),
      'spend_limit',
    ],
    ['a bill not paid', refused(402, { type: 'billing_error', message: 'Pay' }), 'spend_limit'],
    [
      'a wrong key',
      refused(401, { type: 'authentication_error', message: 'invalid x-api-key' }),
      'authentication',
    ],
    [
      'a key that may not',
      refused(403, { type: 'permission_error', message: 'no' }),
      'authentication',
    ],
    [
      'a prompt too long',
      refused(400, {
        type: 'invalid_request_error',
        message: 'prompt is too long: 1000001 tokens > 1000000 maximum',
      }),
      'context_exhausted',
    ],
    [
      'a body too large',
      refused(413, { type: 'request_too_large', message: 'large' }),
      'context_exhausted',
    ],
    [
      'a bad request',
      refused(400, { type: 'invalid_request_error', message: 'messages: bad' }),
      'invalid',
    ],
    [
      'a model that is gone',
      refused(404, { type: 'not_found_error', message: 'model' }),
      'invalid',
    ],
  ];
  for (const [name, answer, kind] of cases) {
    test(`${name}: ${kind}`, async () => {
      await using server = await messagesServer(answer);
      const got = await ask(server.url);
      assert.ok(!got.ok);
      assert.equal(got.fault.kind, kind);
      assert.equal(server.received.length, 1);
    });
  }

  test('a used-up subscription says when it is renewed, as an error or as an answer', async () => {
    const message = "You've hit your limit · resets 6pm (UTC)";
    const now = () => Date.parse('2026-10-20T15:16:00Z');
    const resetAt = Date.parse('2026-10-20T18:00:00Z');
    const asError = refused(429, { type: 'rate_limit_error', message });
    const asAnswer = streamed([started(), ...words(0, message), ...ended('end_turn')]);
    for (const answer of [asError, asAnswer]) {
      await using server = await messagesServer(answer);
      const got = await ask(server.url, {}, { now });
      assert.ok(!got.ok);
      assert.deepEqual(got.fault, { kind: 'quota', resetAt, message });
      assert.equal(server.received.length, 1);
    }
  });
});

describe('a broken stream', () => {
  const whole = [started(), ...toolCall(0, 'Bash', '{"command":', '"ls"}'), ...ended('tool_use')];

  test('cut after any of its bytes never yields an answer, and the next try does', async () => {
    const bytes = sse(whole);
    const cuts = [0, 40, 200, 300, 420, 520, 640, bytes.length - 40];
    for (const cut of cuts) {
      const half: Answer = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(bytes.slice(0, cut), () => response.destroy());
      };
      await using server = await messagesServer(half, streamed(whole));
      const answer = await ask(server.url);
      assert.ok(answer.ok, `cut at ${cut}`);
      assert.equal(server.received.length, 2);
      assert.deepEqual(
        answer.reply.content.map((one) => one.type === 'tool_use' && one.input),
        [{ command: 'ls' }],
      );
    }
  });

  const shapes: [string, Event[]][] = [
    ['no beginning', whole.slice(1)],
    ['no end', whole.slice(0, -1)],
    ['no reason', [started(), ...words(0, 'a'), { type: 'message_stop' }]],
    ['two beginnings', [started(), ...whole]],
    ['input that is no JSON', [started(), ...toolCall(0, 'Bash', '{"a":'), ...ended('tool_use')]],
    ['input that is a list', [started(), ...toolCall(0, 'Bash', '[1]'), ...ended('tool_use')]],
    [
      'a delta for no block',
      [
        started(),
        { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x' } },
      ],
    ],
    [
      'a delta of another kind',
      [
        started(),
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json: '{' },
        },
      ],
    ],
    ['an event without its fields', [{ type: 'message_start' }]],
    [
      'an unknown block',
      [
        started(),
        { type: 'content_block_start', index: 0, content_block: { type: 'server_tool_use' } },
      ],
    ],
    ['nothing', []],
  ];
  for (const [name, events] of shapes) {
    test(`with ${name} is a fault after a few tries`, async () => {
      await using server = await messagesServer(streamed(events));
      const answer = await ask(server.url);
      assert.ok(!answer.ok);
      assert.equal(answer.fault.kind, 'invalid');
      assert.equal(server.received.length, QUICK.retry.brokenStreamTries);
    });
  }

  test('of bytes that are no events is a fault', async () => {
    const noise: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: message_start\ndata: {"type": "mess\n\n<html>');
    };
    await using server = await messagesServer(noise);
    const answer = await ask(server.url);
    assert.ok(!answer.ok);
    assert.equal(answer.fault.kind, 'invalid');
  });
});

describe('a provider that hangs', () => {
  const silent: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sse([started()]));
  };

  test('in silence is left after the idle time', async () => {
    await using server = await messagesServer(silent);
    const limits = { ...QUICK, idleMs: 1_000, retry: { ...QUICK.retry, brokenStreamTries: 1 } };
    const answer = await ask(server.url, {}, { limits });
    assert.ok(!answer.ok);
    assert.equal(answer.fault.kind, 'overloaded');
    assert.match(answer.fault.message, /silent/);
    assert.equal(answer.usage?.inputTokens, 10);
    await until(() => server.sockets() === 0);
  });

  test('with endless signs of life is left at the total cap', async () => {
    const pinging: Answer = (response) => {
      silent(response, { headers: {}, body: '', path: '' });
      const timer = setInterval(() => response.write('event: ping\ndata: {"type":"ping"}\n\n'), 10);
      response.on('close', () => clearInterval(timer));
    };
    await using server = await messagesServer(pinging);
    const limits = { ...QUICK, idleMs: 1_500, totalMs: 2_500 };
    const answer = await ask(server.url, {}, { limits });
    assert.ok(!answer.ok);
    assert.match(answer.fault.message, /did not finish/);
    assert.equal(server.received.length, 1);
  });

  test('is let go at once when the caller gives up, with what it charged', async () => {
    await using server = await messagesServer(silent);
    const controller = new AbortController();
    const pending = gateway(server.url).complete(request(), { signal: controller.signal });
    await until(() => server.received.length === 1 && server.sockets() === 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    controller.abort();
    const error: unknown = await pending.catch((reason: unknown) => reason);
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'CANCELLED');
    assert.equal((error.details['usage'] as { inputTokens: number }).inputTokens, 10);
    await until(() => server.sockets() === 0);
  });

  test('is not asked again when the caller gives up during a wait', async () => {
    await using server = await messagesServer(overloaded);
    const controller = new AbortController();
    const limits = {
      ...QUICK,
      retry: { ...DEFAULT_RETRY, baseMs: 60_000, longestMs: 60_000 },
      totalMs: 600_000,
    };
    const pending = gateway(server.url, { limits }).complete(request(), controller);
    await until(() => server.received.length === 1);
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(pending, { code: 'CANCELLED' });
    assert.equal(server.received.length, 1);
  });

  test('or is not there at all is a fault', async () => {
    const server = await messagesServer(hello);
    await server[Symbol.asyncDispose]();
    const answer = await ask(server.url);
    assert.ok(!answer.ok);
    assert.equal(answer.fault.kind, 'overloaded');
  });
});

test('a provider that repeats the key, in any encoding, does not get it into faults or logs', async () => {
  const forms = [KEY, Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex')];
  const echo = refused(529, { type: 'overloaded_error', message: `keys ${forms.join(' ')}` });
  await using server = await messagesServer(echo);
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) };
  const answer = await ask(server.url, {}, { log });
  assert.ok(!answer.ok && lines.length > 0);
  const seen = JSON.stringify([answer, lines]);
  for (const form of forms) assert.ok(!seen.includes(form));
});

const RETRY_AFTER = { 'retry-after-ms': '150' };
