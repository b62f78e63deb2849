// What every provider behind the gateway's port does, whatever its format: one suite, run for
// each of them against a server on loopback.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GatewayOptions } from '../../../app/gateway/gateway.ts';
import type { AssistantBlock, ModelAnswer, ModelRequest } from '../../../app/gateway/port.ts';
import { until } from '../../support/waiting.ts';
import { request, user } from '../../unit/gateway/asking.ts';
import { type Answer, messagesServer } from '../../unit/gateway/messages-server.ts';
import {
  gatewayFor,
  KEY,
  type ProviderFormat,
  QUICK,
  refusing,
  type Spoken,
  streaming,
  type Wrong,
} from './format.ts';

const TOOL = { name: 'Bash', description: 'Runs.', inputSchema: { properties: {} } };
const LS = { id: 'call_1', name: 'Bash', json: ['{"comm', 'and":"ls"}'] };
const HELLO: Spoken = { texts: ['Hel', 'lo'], stop: 'end' };
const ONE_TRY = { ...QUICK, retry: { ...QUICK.retry, brokenStreamTries: 1 } };

export function describeProvider(format: ProviderFormat): void {
  describe(format.name, () => {
    describeAnswers(format);
    describeRequests(format);
    describeFaults(format);
    describeBrokenStreams(format);
    describeWaits(format);
  });
}

async function ask(
  format: ProviderFormat,
  answers: [Answer, ...Answer[]],
  {
    wishes = {},
    options = {},
  }: { wishes?: Partial<ModelRequest>; options?: Partial<GatewayOptions> } = {},
) {
  await using server = await messagesServer(...answers);
  const heard: string[] = [];
  const answer = await gatewayFor(format, server.url, options).complete(request(wishes), {
    signal: AbortSignal.timeout(20_000),
    onText: (text) => heard.push(text),
  });
  return { answer, heard, received: server.received };
}

async function hear(format: ProviderFormat, spoken: Spoken) {
  const { answer, heard } = await ask(format, [streaming(format.say(spoken), 11)]);
  assert.ok(answer.ok, JSON.stringify(answer));
  return { ...answer.reply, heard };
}

function faultOf(answer: ModelAnswer) {
  assert.ok(!answer.ok);
  return answer.fault;
}

function describeAnswers(format: ProviderFormat): void {
  test('text is heard as it comes and counted by the provider', async () => {
    const { content, stopReason, heard, usage } = await hear(format, HELLO);
    assert.deepEqual([content, stopReason], [[{ type: 'text', text: 'Hello' }], 'end_turn']);
    assert.deepEqual(heard, ['Hel', 'lo']);
    assert.equal(usage.model, format.model);
    assert.equal(usage.cacheReadTokens, 100);
    assert.equal(usage.outputTokens, 50);
    assert.equal(usage.isEstimated, undefined);
  });

  test('one tool, and several side by side, in their order', async () => {
    const one = await hear(format, { texts: ['Look.'], calls: [LS], stop: 'tools' });
    const use = { type: 'tool_use', id: 'call_1', name: 'Bash', input: { command: 'ls' } };
    assert.deepEqual(one.content, [{ type: 'text', text: 'Look.' }, use]);
    assert.equal(one.stopReason, 'tool_use');
    const calls = [LS, { id: 'call_2', name: 'Read', json: ['{}'] }, { ...LS, id: 'call_3' }];
    const many = await hear(format, { calls, stop: 'tools' });
    assert.deepEqual(idsOf(many.content), ['call_1', 'call_2', 'call_3']);
  });

  test('thinking does not get into the text', async () => {
    const { content, heard } = await hear(format, { thinking: 'Hm.', ...HELLO });
    assert.deepEqual(
      content.filter(({ type }) => type === 'text'),
      [{ type: 'text', text: 'Hello' }],
    );
    assert.deepEqual(heard, ['Hel', 'lo']);
  });

  test('a refused answer hands on no call, a cut one not its last', async () => {
    const calls = [LS, { id: 'call_2', name: 'Write', json: ['{"a":"half'] }];
    const cut = await hear(format, { calls, stop: 'length' });
    assert.deepEqual([idsOf(cut.content), cut.stopReason], [['call_1'], 'max_tokens']);
    const refused = await hear(format, { texts: ['No.'], calls: [LS], stop: 'refusal' });
    assert.deepEqual(refused.content, [{ type: 'text', text: 'No.' }]);
    assert.equal(refused.stopReason, 'refusal');
  });
}

