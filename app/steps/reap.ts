// Ends what nobody works with any more: sandboxes of claims that were lost, sandboxes the records say
// are gone, and snapshots past their life. Sandboxes of others on the same account are left alone.
import type { StepDeps } from './deps.ts';
import { endSandbox } from './tree/sandbox-use.ts';
import { endSnapshots } from './tree/snapshot-end.ts';

type Reaped = { sandboxes: number; snapshots: number };

const MOST_AT_ONCE = 50;
const LATEST_RISE_MS = 600_000;

/** Harmless beside other workers: who loses the race for a row finds its end recorded. */
export async function reap(deps: Pick<StepDeps, 'store' | 'sandboxes' | 'log'>): Promise<Reaped> {
  const { store, sandboxes } = deps;
  const orphans = await store.transaction(
    async (records) => await records.sandboxes.orphaned(MOST_AT_ONCE),
  );
  const ours = orphans.filter(({ provider }) => provider === sandboxes.provider);
  let ended = 0;
  for (const orphan of ours) {
    try {
      await endSandbox(deps, orphan, 'FAILED');
      ended += 1;
    } catch (error) {
      // One that cannot be ended now must not keep those behind it alive.
      deps.log.warn({ sandboxSession: orphan.id, error }, 'a left-over could not be ended');
    }
  }
  const risen = await endRisen(deps);
  const snapshots = await endSnapshots(deps);
  const reaped = { sandboxes: ended + risen, snapshots };
  if (reaped.sandboxes + reaped.snapshots > 0) deps.log.info(reaped, 'left-overs were ended');
  return reaped;
}

/** Made by a request whose answer was lost, after its row had ended. */
async function endRisen({ store, sandboxes: { driver } }: Pick<StepDeps, 'store' | 'sandboxes'>) {
  // An idle provider is left asleep: the local one would be started only to be asked.
  const isAwake = await store.transaction(
    async (records) => await records.sandboxes.wasUsedWithin(LATEST_RISE_MS),
  );
  if (!isAwake) return 0;
  const listed = await driver.list();
  const sessions = listed.flatMap(({ metadata }) => metadata['session'] ?? []);
  if (sessions.length === 0) return 0;
  const ended = new Set(
    await store.transaction(async (records) => await records.sandboxes.ended(sessions)),
  );
  const risen = listed.filter(({ metadata }) => ended.has(metadata['session'] ?? ''));
  for (const { sandboxId } of risen) await driver.destroy(sandboxId);
  return risen.length;
}
