// While an effect runs nobody else edits the status comment, so here it is made again when people
// should have heard from us and have not: it then says so, and when they will.
import type { Timers } from '../../../sandbox/driver/session/port.ts';
import type { EffectContext, EffectFunctions } from '../../engine/effects/port.ts';
import type { Job } from '../../job/types.ts';
import type { StepDeps } from '../deps.ts';

/** The engine has to put the promise off first; it looks around at least so often. */
const ENGINE_LOOKS_MS = 10_000;

type Watching = Pick<StepDeps, 'store' | 'log'> & {
  agent: { session: { timers: Pick<Timers, 'sleep'> } };
  /** Makes the status comment of a job anew. */
  show(jobId: string): Promise<void>;
};

export function withPromises(effects: EffectFunctions, deps: Watching): EffectFunctions {
  const watched = Object.entries(effects).map(([kind, effect]) => [
    kind,
    async (context: EffectContext) => {
      const over = new AbortController();
      void watchPromise(deps, context.record.job, over.signal);
      try {
        // The table pairs each kind with its own function, so the effect fits.
        return await (effect as (context: EffectContext) => Promise<unknown>)(context);
      } finally {
        over.abort();
      }
    },
  ]);
  return Object.fromEntries(watched) as EffectFunctions;
}

/** Never rejects. */
async function watchPromise(deps: Watching, begun: Job, over: AbortSignal): Promise<void> {
  const { id: jobId } = begun;
  let job: Job | undefined = begun;
  while (job?.promise !== undefined && !over.aborted) {
    const lengthMs = Math.max(0, job.promise.dueAt - job.lastEventAt) + ENGINE_LOOKS_MS;
    await deps.agent.session.timers.sleep(lengthMs, over);
    if (over.aborted) return;
    try {
      job = await deps.store.transaction(async ({ jobs }) => (await jobs.find(jobId))?.job);
      if ((job?.promise?.missed ?? 0) > 0) await deps.show(jobId);
    } catch (error) {
      deps.log.warn({ jobId, error }, 'a late promise could not be shown');
    }
  }
}
