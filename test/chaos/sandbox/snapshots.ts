// Snapshots that are made, expire and are ended by the reaper: gone at the provider, with evidence.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { reap } from '../../../app/steps/reap.ts';
import type { SandboxDriver } from '../../../sandbox/driver/port.ts';
import { addJob } from '../../support/add-job.ts';
import { openWorker, PROVIDER, useSandbox, type Worker } from './session-parts.ts';

export type SnapshotFigures = {
  made: number;
  /** Still with the provider after their end. */
  left: number;
  /** Gone, but a new session was offered one, or the reaper ended fewer than there were. */
  notEnded: number;
};

type SnapshotRun = { url: string; driver: SandboxDriver; snapshots: number; reaper: Worker };

const LIFE_MS = 5_000;
const REPOSITORY = 999;

export async function endSnapshots(run: SnapshotRun): Promise<SnapshotFigures> {
  const { url, driver, reaper } = run;
  const made: string[] = [];
  {
    await using worker = await openWorker(url, driver);
    const jobId = await addJob(worker.store, { repository: REPOSITORY });
    const context = await worker.claim(jobId);
    for (let n = 0; n < run.snapshots; n += 1) {
      await useSandbox(worker, context, async (sandbox) => {
        await sandbox.upload('/workspace/file', Buffer.from(`${n}`));
        const { snapshotId } = await sandbox.snapshot();
        made.push(snapshotId);
        const { fence } = context;
        const key = { repositoryId: REPOSITORY, baseSha: sha(n, 40), setupDigest: sha(n, 64) };
        const of = { id: randomUUID(), jobId, provider: PROVIDER, providerSnapshotId: snapshotId };
        await worker.store.transaction(async ({ snapshots }) => {
          await snapshots.insert({ ...of, ...key, fence, lifeMs: LIFE_MS });
        });
      });
    }
  }
  await sleep(LIFE_MS);
  let ended = 0;
  for (let round = 0; round < 5 && ended < made.length; round += 1) {
    ended += (await reap(reaper.deps)).snapshots;
  }
  const left = await driver.listSnapshots();
  return {
    made: made.length,
    left: made.filter((id) => left.includes(id)).length,
    notEnded: made.length - ended,
  };
}

function sha(n: number, length: number): string {
  return n.toString(16).padStart(length, '0');
}
