// One commit of ours on the job's branch: the base commit with these files, on whatever the branch
// is. GitHub has to make exactly the tree that is computed here; then it is recorded as our own.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { CommitFile, NewCommit } from '../../github/shapes/port.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import { treeHash } from '../../proof/moved/tree-hash.ts';
import type { BranchCommit } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';

type Wanted = Pick<NewCommit, 'parent' | 'joins' | 'message'> &
  Pick<BranchCommit, 'kind' | 'attemptNumber'> & { files: readonly FileChange[] };

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
  { files, kind, attemptNumber, ...wanted }: Wanted & { treeSha: string },
): Promise<BranchCommit> {
  const { repository, thread } = based;
  const { jobId, branch, baseSha } = thread;
  const laid = { onto: baseSha, files: files.map(toCommitFile) };
  const { sha, treeSha } = await deps.github.commit(repository, { branch, ...laid, ...wanted });
  const known = attemptNumber === undefined ? {} : { attemptNumber };
  const commit: BranchCommit = { jobId, sha, kind, treeSha, ...known };
  await deps.store.transaction(async ({ movements }) => await movements.addCommit(commit));
  return commit;
}

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

function toCommitFile(change: FileChange): CommitFile {
  if ('deleted' in change) return { path: change.path, deleted: true };
  const { path, mode, content } = change;
  return { path, mode: MODES[mode], content: Buffer.from(content, 'base64') };
}
