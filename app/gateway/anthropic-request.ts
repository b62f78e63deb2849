// A request in Anthropic's words. Byte-stable: the same messages always become the same bytes, so
// each request begins as the one before, apart from where the cache markers stand. Pure.
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { ModelFacts } from './models.ts';
import type { ModelMessage, ModelRequest, TextBlock, ToolResultBlock } from './port.ts';

type Wire = MessageCreateParamsStreaming;
type WireMessage = Wire['messages'][number];
type UserBlock = TextBlock | ToolResultBlock;

/** The provider takes four: tools, system and these two, so that long turns still find the cache. */
const MARKED_USER_MESSAGES = 2;
const MARKER = { cache_control: { type: 'ephemeral' } } as const;

export type WireOptions = {
  model: string;
  facts: ModelFacts;
  /** Absent: thinking stays off, or as low as the model allows. */
  thinkingBudgetTokens?: number | undefined;
};

export function toWire(request: ModelRequest, options: WireOptions): Wire {
  const thinking = thinkingOf(options);
  const extra = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  return {
    model: options.model,
    // Thinking counts towards the limit; the answer keeps what the caller gave it.
    max_tokens: request.maxTokens + extra,
    ...(thinking && { thinking }),
    ...(request.tools.length > 0 && { tools: toolsOf(request) }),
    ...(request.system !== '' && {
      system: [{ type: 'text', text: request.system, ...MARKER }],
    }),
    messages: messagesOf(request.messages),
    stream: true,
  };
}

function toolsOf({ tools }: ModelRequest): NonNullable<Wire['tools']> {
  return tools.map(({ name, description, inputSchema }, index) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' as const },
    ...(index === tools.length - 1 && MARKER),
  }));
}

function messagesOf(messages: readonly ModelMessage[]): WireMessage[] {
  const marked = new Set(markedMessages(messages));
  return messages.flatMap((message, index) => toWireMessage(message, marked.has(index)) ?? []);
}

/** Which messages end in a cache marker: the last of the user that say anything. */
export function markedMessages(messages: readonly ModelMessage[]): number[] {
  const marked: number[] = [];
  for (let at = messages.length - 1; at >= 0 && marked.length < MARKED_USER_MESSAGES; at -= 1) {
    const message = messages[at];
    if (message?.role === 'user' && withoutEmpty(message).content.length > 0) marked.push(at);
  }
  return marked;
}

/** Undefined for a message that says nothing. */
export function toWireMessage(message: ModelMessage, isMarked: boolean): WireMessage | undefined {
  const spoken = withoutEmpty(message);
  const last = spoken.content.length - 1;
  if (last < 0) return undefined;
  if (spoken.role === 'assistant') return spoken;
  const content = spoken.content.map((block, at) => userBlock(block, isMarked && at === last));
  return { role: 'user', content };
}

/** The provider refuses empty text, and a message without blocks. */
function withoutEmpty(message: ModelMessage): ModelMessage {
  const isEmpty = (block: { type: string }) =>
    block.type === 'text' && 'text' in block && block.text === '';
  return message.role === 'user'
    ? { role: 'user', content: message.content.filter((block) => !isEmpty(block)) }
    : { role: 'assistant', content: message.content.filter((block) => !isEmpty(block)) };
}

function userBlock(block: UserBlock, isMarked: boolean) {
  return { ...block, ...(isMarked && MARKER) };
}

function thinkingOf({ facts, thinkingBudgetTokens }: WireOptions): Wire['thinking'] {
  if (thinkingBudgetTokens === undefined) {
    return facts.thinkingOff === undefined ? undefined : { type: facts.thinkingOff };
  }
  if (facts.thinkingOn === undefined) return undefined;
  if (facts.thinkingOn === 'adaptive') return { type: 'adaptive' };
  return { type: 'enabled', budget_tokens: thinkingBudgetTokens };
}
