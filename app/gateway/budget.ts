// A gateway that minds the money of one job: the cap is looked at before every call, and what a
// call cost is written once, under its own number, before the answer is given on.
import { isAppError, isPassing } from '../errors.ts';
import type {
  BudgetedAnswer,
  BudgetedGateway,
  CallUsage,
  Fallback,
  Gateway,
  ModelRequest,
  ModelUsage,
} from './port.ts';

export type BudgetDeps = {
  gateway: Gateway;
  jobId: string;
  attemptNumber: number;
  /** The ledger's total and the job's cap as they are now: `/extend` may have raised it. */
  money(): Promise<{ spentUsd: number; capUsd: number }>;
  /**
   * A number no other call of this job, attempt and class has or had, in whatever process: with a
   * ledger, one more than its highest.
   */
  nextCallNumber(modelClass: ModelRequest['modelClass']): Promise<number>;
  /** Must be harmless when done twice for one key {jobId}:{modelClass}:{attemptNumber}:{callNumber}. */
  record(usage: CallUsage): Promise<void>;
  /** Another model than the chosen one is asked; for the log. */
  onFallback?(fallback: Fallback & { jobId: string; attempt: number }): void;
};

/** A write that fails for a passing reason is tried again under the same key. */
const RECORD_TRIES = 3;

export function createBudgetedGateway(deps: BudgetDeps): BudgetedGateway {
  return {
    async complete(request, options): Promise<BudgetedAnswer> {
      const { spentUsd, capUsd } = await deps.money();
      if (spentUsd >= capUsd) return { ok: false, stop: { reason: 'money', spentUsd, capUsd } };
      const callNumber = await deps.nextCallNumber(request.modelClass);
      const write = async (usage: ModelUsage | undefined) => {
        if (usage === undefined) return;
        const { jobId, attemptNumber } = deps;
        const { modelClass } = request;
        await record(deps, { jobId, modelClass, attemptNumber, callNumber, ...usage });
      };
      try {
        const answer = await deps.gateway.complete(request, {
          ...options,
          onFallback: (fallback) => {
            options.onFallback?.(fallback);
            deps.onFallback?.({ ...fallback, jobId: deps.jobId, attempt: deps.attemptNumber });
          },
        });
        await write(answer.ok ? answer.reply.usage : answer.usage);
        return answer;
      } catch (error) {
        if (isAppError(error, 'CANCELLED')) await write(usageOfCancelled(error.details['usage']));
        throw error;
      }
    },
  };
}

async function record(deps: BudgetDeps, usage: CallUsage): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.record(usage);
    } catch (error) {
      if (!isPassing(error) || tries >= RECORD_TRIES) throw error;
    }
  }
}

/** Details are untyped; the shape is that of the port's contract. */
function usageOfCancelled(value: unknown): ModelUsage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return 'costUsd' in value && 'model' in value ? (value as ModelUsage) : undefined;
}
