// The server's side of OpenAI's Chat Completions API, and of LM Studio, which speaks the same.
import assert from 'node:assert/strict';
import { z } from 'zod';
import { Secret } from '../../../app/secret.ts';
import type { ProviderFormat, Spoken } from './format.ts';

const STOPS = { end: 'stop', tools: 'tool_calls', length: 'length', refusal: 'content_filter' };

const Body = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.string().optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(z.object({ id: z.string(), function: z.object({ arguments: z.string() }) }))
        .optional(),
    }),
  ),
});

export const openaiFormat: ProviderFormat = {
  name: 'OpenAI chat completions',
  provider: 'openai_compatible',
  model: 'openai_compatible/gpt-5',
  path: '/chat/completions',
  credential: (key) => ['authorization', `Bearer ${key}`],
  access: (url, key) => ({ openai_compatible: { apiKey: new Secret(key), baseUrl: url } }),
  say: (spoken) => `${chunksOf(spoken).map(line).join('')}data: [DONE]\n\n`,
  ping: ': keep-alive\n\n',
  streamError: line({ error: { type: 'server_error', message: 'Overloaded', code: null } }),
  refuse(wrong, message) {
    const [status, type, said, code] = REFUSALS[wrong];
    const error = { message: message ?? said, type, param: null, code };
    return { status, body: JSON.stringify({ error }) };
  },
  checkHistory(body) {
    const { messages } = Body.parse(JSON.parse(body));
    for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
      for (const [at, call] of calls.entries()) {
        assert.equal(messages[index + 1 + at]?.tool_call_id, call.id);
        assert.equal(typeof JSON.parse(call.function.arguments), 'object');
      }
      const isResult = messages[index]?.role === 'tool';
      const before = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
      if (isResult) assert.ok((before?.tool_calls ?? []).length > 0);
    }
  },
  messagesText(body) {
    const from = body.indexOf('"messages":[');
    return body.slice(from, body.lastIndexOf('],"stream":true'));
  },
  fixtures: 'openai',
};

export const lmStudioFormat: ProviderFormat = {
  ...openaiFormat,
  name: 'LM Studio',
  provider: 'lm_studio_local',
  model: 'lm_studio_local/lm_studio_server_routed',
  access: (url, key) => ({
    lm_studio_local: { apiKey: new Secret(key), baseUrl: url, model: 'qwen/qwen3-coder-30b' },
  }),
};

const REFUSALS = {
  rate: [429, 'requests', 'Slow down', 'rate_limit_exceeded'],
  overloaded: [529, 'server_error', 'Overloaded', null],
  bad: [400, 'invalid_request_error', 'messages: bad', null],
  key: [401, 'invalid_request_error', 'Incorrect API key provided', 'invalid_api_key'],
  too_long: [400, 'invalid_request_error', 'Too many tokens', 'context_length_exceeded'],
  spent: [429, 'insufficient_quota', 'You exceeded your current quota', 'insufficient_quota'],
} as const satisfies Record<string, readonly [number, string, string, string | null]>;

function line(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function chunk(delta: object, reason: string | null = null): object {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'served', choices };
}

function chunksOf({ thinking, texts = [], calls = [], stop }: Spoken): object[] {
  const reasoning = thinking === undefined ? [] : [chunk({ reasoning_content: thinking })];
  const spoken = texts.map((content) => chunk({ content }));
  const called = calls.flatMap(({ id, name, json }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...json.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  const usage = {
    prompt_tokens: 130,
    completion_tokens: 50,
    prompt_tokens_details: { cached_tokens: 100 },
  };
  return [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...reasoning,
    ...spoken,
    ...called,
    chunk({}, STOPS[stop]),
    { choices: [], usage },
  ];
}
