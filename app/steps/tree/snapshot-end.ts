// The end of snapshots and of sandboxes nobody works with any more: asked for until the provider says
// they are gone, and kept as evidence.
import type { Snapshot } from '../../store/snapshots.ts';
import type { StepDeps } from '../deps.ts';

type EndDeps = Pick<StepDeps, 'store' | 'sandboxes'>;

const MOST_AT_ONCE = 20;

export async function deleteSnapshot(deps: EndDeps, snapshot: Snapshot): Promise<void> {
  const evidence = await deps.sandboxes.driver.deleteSnapshot(snapshot.providerSnapshotId);
  const wipe = {
    providerSandboxId: evidence.sandboxId,
    method: evidence.method,
    requestedAt: evidence.requestedAt.getTime(),
    confirmedAt: evidence.confirmedAt.getTime(),
    providerAnswer: evidence.providerAnswer,
  };
  await deps.store.transaction(async ({ snapshots }) => await snapshots.deleted(snapshot.id, wipe));
}

/** Snapshots that expired or whose repository has no open job; answers how many went. */
export async function endSnapshots(deps: EndDeps): Promise<number> {
  const { provider } = deps.sandboxes;
  const ended = await deps.store.transaction(
    async ({ snapshots }) => await snapshots.ended(MOST_AT_ONCE),
  );
  const ours = ended.filter((snapshot) => snapshot.provider === provider);
  for (const snapshot of ours) await deleteSnapshot(deps, snapshot);
  return ours.length;
}
