// Effects that take every job to its end without agents or GitHub, and write what real ones write:
// fenced rows, and a published report before DELIVERED. Single kinds can be replaced.
import { randomUUID } from 'node:crypto';
import type { EffectContext, EffectFunctions } from '../../app/engine/effects/port.ts';
import type { Store } from '../../app/store/store.ts';

export type Call = { jobId: string; kind: string; number: number };

export function scriptedEffects(
  store: Store,
  replaced: Partial<EffectFunctions> = {},
): { effects: EffectFunctions; calls: Call[] } {
  const calls: Call[] = [];
  const effects = { ...happyEffects(store), ...replaced };
  const recorded = Object.entries(effects).map(([kind, run]) => [
    kind,
    async (context: EffectContext) => {
      calls.push({ jobId: context.record.job.id, kind, number: context.effect.number });
      return await (run as (context: EffectContext) => Promise<unknown>)(context);
    },
  ]);
  return { effects: Object.fromEntries(recorded) as EffectFunctions, calls };
}

function happyEffects(store: Store): EffectFunctions {
  return {
    reserve: async () => ({ type: 'reserved' }),
    plan: async () => ({ type: 'planned', revision: randomUUID(), strategies: 1 }),
    'analysis-report': async () => ({ type: 'report_ready' }),
    'choose-strategy': async ({ effect }) => ({
      type: 'strategy_chosen',
      strategy: effect.strategy,
    }),
    'write-tests': async () => ({ type: 'tests_written' }),
    baseline: async () => ({ type: 'baseline_passed' }),
    implement: async () => ({ type: 'implemented' }),
    verify: async () => ({ type: 'verify_passed' }),
    publish: async (context) => {
      await publishReport(store, context);
      return { type: 'published' };
    },
    estimate: async () => ({ type: 'estimated', costUsd: 1 }),
    'deep-fix': async () => ({ type: 'deep_fix_done' }),
    recover: async () => ({ type: 'recovered', artifact: 'artifact-1' }),
    release: async () => ({ type: 'released' }),
    announce: async () => ({ type: 'announced' }),
  };
}

/** Harmless to run twice: the report of an attempt is there once. */
async function publishReport(store: Store, { record, fence }: EffectContext): Promise<void> {
  const { id: jobId, attemptNumber } = record.job;
  await store.transaction(async (records) => {
    const [existing] = await records.proof.reportsOfJob(jobId);
    const id = existing?.id ?? randomUUID();
    const report = { id, jobId, attemptNumber, content: {}, isGatePassed: true };
    if (existing === undefined) await records.proof.addReport(fence, report);
    await records.proof.markPublished(id);
  });
}
