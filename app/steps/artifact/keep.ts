// When a job waits, stops or fails, what its attempts left can be downloaded from then on for a while.
import type { EffectContext } from '../../engine/effects/port.ts';
import { isForPeople } from '../../errors.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import type { TreeEntry } from '../../workspace/port.ts';
import type { StepDeps } from '../deps.ts';
import { readBase } from '../thread.ts';
import { leftPaths } from './left.ts';

const LIFE_MS = 30 * 24 * 3_600_000;

/** Done again, it only counts from then. */
export async function keepArtifact(
  deps: StepDeps,
  { record, fence, signal }: Pick<EffectContext, 'record' | 'fence' | 'signal'>,
): Promise<void> {
  const { id: jobId, attemptNumber } = record.job;
  if (!deps.keepsRecords || attemptNumber === 0) return;
  const paths = await deps.store.transaction(
    async (records) => await leftPaths(records, jobId, attemptNumber),
  );
  if (paths.size === 0) return;
  const base = await readPaths(deps, { jobId, paths, signal });
  if (base === undefined) return;
  const artifact = { jobId, attemptNumber, base, lifeMs: LIFE_MS };
  await deps.store.transaction(async ({ artifacts }) => await artifacts.put(fence, artifact));
}

/** Undefined where GitHub does not let us look: that is no reason to tell nobody how it ended. */
async function readPaths(
  deps: StepDeps,
  of: { jobId: string; paths: ReadonlySet<string>; signal: AbortSignal },
): Promise<Record<string, TreeEntry> | undefined> {
  try {
    const { repository, thread } = await readBase(deps, of.jobId);
    const at = { repository, sha: thread.baseSha, wanted: wantedFiles };
    const { entries } = await deps.workspaces.look(at, of.signal);
    return Object.fromEntries([...entries].filter(([path]) => of.paths.has(path)));
  } catch (error) {
    if (!isForPeople(error)) throw error;
    deps.log.warn({ jobId: of.jobId, error }, 'what the attempts left cannot be packed');
    return undefined;
  }
}
