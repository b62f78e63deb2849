// A request in the words of Chat Completions. Byte-stable: the same messages always become the same
// bytes, so each request's messages begin as those of the one before; these servers cache prefixes
// by themselves, without markers. Pure.

import type { ConnectionCall } from '../connection.ts';
import type { ModelMessage, ModelRequest, ToolChoice } from '../port.ts';

type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'user'; content: ChatPart[] }
  | { role: 'assistant'; content?: string; tool_calls?: ChatToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };
type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
type ChatToolCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
};

export type ChatOptions = {
  model: string;
  /** LM Studio knows the old name alone; OpenAI's reasoning models the new one alone. */
  limitName: 'max_tokens' | 'max_completion_tokens';
};

export function toChat(
  { request, route, thinkingBudgetTokens }: ConnectionCall,
  { model, limitName }: ChatOptions,
): object {
  const isThinking = thinkingBudgetTokens !== undefined && route.facts.thinkingOn === 'effort';
  const extra = isThinking ? thinkingBudgetTokens : 0;
  return {
    model,
    // Thinking counts towards the limit; the answer keeps what the caller gave it.
    [limitName]: request.maxTokens + extra,
    ...(isThinking && { reasoning_effort: 'high' }),
    ...(request.tools.length > 0 && { tools: toolsOf(request) }),
    ...(request.toolChoice && { tool_choice: choiceOf(request.toolChoice) }),
    messages: [...systemOf(request), ...request.messages.flatMap(messagesOf)],
    stream: true,
    stream_options: { include_usage: true },
  };
}

function toolsOf({ tools }: ModelRequest): object[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    // An object without properties is refused.
    function: { name, description, parameters: { properties: {}, ...inputSchema, type: 'object' } },
  }));
}

function choiceOf(choice: ToolChoice): unknown {
  if (typeof choice !== 'string') return { type: 'function', function: { name: choice.name } };
  return choice === 'any' ? 'required' : choice;
}

function systemOf({ system }: ModelRequest): ChatMessage[] {
  return system === '' ? [] : [{ role: 'system', content: system }];
}

/** What has no words here (thinking, empty text) is left out, and so is a message without any. */
function messagesOf(message: ModelMessage): ChatMessage[] {
  const text = message.content
    .flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []))
    .join('\n\n');
  if (message.role === 'user') {
    const said: ChatMessage[] = text === '' ? [] : [{ role: 'user', content: text }];
    // Results have to follow their calls at once, and have no place for images.
    return [...resultsOf(message), ...imagesOf(message), ...said];
  }
  const calls = callsOf(message);
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      ...(text !== '' && { content: text }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function resultsOf({ content }: Extract<ModelMessage, { role: 'user' }>): ChatMessage[] {
  return content.flatMap((block) =>
    block.type === 'tool_result'
      ? [
          {
            role: 'tool',
            tool_call_id: block.tool_use_id,
            // There is no field that says so.
            content: block.is_error ? `Error: ${block.content}` : block.content,
          },
        ]
      : [],
  );
}

function imagesOf({ content }: Extract<ModelMessage, { role: 'user' }>): ChatMessage[] {
  const images = content.flatMap((block) =>
    block.type === 'tool_result' ? (block.images ?? []) : [],
  );
  if (images.length === 0) return [];
  const shown = images.map(({ media_type, data }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${media_type};base64,${data}` },
  }));
  const text = 'The images that the results above speak of:';
  return [{ role: 'user', content: [{ type: 'text', text }, ...shown] }];
}

function callsOf({ content }: Extract<ModelMessage, { role: 'assistant' }>): ChatToolCall[] {
  return content.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id,
            type: 'function',
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
}
