// Speaks with OpenAI-compatible servers: Chat Completions.
import type { Connection } from '../connection.ts';
import { type OpenAiAccess, access as rules } from './access.ts';
import { streamOnce } from './client.ts';
import { understand } from './faults.ts';
import { type ChatOptions, toChat } from './request.ts';
import { createChatAssembly } from './stream.ts';

export function connectOpenAi(access: OpenAiAccess): Connection {
  return createChatConnection(access, (id) => ({ model: id, limitName: 'max_completion_tokens' }));
}

/** `optionsOf` gives what differs from server to server, by the model's id. */
export function createChatConnection(
  access: OpenAiAccess,
  optionsOf: (id: string) => ChatOptions,
): Connection {
  return {
    stream: (call, one) => streamOnce(access, toChat(call, optionsOf(call.route.id)), one),
    assemble: createChatAssembly,
    understand,
    secrets: () => rules.secrets(access),
  };
}
