// Speaks with Claude: Anthropic's Messages API.
import type { Connection } from '../connection.ts';
import type { AnthropicAccess } from './access.ts';
import { createBodyWriter } from './body.ts';
import { streamOnce } from './client.ts';
import { createCredential } from './credential.ts';
import { understand } from './faults.ts';
import { createAssembly } from './stream.ts';

/** Throws CONFIG_INVALID when there is no credential. */
export function connectAnthropic(
  access: AnthropicAccess,
  now: () => number = Date.now,
): Connection {
  const credential = createCredential(access, now);
  const { baseUrl } = access;
  const write = createBodyWriter();
  return {
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
