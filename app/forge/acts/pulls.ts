// What a person does to a pull request beyond what the REST API has, or by several of its calls.
import { AppError } from '../../errors.ts';
import { announceThread } from '../events/announce.ts';
import { pullFacts } from '../events/pull-facts.ts';
import { afterRefChange } from '../events/ref-changes.ts';
import { timestamp } from '../world/world.ts';
import {
  type Acting,
  actAs,
  inRepository,
  ownerAndName,
  requirePull,
  type ThreadName,
} from './act.ts';

type PullEdit = { title?: string; body?: string; base?: string; state?: 'open' | 'closed' };

export function pullActs(acting: Acting) {
  const { account: sender } = acting;
  const { world } = acting.parts;
  const edit = async (where: ThreadName, change: PullEdit): Promise<void> => {
    const path = { ...ownerAndName(where.repository), pull_number: String(where.number) };
    await actAs(acting, { operationId: 'pulls/update', path, body: change });
  };
  const setDraft = async (where: ThreadName, isDraft: boolean): Promise<void> => {
    await inRepository(acting, { name: where.repository, role: 'write' }, async (repository) => {
      const issue = requirePull(repository, where.number);
      if (issue.pull.isDraft === isDraft || issue.state !== 'open') {
        const what = isDraft ? 'ready' : 'draft';
        throw new AppError('VALIDATION_ERROR', { problem: `this is no open ${what} pull request` });
      }
      issue.pull.isDraft = isDraft;
      issue.updatedAt = timestamp(world);
      const action = isDraft ? 'converted_to_draft' : 'ready_for_review';
      await announceThread(world, { repository, issue }, { action, sender });
    });
  };
  return {
    editPull: edit,
    closePull: async (where: ThreadName) => await edit(where, { state: 'closed' }),
    reopenPull: async (where: ThreadName) => await edit(where, { state: 'open' }),
    /** GitHub's "Ready for review" button; the REST API has no such operation. */
    markReady: async (where: ThreadName) => await setDraft(where, false),
    convertToDraft: async (where: ThreadName) => await setDraft(where, true),
    /** With a merge commit. */
    async mergePull(where: ThreadName): Promise<void> {
      await inRepository(acting, { name: where.repository, role: 'write' }, async (repository) => {
        const issue = requirePull(repository, where.number);
        await pullFacts(world, repository, issue);
        const { mergeCommitSha: after, baseRef, isDraft } = issue.pull;
        const ref = `refs/heads/${baseRef}`;
        const git = world.gitOf(repository);
        const before = (await git.ref(ref))?.sha;
        if (after === undefined || before === undefined || isDraft) {
          throw new AppError('VALIDATION_ERROR', { problem: 'Pull Request is not mergeable' });
        }
        await git.moveRef(ref, before, after);
        await afterRefChange(world, repository, { ref, before, after, sender });
      });
    },
  };
}
