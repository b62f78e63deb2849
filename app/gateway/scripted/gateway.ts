// A model that says what a script says: for the demo, tests and the replay of a recorded job.
// It keeps no state. Which turn it is follows from the request alone, so a restarted host that
// asks again gets the same answer.
import { AppError } from '../../errors.ts';
import type { AssistantBlock, Gateway, ModelAnswer, ModelMessage, ModelRequest } from '../port.ts';
import { estimateTokens } from '../usage.ts';
import type { Script, ScriptBlock, ScriptCondition, ScriptTurn } from './script.ts';

const MODEL = 'scripted';

export function createScriptedGateway(script: Script): Gateway {
  return {
    async complete(request, { signal, onText }) {
      if (signal.aborted) throw new AppError('CANCELLED', { cause: signal.reason });
      const answer = play(script, request);
      if (answer.ok) for (const text of textsOf(answer.reply.content)) onText?.(text);
      return answer;
    },
  };
}

function play(script: Script, request: ModelRequest): ModelAnswer {
  const { step, session = 0 } = request;
  const turn = request.messages.filter(({ role }) => role === 'assistant').length;
  const place = `step '${step}', session ${session}, turn ${turn}`;
  const sessions = Object.hasOwn(script, step) ? script[step] : undefined;
  if (sessions === undefined) return offScript(`the script has no step '${step}'`);
  const entry = sessions[session]?.[turn];
  if (entry === undefined) return offScript(`the script ends before ${place}`);
  const found = alternatives(entry).find(({ when }) => applies(when, request));
  if (found === undefined) return offScript(`no alternative applies at ${place}`);
  if ('fault' in found) return { ok: false, fault: found.fault };
  const content = found.content.map((block, index) =>
    withId(block, `toolu_${step}_${session}_${turn}_${index}`),
  );
  const isCalling = content.some(({ type }) => type === 'tool_use');
  const stopReason = found.stopReason ?? (isCalling ? 'tool_use' : 'end_turn');
  return { ok: true, reply: { content, stopReason, usage: usageOf(request, content) } };
}

function alternatives(entry: ScriptTurn | readonly ScriptTurn[]): readonly ScriptTurn[] {
  return 'length' in entry ? entry : [entry];
}

function applies(when: ScriptCondition | undefined, request: ModelRequest): boolean {
  if (when === undefined) return true;
  const said = request.messages.filter(({ role }) => role === 'user').map(wordsOf);
  const { contains, lastContains } = when;
  if (contains !== undefined && ![request.system, ...said].some((text) => text.includes(contains)))
    return false;
  return lastContains === undefined || (said.at(-1) ?? '').includes(lastContains);
}

function offScript(problem: string): ModelAnswer {
  return { ok: false, fault: { kind: 'invalid', message: `Off script: ${problem}.` } };
}

function withId(block: ScriptBlock, id: string): AssistantBlock {
  return block.type === 'tool_use' ? { ...block, id: block.id ?? id } : block;
}

function textsOf(content: readonly AssistantBlock[]): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function wordsOf({ content }: ModelMessage): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'tool_result' ? block.content : JSON.stringify(block);
    })
    .join('\n');
}

/** As a provider with a prompt cache would count: all but the newest message was read from it. */
function usageOf(request: ModelRequest, content: readonly AssistantBlock[]) {
  const before = request.messages.slice(0, -1).map(wordsOf).join('');
  const newest = request.messages.slice(-1).map(wordsOf).join('');
  const fixed = request.system.length + JSON.stringify(request.tools).length;
  const isFirst = request.messages.length <= 1;
  return {
    model: MODEL,
    inputTokens: 0,
    outputTokens: estimateTokens(JSON.stringify(content).length),
    cacheReadTokens: isFirst ? 0 : estimateTokens(fixed + before.length),
    cacheWriteTokens: estimateTokens(newest.length + (isFirst ? fixed : 0)),
    costUsd: 0,
  };
}
