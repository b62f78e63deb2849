// How the configured model providers are reached: credentials in memory and checked addresses, by
// the providers' names. Also which class a credential is of, which may be shown where it may not.

import type { Secret } from '../secret.ts';
import { PROVIDERS, type Provider } from './models.ts';

export const LM_STUDIO_DEFAULT_KEY = 'lm-studio';

export type AnthropicAccess = {
  /** At least one of three; this is also their order, from the last to the first. */
  apiKeyHelper?: string | undefined;
  apiKey?: Secret | undefined;
  authToken?: Secret | undefined;
  baseUrl: string;
};
export type OpenAiAccess = { apiKey: Secret; baseUrl: string };
export type LmStudioAccess = OpenAiAccess & {
  /** What the server calls its model; without it nothing can be asked. */
  model: string | undefined;
};

export type ProviderAccess = {
  claude_code_subscription?: AnthropicAccess;
  openai_compatible?: OpenAiAccess;
  lm_studio_local?: LmStudioAccess;
};

/** Those that can be asked, in the order in which their models are the default. */
export function usableProviders(access: ProviderAccess): Provider[] {
  return PROVIDERS.filter((provider) => {
    if (provider === 'lm_studio_local') return access.lm_studio_local?.model !== undefined;
    return access[provider] !== undefined;
  });
}

export function anthropicCredentialKind({ authToken, apiKey, apiKeyHelper }: AnthropicAccess) {
  if (authToken !== undefined) return 'auth_token';
  if (apiKey !== undefined) return 'api_key';
  return apiKeyHelper === undefined ? undefined : 'api_key_helper';
}

/** The class of the credential in use, and where it comes from; never its value. */
export function describeCredential(provider: Provider, access: ProviderAccess): string {
  switch (provider) {
    case 'openai_compatible':
      return 'API key of OPENAI_API_KEY';
    case 'lm_studio_local': {
      const key = access.lm_studio_local?.apiKey.reveal();
      return key === LM_STUDIO_DEFAULT_KEY ? 'public default key' : 'API key of LM_STUDIO_API_KEY';
    }
    case 'claude_code_subscription': {
      const { claude_code_subscription: anthropic } = access;
      const kind = anthropic && anthropicCredentialKind(anthropic);
      if (kind === 'auth_token') return 'bearer token of ANTHROPIC_AUTH_TOKEN';
      if (kind === 'api_key') return 'API key of ANTHROPIC_API_KEY';
      return kind === undefined ? 'none' : 'API key printed by ANTHROPIC_API_KEY_HELPER';
    }
  }
}

/**
 * Undefined: the address may be used. Plain http shows credential and prompt to every machine on the
 * way, so it is for loopback and for what never leaves the operator's own network: private
 * addresses in digits, names without a dot (a container beside us) and `.internal` or `.local`.
 */
export function modelUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'is not a URL of http or https. Write it as https://HOST.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'holds a user or password. Write it without.';
  }
  if (url.search !== '' || url.hash !== '') return 'has a "?" or "#". Write it without.';
  if (url.protocol === 'https:' || isOwnNetwork(url.hostname)) return undefined;
  return 'would show the credential to the network. Write it with https, or use a private address.';
}

function isOwnNetwork(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/.test(host);
  if (/^[\d.]+$/.test(host)) {
    return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(host);
  }
  return !host.includes('.') || /\.(?:internal|local|localhost)$/.test(host);
}
