// OpenAI-compatible servers as two of the gateway's providers: remote ones (OpenAI, LiteLLM and their
// like) and LM Studio on the operator's own machine.
import { LM_STUDIO_DEFAULT_KEY, type LmStudioAccess, type OpenAiAccess } from '../access.ts';
import type { Provider } from '../models.ts';
import type { Wire } from '../provider.ts';
import { streamOnce, understand } from './client.ts';
import { type ChatOptions, toChat } from './request.ts';
import { createChatAssembly } from './stream.ts';

export function createOpenAiWire(access: OpenAiAccess): Wire {
  return createChatWire('openai_compatible', access, (id) => ({
    model: id,
    limitName: 'max_completion_tokens',
  }));
}

export function createLmStudioWire(access: LmStudioAccess & { model: string }): Wire {
  return createChatWire('lm_studio_local', access, () => ({
    model: access.model,
    limitName: 'max_tokens',
  }));
}

function createChatWire(
  provider: Provider,
  access: OpenAiAccess,
  optionsOf: (id: string) => ChatOptions,
): Wire {
  const isPublic = access.apiKey.reveal() === LM_STUDIO_DEFAULT_KEY;
  return {
    provider,
    stream: (call, one) => streamOnce(access, toChat(call, optionsOf(call.route.id)), one),
    assemble: createChatAssembly,
    understand,
    // LM Studio's default key is public, and hiding it would blot out the product's name.
    secrets: () => (isPublic ? [] : [access.apiKey]),
  };
}
