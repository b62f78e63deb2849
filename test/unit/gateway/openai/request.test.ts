import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { models } from '../../../../app/gateway/openai/models.ts';
import { toChat } from '../../../../app/gateway/openai/request.ts';
import type { ModelRequest } from '../../../../app/gateway/port.ts';
import { request, user } from '../asking.ts';

function chat(
  wishes: Partial<ModelRequest>,
  thinkingBudgetTokens?: number,
  id = 'gpt-4o',
): unknown {
  const facts = models.listed[id] ?? {
    price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  const route = { provider: 'openai_compatible', id, model: id, facts } as const;
  const call = { request: request(wishes), route, thinkingBudgetTokens };
  return toChat(call, { model: id, limitName: 'max_completion_tokens' });
}

describe('a request in the words of Chat Completions', () => {
  test('has system, tools, calls and results, in an order that is always the same', () => {
    const body = chat({
      tools: [{ name: 'Bash', description: 'Runs.', inputSchema: { additionalProperties: false } }],
      toolChoice: 'any',
      messages: [
        user('Begin.'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'text', text: 'One.' },
            { type: 'text', text: '' },
            { type: 'text', text: 'Two.' },
            { type: 'tool_use', id: 'c1', name: 'Bash', input: { b: 1, a: 'é' } },
            { type: 'tool_use', id: 'c2', name: 'Bash', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'out', is_error: false },
            { type: 'tool_result', tool_use_id: 'c2', content: 'no', is_error: true },
            { type: 'text', text: 'Go on.' },
          ],
        },
        { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] },
        { role: 'user', content: [{ type: 'text', text: '' }] },
      ],
    });
    const call = (id: string, json: string) =>
      `{"id":"${id}","type":"function","function":{"name":"Bash","arguments":${JSON.stringify(json)}}}`;
    const expected = [
      '{"model":"gpt-4o","max_completion_tokens":4096,"tools":[{"type":"function","function":{"name":"Bash","description":"Runs.","parameters":{"properties":{},"additionalProperties":false,"type":"object"}}}],"tool_choice":"required","messages":[',
      '{"role":"system","content":"You write code."},{"role":"user","content":"Begin."},',
      `{"role":"assistant","content":"One.\\n\\nTwo.","tool_calls":[${call('c1', '{"b":1,"a":"é"}')},${call('c2', '{}')}]},`,
      '{"role":"tool","tool_call_id":"c1","content":"out"},{"role":"tool","tool_call_id":"c2","content":"Error: no"},{"role":"user","content":"Go on."}',
      '],"stream":true,"stream_options":{"include_usage":true}}',
    ].join('');
    assert.equal(JSON.stringify(body), expected);
  });

  test('leaves out what is empty', () => {
    const body = JSON.stringify(chat({ system: '', messages: [user('Begin.')] }));
    assert.ok(!body.includes('system') && !body.includes('tools') && !body.includes('tool_choice'));
  });

  const choices = [
    ['auto', '"auto"'],
    ['none', '"none"'],
    [{ name: 'Bash' }, '{"type":"function","function":{"name":"Bash"}}'],
  ] as const;
  for (const [choice, expected] of choices) {
    test(`says ${expected} for the choice of tools`, () => {
      const body = JSON.stringify(chat({ toolChoice: choice }));
      assert.ok(body.includes(`"tool_choice":${expected}`));
    });
  }

  test('lets models that reason do so beyond the length of the answer, and only those', () => {
    assert.match(
      JSON.stringify(chat({}, 2048, 'o3')),
      /"max_completion_tokens":6144,"reasoning_effort":"high"/,
    );
    assert.ok(!JSON.stringify(chat({}, 2048, 'gpt-4o')).includes('reasoning'));
    assert.ok(!JSON.stringify(chat({}, undefined, 'o3')).includes('reasoning'));
  });
});
