// Which issue a run is about. A comment on a pull request names it by the branch, and only a branch
// of this very repository counts: a fork can give its branch any name. `/verify` may also stand
// where only the text of the pull request names it.
import { namedIssues } from '../app/command/named-issues.ts';
import { isVerify, type VerifyTrigger } from '../app/command/trigger.ts';
import type { GitHubClient, RepositoryRef } from '../app/github/port.ts';
import type { Occasion } from './occasion.ts';
import { forkHead, noPlan } from './refusals.ts';

const BRANCH = /^redgreen\/issue-([1-9]\d{0,9})$/;

/** Undefined for a pull request that is not a job's. Throws a refusal for one from a fork. */
export async function findIssue(
  github: Pick<GitHubClient, 'pullHead' | 'pullRequest' | 'readJobRef'>,
  repository: RepositoryRef,
  occasion: Occasion,
): Promise<number | undefined> {
  if (occasion.kind === 'dispatch') return occasion.issue;
  const { trigger } = occasion;
  if (trigger.kind === 'label') return trigger.issue.number;
  const { number: thread, isPullRequest } = trigger.thread;
  if (!isPullRequest) return thread;
  const head = await github.pullHead(repository, thread);
  const here = `${repository.owner}/${repository.name}`;
  if (head.repository?.toLowerCase() !== here.toLowerCase()) throw forkHead(thread);
  const number = BRANCH.exec(head.branch)?.[1];
  if (number !== undefined) return Number(number);
  return isVerify(trigger) ? await findNamed(github, repository, trigger) : undefined;
}

/** The first issue that the pull request names and that a job was kept of. */
async function findNamed(
  github: Pick<GitHubClient, 'pullRequest' | 'readJobRef'>,
  repository: RepositoryRef,
  { thread }: VerifyTrigger,
): Promise<number> {
  const { body } = await github.pullRequest(repository, thread.number);
  for (const issue of namedIssues(body, repository)) {
    if ((await github.readJobRef(repository, issue)) !== undefined) return issue;
  }
  throw noPlan();
}