function idsOf(content: readonly AssistantBlock[]): string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function describeRequests(format: ProviderFormat): void {
  test('a request goes to the right path with the credential alone', async () => {
    const { received } = await ask(format, [streaming(format.say(HELLO))]);
    const [header, value] = format.credential(KEY);
    assert.equal(received[0]?.path, format.path);
    assert.equal(received[0]?.headers[header], value);
    assert.equal(JSON.stringify(received[0]?.headers).split(KEY).length, 2);
    assert.ok(!received[0]?.body.includes(KEY));
  });

  test('calls and results go back as a valid history, and tools can be demanded', async () => {
    const spoken = {
      texts: ['Look.'],
      calls: [LS, { ...LS, id: 'call_2' }],
      stop: 'tools',
    } as const;
    const { content } = await hear(format, spoken);
    const results = idsOf(content).map((id, index) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: `out ${index}`,
      is_error: index === 1,
    }));
    const messages = [
      user('Begin.'),
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: [...results, { type: 'text' as const, text: 'Go on.' }] },
    ];
    const wishes = { messages, tools: [TOOL], toolChoice: { name: 'Bash' } };
    const { received } = await ask(format, [streaming(format.say(HELLO))], { wishes });
    format.checkHistory(received[0]?.body ?? '');
    assert.match(
      received[0]?.body ?? '',
      /"tool_choice":\{"type":"(?:tool","name":"Bash"|function)/,
    );
  });

  test('a redirect is not followed', async () => {
    await using other = await messagesServer(streaming(format.say(HELLO)));
    for (const status of [301, 302, 307, 308]) {
      const away: Answer = (response) => {
        response.writeHead(status, { location: `${other.url}${format.path}` });
        response.end();
      };
      const { answer, received } = await ask(format, [away]);
      assert.equal(faultOf(answer).kind, 'invalid');
      assert.match(faultOf(answer).message, /redirects/);
      assert.equal(received.length, 1);
    }
    assert.equal(other.received.length, 0);
  });
}

function describeFaults(format: ProviderFormat): void {
  const hello = streaming(format.say(HELLO));
  for (const wrong of ['rate', 'overloaded'] as const) {
    test(`${wrong}: it is asked again, a bounded number of times`, async () => {
      const passing = await ask(format, [refusing(format, wrong), refusing(format, wrong), hello]);
      assert.ok(passing.answer.ok);
      assert.equal(passing.received.length, 3);
      assert.equal(passing.answer.reply.usage.outputTokens, 50);
      const lasting = await ask(format, [refusing(format, wrong)]);
      assert.equal(faultOf(lasting.answer).kind, 'overloaded');
      assert.equal(lasting.received.length, QUICK.retry.tries);
      assert.ok(!lasting.answer.ok && lasting.answer.usage === undefined);
    });
  }

  test('what it asks to wait is waited, in a header or in words', async () => {
    const header = refusing(format, 'rate', { headers: { 'retry-after-ms': '120' } });
    const words = refusing(format, 'rate', { message: 'Please try again in 120ms.' });
    for (const answer of [header, words]) {
      const begin = performance.now();
      assert.ok((await ask(format, [answer, hello])).answer.ok);
      assert.ok(performance.now() - begin >= 120);
    }
  });

  test('a wait of hours is a used-up quota with the time of its renewal', async () => {
    const header = refusing(format, 'rate', { headers: { 'retry-after': '7200' } });
    const words = refusing(format, 'rate', { message: 'Please try again in 2h0m0s.' });
    for (const answer of [header, words]) {
      const got = await ask(format, [answer], { options: { now: () => 1_000 } });
      const fault = faultOf(got.answer);
      assert.deepEqual([fault.kind, 'resetAt' in fault && fault.resetAt], ['quota', 7_201_000]);
      assert.equal(got.received.length, 1);
    }
  });

  const final: [Wrong, string][] = [
    ['bad', 'invalid'],
    ['key', 'authentication'],
    ['too_long', 'context_exhausted'],
    ['spent', 'spend_limit'],
  ];
  for (const [wrong, kind] of final) {
    test(`${wrong}: it is asked once, and the fault is ${kind}`, async () => {
      const { answer, received } = await ask(format, [refusing(format, wrong)]);
      assert.equal(faultOf(answer).kind, kind);
      assert.equal(received.length, 1);
    });
  }

  test('an error in the middle of the answer is asked about again', async () => {
    const start = eventsOf(format.say(HELLO)).slice(0, 3).join('');
    const { answer } = await ask(format, [streaming(start + format.streamError), hello]);
    assert.ok(answer.ok);
    assert.deepEqual(answer.reply.content, [{ type: 'text', text: 'Hello' }]);
  });

  test('a server that is not there cannot be reached', async () => {
    const server = await messagesServer(hello);
    await server[Symbol.asyncDispose]();
    const signal = AbortSignal.timeout(20_000);
    const answer = await gatewayFor(format, server.url).complete(request(), { signal });
    assert.equal(faultOf(answer).kind, 'overloaded');
  });
}

