// A request and a gateway against the messages server, for the tests of the Anthropic adapter.

import type { AnthropicAccess } from '../../../app/gateway/anthropic/access.ts';
import { connectAnthropic } from '../../../app/gateway/anthropic/connection.ts';
import { createGateway, type GatewayOptions } from '../../../app/gateway/gateway.ts';
import type {
  Gateway,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
} from '../../../app/gateway/port.ts';
import { DEFAULT_RETRY } from '../../../app/gateway/retry.ts';
import { createRouter } from '../../../app/gateway/router.ts';
import type { CallLimits } from '../../../app/gateway/try-until-done.ts';
import { Secret } from '../../../app/secret.ts';

export const KEY = 'sk-ant-canary-4f1c9d2e7a';

export const QUICK: CallLimits = {
  idleMs: 2_000,
  totalMs: 5_000,
  retry: { ...DEFAULT_RETRY, baseMs: 2, longestMs: 10 },
};

export function user(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function request(wishes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    step: 'implement',
    modelClass: 'L1',
    system: 'You write code.',
    tools: [],
    messages: [user('Begin.')],
    maxTokens: 4096,
    ...wishes,
  };
}

export type Wishes = Partial<GatewayOptions> & { access?: AnthropicAccess };

export function gateway(url: string, { access, ...wishes }: Wishes = {}): Gateway {
  const claude = connectAnthropic(access ?? { apiKey: new Secret(KEY), baseUrl: url });
  return createGateway({
    connections: new Map([['claude_code_subscription', claude]]),
    router: createRouter(),
    limits: QUICK,
    ...wishes,
  });
}

export async function ask(
  url: string,
  wishes: Partial<ModelRequest> = {},
  options: Wishes = {},
): Promise<ModelAnswer> {
  return await gateway(url, options).complete(request(wishes), {
    signal: AbortSignal.timeout(10_000),
  });
}
