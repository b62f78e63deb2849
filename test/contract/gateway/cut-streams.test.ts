// Recorded streams, cut at every event and inside every event: no half call ever comes out, the
// next try is taken whole, and each call is charged once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BudgetedAnswer, ModelMessage } from '../../../app/gateway/port.ts';
import { request, user } from '../../unit/gateway/asking.ts';
import { type Answer, messagesServer } from '../../unit/gateway/messages-server.ts';
import { anthropicFormat } from './anthropic-format.ts';
import {
  type Fixture,
  fixturesOf,
  gatewayFor,
  type ProviderFormat,
  QUICK,
  streaming,
} from './format.ts';
import { withLedger } from './ledger.ts';
import { openaiFormat } from './openai-format.ts';
import { eventsOf } from './suite.ts';

const LIMITS = { ...QUICK, retry: { ...QUICK.retry, baseMs: 0, longestMs: 0 } };

for (const format of [anthropicFormat, openaiFormat]) {
  describe(`recorded streams of ${format.name}`, () => {
    const fixtures = fixturesOf(format);
    test('are at least ten', () => assert.ok(fixtures.length >= 10));
    for (const fixture of fixtures) describeFixture(format, fixture);
  });
}

function describeFixture(format: ProviderFormat, { name, stream, expected }: Fixture): void {
  test(`${name}: whole, it is heard as it was meant, whatever the pieces`, async () => {
    for (const piece of [1, 7, 64, 100_000]) {
      await using stage = await stageOf(format);
      stage.play(streaming(stream, piece));
      const answer = await stage.ask();
      assert.ok('reply' in answer, JSON.stringify(answer));
      const { content, stopReason } = answer.reply;
      assert.deepEqual({ content, stopReason }, expected);
      assert.equal(stage.rows.length, 1);
    }
  });

  test(`${name}: cut anywhere, it is never half an answer, and is charged once`, async () => {
    await using stage = await stageOf(format);
    for (const { bytes, isAbrupt } of cutsOf(stream)) {
      stage.play(cutting(bytes, isAbrupt), streaming(stream));
      const again = await stage.ask();
      assert.ok('reply' in again, `cut after ${bytes.length} bytes`);
      assert.deepEqual(again.reply.content, expected.content);
      assert.equal(stage.rows.length, 1);
      stage.play(cutting(bytes, isAbrupt));
      const never = await stage.ask();
      assert.ok('fault' in never, `cut after ${bytes.length} bytes`);
      assert.equal(never.fault.kind, 'invalid');
      assert.equal(stage.rows.length, never.usage === undefined ? 0 : 1);
      assert.deepEqual(stage.rows[0]?.costUsd, never.usage?.costUsd);
    }
  });

  test(`${name}: what came out can be sent back`, async () => {
    await using stage = await stageOf(format);
    stage.play(
      cutting(Buffer.from(stream).subarray(0, stream.length / 2), true),
      streaming(stream),
    );
    const answer = await stage.ask();
    assert.ok('reply' in answer);
    const { content } = answer.reply;
    const results = content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'ok', is_error: false }]
        : [],
    );
    const next: ModelMessage = {
      role: 'user',
      content: [...results, { type: 'text', text: 'On.' }],
    };
    stage.play(streaming(stream));
    await stage.ask([user('Begin.'), { role: 'assistant', content }, next]);
    format.checkHistory(stage.received.at(-1)?.body ?? '');
  });
}

/** After every event but the last, ended politely; inside every event, both ways. */
function cutsOf(stream: string): { bytes: Buffer; isAbrupt: boolean }[] {
  let before = 0;
  return eventsOf(stream).flatMap((event) => {
    const size = Buffer.byteLength(event);
    const ends = [before, before + Math.floor(size / 2)];
    before += size;
    return ends.flatMap((end) =>
      [false, true].map((isAbrupt) => ({
        bytes: Buffer.from(stream).subarray(0, end),
        isAbrupt,
      })),
    );
  });
}

function cutting(bytes: Buffer, isAbrupt: boolean): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isAbrupt) response.write(bytes, () => response.destroy());
    else response.end(bytes);
  };
}

async function stageOf(format: ProviderFormat) {
  let answers: Answer[] = [];
  const server = await messagesServer((response, received) => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    next?.(response, received);
  });
  const { budgeted, rows } = withLedger(gatewayFor(format, server.url, { limits: LIMITS }));
  return {
    rows,
    received: server.received,
    /** The last one is repeated. */
    play(...next: Answer[]) {
      answers = next;
      rows.length = 0;
    },
    async ask(messages: ModelMessage[] = [user('Begin.')]): Promise<BudgetedAnswer> {
      const signal = AbortSignal.timeout(20_000);
      return await budgeted.complete(request({ messages }), { signal });
    },
    [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose](),
  };
}