export function eventsOf(stream: string): string[] {
  return stream.split(/(?<=\n\n)/);
}

function describeBrokenStreams(format: ProviderFormat): void {
  const events = eventsOf(format.say({ calls: [LS], stop: 'tools' }));
  const broken: [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['no end', events.slice(0, -1).join('')],
    ['an end alone', events.at(-1) ?? ''],
    ['input that is no JSON', format.say({ calls: [{ ...LS, json: ['{"a":'] }], stop: 'tools' })],
    ['input that is a list', format.say({ calls: [{ ...LS, json: ['[1]'] }], stop: 'tools' })],
    ['an event that is no JSON', events.map((one) => one.replace(/\}\n\n$/, '\n\n')).join('')],
    ['a page of HTML', '<html><body>Bad gateway</body></html>'],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from(events[0] ?? ''), Buffer.of(0xff, 0xfe)]),
    ],
  ];
  for (const [name, bytes] of broken) {
    test(`a stream with ${name} is a fault after a few tries`, async () => {
      const { answer, received } = await ask(format, [streaming(bytes)]);
      assert.equal(faultOf(answer).kind, 'invalid');
      assert.match(faultOf(answer).message, /stream/);
      assert.equal(received.length, QUICK.retry.brokenStreamTries);
    });
  }
}

function describeWaits(format: ProviderFormat): void {
  const [first = ''] = eventsOf(format.say(HELLO));
  const silent: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
  };
  const pinging: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(format.ping), 10);
    response.on('close', () => clearInterval(timer));
  };

  test('silence ends at the idle time', async () => {
    const limits = { ...ONE_TRY, idleMs: 300 };
    const { answer } = await ask(format, [silent], { options: { limits } });
    assert.equal(faultOf(answer).kind, 'overloaded');
    assert.match(faultOf(answer).message, /silent/);
  });

  test('endless signs of life end at the total cap', async () => {
    const limits = { ...QUICK, idleMs: 8_000, totalMs: 700 };
    const { answer, received } = await ask(format, [pinging], { options: { limits } });
    assert.match(faultOf(answer).message, /did not finish/);
    assert.equal(received.length, 1);
  });

  test('cancelled, it closes the connection and says what was charged', async () => {
    await using server = await messagesServer(silent);
    const controller = new AbortController();
    const pending = gatewayFor(format, server.url).complete(request(), controller);
    await until(() => server.received.length === 1 && server.sockets() === 1);
    controller.abort();
    await assert.rejects(pending, { code: 'CANCELLED' });
    await until(() => server.sockets() === 0);
  });
}
