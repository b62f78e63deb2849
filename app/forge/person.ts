// Acting as a person: what someone does on GitHub's pages, through the same operations, rules and
// events as the API. A refusal is thrown as VALIDATION_ERROR with GitHub's own words.
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { type PerformParts, perform } from './api/perform.ts';
import { announceThread, isPull } from './events/announce.ts';
import { afterRefChange } from './events/ref-changes.ts';
import { commitTree, treeOfFiles } from './git/create.ts';
import { NO_OBJECT } from './git/objects.ts';
import { isGranted, revokeGrant } from './oauth/grants.ts';
import { visitAuthorize } from './oauth/visit.ts';
import type { OperationId } from './schema/selection.ts';
import { requireAccount, requireRepository } from './seed/accounts.ts';
import { requireApp } from './seed/apps.ts';
import { hasRole, roleOf } from './world/permissions.ts';
import type { Account, ReactionContent, Repository } from './world/state.ts';
import { timestamp } from './world/world.ts';

export type Person = ReturnType<typeof createPerson>;

/** Where: `OWNER/NAME` and the number of the issue or pull request. */
type ThreadName = { repository: string; number: number };

const numbered = z.object({ number: z.number() });
const identified = z.object({ id: z.number() });

export function createPerson(parts: PerformParts, login: string) {
  const account = requireAccount(parts.world, login);
  const act = async (
    operationId: OperationId,
    path: Record<string, unknown>,
    body?: Record<string, unknown>,
  ): Promise<unknown> => await actAs(parts, account, { operationId, path, body });

  return {
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
    /** GitHub's "Ready for review" button; the REST API has no such operation. */
    async markReady(where: ThreadName): Promise<void> {
      await markReady(parts, account, where);
    },
    /** Commits files onto a branch as a `git push` would. `undefined` removes a file. */
    async push(repository: string, change: PushedFiles): Promise<{ sha: string }> {
      return await pushFiles(parts, { account, repository }, change);
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

async function actAs(
  parts: PerformParts,
  account: Account,
  request: {
    operationId: OperationId;
    path: Record<string, unknown>;
    body: Record<string, unknown> | undefined;
  },
): Promise<unknown> {
  const described = parts.description.operations.get(request.operationId);
  const path = (described?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
  const answer = await perform(parts, {
    ...request,
    actor: { kind: 'user', account },
    query: {},
    url: new URL(parts.world.urls.api + path),
    accept: 'application/json',
  });
  if (answer.status < 400) return answer.body;
  throw new AppError('VALIDATION_ERROR', {
    problem: 'GitHub would refuse this',
    details: { operationId: request.operationId, status: answer.status, answer: answer.body },
  });
}

async function markReady(
  { world, locks }: PerformParts,
  sender: Account,
  where: ThreadName,
): Promise<void> {
  const repository = requireRepository(world, where.repository);
  requireWriter(repository, sender);
  await locks.run(repository.id, async () => {
    const issue = repository.issues.get(where.number);
    if (issue === undefined || !isPull(issue) || !issue.pull.isDraft || issue.state !== 'open') {
      throw new AppError('VALIDATION_ERROR', { problem: 'this is no open draft pull request' });
    }
    issue.pull.isDraft = false;
    issue.updatedAt = timestamp(world);
    await announceThread(world, { repository, issue }, { action: 'ready_for_review', sender });
  });
}

async function pushFiles(
  { world, locks }: PerformParts,
  who: { account: Account; repository: string },
  change: PushedFiles,
): Promise<{ sha: string }> {
  const repository = requireRepository(world, who.repository);
  requireWriter(repository, who.account);
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

function requireWriter(repository: Repository, account: Account): void {
  if (hasRole(roleOf(repository, account.id), 'write')) return;
  throw new AppError('ROLE_INSUFFICIENT', { problem: `${account.login} may not write here` });
}

function thread({ repository, number }: ThreadName) {
  return { ...ownerAndName(repository), issue_number: String(number) };
}

function ownerAndName(path: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = path.split('/');
  return { owner, repo };
}
