// How LM Studio on the operator's own machine is reached: its variables.
import { z } from 'zod';
import { Secret } from '../../secret.ts';
import { type OpenAiAccess, access as openaiAccess, PUBLIC_KEY } from '../openai/access.ts';
import type { AccessRules } from '../provider.ts';
import { apiKey, modelUrl } from '../variables.ts';

export type LmStudioAccess = OpenAiAccess & {
  /** What the server calls its model; without it nothing can be asked. */
  model: string;
};

const variables = z
  .object({
    LM_STUDIO_BASE_URL: modelUrl().default('http://127.0.0.1:1234/v1'),
    LM_STUDIO_API_KEY: apiKey().default(() => new Secret(PUBLIC_KEY)),
    LM_STUDIO_MODEL: z.string().optional(),
  })
  .transform((set): LmStudioAccess | undefined => {
    const { LM_STUDIO_API_KEY: key, LM_STUDIO_BASE_URL: baseUrl, LM_STUDIO_MODEL: model } = set;
    return model === undefined ? undefined : { apiKey: key, baseUrl, model };
  });

export const access: AccessRules<LmStudioAccess> = {
  variables,
  ways: [['LM_STUDIO_MODEL']],
  urlVariable: 'LM_STUDIO_BASE_URL',
  describe: ({ apiKey: key }) =>
    key.reveal() === PUBLIC_KEY ? 'public default key' : 'API key of LM_STUDIO_API_KEY',
  secrets: openaiAccess.secrets,
};
