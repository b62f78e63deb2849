import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChatAssembly } from '../../../app/gateway/openai/stream.ts';
import { sumUsage } from '../../../app/gateway/usage.ts';
import { gatewayFor, streaming } from '../../contract/gateway/format.ts';
import { lmStudioFormat, openaiFormat } from '../../contract/gateway/openai-format.ts';
import { request, user } from './asking.ts';
import { messagesServer } from './messages-server.ts';

const chunk = (delta: object, reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
});

describe('what a Chat Completions call used', () => {
  test('is the last count of the provider, cached tokens apart', () => {
    const assembly = createChatAssembly(request());
    assert.equal(assembly.counted(), undefined);
    assembly.take({
      ...chunk({ content: 'a' }),
      usage: { prompt_tokens: 90, completion_tokens: 1 },
    });
    const details = { prompt_tokens_details: { cached_tokens: 64 } };
    assembly.take({ choices: [], usage: { prompt_tokens: 90, completion_tokens: 7, ...details } });
    assert.deepEqual(assembly.counted(), {
      inputTokens: 26,
      outputTokens: 7,
      cacheReadTokens: 64,
      cacheWriteTokens: 0,
    });
  });

  test('is a guess from the characters, and says so, only where there is no count', () => {
    const assembly = createChatAssembly(request({ messages: [user('x'.repeat(4_000))] }));
    assembly.take(chunk({ reasoning_content: 'y'.repeat(80) }));
    assembly.take(chunk({ content: 'z'.repeat(40) }));
    const call = { index: 0, id: 'c', function: { name: 'Bash', arguments: 'w'.repeat(20) } };
    assembly.take(chunk({ tool_calls: [call] }));
    const counts = assembly.counted();
    assert.equal(counts?.isEstimated, true);
    assert.equal(counts.outputTokens, 35);
    assert.ok(counts.inputTokens > 1_000 && counts.inputTokens < 1_100);
  });

  test('costs nothing on the own machine and the list price elsewhere, guessed or not', async () => {
    const stream = openaiFormat
      .say({ texts: ['Hello'], stop: 'end' })
      .replace(/data: \{"choices":\[\],"usage".*\n\n/, '');
    for (const [format, isFree] of [
      [lmStudioFormat, true],
      [openaiFormat, false],
    ] as const) {
      await using server = await messagesServer(streaming(stream));
      const signal = AbortSignal.timeout(10_000);
      const answer = await gatewayFor(format, server.url).complete(request(), { signal });
      assert.ok(answer.ok);
      assert.equal(answer.reply.usage.isEstimated, true);
      assert.equal(answer.reply.usage.costUsd === 0, isFree);
    }
  });

  test('stays a guess when a part of it was one', () => {
    const usage = {
      model: 'm',
      inputTokens: 1,
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      costUsd: 1,
    };
    assert.equal(sumUsage({ ...usage, isEstimated: true }, usage)?.isEstimated, true);
    assert.equal(sumUsage(usage, { ...usage, isEstimated: true })?.isEstimated, true);
    assert.ok(!('isEstimated' in (sumUsage(usage, usage) ?? {})));
  });
});

describe('a chunk that does not fit', () => {
  const begun = { index: 0, id: 'c1', function: { name: 'Bash', arguments: '{' } };
  const cases: [string, object[]][] = [
    ['a call without an id', [chunk({ tool_calls: [{ index: 0, function: { name: 'Bash' } }] })]],
    ['a call without a name', [chunk({ tool_calls: [{ index: 0, id: 'c1' }] })]],
    ['a call out of order', [chunk({ tool_calls: [{ ...begun, index: 1 }] })]],
    [
      'two calls in one place',
      [chunk({ tool_calls: [begun] }), chunk({ tool_calls: [{ ...begun, id: 'c2' }] })],
    ],
    ['two calls with one id', [chunk({ tool_calls: [begun, { ...begun, index: 1 }] })]],
    ['a second answer', [{ choices: [{ index: 1, delta: { content: 'a' } }] }]],
    ['text after the end', [chunk({ content: 'a' }, 'stop'), chunk({ content: 'b' })]],
    ['text that is none', [chunk({ content: ['a'] })]],
  ];
  for (const [name, chunks] of cases) {
    test(`(${name}) breaks the stream`, () => {
      const assembly = createChatAssembly(request());
      const take = () => chunks.forEach((one) => assembly.take(one));
      assert.throws(take, { name: 'BrokenStream' });
    });
  }

  test('so does an end for no known reason, or one that announces calls that never came', () => {
    for (const reason of ['tool_calls', 'tired', null]) {
      const assembly = createChatAssembly(request());
      assembly.take(chunk({ content: 'a' }, reason));
      assembly.take('[DONE]');
      assert.throws(() => assembly.finish(), { name: 'BrokenStream' });
    }
  });
});
