// How Claude is reached: its variables of the environment. Nothing is stored.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Secret } from '../../secret.ts';
import type { AccessRules } from '../provider.ts';
import { apiKey, modelUrl } from '../variables.ts';

export type AnthropicAccess = {
  /** At least one of three; this is also their order, from the last to the first. */
  apiKeyHelper?: string | undefined;
  apiKey?: Secret | undefined;
  authToken?: Secret | undefined;
  baseUrl: string;
};

const variables = z
  .object({
    ANTHROPIC_API_KEY: apiKey().optional(),
    ANTHROPIC_AUTH_TOKEN: apiKey().optional(),
    ANTHROPIC_BASE_URL: modelUrl().default('https://api.anthropic.com'),
    /** A program that prints the key; it is started without a shell and without arguments. */
    ANTHROPIC_API_KEY_HELPER: z
      .string()
      .refine(isAbsolute, 'is not an absolute path. Write the path of the program from "/" on.')
      .optional(),
  })
  .transform((set): AnthropicAccess | undefined => {
    const access = {
      apiKey: set.ANTHROPIC_API_KEY,
      authToken: set.ANTHROPIC_AUTH_TOKEN,
      apiKeyHelper: set.ANTHROPIC_API_KEY_HELPER,
      baseUrl: set.ANTHROPIC_BASE_URL,
    };
    return credentialKind(access) === undefined ? undefined : access;
  });

const SHOWN = {
  auth_token: 'bearer token of ANTHROPIC_AUTH_TOKEN',
  api_key: 'API key of ANTHROPIC_API_KEY',
  api_key_helper: 'API key printed by ANTHROPIC_API_KEY_HELPER',
} as const;

export const access: AccessRules<AnthropicAccess> = {
  variables,
  ways: [['ANTHROPIC_API_KEY'], ['ANTHROPIC_AUTH_TOKEN'], ['ANTHROPIC_API_KEY_HELPER']],
  urlVariable: 'ANTHROPIC_BASE_URL',
  describe(configured) {
    const kind = credentialKind(configured);
    return kind === undefined ? 'none' : SHOWN[kind];
  },
  secrets: ({ apiKey: key, authToken }) =>
    [key, authToken].flatMap((secret) => (secret === undefined ? [] : [secret])),
};

/** A later one is not looked at while an earlier one is set, not even when that one is refused. */
export function credentialKind({ authToken, apiKey: key, apiKeyHelper }: AnthropicAccess) {
  if (authToken !== undefined) return 'auth_token';
  if (key !== undefined) return 'api_key';
  return apiKeyHelper === undefined ? undefined : 'api_key_helper';
}
