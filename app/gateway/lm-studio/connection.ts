// Speaks with LM Studio: Chat Completions in an older dialect.
import type { Connection } from '../connection.ts';
import { createChatConnection } from '../openai/connection.ts';
import type { LmStudioAccess } from './access.ts';

export function connectLmStudio(access: LmStudioAccess): Connection {
  return createChatConnection(access, () => ({ model: access.model, limitName: 'max_tokens' }));
}
