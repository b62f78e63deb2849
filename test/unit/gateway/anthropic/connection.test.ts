import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelMessage } from '../../../../app/gateway/port.ts';
import { createRouter } from '../../../../app/gateway/router.ts';
import { Secret } from '../../../../app/secret.ts';
import { ask, gateway, KEY, request, user } from '../asking.ts';
import {
  block,
  ended,
  hello,
  messagesServer,
  started,
  streamed,
  toolCall,
  words,
} from '../messages-server.ts';

describe('an answer', () => {
  test('is put together from its stream, whatever the chunks, and heard as it comes', async () => {
    const events = [
      started(),
      { type: 'ping' },
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: 'Let me ' },
        { type: 'thinking_delta', thinking: 'see.' },
        { type: 'signature_delta', signature: 'c2ln' },
      ]),
      ...block(1, { type: 'redacted_thinking', data: 'b3BhcXVl' }),
      ...words(2, 'I will ', 'look — ✓.'),
      ...toolCall(3, 'Read', '', '{"file_', 'path": "a', '.ts"}'),
      ...toolCall(4, 'TodoRead'),
      { type: 'a_later_kind_of_event', anything: true },
      ...ended('tool_use'),
    ];
    await using server = await messagesServer(streamed(events, 7));
    const heard: string[] = [];
    const answer = await gateway(server.url).complete(request(), {
      signal: AbortSignal.timeout(5_000),
      onText: (text) => heard.push(text),
    });
    assert.deepEqual(answer, {
      ok: true,
      reply: {
        content: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'b3BhcXVl' },
          { type: 'text', text: 'I will look — ✓.' },
          { type: 'tool_use', id: 'toolu_3', name: 'Read', input: { file_path: 'a.ts' } },
          { type: 'tool_use', id: 'toolu_4', name: 'TodoRead', input: {} },
        ],
        stopReason: 'tool_use',
        usage: {
          model: 'claude-sonnet-5-5',
          inputTokens: 10,
          outputTokens: 50,
          cacheReadTokens: 100,
          cacheWriteTokens: 20,
          costUsd: (10 * 2 + 50 * 10 + 100 * 0.2 + 20 * 2.5) / 1e6,
        },
      },
    });
    assert.deepEqual(heard, ['I will ', 'look — ✓.']);
  });

  test('cut short by its length does not hand on the call it was cut in', async () => {
    const events = [
      started(),
      ...toolCall(0, 'Read', '{"file_path":"a.ts"}'),
      ...toolCall(1, 'Write', '{"file_path":"b.ts","content":"half'),
      ...ended('max_tokens'),
    ];
    await using server = await messagesServer(streamed(events));
    const answer = await ask(server.url);
    assert.ok(answer.ok);
    assert.equal(answer.reply.stopReason, 'max_tokens');
    assert.deepEqual(
      answer.reply.content.map((one) => one.type === 'tool_use' && one.name),
      ['Read'],
    );
  });

  test('that was refused hands on no call at all', async () => {
    const events = [
      started(),
      ...toolCall(0, 'Bash', '{"command":"ls"}'),
      ...words(1, 'No.'),
      ...ended('refusal'),
    ];
    await using server = await messagesServer(streamed(events));
    const answer = await ask(server.url);
    assert.ok(answer.ok);
    assert.equal(answer.reply.stopReason, 'refusal');
    assert.deepEqual(answer.reply.content, [{ type: 'text', text: 'No.' }]);
  });

  test('beyond the context window is a fault that says so, and is charged', async () => {
    const events = [started(), ...words(0, 'a'), ...ended('model_context_window_exceeded')];
    await using server = await messagesServer(streamed(events));
    const answer = await ask(server.url);
    assert.ok(!answer.ok);
    assert.equal(answer.fault.kind, 'context_exhausted');
    assert.equal(answer.usage?.outputTokens, 50);
  });
});

