// A request in Anthropic's words. Byte-stable: the same messages always become the same bytes, so
// each request begins as the one before, apart from where the cache markers stand. Pure.
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { ModelFacts } from '../model-facts.ts';
import type {
  AssistantBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  ToolChoice,
  ToolResultBlock,
} from '../port.ts';

type Body = MessageCreateParamsStreaming;
type SentMessage = Body['messages'][number];
type UserBlock = TextBlock | ToolResultBlock;

/** The provider takes four: tools, system and these two, so that long turns still find the cache. */
const MARKED_USER_MESSAGES = 2;
const MARKER = { cache_control: { type: 'ephemeral' } } as const;

export type SendOptions = {
  model: string;
  facts: ModelFacts;
  /** Absent: thinking stays off, or as low as the model allows. */
  thinkingBudgetTokens?: number | undefined;
};

export function toBody(request: ModelRequest, options: SendOptions): Body {
  const thinking = thinkingOf(options);
  const extra = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  return {
    model: options.model,
    // Thinking counts towards the limit; the answer keeps what the caller gave it.
    max_tokens: request.maxTokens + extra,
    ...(thinking && { thinking }),
    ...(request.tools.length > 0 && { tools: toolsOf(request) }),
    ...(request.toolChoice && { tool_choice: choiceOf(request.toolChoice) }),
    ...(request.system !== '' && {
      system: [{ type: 'text', text: request.system, ...MARKER }],
    }),
    messages: messagesOf(request.messages),
    stream: true,
  };
}

function toolsOf({ tools }: ModelRequest): NonNullable<Body['tools']> {
  return tools.map(({ name, description, inputSchema }, index) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' as const },
    ...(index === tools.length - 1 && MARKER),
  }));
}

function messagesOf(messages: readonly ModelMessage[]): SentMessage[] {
  const marked = new Set(markedMessages(messages));
  return messages.flatMap((message, index) => toMessage(message, marked.has(index)) ?? []);
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
export function toMessage(message: ModelMessage, isMarked: boolean): SentMessage | undefined {
  const spoken = withoutEmpty(message);
  const last = spoken.content.length - 1;
  if (last < 0) return undefined;
  if (spoken.role === 'assistant') {
    return { role: 'assistant', content: spoken.content.map(assistantBlock) };
  }
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
  const known = block.type === 'tool_result' ? resultBlock(block) : block;
  return { ...known, ...(isMarked && MARKER) };
}

function resultBlock({ tool_use_id, content, images, ...rest }: ToolResultBlock) {
  const result = { ...rest, tool_use_id: toId(tool_use_id) };
  if (images === undefined) return { ...result, content };
  const shown = images.map((source) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, ...source },
  }));
  return { ...result, content: [{ type: 'text' as const, text: content }, ...shown] };
}

function assistantBlock(block: AssistantBlock): AssistantBlock {
  return block.type === 'tool_use' ? { ...block, id: toId(block.id) } : block;
}

/** A call that another provider's model made may have an id that this one refuses. */
function toId(id: string): string {
  return id.replaceAll(/[^\w-]/g, '_');
}

function choiceOf(choice: ToolChoice): NonNullable<Body['tool_choice']> {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', name: choice.name };
}

function thinkingOf({ facts, thinkingBudgetTokens }: SendOptions): Body['thinking'] {
  if (thinkingBudgetTokens === undefined) {
    return facts.thinkingOff === undefined ? undefined : { type: facts.thinkingOff };
  }
  if (facts.thinkingOn === undefined) return undefined;
  if (facts.thinkingOn === 'adaptive') return { type: 'adaptive' };
  return { type: 'enabled', budget_tokens: thinkingBudgetTokens };
}
