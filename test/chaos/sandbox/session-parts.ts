// What a worker with sandboxes needs, for the chaos itself and for the hosts it kills: a store, a
// driver on the local server, and a claim on a job, as the engine has them.
import { randomInt, randomUUID } from 'node:crypto';
import type { EffectContext } from '../../../app/engine/effects/port.ts';
import type { StepDeps } from '../../../app/steps/deps.ts';
import { withSandbox } from '../../../app/steps/tree/sandbox-use.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import type { Sandbox, SandboxDriver } from '../../../sandbox/driver/port.ts';

export const PROVIDER = 'local';
export const SANDBOX_MS = 300_000;
const LEASE_MS = 600_000;

export type Worker = AsyncDisposable & {
  store: Store;
  deps: StepDeps;
  claim(jobId: string): Promise<EffectContext>;
};

/** Disposing ends the worker as its death would: its claims are free then. */
export async function openWorker(url: string, driver: SandboxDriver): Promise<Worker> {
  const store = createStore({ url });
  const worker = { name: `chaos-${randomUUID()}`, lock: randomInt(2 ** 31) };
  const attendance = await store.attend(worker, () => undefined);
  const deps = {
    store,
    sandboxes: { driver, provider: PROVIDER, template: 'base', atOnce: 2 },
    newId: () => randomUUID(),
    log: { info: () => undefined, warn: () => undefined },
  };
  return {
    store,
    // The life of sandboxes uses these and nothing else of what steps have.
    deps: deps as Partial<StepDeps> as StepDeps,
    claim: async (jobId) => await claim(store, worker, jobId),
    async [Symbol.asyncDispose]() {
      await attendance[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

async function claim(
  store: Store,
  worker: { name: string; lock: number },
  jobId: string,
): Promise<EffectContext> {
  return await store.transaction(async (records) => {
    const claimed = await records.work.take(worker, jobId, LEASE_MS);
    const record = await records.jobs.find(jobId);
    if (claimed === undefined || record === undefined) throw new Error(`no claim on ${jobId}`);
    const { effect, fence } = claimed;
    return {
      record,
      effect,
      fence,
      signal: new AbortController().signal,
      report: async () => undefined,
    };
  });
}

export async function useSandbox(
  { deps }: Worker,
  context: EffectContext,
  work: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  await withSandbox(deps, context, { purpose: 'chaos', timeoutMs: SANDBOX_MS }, work);
}
