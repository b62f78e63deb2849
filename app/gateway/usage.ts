// What a call used, from the provider's counts or, where it gives none, from the number of
// characters. Pure.
import { costUsd, type ModelFacts, type TokenCounts } from './model-facts.ts';
import type { ModelRequest, ModelUsage } from './port.ts';

/** A usual figure for text in English and code. */
const CHARACTERS_PER_TOKEN = 4;

export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** The whole prompt: system text, tools and history. */
export function estimatePromptTokens({ system, tools, messages }: ModelRequest): number {
  return estimateTokens(JSON.stringify({ system, tools, messages }).length);
}

export function usageOf(
  { model, facts }: { model: string; facts: ModelFacts },
  counts: TokenCounts | undefined,
): ModelUsage | undefined {
  return counts && { model, ...counts, costUsd: costUsd(facts, counts) };
}

/** Every try that was charged counts: the ledger has one row for the call as a whole. */
export function sumUsage(
  a: ModelUsage | undefined,
  b: ModelUsage | undefined,
): ModelUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    model: b.model,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsd: a.costUsd + b.costUsd,
    ...((a.isEstimated ?? b.isEstimated) && { isEstimated: true }),
  };
}
