// What is known about a model: its list price, its context limit and how its thinking is switched;
// and what a call of it costs. Pure.
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
  thinkingOn?: 'adaptive' | 'budget' | 'effort';
  /** Prompt and answer together; absent: no limit is known. */
  contextTokens?: number;
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
