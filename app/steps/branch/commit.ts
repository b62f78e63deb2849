// One commit of ours on the job's branch: the base commit with these files, on whatever the branch
// is. GitHub has to make exactly the tree that is computed here; then it is recorded as our own.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { refusalOf } from '../../github/port.ts';
import type { CommitFile, MadeCommit, NewCommit } from '../../github/shapes/port.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import { treeHash } from '../../proof/moved/tree-hash.ts';
import type { BranchCommit } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';
import { findPlanned } from './own-commits.ts';

/** Nobody writes it down whose claim has ended. */
type OfJob = Pick<BranchCommit, 'kind' | 'attemptNumber'> & { fence: number };
type Wanted = Pick<NewCommit, 'parent' | 'joins' | 'message'> &
  OfJob & { files: readonly FileChange[] };

/** What git calls the base commit's tree with these files. */
export async function treeWith(
  deps: StepDeps,
  { repository, thread }: BasedThread,
  { files, signal }: { files: readonly FileChange[]; signal: AbortSignal },
): Promise<string> {
  const at = { repository, sha: thread.baseSha, wanted: wantedFiles };
  return treeHash(await deps.workspaces.look(at, signal), files);
}

/** Throws the refusal `branch-moved` when the branch is not at the parent: nothing is overwritten. */
export async function commitOnto(
  deps: StepDeps,
  based: BasedThread,
  { files, ...wanted }: Wanted & { treeSha: string },
): Promise<BranchCommit> {
  const { branch, baseSha } = based.thread;
  return await putCommit(deps, based, {
    ...wanted,
    branch,
    onto: baseSha,
    files: files.map(toCommitFile),
  });
}

/** Its name is written down before the branch is moved to it. */
export async function putCommit(
  deps: Pick<StepDeps, 'store' | 'github'>,
  based: BasedThread,
  { kind, attemptNumber, fence, ...wanted }: NewCommit & OfJob,
): Promise<BranchCommit> {
  const { repository, thread } = based;
  const attempt = attemptNumber === undefined ? {} : { attemptNumber };
  const ofJob = (made: MadeCommit) => ({ jobId: thread.jobId, kind, ...attempt, ...made });
  const noted = async (made: MadeCommit) => {
    await deps.store.transaction(
      async ({ movements }) => await movements.planCommit(fence, ofJob(made)),
    );
  };
  try {
    const commit = ofJob(await deps.github.commit(repository, { ...wanted, noted }));
    await deps.store.transaction(async ({ movements }) => await movements.addCommit(commit));
    return commit;
  } catch (error) {
    if (refusalOf(error) !== 'branch-moved') throw error;
    // It was done although nobody said so, and somebody has put more on top of it already.
    const done = (await findPlanned(deps, based)).find(
      (one) => one.kind === kind && one.attemptNumber === attemptNumber,
    );
    if (done === undefined || done.treeSha !== (wanted.treeSha ?? done.treeSha)) throw error;
    return done;
  }
}

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

function toCommitFile(change: FileChange): CommitFile {
  if ('deleted' in change) return { path: change.path, deleted: true };
  const { path, mode, content } = change;
  return { path, mode: MODES[mode], content: Buffer.from(content, 'base64') };
}
