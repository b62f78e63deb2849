// The model part of the configuration, from its variables: who can be asked, with which credential,
// and which models each class has. Problems never repeat a credential.
import type { z } from 'zod';
import { isAppError } from '../errors.ts';
import { type ProviderAccess, usableProviders } from '../gateway/access.ts';
import { createRouter, type RouterSettings } from '../gateway/router.ts';
import type { MODEL_VARIABLES } from './variables.ts';

export type ModelConfig = {
  /** By the providers' own names; what is not configured is absent. */
  providers: ProviderAccess;
  models: RouterSettings;
};

type Values = z.output<z.ZodObject<typeof MODEL_VARIABLES>>;
type Problems = Record<string, string>;

export function toModelConfig(set: Values): ModelConfig {
  const providers = toProviders(set);
  const extraModels = set.EXTRA_MODELS;
  const models = { ...set.MODEL_CLASSES, extraModels, providers: usableProviders(providers) };
  return { providers, models };
}

/** What is missing, before the values themselves are looked at. */
export function missingProviders(given: Readonly<Record<string, string>>): Problems {
  const has = (name: string) => given[name] !== undefined;
  if (has('OPENAI_API_KEY') !== has('OPENAI_BASE_URL')) {
    const [unset, set] = has('OPENAI_API_KEY')
      ? ['OPENAI_BASE_URL', 'OPENAI_API_KEY']
      : ['OPENAI_API_KEY', 'OPENAI_BASE_URL'];
    return { [unset]: `is not set, but ${set} is. Set both or neither.` };
  }
  const names = [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_API_KEY_HELPER',
    'OPENAI_API_KEY',
    'LM_STUDIO_MODEL',
  ];
  if (names.some(has)) return {};
  return {
    ANTHROPIC_API_KEY:
      'is not set, nor is another model provider. Set it, or ANTHROPIC_AUTH_TOKEN, or ANTHROPIC_API_KEY_HELPER, or OPENAI_API_KEY and OPENAI_BASE_URL, or LM_STUDIO_MODEL.',
  };
}

/** Models that nobody knows, or whose provider is not configured. */
export function unusableModels({ models }: ModelConfig): Problems {
  try {
    createRouter(models);
    return {};
  } catch (error) {
    if (!isAppError(error, 'CONFIG_INVALID')) throw error;
    return { MODEL_CLASSES: `cannot be used. ${error.message}` };
  }
}

function toProviders(set: Values): ProviderAccess {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken } = set;
  const { ANTHROPIC_API_KEY_HELPER: apiKeyHelper, ANTHROPIC_BASE_URL: baseUrl } = set;
  const { OPENAI_API_KEY: openaiKey, OPENAI_BASE_URL: openaiUrl } = set;
  const isAnthropic = [apiKey, authToken, apiKeyHelper].some((one) => one !== undefined);
  return {
    ...(isAnthropic && {
      claude_code_subscription: { apiKey, authToken, apiKeyHelper, baseUrl },
    }),
    ...(openaiKey !== undefined &&
      openaiUrl !== undefined && {
        openai_compatible: { apiKey: openaiKey, baseUrl: openaiUrl },
      }),
    lm_studio_local: {
      apiKey: set.LM_STUDIO_API_KEY,
      baseUrl: set.LM_STUDIO_BASE_URL,
      model: set.LM_STUDIO_MODEL,
    },
  };
}
