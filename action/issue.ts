// Which issue a run is about. A comment on a pull request names it by the branch, and only a branch
// of this very repository counts: a fork can give its branch any name (SECURITY A07).
import type { JobRefs, RepositoryRef } from '../app/github/port.ts';
import type { Occasion } from './occasion.ts';
import { forkHead } from './refusals.ts';

const BRANCH = /^redgreen\/issue-([1-9]\d{0,9})$/;

/** Undefined for a pull request that is not a job's. Throws a refusal for one from a fork. */
export async function findIssue(
  github: Pick<JobRefs, 'pullHead'>,
  repository: RepositoryRef,
  occasion: Occasion,
): Promise<number | undefined> {
  if (occasion.kind === 'dispatch') return occasion.issue;
  const { thread, isPullRequest } = occasion;
  if (!isPullRequest || occasion.kind === 'label') return thread;
  const head = await github.pullHead(repository, thread);
  const here = `${repository.owner}/${repository.name}`;
  if (head.repository?.toLowerCase() !== here.toLowerCase()) throw forkHead(thread);
  const number = BRANCH.exec(head.branch)?.[1];
  return number === undefined ? undefined : Number(number);
}
