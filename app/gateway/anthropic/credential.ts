// The one of the configured credentials that speaks for us at Anthropic. Nothing is stored.
import { AppError } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { type AnthropicAccess, credentialKind } from './access.ts';
import { createKeyHelper } from './key-helper.ts';

export type Credential = {
  kind: 'auth_token' | 'api_key' | 'api_key_helper';
  /** Throws CredentialUnavailable. */
  current(signal: AbortSignal): Promise<Secret>;
  /** The provider refused this one: whether another can be had. */
  replace(refused: Secret): boolean;
  /** Those in memory. */
  secrets(): readonly Secret[];
};

/** Throws CONFIG_INVALID when there is none. */
export function createCredential(access: AnthropicAccess, now: () => number): Credential {
  const kind = credentialKind(access);
  if (kind === 'api_key_helper' && access.apiKeyHelper !== undefined) {
    return { kind, ...createKeyHelper({ program: access.apiKeyHelper, now }) };
  }
  const secret = kind === 'auth_token' ? access.authToken : access.apiKey;
  if (kind === undefined || secret === undefined) {
    throw new AppError('CONFIG_INVALID', {
      problem: 'There is no credential for claude_code_subscription. Set ANTHROPIC_API_KEY.',
    });
  }
  return { kind, current: async () => secret, replace: () => false, secrets: () => [secret] };
}
