// The server's side of Anthropic's Messages API.
import assert from 'node:assert/strict';
import { z } from 'zod';
import { Secret } from '../../../app/secret.ts';
import {
  block,
  type Event,
  ended,
  sse,
  started,
  toolCall,
  words,
} from '../../unit/gateway/messages-server.ts';
import type { ProviderFormat, Spoken } from './format.ts';

const STOPS = { end: 'end_turn', tools: 'tool_use', length: 'max_tokens', refusal: 'refusal' };

const Body = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      content: z.array(
        z.looseObject({
          type: z.string(),
          id: z.string().optional(),
          tool_use_id: z.string().optional(),
        }),
      ),
    }),
  ),
});

export const anthropicFormat: ProviderFormat = {
  name: 'Anthropic messages',
  provider: 'claude_code_subscription',
  model: 'claude-sonnet-5-5',
  path: '/v1/messages',
  credential: (key) => ['x-api-key', key],
  access: (url, key) => ({
    claude_code_subscription: { apiKey: new Secret(key), baseUrl: url },
  }),
  say: (spoken) => sse(eventsOf(spoken)),
  ping: 'event: ping\ndata: {"type":"ping"}\n\n',
  streamError: sse([{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]),
  refuse(wrong, message) {
    const [status, type, said, details] = REFUSALS[wrong];
    const error = { type, message: message ?? said, ...(details && { details }) };
    return { status, body: JSON.stringify({ type: 'error', error }) };
  },
  checkHistory(body) {
    const { messages } = Body.parse(JSON.parse(body));
    assert.equal(messages[0]?.role, 'user');
    for (const [index, { role, content }] of messages.entries()) {
      assert.ok(content.length > 0);
      const asked = content.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
      if (role === 'user' || asked.length === 0) continue;
      const next = messages[index + 1]?.content ?? [];
      const results = next.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]));
      assert.deepEqual(results, asked);
    }
  },
  messagesText(body) {
    const bare = body.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
    const from = bare.indexOf('"messages":[');
    return bare.slice(from, bare.lastIndexOf(']'));
  },
  fixtures: 'anthropic',
};

const REFUSALS = {
  rate: [429, 'rate_limit_error', 'Slow down'],
  overloaded: [529, 'overloaded_error', 'Overloaded'],
  bad: [400, 'invalid_request_error', 'messages: bad'],
  key: [401, 'authentication_error', 'invalid x-api-key'],
  too_long: [400, 'invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'],
  spent: [429, 'rate_limit_error', 'Limit', { error_code: 'enforced_spend_limit_reached' }],
} as const satisfies Record<string, readonly [number, string, string, object?]>;

function eventsOf({ thinking, texts = [], calls = [], stop }: Spoken): Event[] {
  const makers: ((index: number) => Event[])[] = [
    ...(thinking === undefined
      ? []
      : [
          (index: number) =>
            block(index, { type: 'thinking', thinking: '', signature: '' }, [
              { type: 'thinking_delta', thinking },
              { type: 'signature_delta', signature: 'c2ln' },
            ]),
        ]),
    ...(texts.length === 0 ? [] : [(index: number) => words(index, ...texts)]),
    ...calls.map(
      ({ id, name, json }) =>
        (index: number) =>
          withId(toolCall(index, name, ...json), id),
    ),
  ];
  return [started(), ...makers.flatMap((make, index) => make(index)), ...ended(STOPS[stop])];
}

function withId(events: Event[], id: string): Event[] {
  return events.map((event) => {
    const content = event['content_block'];
    if (typeof content !== 'object' || content === null) return event;
    return { ...event, content_block: { ...content, id } };
  });
}
