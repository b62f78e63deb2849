// The loop against a host that plays a script.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TurnReply } from '../../../../sandbox/protocol/messages.ts';
import type { RunnerEntry } from '../../../../sandbox/protocol/transcript.ts';
import { type LoopEnd, runLoop } from '../../../../sandbox/runner/loop.ts';
import { createRecord } from '../../../../sandbox/runner/record.ts';
import { success, type ToolCall, type ToolResult } from '../../../../sandbox/runner/tool.ts';
import { makeTask } from './tool-world.ts';

const STATE = { cwd: '/workspace', seen: [], isPlanning: false };

type Block = TurnReply['content'][number];

const use = (id: string, name = 'Bash'): Block => ({ type: 'tool_use', id, name, input: {} });
const say = (text: string): Block => ({ type: 'text', text });

function reply(stopReason: TurnReply['stopReason'], ...content: Block[]): TurnReply {
  return { content, stopReason };
}

type Played = Pick<LoopEnd, 'outcome'> & {
  entries: RunnerEntry[];
  asked: RunnerEntry[][];
  called: string[];
};

async function play(
  replies: readonly TurnReply[],
  options: { turns?: number; callTool?: (call: ToolCall) => Promise<ToolResult> } = {},
  cancel = new AbortController(),
): Promise<Played> {
  const asked: RunnerEntry[][] = [];
  const called: string[] = [];
  const limits = { turns: options.turns ?? 20 };
  const end = await runLoop(makeTask('/workspace', { limits, input: 'Go.' }), {
    host: {
      turn: async (call, { entries }) => {
        assert.equal(call, asked.push(entries));
        return replies[call - 1] ?? assert.fail('asked once too often');
      },
    },
    callTool: async (call) => {
      called.push(call.id);
      return await (options.callTool?.(call) ?? success(`result of ${call.id}`));
    },
    record: createRecord(randomUUID, 0),
    state: () => STATE,
    signal: cancel.signal,
    parking: new AbortController().signal,
  });
  return { outcome: end.outcome, entries: end.rows.entries, asked, called };
}

const ends = async ({ id }: ToolCall): Promise<ToolResult> =>
  id === 'end' ? { ...success('ok'), ends: { kind: 'finished', summary: 's' } } : success('ok');

describe('the loop', () => {
  test('runs calls in order and asks with the new rows only', async () => {
    const replies = [reply('tool_use', use('a'), use('b')), reply('tool_use', use('end'))];
    const { asked, called, outcome, entries } = await play(replies, { callTool: ends });
    assert.deepEqual(called, ['a', 'b', 'end']);
    assert.deepEqual(
      asked.map((rows) => rows.map(({ row }) => row)),
      [[1], [3, 4]],
    );
    assert.deepEqual(
      entries.map(({ row }) => row),
      [6],
    );
    assert.deepEqual(outcome, { kind: 'finished', summary: 's' });
  });

  test('gives every call of the last turn a result, and runs none after the end', async () => {
    const replies = [reply('tool_use', use('end'), use('late'))];
    const { called, entries } = await play(replies, { callTool: ends });
    assert.deepEqual(called, ['end']);
    const late = entries.at(-1)?.payload;
    assert.ok(late?._t === 'tool_result' && late.tool_use_id === 'late' && late.is_error);
  });

  test('never executes a call of a reply that was cut off', async () => {
    const replies = [reply('max_tokens', use('half')), reply('tool_use', use('end'))];
    const { called, asked } = await play(replies, { callTool: ends });
    assert.deepEqual(called, ['end']);
    const [row] = asked[1] ?? [];
    assert.ok(row?.payload._t === 'tool_result' && row.payload.content.startsWith('Not executed'));
  });

  test('reminds a model that hands nothing over twice, then ends', async () => {
    const silent = reply('end_turn', say('I am done.'));
    const { outcome, asked } = await play([silent, silent, silent]);
    assert.deepEqual(outcome, { kind: 'ended', text: 'I am done.' });
    const nudge = asked[1]?.[0]?.payload;
    assert.ok(nudge?._t === 'user');
    assert.match(nudge.content[0]?.text ?? '', /mcp__redgreen__set_status/);
  });

  test('forgets earlier reminders once the model works again', async () => {
    const silent = reply('end_turn', say('hm'));
    const work = reply('tool_use', use('a'));
    const replies = [silent, silent, work, silent, silent, reply('tool_use', use('end'))];
    const { outcome } = await play(replies, { callTool: ends });
    assert.equal(outcome.kind, 'finished');
  });

  test('ends at a refusal and at its budget', async () => {
    const refused = await play([reply('refusal', say('no'))]);
    assert.deepEqual(refused.outcome, { kind: 'refused', text: 'no' });
    const spent = await play([reply('tool_use', use('a'))], { turns: 1 });
    assert.equal(spent.outcome.kind, 'turns_spent');
    assert.equal(spent.entries.length, 1);
  });

  test('stops when cancelled, keeping the row of the call that ran', async () => {
    const cancel = new AbortController();
    const callTool = async () => {
      cancel.abort();
      return success('ran');
    };
    const replies = [reply('tool_use', use('a'), use('b'))];
    const { outcome, entries, called } = await play(replies, { callTool }, cancel);
    assert.equal(outcome.kind, 'cancelled');
    assert.deepEqual(called, ['a']);
    assert.equal(entries.length, 1);
  });

  test('tells what broke inside', async () => {
    const callTool = async () => await Promise.reject(new Error('a hook broke'));
    const { outcome } = await play([reply('tool_use', use('a'))], { callTool });
    assert.ok(outcome.kind === 'failed' && outcome.problem.includes('a hook broke'));
  });
});
