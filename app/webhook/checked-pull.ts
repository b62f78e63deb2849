// The pull request that a `/verify` stands on, asked of GitHub: its head commit, and whose criteria
// are meant.
import { namedIssues } from '../command/named-issues.ts';
import type { VerifyTrigger } from '../command/trigger.ts';
import type { WebhookDeps } from './deps.ts';
import { repositoryOf } from './facts.ts';

export type CheckedPull = { headSha: string; issues: readonly number[] };

/**
 * Undefined when it was said on an issue. Throws when GitHub gives no clear answer: nothing is
 * decided by guesses.
 */
export async function readCheckedPull(
  deps: Pick<WebhookDeps, 'github' | 'log'>,
  trigger: VerifyTrigger,
): Promise<CheckedPull | undefined> {
  const { thread, repository } = trigger;
  if (!thread.isPullRequest) return undefined;
  const pull = await deps.github
    .pullRequest(repositoryOf(trigger), thread.number)
    .catch((error: unknown) => {
      deps.log.warn({ err: error }, 'GitHub does not show the pull request; nothing is checked');
      throw error;
    });
  const { commitSha: headSha = pull.headSha } = trigger.comment;
  return { headSha, issues: namedIssues(pull.body, repository) };
}

/** The job whose approved plan belongs to an issue that the pull request names. */
export async function findNamedJob(
  deps: Pick<WebhookDeps, 'store'>,
  { repository }: VerifyTrigger,
  { issues }: CheckedPull,
): Promise<string | undefined> {
  return await deps.store.accept(async ({ plans }) => {
    for (const issue of issues) {
      const plan = await plans.approvedOfIssue(repository.id, issue);
      if (plan !== undefined) return plan.jobId;
    }
    return undefined;
  });
}
