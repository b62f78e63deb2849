// Snapshots of sandboxes that no agent has touched: kept by a row, found again by what they hold.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import type { StepDeps } from '../deps.ts';
import type { SandboxHolder } from './sandbox-use.ts';
import { deleteSnapshot } from './snapshot-end.ts';

export type SnapshotKey = Pick<Snapshot, 'repositoryId' | 'baseSha' | 'setupDigest'>;

export async function findSnapshot(
  deps: StepDeps,
  key: SnapshotKey,
): Promise<Snapshot | undefined> {
  const { driver, provider } = deps.sandboxes;
  const snapshot = await deps.store.transaction(
    async ({ snapshots }) => await snapshots.usable({ ...key, provider }),
  );
  if (snapshot === undefined) return undefined;
  // A provider may have lost it; a sandbox from nothing would lose more.
  const known = await driver.listSnapshots();
  if (known.includes(snapshot.providerSnapshotId)) return snapshot;
  await deleteSnapshot(deps, snapshot);
  return undefined;
}

export async function keepSnapshot(
  deps: StepDeps,
  { signal, record, fence, checkId }: SandboxHolder,
  { sandbox, key, lifeMs }: { sandbox: Sandbox; key: SnapshotKey; lifeMs: number },
): Promise<Snapshot> {
  const { snapshotId } = await sandbox.snapshot({ signal });
  const snapshot: Snapshot = {
    id: deps.newId(),
    jobId: record.job.id,
    ...key,
    provider: deps.sandboxes.provider,
    providerSnapshotId: snapshotId,
  };
  await deps.store.transaction(async ({ snapshots }) => {
    const holder = { fence, ...(checkId !== undefined && { checkId }) };
    await snapshots.insert({ ...snapshot, ...holder, lifeMs });
  });
  return snapshot;
}
