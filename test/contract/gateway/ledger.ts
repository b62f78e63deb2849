// The money side of a call as a job has it: the gateway behind its budget, and the rows it wrote.
import { createBudgetedGateway } from '../../../app/gateway/budget.ts';
import type { BudgetedGateway, CallUsage, Fallback, Gateway } from '../../../app/gateway/port.ts';

export function withLedger(gateway: Gateway): {
  budgeted: BudgetedGateway;
  /** Every write, not every key: a second one for the same call would show. */
  rows: CallUsage[];
  fallbacks: Fallback[];
} {
  const rows: CallUsage[] = [];
  const fallbacks: Fallback[] = [];
  const budgeted = createBudgetedGateway({
    gateway,
    jobId: '0b0f9d5e-3a52-4a0e-9d3c-0c7d1f1f2a01',
    attemptNumber: 1,
    money: async () => ({ spentUsd: 0, capUsd: 100 }),
    nextCallNumber: async () => rows.length + 1,
    record: async (usage) => void rows.push(usage),
    onFallback: (fallback) => fallbacks.push(fallback),
  });
  return { budgeted, rows, fallbacks };
}
