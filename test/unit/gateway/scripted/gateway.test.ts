import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelAnswer, ModelMessage, ModelRequest } from '../../../../app/gateway/port.ts';
import { createScriptedGateway } from '../../../../app/gateway/scripted/gateway.ts';
import { readScript, type Script } from '../../../../app/gateway/scripted/script.ts';
import { request, user } from '../asking.ts';

const SCRIPT: Script = readScript({
  plan: [[{ content: [{ type: 'text', text: 'The plan.' }] }]],
  implement: [
    [
      {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', name: 'Bash', input: { command: 'npm test' } },
        ],
      },
      [
        { when: { lastContains: 'not ok' }, content: [{ type: 'text', text: 'It is red.' }] },
        { when: { contains: 'You write code' }, content: [{ type: 'text', text: 'It is green.' }] },
      ],
    ],
    [{ fault: { kind: 'quota', resetAt: 5, message: 'wait' } }],
  ],
});

function result(content: string): ModelMessage {
  return {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't', content, is_error: false }],
  };
}

async function ask(wishes: Partial<ModelRequest>): Promise<ModelAnswer> {
  const signal = AbortSignal.timeout(1_000);
  return await createScriptedGateway(SCRIPT).complete(request(wishes), { signal });
}

async function said(wishes: Partial<ModelRequest>): Promise<string> {
  const answer = await ask(wishes);
  if (!answer.ok) return `${answer.fault.kind}: ${answer.fault.message}`;
  return answer.reply.content.map((one) => (one.type === 'text' ? one.text : one.type)).join('|');
}

const SPOKEN: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'I look.' }] };

describe('a scripted model', () => {
  test('answers by step, session and the number of its own messages', async () => {
    assert.equal(await said({ step: 'plan' }), 'The plan.');
    assert.equal(await said({}), 'I look.|tool_use');
    assert.equal(await said({ messages: [user('a'), SPOKEN, result('ok 1')] }), 'It is green.');
    assert.equal(await said({ session: 1 }), 'quota: wait');
  });

  test('chooses among alternatives by what the request contains', async () => {
    const messages = [user('a'), SPOKEN, result('not ok 1')];
    assert.equal(await said({ messages }), 'It is red.');
    const older = [user('not ok'), SPOKEN, result('ok')];
    assert.equal(await said({ messages: older }), 'It is green.');
  });

  test('gives the same answer to the same question, whoever asks again', async () => {
    const first = await ask({});
    assert.deepEqual(await ask({}), first);
    assert.ok(first.ok);
    assert.equal(first.reply.stopReason, 'tool_use');
    assert.deepEqual(first.reply.content[1], {
      type: 'tool_use',
      id: 'toolu_implement_0_0_1',
      name: 'Bash',
      input: { command: 'npm test' },
    });
  });

  test('costs nothing and counts plausible tokens', async () => {
    const answer = await ask({ messages: [user('x'.repeat(400)), SPOKEN, result('ok')] });
    assert.ok(answer.ok);
    const { usage } = answer.reply;
    assert.equal(usage.costUsd, 0);
    assert.ok(usage.outputTokens > 0 && usage.cacheReadTokens > 100);
    assert.ok(usage.cacheWriteTokens < usage.cacheReadTokens);
  });

  test('off its script says where', async () => {
    const turn2 = [user('a'), SPOKEN, result('ok'), SPOKEN, result('ok')];
    assert.equal(
      await said({ messages: turn2 }),
      "invalid: Off script: the script ends before step 'implement', session 0, turn 2.",
    );
    assert.equal(
      await said({ session: 7 }),
      "invalid: Off script: the script ends before step 'implement', session 7, turn 0.",
    );
    assert.equal(
      await said({ step: 'toString' }),
      "invalid: Off script: the script has no step 'toString'.",
    );
    const other = { system: '', messages: [user('a'), SPOKEN, result('?')] };
    assert.match(
      await said(other),
      /no alternative applies at step 'implement', session 0, turn 1/,
    );
  });

  test('lets its text be heard, and rejects when cancelled', async () => {
    const heard: string[] = [];
    const gateway = createScriptedGateway(SCRIPT);
    const signal = AbortSignal.timeout(1_000);
    await gateway.complete(request(), { signal, onText: (text) => heard.push(text) });
    assert.deepEqual(heard, ['I look.']);
    await assert.rejects(gateway.complete(request(), { signal: AbortSignal.abort() }), {
      code: 'CANCELLED',
    });
  });
});

describe('a script that is not valid', () => {
  const cases: [string, unknown, string][] = [
    ['no object', 'x', 'script'],
    ['an empty turn', { plan: [[{ content: [] }]] }, 'plan.0.0.0.content'],
    ['a wrong block', { plan: [[{ content: [{ type: 'image' }] }]] }, 'plan.0.0.0.content.0.type'],
    ['a wrong key', { plan: [[{ contents: [] }]] }, 'plan.0.0.0'],
    ['neither content nor fault', { plan: [[{}]] }, 'plan.0.0.0'],
  ];
  for (const [name, value, place] of cases) {
    test(`with ${name} is refused with the place`, () => {
      assert.throws(
        () => readScript(value),
        ({ code, details }) => code === 'VALIDATION_ERROR' && place in details,
      );
    });
  }
});
