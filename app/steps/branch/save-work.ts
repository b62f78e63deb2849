// Whenever a job stops, waits or fails, what its newest attempt left lies on the branch: one commit,
// which says that nobody verified it (decision 96).
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { refusalOf } from '../../github/port.ts';
import { pullRequestTitle } from '../../proof/markdown/check-run.ts';
import { shownWork } from '../../proof/shown-work.ts';
import type { StepDeps } from '../deps.ts';
import { type ActivePlan, type BasedThread, isFollowUp, readBase, readPlan } from '../thread.ts';
import { commitOnto, treeWith } from './commit.ts';
import { ownAt, ownCommits } from './own-commits.ts';
import { newestWork } from './own-work.ts';

/** `others`: somebody else's commit stands on the branch, and nothing is written over it. */
type Saved = 'saved' | 'nothing' | 'others' | 'gone';

type Asked = { jobId: string; attempt: number; fence: number; signal: AbortSignal };

export async function saveWork(
  deps: StepDeps,
  { jobId, attempt, fence, signal }: Asked,
): Promise<Saved> {
  const plan = await deps.store.transaction(async ({ plans }) => await plans.active(jobId));
  const newest = await leftWork(deps, jobId, attempt);
  if (plan === undefined || newest.changes.length === 0) return 'nothing';
  const based = await readBase(deps, jobId);
  const commits = await ownCommits(deps, based);
  const head = await deps.github.branchSha(based.repository, based.thread.branch);
  if (head === undefined) return 'gone';
  const own = ownAt(commits, head) ?? begunOn(based);
  // What a person pushed and had tested is on the branch.
  if (own === undefined || own.kind === 'adopted' || own.kind === 'delivered') return 'nothing';
  const active = await readPlan(deps, jobId);
  const files = await shownFiles(deps, active, newest.changes);
  const treeSha = await treeWith(deps, based, { files, signal });
  if (treeSha === own.treeSha) return 'nothing';
  const title = pullRequestTitle(active.plan.goal, deps.redact);
  const message = `${title}\n\nWork in progress for #${based.thread.issueNumber}, attempt ${newest.attempt}: not verified.`;
  try {
    await commitOnto(deps, based, {
      parent: own.sha,
      message,
      files,
      treeSha,
      kind: 'work',
      attemptNumber: newest.attempt,
      fence,
    });
    return 'saved';
  } catch (error) {
    if (refusalOf(error) !== 'branch-moved') throw error;
    return 'others';
  }
}

/** A follow-up puts no commit of its own on the branch before there is work. */
function begunOn({ thread }: BasedThread) {
  const begun = { sha: thread.baseSha, kind: 'opened', treeSha: undefined } as const;
  return isFollowUp(thread) ? begun : undefined;
}

/** An interrupted conversation's files are newer than those of any attempt that ended. */
async function leftWork(
  deps: StepDeps,
  jobId: string,
  attempt: number,
): Promise<{ attempt: number; changes: FileChange[] }> {
  const parked = await deps.store.transaction(async ({ sessions }) => {
    const session = await sessions.find({ jobId, step: 'implement', ordinal: attempt - 1 });
    return session === undefined || session.isEnded
      ? undefined
      : await sessions.parking(session.id);
  });
  if (parked !== undefined && parked.changes.length > 0) {
    return { attempt, changes: parked.changes };
  }
  return await newestWork(deps, jobId, attempt);
}

/** Never a withheld test. */
async function shownFiles(
  deps: StepDeps,
  { plan, stored }: ActivePlan,
  changes: readonly FileChange[],
): Promise<FileChange[]> {
  const cases = await deps.store.transaction(
    async ({ proof }) => await proof.casesOfPlan(stored.id),
  );
  return shownWork(plan, changes, cases).changes;
}
