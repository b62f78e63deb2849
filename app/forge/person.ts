// Acting as a person: what someone does on GitHub's pages, through the same operations, rules and
// events as the API. A refusal is thrown as VALIDATION_ERROR with GitHub's own words.
import { z } from 'zod';
import { AppError } from '../errors.ts';
import {
  type Acting,
  actAs,
  ownerAndName,
  requireRole,
  type ThreadName,
  thread,
} from './acts/act.ts';
import { installationActs } from './acts/installations.ts';
import { pullActs } from './acts/pulls.ts';
import { repositoryActs } from './acts/repositories.ts';
import { reviewActs } from './acts/reviews.ts';
import { threadActs } from './acts/threads.ts';
import type { PerformParts } from './api/perform.ts';
import { afterRefChange } from './events/ref-changes.ts';
import { commitTree, treeOfFiles } from './git/create.ts';
import { NO_OBJECT } from './git/objects.ts';
import { isGranted, revokeGrant } from './oauth/grants.ts';
import { visitAuthorize } from './oauth/visit.ts';
import type { OperationId } from './schema/selection.ts';
import { requireAccount, requireRepository } from './seed/accounts.ts';
import { requireApp } from './seed/apps.ts';
import type { Account, ReactionContent } from './world/state.ts';
import { timestamp } from './world/world.ts';

export type Person = ReturnType<typeof createPerson>;

const numbered = z.object({ number: z.number() });
const identified = z.object({ id: z.number() });

export function createPerson(parts: PerformParts, login: string) {
  const account = requireAccount(parts.world, login);
  const acting: Acting = { parts, account };
  const act = async (
    operationId: OperationId,
    path: Record<string, unknown>,
    body?: Record<string, unknown>,
  ): Promise<unknown> => await actAs(acting, { operationId, path, body });

  return {
    ...threadActs(acting),
    ...pullActs(acting),
    ...reviewActs(acting),
    ...repositoryActs(acting),
    ...installationActs(acting),
    async openIssue(
      repository: string,
      issue: { title: string; body?: string; labels?: readonly string[] },
    ): Promise<{ number: number }> {
      return numbered.parse(await act('issues/create', ownerAndName(repository), issue));
    },
    async editIssue(
      where: ThreadName,
      edit: { title?: string; body?: string; state?: 'open' | 'closed' },
    ): Promise<void> {
      await act('issues/update', thread(where), edit);
    },
    async label(where: ThreadName, ...labels: string[]): Promise<void> {
      await act('issues/add-labels', thread(where), { labels });
    },
    async unlabel(where: ThreadName, name: string): Promise<void> {
      await act('issues/remove-label', { ...thread(where), name });
    },
    async comment(where: ThreadName, body: string): Promise<{ id: number }> {
      return identified.parse(await act('issues/create-comment', thread(where), { body }));
    },
    async editComment(repository: string, id: number, body: string): Promise<void> {
      const path = { ...ownerAndName(repository), comment_id: String(id) };
      await act('issues/update-comment', path, { body });
    },
    async react(where: ThreadName, content: ReactionContent): Promise<void> {
      await act('reactions/create-for-issue', thread(where), { content });
    },
    async openPull(
      repository: string,
      pull: { title: string; head: string; base: string; body?: string; draft?: boolean },
    ): Promise<{ number: number }> {
      return numbered.parse(await act('pulls/create', ownerAndName(repository), pull));
    },
    /** Commits files onto a branch as a `git push` would. `undefined` removes a file. */
    async push(repository: string, change: PushedFiles): Promise<{ sha: string }> {
      return await pushFiles(parts, { account, repository }, change);
    },
    /** A `git push --force` of a commit that is there already. */
    async resetBranch(repository: string, to: { branch: string; sha: string }): Promise<void> {
      const path = { ...ownerAndName(repository), ref: `heads/${to.branch}` };
      await act('git/update-ref', path, { sha: to.sha, force: true });
    },
    /**
     * Opens the page to which an app sends people, over HTTP, and says yes or no there. Answers
     * where the forge sends the browser next, which may name an error.
     */
    async authorize(url: string, answer: AuthorizeAnswer = {}): Promise<string> {
      const decision = answer.isDenied === true ? 'cancel' : 'authorize';
      return await visitAuthorize({ url, login, decision, signal: answer.signal });
    },
    /** GitHub's "Revoke" button in the person's settings. */
    revokeAuthorization(slug: string): void {
      const app = requireApp(parts.world, slug);
      if (!isGranted(parts.world, app.id, account.id)) {
        throw new AppError('VALIDATION_ERROR', { problem: `${login} has not authorised ${slug}` });
      }
      revokeGrant(parts.world, app, account);
    },
  };
}

type AuthorizeAnswer = { isDenied?: boolean; signal?: AbortSignal };

type PushedFiles = {
  branch: string;
  files: Readonly<Record<string, string | undefined>>;
  message: string;
  /** Where a new branch starts; the default branch unless told. */
  from?: string;
};

async function pushFiles(
  { world, locks }: PerformParts,
  who: { account: Account; repository: string },
  change: PushedFiles,
): Promise<{ sha: string }> {
  const repository = requireRepository(world, who.repository);
  requireRole(repository, who.account, 'write');
  return await locks.run(repository.id, async () => {
    const git = world.gitOf(repository);
    const ref = `refs/heads/${change.branch}`;
    const before = (await git.ref(ref))?.sha;
    const parent = before ?? (await git.resolveCommit(change.from ?? repository.defaultBranch));
    if (parent === undefined) {
      throw new AppError('VALIDATION_ERROR', { problem: `there is no branch ${change.from}` });
    }
    const { account } = who;
    const author = {
      name: account.name ?? account.login,
      email: account.email,
      date: timestamp(world),
    };
    const tree = await treeOfFiles(git, parent, change.files);
    const commit = { tree, parent, author, message: change.message };
    const sha = await commitTree(git, { ref, before }, commit);
    const moved = { ref, before: before ?? NO_OBJECT, after: sha, sender: account };
    await afterRefChange(world, repository, moved);
    return { sha };
  });
}
