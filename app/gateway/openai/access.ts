// How an OpenAI-compatible server is reached (OpenAI, LiteLLM and their like): its variables.
import { z } from 'zod';
import type { Secret } from '../../secret.ts';
import type { AccessRules } from '../provider.ts';
import { apiKey, modelUrl } from '../variables.ts';

export type OpenAiAccess = { apiKey: Secret; baseUrl: string };

/** LM Studio's own default. It is public, and hiding it would blot out the product's name. */
export const PUBLIC_KEY = 'lm-studio';

const variables = z
  .object({ OPENAI_API_KEY: apiKey().optional(), OPENAI_BASE_URL: modelUrl().optional() })
  .transform(({ OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl }): OpenAiAccess | undefined =>
    key === undefined || baseUrl === undefined ? undefined : { apiKey: key, baseUrl },
  );

export const access: AccessRules<OpenAiAccess> = {
  variables,
  ways: [['OPENAI_API_KEY', 'OPENAI_BASE_URL']],
  urlVariable: 'OPENAI_BASE_URL',
  describe: () => 'API key of OPENAI_API_KEY',
  secrets: ({ apiKey: key }) => (key.reveal() === PUBLIC_KEY ? [] : [key]),
};
