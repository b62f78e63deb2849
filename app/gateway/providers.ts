// From the configured access to each provider to what speaks with it.
import { AppError } from '../errors.ts';
import { modelUrlProblem, type ProviderAccess } from './access.ts';
import { createAnthropicWire } from './anthropic/provider.ts';
import { PROVIDERS, type Provider } from './models.ts';
import { createLmStudioWire, createOpenAiWire } from './openai/provider.ts';
import type { Wire } from './provider.ts';

const URL_VARIABLES: Readonly<Record<Provider, string>> = {
  claude_code_subscription: 'ANTHROPIC_BASE_URL',
  openai_compatible: 'OPENAI_BASE_URL',
  lm_studio_local: 'LM_STUDIO_BASE_URL',
};

/** Throws CONFIG_INVALID naming the variable: an address that may not be used, no credential. */
export function createWires(access: ProviderAccess): Wire[] {
  for (const provider of PROVIDERS) {
    const { baseUrl } = access[provider] ?? {};
    const problem = baseUrl === undefined ? undefined : modelUrlProblem(baseUrl);
    if (problem !== undefined) {
      throw new AppError('CONFIG_INVALID', { problem: `${URL_VARIABLES[provider]}: ${problem}` });
    }
  }
  const { claude_code_subscription: claude, openai_compatible: openai } = access;
  const { lm_studio_local: local } = access;
  return [
    ...(claude === undefined ? [] : [createAnthropicWire(claude)]),
    ...(openai === undefined ? [] : [createOpenAiWire(openai)]),
    ...(local?.model === undefined ? [] : [createLmStudioWire({ ...local, model: local.model })]),
  ];
}
