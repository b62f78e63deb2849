// The agent: ask the host for a turn, run its tool calls one after the other, hand over the results
// with the next question. The history is linear and lies with the host.
import type { Outcome, TurnReply } from '../protocol/messages.ts';
import type { Task } from '../protocol/task.ts';
import { SUBMIT_TOOLS } from '../protocol/tool-definitions.ts';
import type { RunnerEntry } from '../protocol/transcript.ts';
import type { Host } from './host.ts';
import { createRecord, type SessionRecord } from './record.ts';
import { rejected, type ToolCall, type ToolResult } from './tool.ts';

export type LoopDeps = {
  host: Pick<Host, 'turn'>;
  callTool(call: ToolCall): Promise<ToolResult>;
  newId(): string;
  /** Cancel: nothing is begun after it, and waits end. */
  signal: AbortSignal;
};

/** `entries` are the rows that no request has carried. */
export type LoopEnd = { outcome: Outcome; entries: RunnerEntry[] };

/** A model that ends its turn without handing anything over is told so this often in a row. */
const MAX_NUDGES = 2;
const TEXT_LENGTH = 2_000;

/** Never throws. */
export async function runLoop(task: Task, deps: LoopDeps): Promise<LoopEnd> {
  const record = createRecord(deps.newId);
  try {
    const outcome = await converse(task, record, deps);
    return { outcome, entries: record.take() };
  } catch (error) {
    const problem = String(error instanceof Error ? (error.stack ?? error) : error);
    const outcome: Outcome = deps.signal.aborted
      ? { kind: 'cancelled' }
      : { kind: 'failed', problem: problem.slice(0, TEXT_LENGTH) };
    return { outcome, entries: record.take() };
  }
}

async function converse(task: Task, record: SessionRecord, deps: LoopDeps): Promise<Outcome> {
  record.user(task.input);
  let nudges = 0;
  for (let call = 1; call <= task.limits.turns; call += 1) {
    const reply = await deps.host.turn(call, record.take());
    record.skipReply();
    const calls = reply.content.filter((block) => block.type === 'tool_use');
    if (calls.length > 0) {
      nudges = 0;
      const end = await runCalls(calls, { reply, record, deps });
      if (end !== undefined) return end;
      continue;
    }
    const end = endWithoutCall(reply, nudges);
    if (end !== undefined) return end;
    nudges += 1;
    record.user(nudgeFor(task, reply));
  }
  return { kind: 'turns_spent' };
}

/** In the order of the reply. Every call gets a result, so that the history stays valid. */
async function runCalls(
  calls: readonly ToolCall[],
  { reply, record, deps }: { reply: TurnReply; record: SessionRecord; deps: LoopDeps },
): Promise<Outcome | undefined> {
  let end: Outcome | undefined;
  for (const call of calls) {
    deps.signal.throwIfAborted();
    const result = skip(reply, end) ?? (await deps.callTool(call));
    record.result(call, result);
    end ??= result.ends;
  }
  deps.signal.throwIfAborted();
  return end;
}

/** A reply that did not end by itself may hold half a call: none of it is executed. */
function skip(reply: TurnReply, end: Outcome | undefined): ToolResult | undefined {
  if (end !== undefined) return rejected('Not executed: the session has ended.');
  if (reply.stopReason === 'max_tokens') {
    return rejected('Not executed: the reply was cut off at its length limit. Say less at once.');
  }
  if (reply.stopReason === 'refusal') return rejected('Not executed: the model refused.');
  return undefined;
}

function endWithoutCall(reply: TurnReply, nudges: number): Outcome | undefined {
  const text = reply.content
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
    .slice(0, TEXT_LENGTH);
  if (reply.stopReason === 'refusal') return { kind: 'refused', text };
  return nudges >= MAX_NUDGES ? { kind: 'ended', text } : undefined;
}

function nudgeFor(task: Task, reply: TurnReply): string {
  if (reply.stopReason === 'max_tokens') {
    return 'Your reply was cut off at its length limit. Go on, in smaller pieces.';
  }
  return `You ended your turn, but nothing has been handed over yet. Go on with the work; when it is done, call ${SUBMIT_TOOLS[task.step]}. Nobody will answer questions in this session.`;
}
