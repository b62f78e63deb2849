// What is known about the provider's models: list prices and how their thinking is switched.
// Source: the model pages and the price list on platform.claude.com, October 2026; the ids are
// those of the SDK's own list. Where sources differ the higher price stands, so that a cap is
// rather reached too early. A model without a published price is not listed. Pure.
import type { ModelUsage } from './port.ts';

/** Dollars per million tokens. */
export type Price = { input: number; output: number; cacheRead: number; cacheWrite: number };

export type ModelFacts = {
  price: Price;
  /** Prompts above this many tokens cost another price, the answer included. */
  longPrompt?: { aboveTokens: number; price: Price };
  /** What has to be sent to keep thinking off, or as low as the model can; absent: nothing. */
  thinkingOff?: 'disabled' | 'between_tools';
  /** How it is switched on; absent: it cannot be. */
  thinkingOn?: 'adaptive' | 'budget';
};

const OPUS_5_5 = price(4, 20, 0.2);
const OPUS = price(5, 25, 0.5);
const SONNET_5 = price(2, 10, 0.2);
const SONNET_4 = price(3, 15, 0.3);
const HAIKU_4_5 = price(1, 5, 0.1);
const FLAGSHIP = price(10, 50, 1);

export const MODELS: Readonly<Record<string, ModelFacts>> = {
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

export type TokenCounts = Omit<ModelUsage, 'model' | 'costUsd'>;

export function costUsd(facts: ModelFacts, tokens: TokenCounts): number {
  const prompt = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens;
  const isLong = facts.longPrompt !== undefined && prompt > facts.longPrompt.aboveTokens;
  const rate = isLong && facts.longPrompt ? facts.longPrompt.price : facts.price;
  const perMillion =
    tokens.inputTokens * rate.input +
    tokens.outputTokens * rate.output +
    tokens.cacheReadTokens * rate.cacheRead +
    tokens.cacheWriteTokens * rate.cacheWrite;
  return perMillion / 1_000_000;
}

/** Writing to the five-minute cache costs a quarter more than reading anew, for every model. */
function price(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input * 1.25 };
}
