// The money of one job as one conversation sees it. Nobody else spends for the job meanwhile, so
// what was read once is counted on; the records are asked again only when the cap seems reached,
// because people may have raised it.
import type { BudgetFacts, StepDeps } from '../deps.ts';
import type { AgentContext } from './request.ts';

type Money = Awaited<ReturnType<BudgetFacts['money']>>;

export function createLedger(
  deps: Pick<StepDeps, 'store'>,
  { record: { job }, effect }: AgentContext,
): BudgetFacts {
  const { attempt: attemptNumber } = effect;
  const numbers = new Map<string, number>();
  let known: Money | undefined;
  return {
    jobId: job.id,
    attemptNumber,
    async money() {
      if (known === undefined || known.spentUsd >= known.capUsd) {
        known = await readMoney(deps, job.id);
      }
      return known;
    },
    async nextCallNumber(modelClass) {
      const last = numbers.get(modelClass);
      const next =
        last === undefined
          ? await deps.store.transaction(
              async ({ usage }) =>
                await usage.nextCall({ jobId: job.id, modelClass, attemptNumber }),
            )
          : last + 1;
      numbers.set(modelClass, next);
      return next;
    },
    async record(usage) {
      await deps.store.transaction(async (records) => await records.usage.record(usage));
      if (known) known = { ...known, spentUsd: known.spentUsd + usage.costUsd };
    },
  };
}

async function readMoney({ store }: Pick<StepDeps, 'store'>, jobId: string): Promise<Money> {
  return await store.transaction(async ({ jobs, usage }) => {
    const found = await jobs.find(jobId);
    return { spentUsd: await usage.costOfJob(jobId), capUsd: found?.job.budget.costUsd ?? 0 };
  });
}
