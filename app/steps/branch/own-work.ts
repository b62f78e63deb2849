// The files of the attempt that is verified: what its implementer left, what a person pushed who took
// over, or, when only the ground under it moved, what the attempt before it left.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { isProtectedPath } from '../../../sandbox/protocol/protected-paths.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import { beginAttempt } from '../attempt.ts';
import type { StepDeps } from '../deps.ts';
import { type BasedThread, readBase } from '../thread.ts';
import { findPlanned } from './own-commits.ts';

type Context = EffectContext<EffectOf<'verify'>>;
type OwnWork = { ok: true; changes: FileChange[] } | { ok: false; problem: string };

/** Stored once, also when it is asked again after a kill. */
export async function readOwnWork(deps: StepDeps, context: Context): Promise<OwnWork> {
  const { record, effect, fence } = context;
  const { id: jobId, state } = record.job;
  const { attempt } = effect;
  // Before anybody asks what others have put there.
  await findPlanned(deps, await readBase(deps, jobId));
  const known = await changesOf(deps, jobId, attempt);
  if (known.length > 0 || effect.attemptKind !== 'intervention')
    return { ok: true, changes: known };
  await beginAttempt(deps, context);
  const own: OwnWork =
    state === 'USER_INTERVENING'
      ? await adoptPushed(deps, context)
      : { ok: true, changes: (await newestWork(deps, jobId, attempt - 1)).changes };
  if (!own.ok || own.changes.length === 0) return own;
  const files = { jobId, attemptNumber: attempt, fence, changes: own.changes };
  await deps.store.transaction(async (records) => await records.files.save(files));
  return own;
}

/** An attempt whose runner died left nothing; the one before it is gone on from. */
export async function newestWork(
  deps: StepDeps,
  jobId: string,
  before: number,
): Promise<{ attempt: number; changes: FileChange[] }> {
  for (let attempt = before; attempt > 0; attempt -= 1) {
    const changes = await changesOf(deps, jobId, attempt);
    if (changes.length > 0) return { attempt, changes };
  }
  return { attempt: 0, changes: [] };
}

/** The person went on from our commit, so the whole branch is the work; what he merged of the base is not. */
async function adoptPushed(deps: StepDeps, { record, effect, signal }: Context): Promise<OwnWork> {
  const { id: jobId } = record.job;
  const based = await readBase(deps, jobId);
  const { repository, thread } = based;
  const head = await deps.github.branchSha(repository, thread.branch);
  if (head === undefined) {
    return { ok: false, problem: `the branch \`${thread.branch}\` is gone; restore it on GitHub` };
  }
  const pushed = await deps.workspaces.changes(
    { repository, from: thread.baseSha, to: head },
    signal,
  );
  if (!pushed.ok)
    return { ok: false, problem: `what was pushed cannot be verified: ${pushed.problem}` };
  const merged = await baseChanges(deps, based, signal);
  const changes = pushed.files.filter(
    (file) => !isSame(file, merged.get(file.path)) && !isProtectedPath(file.path),
  );
  const { treeSha } = await deps.github.commitFacts(repository, head);
  const adopted = { jobId, sha: head, kind: 'adopted', attemptNumber: effect.attempt } as const;
  await deps.store.transaction(async ({ movements }) => {
    await movements.addCommit({ ...adopted, treeSha });
  });
  return { ok: true, changes };
}

/** What the base branch got since the job's base commit; nothing where that cannot be told. */
async function baseChanges(
  deps: StepDeps,
  { repository, thread }: BasedThread,
  signal: AbortSignal,
): Promise<Map<string, FileChange>> {
  const tip = await deps.github.branchSha(repository, thread.baseBranch);
  if (tip === undefined || tip === thread.baseSha) return new Map();
  const read = await deps.workspaces.changes({ repository, from: thread.baseSha, to: tip }, signal);
  return new Map(read.ok ? read.files.map((file) => [file.path, file]) : []);
}

function isSame(one: FileChange, other: FileChange | undefined): boolean {
  return other !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

export async function changesOf(
  deps: StepDeps,
  jobId: string,
  attempt: number,
): Promise<FileChange[]> {
  return await deps.store.transaction(async ({ files }) => await files.ofAttempt(jobId, attempt));
}
