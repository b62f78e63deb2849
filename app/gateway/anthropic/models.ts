// Claude's models. Sources: the model pages and the price list on platform.claude.com, October 2026;
// the ids are those of the SDK's own list. Pure.
import type { ModelFacts, Price } from '../model-facts.ts';
import type { ProviderModels } from '../provider.ts';

const OPUS_5_5 = price(4, 20, 0.2);
const OPUS = price(5, 25, 0.5);
const SONNET_5 = price(2, 10, 0.2);
const SONNET_4 = price(3, 15, 0.3);
const HAIKU_4_5 = price(1, 5, 0.1);
const FLAGSHIP = price(10, 50, 1);

const listed: Readonly<Record<string, ModelFacts>> = {
  'claude-fable-5-1': { price: price(10, 50, 0.25), thinkingOn: 'adaptive' },
  'claude-fable-5': { price: FLAGSHIP, thinkingOn: 'adaptive' },
  'claude-mythos-5-1': { price: price(10, 50, 0.25), thinkingOn: 'adaptive' },
  'claude-mythos-5': { price: FLAGSHIP, thinkingOn: 'adaptive' },
  'claude-opus-5-5': { price: OPUS_5_5, thinkingOn: 'adaptive' },
  'claude-opus-5': { price: OPUS, thinkingOff: 'disabled', thinkingOn: 'adaptive' },
  'claude-opus-4-8': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-7': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-6': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-5': { price: OPUS, thinkingOn: 'budget' },
  'claude-opus-4-5-20251101': { price: OPUS, thinkingOn: 'budget' },
  'claude-sonnet-5-5': { price: SONNET_5, thinkingOff: 'between_tools', thinkingOn: 'adaptive' },
  'claude-sonnet-5': { price: SONNET_5, thinkingOff: 'disabled', thinkingOn: 'adaptive' },
  'claude-sonnet-4-6': { price: SONNET_4, thinkingOn: 'adaptive' },
  'claude-sonnet-4-5': { price: SONNET_4, thinkingOn: 'budget' },
  'claude-sonnet-4-5-20250929': { price: SONNET_4, thinkingOn: 'budget' },
  'claude-haiku-5-5': {
    price: price(0.1, 0.5, 0.01),
    longPrompt: { aboveTokens: 100_000, price: price(0.5, 2.5, 0.05) },
    thinkingOff: 'disabled',
    thinkingOn: 'adaptive',
  },
  'claude-haiku-4-5': { price: HAIKU_4_5, thinkingOn: 'budget' },
  'claude-haiku-4-5-20251001': { price: HAIKU_4_5, thinkingOn: 'budget' },
};

/** The newest opus plans, the newest sonnet writes code. */
const defaults = {
  plan: 'claude-opus-5-5',
  code: 'claude-sonnet-5-5',
  L2: 'claude-opus-5-5',
  L3: 'claude-fable-5-1',
};

export const models: ProviderModels = { listed, defaults };

/** Writing to the five-minute cache costs a quarter more than reading anew, for every model. */
function price(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input * 1.25 };
}
