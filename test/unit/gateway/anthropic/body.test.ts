// The bytes of a request: the same as written in one go, whatever was kept from earlier ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBodyWriter } from '../../../../app/gateway/anthropic/body.ts';
import { models } from '../../../../app/gateway/anthropic/models.ts';
import { toBody } from '../../../../app/gateway/anthropic/request.ts';
import type { ModelMessage, ModelRequest } from '../../../../app/gateway/port.ts';
import { createRandom } from '../../../support/random.ts';

const facts = models.listed['claude-sonnet-5-5'] ?? assert.fail();
const options = { model: 'claude-sonnet-5-5', facts };
const tools = [{ name: 'Bash', description: 'Runs.', inputSchema: { type: 'object' } }];

/** As text. */
function writing() {
  const write = createBodyWriter();
  return (request: ModelRequest) => Buffer.from(write(request, options)).toString();
}

function requestOf(messages: readonly ModelMessage[]): ModelRequest {
  return { step: 'implement', modelClass: 'L1', system: 'Be good.', tools, messages, maxTokens: 9 };
}

test('every turn of random conversations has the bytes of JSON.stringify', () => {
  const random = createRandom(7);
  const texts = ['', 'plain', 'quote " and \\ and \u2028', 'ä€😀', ']},"stream":true}'];
  for (let conversation = 0; conversation < 30; conversation += 1) {
    const write = writing();
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const isUser = turn % 2 === 0;
      const text = { type: 'text', text: random.pick(texts) } as const;
      const result = { type: 'tool_result', tool_use_id: `t${turn}`, content: random.pick(texts) };
      const call = {
        type: 'tool_use',
        id: `t${turn}`,
        name: 'Bash',
        input: { a: random.below(9) },
      };
      messages.push(
        isUser
          ? { role: 'user', content: [text, { ...result, type: 'tool_result', is_error: false }] }
          : { role: 'assistant', content: [text, { ...call, type: 'tool_use' }] },
      );
      if (random.below(4) === 0)
        messages.push({ role: 'user', content: [{ type: 'text', text: '' }] });
      const request = requestOf(messages);
      assert.equal(write(request), JSON.stringify(toBody(request, options)));
    }
  }
});

test('a message that was written before is not read again', () => {
  let reads = 0;
  const counted = {
    role: 'assistant',
    get content() {
      reads += 1;
      return [{ type: 'text' as const, text: 'said long ago' }];
    },
  } as const;
  const write = writing();
  const before: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'a' }] },
    counted,
  ];
  write(requestOf(before));
  const first = reads;
  const after: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'b' }] };
  assert.match(write(requestOf([...before, after])), /said long ago.*"b"/);
  assert.ok(first > 0);
  assert.equal(reads, first);
});
