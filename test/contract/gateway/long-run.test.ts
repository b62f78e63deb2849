// Two hundred turns: each request's messages begin with the exact bytes of those of the request
// before, so that a provider's prompt cache is hit. Anthropic's markers stand on the tools, the
// system text and the last two user messages; they are no part of what is cached, so they are taken
// out before the comparison. The one before the last marks what the previous request has written.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AssistantBlock, ModelMessage } from '../../../app/gateway/port.ts';
import { request, user } from '../../unit/gateway/asking.ts';
import { messagesServer } from '../../unit/gateway/messages-server.ts';
import { anthropicFormat } from './anthropic-format.ts';
import { gatewayFor, type ProviderFormat, streaming } from './format.ts';
import { openaiFormat } from './openai-format.ts';

const TURNS = 200;
const TOOLS = ['Read', 'Bash'].map((name) => ({
  name,
  description: `${name}s.`,
  inputSchema: { properties: { path: { type: 'string' } }, required: ['path'] },
}));

for (const format of [anthropicFormat, openaiFormat]) {
  describe(`${TURNS} turns of ${format.name}`, () => {
    let bodies: string[] = [];
    before(async () => {
      bodies = await run(format);
    });

    test('every request begins with the bytes of the one before', () => {
      assert.equal(bodies.length, TURNS);
      const texts = bodies.map((body) => format.messagesText(body));
      for (const [index, text] of texts.slice(1).entries()) {
        const earlier = texts[index] ?? '';
        assert.ok(earlier.length > 10 && text.length > earlier.length);
        assert.ok(text.startsWith(earlier), `request ${index + 2}`);
      }
      // What stands before the messages does not change either.
      const heads = bodies.map((body) => body.slice(0, body.indexOf('"messages":[')));
      assert.equal(new Set(heads).size, 1);
      format.checkHistory(bodies.at(-1) ?? '');
    });

    if (format === anthropicFormat) {
      test('the cache is marked on tools, system and the last two user messages', () => {
        assert.equal(bodies.length, TURNS);
        for (const body of bodies.slice(1)) checkMarkers(body);
      });
    }
  });
}

function checkMarkers(body: string): void {
  const { tools, system, messages } = JSON.parse(body);
  const users: ModelMessage[] = messages.filter(({ role }: ModelMessage) => role === 'user');
  const last = users.slice(-2).map(({ content }) => content.at(-1));
  for (const block of [tools.at(-1), system.at(-1), ...last]) {
    assert.deepEqual(block.cache_control, { type: 'ephemeral' });
  }
  assert.equal(body.split('"cache_control"').length - 1, 4);
}

/** The bodies as received, byte for byte. */
async function run(format: ProviderFormat): Promise<string[]> {
  let turn = 0;
  await using server = await messagesServer((response, received) => {
    turn += 1;
    streaming(format.say(spokenIn(turn)))(response, received);
  });
  const gateway = gatewayFor(format, server.url);
  const messages: ModelMessage[] = [user('Begin — „now“.')];
  for (let done = 0; done < TURNS; done += 1) {
    const asked = request({ messages: structuredClone(messages), tools: TOOLS });
    const answer = await gateway.complete(asked, { signal: AbortSignal.timeout(20_000) });
    assert.ok(answer.ok);
    messages.push(
      { role: 'assistant', content: answer.reply.content },
      results(answer.reply.content),
    );
  }
  return server.received.map(({ body }) => body);
}

/** One call, two or three, with and without text, spelled with spaces and escapes. */
function spokenIn(turn: number) {
  const calls = Array.from({ length: 1 + (turn % 3) }, (_, index) => ({
    id: `call_${turn}_${index}`,
    name: index === 0 ? 'Read' : 'Bash',
    json: [`{ "z": ${turn}, "path":`, ` "src/é${index}.ts", "a": [1.50, "\\u00fc"] }`],
  }));
  return { texts: turn % 2 === 0 ? [`Turn ${turn}: `, '✓'] : [], calls, stop: 'tools' } as const;
}

function results(content: readonly AssistantBlock[]): ModelMessage {
  const blocks = content.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [
          {
            type: 'tool_result' as const,
            tool_use_id: block.id,
            content: `line one\n"${block.id}"\t✓`,
            is_error: index % 5 === 4,
          },
        ]
      : [],
  );
  return { role: 'user', content: blocks };
}
