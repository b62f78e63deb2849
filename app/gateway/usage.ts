// What a call used, from the provider's counts. Pure.
import { costUsd, type ModelFacts, type TokenCounts } from './models.ts';
import type { ModelUsage } from './port.ts';

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
  };
}
