// The agent: ask the host for a turn, run its tool calls one after the other, hand over the results
// with the next question. The history is linear and lies with the host.
import type { Outcome, TurnReply } from '../protocol/messages.ts';
import type { HostAnswer, HostQuestion } from '../protocol/question.ts';
import type { RunnerState } from '../protocol/runner-state.ts';
import type { Resume, Task } from '../protocol/task.ts';
import { SUBMIT_TOOLS } from '../protocol/tools/step.ts';
import type { Host, Rows } from './host.ts';
import type { SessionRecord } from './record.ts';
import { rejected, type ToolCall, type ToolResult } from './tool.ts';

type LoopDeps = {
  host: Pick<Host, 'turn'>;
  /** `answer` is what a person said to this very call before the conversation went on here. */
  callTool(call: ToolCall, answer?: HostAnswer): Promise<ToolResult>;
  record: SessionRecord;
  /** What else the conversation needs when it goes on elsewhere. */
  state(): RunnerState;
  /** Cancel: nothing is begun after it, and waits end. */
  signal: AbortSignal;
  /** The same, but the conversation goes on elsewhere. */
  parking: AbortSignal;
};

/** `rows` are those that no request has carried. */
export type LoopEnd = { outcome: Outcome; rows: Rows };

/** A model that ends its turn without handing anything over is told so this often in a row. */
const MAX_NUDGES = 2;
const TEXT_LENGTH = 2_000;

/** Never throws. */
export async function runLoop(task: Task, deps: LoopDeps): Promise<LoopEnd> {
  const outcome = await converse(task, deps).catch((error: unknown): Outcome => {
    if (deps.signal.aborted) return { kind: 'cancelled' };
    if (deps.parking.aborted) return parked(deps);
    const problem = String(error instanceof Error ? (error.stack ?? error) : error);
    return { kind: 'failed', problem: problem.slice(0, TEXT_LENGTH) };
  });
  return { outcome, rows: deps.record.take() };
}

async function converse(task: Task, deps: LoopDeps): Promise<Outcome> {
  const { record } = deps;
  const before = task.resume === undefined ? undefined : await goOn(task.resume, deps);
  if (before !== undefined) return before;
  if (task.resume === undefined) record.user(task.input);
  let nudges = 0;
  for (let call = (task.resume?.call ?? 0) + 1; call <= task.limits.turns; call += 1) {
    const reply = await deps.host.turn(call, record.take());
    record.skipReply();
    const calls = reply.content.filter((block) => block.type === 'tool_use');
    if (calls.length > 0) {
      nudges = 0;
      const end = await runCalls(calls, { reply, deps });
      if (end !== undefined) return end;
      continue;
    }
    const end = endWithoutCall(reply, task.endsWithTurn ? MAX_NUDGES : nudges);
    if (end !== undefined) return end;
    nudges += 1;
    record.user(nudgeFor(task, reply));
  }
  return { kind: 'turns_spent' };
}

/** The calls that were not executed when the conversation was parked. */
async function goOn(resume: Resume, deps: LoopDeps): Promise<Outcome | undefined> {
  const { pending, answer, note } = resume;
  if (pending.length === 0) {
    deps.record.user(note);
    return undefined;
  }
  const reply: TurnReply = { content: pending, stopReason: 'tool_use' };
  return await runCalls(pending, { reply, deps, answer });
}

type Calling = { reply: TurnReply; deps: LoopDeps; answer?: HostAnswer | undefined };

/** In the order of the reply. Every call gets a result, so that the history stays valid. */
async function runCalls(
  calls: readonly ToolCall[],
  { reply, deps, answer }: Calling,
): Promise<Outcome | undefined> {
  let end: Outcome | undefined;
  for (const [index, call] of calls.entries()) {
    deps.signal.throwIfAborted();
    if (deps.parking.aborted) return parked(deps);
    const result =
      skip(reply, end) ?? (await deps.callTool(call, index === 0 ? answer : undefined));
    if (result.waitsFor !== undefined) return parked(deps, result.waitsFor);
    deps.record.result(call, result);
    end ??= result.ends;
  }
  deps.signal.throwIfAborted();
  return end;
}

function parked(deps: LoopDeps, question?: HostQuestion): Outcome {
  return { kind: 'parked', state: deps.state(), ...(question && { question }) };
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
  return `You ended your turn, but nothing has been handed over yet. Go on with the work; when it is done, call ${SUBMIT_TOOLS[task.step]}. Nobody reads what you say here: questions go through AskUserQuestion.`;
}
