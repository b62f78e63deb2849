// Anthropic's Messages API as one of the gateway's providers.
import type { AnthropicAccess } from '../access.ts';
import type { Wire } from '../provider.ts';
import { createBodyWriter } from './body.ts';
import { streamOnce, understand } from './client.ts';
import { createCredential } from './credential.ts';
import { createAssembly } from './stream.ts';

/** Throws CONFIG_INVALID when there is no credential. */
export function createAnthropicWire(access: AnthropicAccess, now: () => number = Date.now): Wire {
  const credential = createCredential(access, now);
  const { baseUrl } = access;
  const write = createBodyWriter();
  return {
    provider: 'claude_code_subscription',
    stream({ request, route, thinkingBudgetTokens }, one) {
      const { id: model, facts } = route;
      const body = () => write(request, { model, facts, thinkingBudgetTokens });
      return streamOnce({ baseUrl, credential }, body, one);
    },
    assemble: (_request, onText) => createAssembly(onText),
    understand,
    secrets: () => credential.secrets(),
  };
}
