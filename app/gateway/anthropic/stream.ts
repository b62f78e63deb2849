// Puts one answer together from the events of Anthropic's stream. What is broken, cut or out of
// order is a BrokenStream, never half an answer: an incomplete tool call must not be executed.

import { type Assembled, type Assembly, BrokenStream, NO_COUNTS, parseInput } from '../assembly.ts';
import type { TokenCounts } from '../model-facts.ts';
import type { AssistantBlock } from '../port.ts';
import {
  readEvent,
  type StreamBlock,
  type StreamDelta,
  type StreamEvent,
  type StreamUsage,
} from './events.ts';

type OpenBlock = { block: AssistantBlock; json: string; isClosed: boolean };
type OnText = ((text: string) => void) | undefined;

const STOP_REASONS: Readonly<Record<string, Assembled['stopReason']>> = {
  end_turn: 'end_turn',
  stop_sequence: 'end_turn',
  pause_turn: 'end_turn',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  refusal: 'refusal',
  model_context_window_exceeded: 'context_exhausted',
};

export function createAssembly(onText?: (text: string) => void): Assembly {
  const blocks: OpenBlock[] = [];
  let counts: TokenCounts | undefined;
  let stopReason: Assembled['stopReason'] | undefined;
  let isStopped = false;
  const begin = (usage: StreamUsage) => {
    if (counts !== undefined) throw new BrokenStream('the answer began twice');
    counts = withCounts(NO_COUNTS, usage);
  };
  return {
    take(value) {
      const event = readEvent(value);
      if (event === undefined) return;
      if (isStopped) throw new BrokenStream('the stream went on after its end');
      if (event.type === 'message_start') return begin(event.message.usage);
      if (counts === undefined) throw new BrokenStream('the stream does not begin with a message');
      if (event.type === 'message_stop') isStopped = true;
      else if (event.type === 'message_delta') {
        counts = withCounts(counts, event.usage ?? {});
        stopReason = toStopReason(event.delta.stop_reason) ?? stopReason;
      } else takeBlockEvent(blocks, event, onText);
    },
    finish() {
      if (!isStopped) throw new BrokenStream('the stream was cut off');
      if (stopReason === undefined) throw new BrokenStream('the answer ends without a reason');
      return { content: contentOf(blocks, stopReason), stopReason };
    },
    counted: () => counts,
  };
}

type BlockEvent = Extract<StreamEvent, { index: number }>;

function takeBlockEvent(blocks: OpenBlock[], event: BlockEvent, onText: OnText): void {
  if (event.type === 'content_block_start') {
    if (event.index !== blocks.length) throw new BrokenStream('a block came out of order');
    blocks.push({ block: beginBlock(event.content_block), json: '', isClosed: false });
    return;
  }
  const open = blocks[event.index];
  if (open === undefined || open.isClosed) throw new BrokenStream('a block was not begun');
  if (event.type === 'content_block_stop') open.isClosed = true;
  else grow(open, event.delta, onText);
}

function beginBlock(block: StreamBlock): AssistantBlock {
  return block.type === 'tool_use' ? { ...block, input: {} } : block;
}

function grow(open: OpenBlock, delta: StreamDelta, onText: OnText): void {
  const { block } = open;
  if (delta.type === 'text_delta' && block.type === 'text') {
    block.text += delta.text;
    onText?.(delta.text);
  } else if (delta.type === 'thinking_delta' && block.type === 'thinking') {
    block.thinking += delta.thinking;
  } else if (delta.type === 'signature_delta' && block.type === 'thinking') {
    block.signature += delta.signature;
  } else if (delta.type === 'input_json_delta' && block.type === 'tool_use') {
    open.json += delta.partial_json;
  } else if (delta.type !== 'citations_delta') {
    throw new BrokenStream(`a ${delta.type} in a block of type ${block.type}`);
  }
}

function contentOf(
  blocks: readonly OpenBlock[],
  stopReason: Assembled['stopReason'],
): AssistantBlock[] {
  const isWhole = stopReason === 'end_turn' || stopReason === 'tool_use';
  return blocks.flatMap(({ block, json, isClosed }, index): AssistantBlock[] => {
    if (isWhole && !isClosed) throw new BrokenStream('a block was not ended');
    if (block.type === 'text') return block.text === '' ? [] : [block];
    if (block.type !== 'tool_use') return [block];
    // Stopped in its last block, the call is incomplete even if it happens to parse; what a
    // refused answer asked for is not done at all.
    const isIncomplete = !isWhole && index === blocks.length - 1;
    if (stopReason === 'refusal' || isIncomplete) return [];
    return [{ ...block, input: parseInput(json) }];
  });
}

function toStopReason(reason: string | null | undefined): Assembled['stopReason'] | undefined {
  if (reason === null || reason === undefined) return undefined;
  const known = Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined;
  if (known === undefined) throw new BrokenStream('the answer ends for a reason we do not know');
  return known;
}

/** The provider's counts are running totals; null and absent say nothing new. */
function withCounts(before: TokenCounts, usage: StreamUsage): TokenCounts {
  return {
    inputTokens: usage.input_tokens ?? before.inputTokens,
    outputTokens: usage.output_tokens ?? before.outputTokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? before.cacheReadTokens,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? before.cacheWriteTokens,
  };
}
