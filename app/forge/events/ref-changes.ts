// What follows from a moved ref, whoever moved it and how (API or git push): the push event, and
// pull requests that are synchronised, closed or merged by it.

import { parseCommit } from '../git/commit-object.ts';
import { changedPaths } from '../git/diff.ts';
import { EMPTY_TREE, NO_OBJECT } from '../git/objects.ts';
import type { GitRepository } from '../git/repository.ts';
import { accountView } from '../view/account.ts';
import { accountByEmail } from '../view/commit.ts';
import type { PullThread } from '../view/pull.ts';
import { pushedRepositoryView, repositoryPage } from '../view/repository.ts';
import type { Account, Repository } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';
import { announceThread, isPull } from './announce.ts';

type RefChange = { ref: string; before: string; after: string };
type Json = Record<string, unknown>;

const MOST_COMMITS = 20;

/** Call it after the ref has moved, under the repository's lock. */
export async function afterRefChange(
  world: World,
  repository: Repository,
  change: RefChange & { sender: Account },
): Promise<void> {
  const time = timestamp(world);
  Object.assign(repository, { pushedAt: time, updatedAt: time });
  const isVisible = change.ref.startsWith('refs/heads/') || change.ref.startsWith('refs/tags/');
  if (isVisible) await announcePush(world, repository, change);
  if (isVisible && change.after === NO_OBJECT) announceDeletion(world, repository, change);
  if (!change.ref.startsWith('refs/heads/')) return;
  const branch = change.ref.slice('refs/heads/'.length);
  const open = [...repository.issues.values()]
    .filter(isPull)
    .filter((issue) => issue.state === 'open');
  for (const issue of open) {
    if (issue.pull.headRef === branch) await moveHead(world, { repository, issue }, change);
    else if (issue.pull.baseRef === branch) await moveBase(world, { repository, issue }, change);
  }
}

type PullPlace = { repository: Repository; issue: PullThread };
type Move = RefChange & { sender: Account };

async function moveHead(world: World, place: PullPlace, change: Move): Promise<void> {
  const { repository, issue } = place;
  if (change.after === NO_OBJECT) {
    await closePull(world, place, change.sender);
    return;
  }
  const git = world.gitOf(repository);
  const base = await git.ref(`refs/heads/${issue.pull.baseRef}`);
  Object.assign(issue.pull, { headSha: change.after, baseSha: base?.sha ?? issue.pull.baseSha });
  issue.updatedAt = timestamp(world);
  await git.run(['update-ref', `refs/pull/${issue.number}/head`, change.after]);
  await announceThread(world, place, {
    action: 'synchronize',
    before: change.before,
    after: change.after,
    sender: change.sender,
  });
}

/** A base that contains the head has merged it, however that came about. */
async function moveBase(world: World, place: PullPlace, change: Move): Promise<void> {
  const { repository, issue } = place;
  if (change.after === NO_OBJECT) {
    await closePull(world, place, change.sender);
    return;
  }
  const git = world.gitOf(repository);
  if (!(await git.isAncestor(issue.pull.headSha, change.after))) return;
  Object.assign(issue.pull, {
    mergedAt: timestamp(world),
    mergedById: change.sender.id,
    mergeCommitSha: change.after,
  });
  await closePull(world, place, change.sender);
}

async function closePull(world: World, place: PullPlace, sender: Account): Promise<void> {
  const time = timestamp(world);
  Object.assign(place.issue, {
    state: 'closed',
    closedAt: time,
    updatedAt: time,
    closedById: sender.id,
  });
  await announceThread(world, place, { action: 'closed', sender });
}

async function announcePush(world: World, repository: Repository, change: Move): Promise<void> {
  const git = world.gitOf(repository);
  const { before, after, ref, sender } = change;
  const commits = after === NO_OBJECT ? [] : await pushedCommits(world, repository, change);
  const isForced =
    before !== NO_OBJECT && after !== NO_OBJECT && !(await git.isAncestor(before, after));
  const page = repositoryPage(world, repository);
  world.announce({
    event: 'push',
    action: undefined,
    repository,
    sender,
    payload: {
      ref,
      before,
      after,
      repository: pushedRepositoryView(world, repository),
      pusher: { name: sender.login, email: sender.email },
      created: before === NO_OBJECT,
      deleted: after === NO_OBJECT,
      forced: isForced,
      base_ref: null,
      compare: `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
      commits,
      head_commit: commits.at(-1) ?? (await headCommit(world, repository, after)),
      sender: accountView(world, sender),
    },
  });
}

function announceDeletion(world: World, repository: Repository, { ref, sender }: Move): void {
  const [, kind = '', name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  const payload = { ref: name, ref_type: kind === 'heads' ? 'branch' : 'tag', pusher_type: 'user' };
  world.announce({ event: 'delete', action: undefined, repository, sender, payload });
}

async function headCommit(world: World, repository: Repository, sha: string): Promise<Json | null> {
  if (sha === NO_OBJECT) return null;
  return await commitOfPush(world, repository, sha);
}

async function pushedCommits(
  world: World,
  repository: Repository,
  change: RefChange,
): Promise<Json[]> {
  const git = world.gitOf(repository);
  const from = await knownBefore(git, repository, change);
  const shas = from === undefined ? [] : await git.commitsBetween(from, change.after);
  return await Promise.all(
    shas.slice(-MOST_COMMITS).map(async (sha) => await commitOfPush(world, repository, sha)),
  );
}

/** A new branch brings what the default branch does not have. */
async function knownBefore(
  git: GitRepository,
  repository: Repository,
  { before, ref }: RefChange,
): Promise<string | undefined> {
  if (before !== NO_OBJECT) return before;
  const name = `refs/heads/${repository.defaultBranch}`;
  return ref === name ? undefined : (await git.ref(name))?.sha;
}

async function commitOfPush(world: World, repository: Repository, sha: string): Promise<Json> {
  const git = world.gitOf(repository);
  const object = await git.readObject(`${sha}^{commit}`);
  if (object === undefined) throw new Error(`no commit ${sha}`);
  const commit = parseCommit(object);
  const files = await changedPaths(git, commit.parents[0] ?? EMPTY_TREE, commit.sha);
  const paths = (statuses: readonly string[]): string[] =>
    files.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  const person = ({ name, email }: { name: string; email: string }): Json => {
    const account = accountByEmail(world, email);
    return { name, email, ...(account === undefined ? {} : { username: account.login }) };
  };
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message.trimEnd(),
    timestamp: commit.committer.date,
    url: `${repositoryPage(world, repository)}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    added: paths(['added', 'copied']),
    removed: paths(['removed']),
    modified: paths(['modified', 'renamed', 'changed']),
  };
}
