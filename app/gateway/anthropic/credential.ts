// Which of the configured credentials speaks for us at Anthropic, in this order: ANTHROPIC_AUTH_TOKEN,
// ANTHROPIC_API_KEY, the program of ANTHROPIC_API_KEY_HELPER (seed 000 §2.7). A later one is not
// looked at while an earlier one is set, not even when that one is refused. Nothing is stored.
import { AppError } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { type AnthropicAccess, anthropicCredentialKind } from '../access.ts';
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
  const kind = anthropicCredentialKind(access);
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
