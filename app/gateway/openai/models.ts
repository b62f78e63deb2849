// OpenAI's models. Source: OpenAI's price list, October 2026. Pure.
import type { ModelFacts, Price } from '../model-facts.ts';
import type { ProviderModels } from '../provider.ts';

/** For these, thinking is part of the answer's limit and has an effort instead of a budget. */
const listed: Readonly<Record<string, ModelFacts>> = {
  'gpt-5': { price: price(1.25, 10, 0.125), contextTokens: 400_000, thinkingOn: 'effort' },
  'gpt-5-mini': { price: price(0.25, 2, 0.025), contextTokens: 400_000, thinkingOn: 'effort' },
  'gpt-4.1': { price: price(2, 8, 0.5), contextTokens: 1_047_576 },
  'gpt-4o': { price: price(2.5, 10, 1.25), contextTokens: 128_000 },
  'gpt-4o-mini': { price: price(0.15, 0.6, 0.075), contextTokens: 128_000 },
  o3: { price: price(2, 8, 1), contextTokens: 200_000, thinkingOn: 'effort' },
  'o3-mini': { price: price(1.1, 4.4, 0.55), contextTokens: 200_000, thinkingOn: 'effort' },
};

export const models: ProviderModels = {
  listed,
  defaults: { plan: 'gpt-5', code: 'gpt-5', L2: 'gpt-5', L3: 'gpt-5' },
  // Which ids a server has is known to its operator alone, so any well-formed one may be wished for.
  others: /^[\w.:@/-]{1,100}$/,
};

/** The cache is filled for nothing. */
function price(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input };
}
