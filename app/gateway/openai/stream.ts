// Puts one answer together from the chunks of a Chat Completions stream. It is whole only with a
// reason for its end and the closing mark; everything else is a BrokenStream.
import { type Assembled, type Assembly, BrokenStream, NO_COUNTS, parseInput } from '../assembly.ts';
import type { TokenCounts } from '../model-facts.ts';
import type { ModelRequest, ToolUseBlock } from '../port.ts';
import { estimatePromptTokens, estimateTokens } from '../usage.ts';
import {
  type Chunk,
  type ChunkCall,
  type ChunkDelta,
  type ChunkUsage,
  readChunk,
} from './chunks.ts';
import { DONE } from './client.ts';

type Call = { id: string; name: string; json: string };
type Heard = {
  text: string;
  isRefused: boolean;
  calls: Call[];
  /** Of everything that was generated, thinking included. */
  characters: number;
  reason: string | undefined;
};

const STOP_REASONS: Readonly<Record<string, Assembled['stopReason']>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

export function createChatAssembly(
  request: ModelRequest,
  onText?: (text: string) => void,
): Assembly {
  const heard: Heard = { text: '', isRefused: false, calls: [], characters: 0, reason: undefined };
  let counts: TokenCounts | undefined;
  let isBegun = false;
  let isDone = false;
  return {
    take(value) {
      if (isDone) throw new BrokenStream('the stream went on after its end');
      if (value === DONE) {
        isDone = true;
        return;
      }
      const chunk = readChunk(value);
      isBegun = true;
      counts = toCounts(chunk.usage) ?? counts;
      takeChoices(heard, chunk, onText);
    },
    finish() {
      if (!isDone) throw new BrokenStream('the stream was cut off');
      return toAssembled(heard);
    },
    counted() {
      if (counts !== undefined || !isBegun) return counts;
      // A prompt that was answered is charged even when the answer was cut before its counts.
      const inputTokens = estimatePromptTokens(request);
      const outputTokens = estimateTokens(heard.characters);
      return { ...NO_COUNTS, inputTokens, outputTokens, isEstimated: true };
    },
  };
}

function takeChoices(
  heard: Heard,
  { choices }: Chunk,
  onText: ((text: string) => void) | undefined,
) {
  for (const { index, delta, finish_reason: reason } of choices ?? []) {
    if ((index ?? 0) !== 0) throw new BrokenStream('a second answer nobody asked for');
    if (delta) takeDelta(heard, delta, onText);
    heard.reason = reason ?? heard.reason;
  }
}

function takeDelta(
  heard: Heard,
  delta: ChunkDelta,
  onText: ((text: string) => void) | undefined,
): void {
  const text = `${delta.content ?? ''}${delta.refusal ?? ''}`;
  const calls = delta.tool_calls ?? [];
  if (heard.reason !== undefined && (text !== '' || calls.length > 0)) {
    throw new BrokenStream('the answer went on after its end');
  }
  heard.isRefused ||= (delta.refusal ?? '') !== '';
  heard.text += text;
  if (text !== '') onText?.(text);
  for (const [position, call] of calls.entries()) takeCall(heard, call, position);
  const thinking = [delta.reasoning_content, delta.reasoning].find(
    (one) => typeof one === 'string',
  );
  heard.characters += text.length + (thinking?.length ?? 0);
}

/** The first piece of a call has its id and name; some servers repeat them, or send them empty. */
function takeCall(heard: Heard, piece: ChunkCall, position: number): void {
  const { calls } = heard;
  const index = piece.index ?? position;
  const id = piece.id ?? '';
  const name = piece.function?.name ?? '';
  const json = piece.function?.arguments ?? '';
  heard.characters += json.length;
  const call = calls[index];
  if (call !== undefined) {
    const isOther = (id !== '' && id !== call.id) || (name !== '' && name !== call.name);
    if (isOther) throw new BrokenStream('two tool calls in one place');
    call.json += json;
    return;
  }
  if (index !== calls.length) throw new BrokenStream('a tool call came out of order');
  if (id === '' || name === '') throw new BrokenStream('a tool call without an id or a name');
  if (calls.some((one) => one.id === id)) throw new BrokenStream('two tool calls with one id');
  calls.push({ id, name, json });
}

function toAssembled(heard: Heard): Assembled {
  const { text, calls } = heard;
  const stopReason = stopReasonOf(heard);
  const spoken = text === '' ? [] : [{ type: 'text' as const, text }];
  // Cut short, the last call is incomplete even if it happens to parse; what a refused answer
  // asked for is not done at all.
  const kept = stopReason === 'max_tokens' ? calls.slice(0, -1) : calls;
  const uses = stopReason === 'refusal' ? [] : kept.map(toToolUse);
  return { content: [...spoken, ...uses], stopReason };
}

function toToolUse({ id, name, json }: Call): ToolUseBlock {
  return { type: 'tool_use', id, name, input: parseInput(json) };
}

function stopReasonOf({ reason, isRefused, calls }: Heard): Assembled['stopReason'] {
  if (reason === undefined) throw new BrokenStream('the answer ends without a reason');
  const known = Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined;
  if (known === undefined) throw new BrokenStream('the answer ends for a reason we do not know');
  if (isRefused) return 'refusal';
  if (known === 'tool_use' && calls.length === 0) {
    throw new BrokenStream('a tool call was announced and none came');
  }
  // Some servers say `stop` even after calls.
  return known === 'end_turn' && calls.length > 0 ? 'tool_use' : known;
}

/** Cached tokens are part of the prompt's; undefined: this chunk counts nothing. */
function toCounts(usage: ChunkUsage | null | undefined): TokenCounts | undefined {
  const prompt = usage?.prompt_tokens ?? undefined;
  if (!usage || prompt === undefined) return undefined;
  const cached = Math.min(prompt, usage.prompt_tokens_details?.cached_tokens ?? 0);
  return {
    ...NO_COUNTS,
    inputTokens: prompt - cached,
    cacheReadTokens: cached,
    outputTokens: usage.completion_tokens ?? 0,
  };
}
