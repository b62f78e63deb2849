// What a deep fix would cost: what an attempt of this job has cost so far, times what the strongest
// model costs more. A person decides by it, so it is rather too high.
import type { EffectFunction } from '../engine/effects/port.ts';
import type { StepDeps } from './deps.ts';

/** List prices of class L3 to L1, with room for longer thinking. */
const TIMES_DEARER = 6;
const LEAST_USD = 1;

export function createEstimateStep(deps: StepDeps): EffectFunction<'estimate'> {
  return async ({ record }) => {
    const { id: jobId } = record.job;
    const { spentUsd, attempts } = await deps.store.transaction(async (records) => ({
      spentUsd: await records.usage.costOfJob(jobId),
      attempts: await records.attempts.ofJob(jobId),
    }));
    const perAttempt = spentUsd / Math.max(1, attempts.length);
    const costUsd = Math.max(LEAST_USD, Math.ceil(perAttempt * TIMES_DEARER * 100) / 100);
    return { type: 'estimated', costUsd };
  };
}
