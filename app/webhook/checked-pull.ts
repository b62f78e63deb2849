// The pull request that a `/verify` stands on, asked of GitHub: its head commit, and whose criteria
// are meant. Nothing is asked for any other comment.
import { namedIssues } from '../command/named-issues.ts';
import { isVerify } from '../command/parse.ts';
import type { CommentTrigger } from '../command/trigger.ts';
import type { WebhookDeps } from './deps.ts';
import { repositoryOf, unclear } from './facts.ts';

export type CheckedPull = { headSha: string; issues: readonly number[] };

/** Throws when GitHub gives no clear answer: nothing is decided by guesses. */
export async function readCheckedPull(
  deps: Pick<WebhookDeps, 'github' | 'log'>,
  trigger: CommentTrigger,
): Promise<CheckedPull | undefined> {
  const { thread, comment, repository } = trigger;
  if (!thread.isPullRequest || !isVerify(comment.body)) return undefined;
  const pull = await deps.github
    .pullRequest(repositoryOf(trigger), thread.number)
    .catch((error: unknown) => {
      deps.log.warn({ err: error }, 'GitHub does not show the pull request; nothing is checked');
      throw unclear('GitHub does not show the head of the pull request');
    });
  return { headSha: pull.headSha, issues: namedIssues(pull.body, repository) };
}

/** The job whose approved plan belongs to an issue that the pull request names. */
export async function findNamedJob(
  deps: Pick<WebhookDeps, 'store'>,
  repositoryId: number,
  { issues }: CheckedPull,
): Promise<string | undefined> {
  return await deps.store.accept(async ({ plans }) => {
    for (const issue of issues) {
      const plan = await plans.approvedOfIssue(repositoryId, issue);
      if (plan !== undefined) return plan.jobId;
    }
    return undefined;
  });
}
