// What a person does to an issue or to a check beyond what the REST API has.
import { AppError } from '../../errors.ts';
import { announceCheckRun, announceCheckSuite, announceThread } from '../events/announce.ts';
import { requireRepository } from '../seed/accounts.ts';
import { issueView } from '../view/issue.ts';
import { repositoryView } from '../view/repository.ts';
import type { Issue, Repository } from '../world/state.ts';
import { timestamp } from '../world/world.ts';
import { type Acting, actAs, inRepository, ownerAndName, type ThreadName, thread } from './act.ts';

export function threadActs(acting: Acting) {
  const { account: sender } = acting;
  const { world } = acting.parts;
  const setState = async (where: ThreadName, state: 'open' | 'closed'): Promise<void> => {
    await actAs(acting, { operationId: 'issues/update', path: thread(where), body: { state } });
  };
  const issueOf = (repository: Repository, number: number): Issue => {
    const issue = repository.issues.get(number);
    if (issue !== undefined && issue.pull === undefined) return issue;
    throw new AppError('VALIDATION_ERROR', { problem: `#${number} is no issue` });
  };
  return {
    closeIssue: async (where: ThreadName) => await setState(where, 'closed'),
    reopenIssue: async (where: ThreadName) => await setState(where, 'open'),
    async deleteComment(repository: string, id: number): Promise<void> {
      const path = { ...ownerAndName(repository), comment_id: String(id) };
      await actAs(acting, { operationId: 'issues/delete-comment', path });
    },
    async deleteIssue(where: ThreadName): Promise<void> {
      await inRepository(acting, { name: where.repository, role: 'admin' }, async (repository) => {
        const issue = issueOf(repository, where.number);
        issue.updatedAt = timestamp(world);
        await announceThread(world, { repository, issue }, { action: 'deleted', sender });
        repository.issues.delete(where.number);
      });
    },
    /** It leaves its number behind, where nothing is any more. */
    async transferIssue(where: ThreadName, to: string): Promise<{ number: number }> {
      const target = requireRepository(world, to);
      return await inRepository(acting, { name: where.repository, role: 'write' }, async (from) => {
        const issue = issueOf(from, where.number);
        issue.updatedAt = timestamp(world);
        const moved = { ...issue, number: target.nextNumber, labelIds: [] };
        const changes = {
          new_issue: issueView(world, target, moved),
          new_repository: repositoryView(world, target),
        };
        const what = { action: 'transferred', changes, sender } as const;
        await announceThread(world, { repository: from, issue }, what);
        target.nextNumber += 1;
        target.issues.set(moved.number, moved);
        from.issues.delete(where.number);
        return { number: moved.number };
      });
    },
    /** The button beside a check; for all of a commit's it is the suite's. */
    async rerequestCheck(
      name: string,
      { sha, isSuite = false }: { sha: string; isSuite?: boolean },
    ): Promise<void> {
      await inRepository(acting, { name, role: 'write' }, async (repository) => {
        const run = repository.checkRuns.findLast(({ headSha }) => headSha === sha);
        if (run === undefined) {
          throw new AppError('VALIDATION_ERROR', { problem: `there is no check of ${sha}` });
        }
        if (isSuite) await announceCheckSuite(world, repository, { run, sender });
        else announceCheckRun(world, repository, { action: 'rerequested', run, sender });
      });
    },
  };
}