describe('a request', () => {
  test('carries our headers alone, whatever the environment of the SDK says', async () => {
    const environment = {
      ANTHROPIC_API_KEY: 'from-environment',
      ANTHROPIC_AUTH_TOKEN: 'from-environment',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: from-environment\nx-leak: from-environment',
      ANTHROPIC_LOG: 'debug',
    };
    Object.assign(process.env, environment);
    try {
      await using server = await messagesServer(hello);
      assert.ok((await ask(server.url)).ok);
      const [received] = server.received;
      assert.equal(received?.path, '/v1/messages');
      assert.equal(received?.headers['x-api-key'], KEY);
      assert.equal(received?.headers['anthropic-version'], '2023-06-01');
      assert.equal(received?.headers.authorization, undefined);
      assert.ok(!JSON.stringify(received).includes('from-environment'));
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name];
    }
  });

  test('uses the token instead of the key where both are set', async () => {
    await using server = await messagesServer(hello);
    const access = {
      apiKey: new Secret(KEY),
      authToken: new Secret('token-7'),
      baseUrl: server.url,
    };
    assert.ok((await ask(server.url, {}, { access })).ok);
    assert.equal(server.received[0]?.headers.authorization, 'Bearer token-7');
    assert.equal(server.received[0]?.headers['x-api-key'], undefined);
  });

  test('marks tools, system and the last two user messages for the cache', async () => {
    await using server = await messagesServer(hello);
    const tool = { name: 'Read', description: 'Reads.', inputSchema: { properties: {} } };
    const messages = conversation(3);
    await ask(server.url, { messages, tools: [tool, { ...tool, name: 'Write' }] });
    const body: unknown = JSON.parse(server.received[0]?.body ?? '');
    assert.deepEqual(markers(body), [
      'tools.1.cache_control',
      'system.0.cache_control',
      'messages.4.content.0.cache_control',
      'messages.6.content.0.cache_control',
    ]);
  });

  test('begins with the bytes of the one before it, apart from the markers', async () => {
    await using server = await messagesServer(hello);
    for (let turns = 0; turns < 6; turns += 1) {
      await ask(server.url, { messages: conversation(turns) });
    }
    const bodies = server.received.map(({ body }) => unmarked(body));
    for (const [index, body] of bodies.slice(1).entries()) {
      const before = bodies[index]?.replace(/],"stream":true}$/, '') ?? '';
      assert.ok(before.endsWith('}') && body.startsWith(before));
    }
    await ask(server.url, { messages: conversation(5) });
    assert.equal(server.received.at(-1)?.body, server.received.at(-2)?.body);
  });

  test('leaves out empty text and messages, which the provider refuses', async () => {
    await using server = await messagesServer(hello);
    const messages: ModelMessage[] = [
      user('Begin.'),
      { role: 'assistant', content: [] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: '', is_error: false },
          { type: 'text', text: '' },
        ],
      },
    ];
    await ask(server.url, { messages, system: '' });
    const { messages: sent, system } = JSON.parse(server.received[0]?.body ?? '');
    assert.deepEqual(
      sent.map(({ role, content }: ModelMessage) => [role, content.length]),
      [
        ['user', 1],
        ['user', 1],
      ],
    );
    assert.equal(system, undefined);
  });

  const thinking = [
    ['claude-opus-5-5', undefined, undefined, 4096],
    ['claude-sonnet-5-5', undefined, { type: 'between_tools' }, 4096],
    ['claude-sonnet-5', undefined, { type: 'disabled' }, 4096],
    ['claude-sonnet-5-5', 8192, { type: 'adaptive' }, 4096],
    ['claude-haiku-4-5', 8192, { type: 'enabled', budget_tokens: 8192 }, 12_288],
  ] as const;
  for (const [model, budget, expected, maxTokens] of thinking) {
    test(`asks ${model} to think as it can, with a budget of ${budget ?? 'nothing'}`, async () => {
      await using server = await messagesServer(hello);
      const router = createRouter({ code: model });
      await ask(server.url, {}, { router, ...(budget && { thinkingBudgetTokens: budget }) });
      const body = JSON.parse(server.received[0]?.body ?? '');
      assert.deepEqual([body.model, body.thinking, body.max_tokens], [model, expected, maxTokens]);
    });
  }

  test('with a thinking budget below 1024 is refused when the gateway is made', () => {
    assert.throws(() => gateway('http://127.0.0.1:1', { thinkingBudgetTokens: 1023 }), {
      code: 'CONFIG_INVALID',
      problem: 'Thinking budget must be at least 1024 tokens, got 1023',
    });
  });

  test('without any credential is refused when the gateway is made', () => {
    const access = { baseUrl: 'http://127.0.0.1:1' };
    assert.throws(() => gateway('http://127.0.0.1:1', { access }), { code: 'CONFIG_INVALID' });
  });
});

function conversation(turns: number): ModelMessage[] {
  const rest = Array.from({ length: turns }, (_, turn): ModelMessage[] => {
    const id = `toolu_${turn}`;
    return [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'Bash', input: { b: 1, a: [turn, 'é'] } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: `out ${turn}`, is_error: false },
        ],
      },
    ];
  });
  return [user('Begin.'), ...rest.flat()];
}

function markers(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'cache_control' ? [[...path, name].join('.')] : markers(inner, [...path, name]),
  );
}

function unmarked(body: string): string {
  return body.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
}
