// Pull requests inside one repository: create, get, list, update, their files and commits.
// There are no forks here, so a head of another owner does not exist.

import {
  appIdOf,
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  refuseInputs,
  senderOf,
} from '../call/call.ts';
import { checkBody, checkTitle } from '../call/limits.ts';
import { mediaType } from '../call/media-type.ts';
import { paged } from '../call/paging.ts';
import { announceThread, type Changes, isPull } from '../events/announce.ts';
import { pullFacts, pullRange } from '../events/pull-facts.ts';
import { diffFiles, diffText } from '../git/diff.ts';
import type { OperationId } from '../schema/selection.ts';
import { commitView, fileView } from '../view/commit.ts';
import { type PullThread, pullView, simplePullView } from '../view/pull.ts';
import { isActions } from '../world/actor.ts';
import {
  GithubError,
  notFound,
  notImplemented,
  unprocessable,
  validationFailed,
} from '../world/github-error.ts';
import { type Pull, takeId } from '../world/state.ts';
import { accountById } from '../world/world.ts';
import { editThread, newIssue, setState } from './issues.ts';
import { checkEditor } from './thread.ts';

export const pullOperations = {
  'pulls/create': handleIn(createPull),
  'pulls/get': handleIn(getPull),
  'pulls/list': handleIn(listPulls),
  'pulls/list-commits': handleIn(listCommits),
  'pulls/list-files': handleIn(listFiles),
  'pulls/update': handleIn(updatePull),
} satisfies Partial<Record<OperationId, Handler>>;

function pullOf(call: RepositoryCall, number: number): PullThread {
  const issue = call.repository.issues.get(number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}

async function createPull(call: RepositoryCall<InputOf<'pulls', 'create'>>) {
  const { world, repository, input } = call;
  refuseInputs(call, 'pulls/create', ['issue', 'head_repo']);
  if (isActions(call.actor) && !repository.actionsMayCreatePulls) {
    throw new GithubError(
      403,
      'GitHub Actions is not permitted to create or approve pull requests.',
    );
  }
  if (input.draft === true && !repository.hasDrafts) {
    throw unprocessable('Draft pull requests are not supported in this repository.');
  }
  if (input.title === undefined) {
    throw validationFailed({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  }
  checkTitle('PullRequest', input.title);
  checkBody(input.body);
  const sides = await sidesOf(call, input);
  const sender = senderOf(call);
  const facts = { sender, appId: appIdOf(call.actor), title: input.title, body: input.body };
  const issue: PullThread = {
    ...newIssue(world, facts),
    number: repository.nextNumber,
    pull: newPull(call, sides),
  };
  const git = world.gitOf(repository);
  await git.run(['update-ref', `refs/pull/${issue.number}/head`, sides.headSha]);
  repository.nextNumber += 1;
  repository.issues.set(issue.number, issue);
  await announceThread(world, { repository, issue }, { action: 'opened', sender });
  return created(await fullView(call, issue));
}

type Sides = Pick<Pull, 'headRef' | 'headSha' | 'baseRef' | 'baseSha'>;

function newPull({ world, input }: RepositoryCall<InputOf<'pulls', 'create'>>, sides: Sides): Pull {
  return {
    id: takeId(world.state),
    ...sides,
    isDraft: input.draft === true,
    maintainerCanModify: input.maintainer_can_modify ?? false,
    mergedAt: undefined,
    mergedById: undefined,
    mergeCommitSha: undefined,
    lineComments: [],
  };
}

/** Finds both branches and refuses what GitHub refuses, drafts included. */
async function sidesOf(
  call: RepositoryCall,
  input: { head: string; base: string },
): Promise<Sides> {
  const { world, repository } = call;
  const owner = accountById(world.state, repository.ownerId).login;
  const [headOwner, headRef] = input.head.includes(':')
    ? [input.head.split(':')[0], input.head.split(':')[1] ?? '']
    : [owner, input.head];
  const git = world.gitOf(repository);
  const [head, base] = await git.tips(`refs/heads/${headRef}`, `refs/heads/${input.base}`);
  if (head === undefined || headOwner?.toLowerCase() !== owner.toLowerCase()) {
    throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  }
  if (base === undefined) {
    throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  }
  if ((await git.commitsBetween(base, head)).length === 0) {
    throw custom(`No commits between ${input.base} and ${headRef}`);
  }
  checkFree(call, { headRef, baseRef: input.base });
  return { headRef, headSha: head, baseRef: input.base, baseSha: base };
}

function custom(message: string) {
  return validationFailed({ resource: 'PullRequest', code: 'custom', message });
}

/** One open pull request for a pair of branches. */
function checkFree(call: RepositoryCall, sides: { headRef: string; baseRef: string }): void {
  const isTaken = pullsIn(call).some(
    ({ state, pull }) =>
      state === 'open' && pull.headRef === sides.headRef && pull.baseRef === sides.baseRef,
  );
  const owner = accountById(call.world.state, call.repository.ownerId).login;
  if (isTaken) throw custom(`A pull request already exists for ${owner}:${sides.headRef}.`);
}

function pullsIn({ repository }: RepositoryCall): PullThread[] {
  return [...repository.issues.values()].filter(isPull);
}

async function getPull(call: RepositoryCall<InputOf<'pulls', 'get'>>) {
  const issue = pullOf(call, call.input.pull_number);
  const form = mediaType(call.accept);
  if (form !== 'diff' && form !== 'patch') return ok(await fullView(call, issue));
  const git = call.world.gitOf(call.repository);
  const { base } = await pullRange(git, issue);
  const content = await diffText(git, { before: base, after: issue.pull.headSha }, form);
  return { status: 200, raw: { type: `application/vnd.github.${form}; charset=utf-8`, content } };
}

async function fullView(call: RepositoryCall, issue: PullThread): Promise<unknown> {
  const { world, repository } = call;
  const facts = await pullFacts(world, repository, issue);
  return pullView(world, { repository, issue }, facts);
}

async function listPulls(call: RepositoryCall<InputOf<'pulls', 'list'>>) {
  const { world, repository, input } = call;
  if (input.sort === 'popularity' || input.sort === 'long-running') {
    throw notImplemented(`pulls/list by ${input.sort}`);
  }
  const owner = accountById(world.state, repository.ownerId).login.toLowerCase();
  const state = input.state ?? 'open';
  const sign = (input.direction ?? 'desc') === 'asc' ? 1 : -1;
  const timeOf = (issue: PullThread): number =>
    Date.parse(input.sort === 'updated' ? issue.updatedAt : issue.createdAt);
  const chosen = pullsIn(call)
    .filter((issue) => state === 'all' || issue.state === state)
    .filter(({ pull }) => input.base === undefined || pull.baseRef === input.base)
    // GitHub wants OWNER:BRANCH here and does not filter by anything else.
    .filter(({ pull }) => !input.head?.includes(':') || isHead(input.head, owner, pull.headRef))
    .sort((one, other) => sign * (timeOf(one) - timeOf(other) || one.number - other.number));
  return await paged(call, chosen, (issues) =>
    issues.map((issue) => simplePullView(world, repository, issue)),
  );
}

function isHead(asked: string, owner: string, ref: string): boolean {
  const at = asked.indexOf(':');
  return asked.slice(0, at).toLowerCase() === owner && asked.slice(at + 1) === ref;
}

async function updatePull(call: RepositoryCall<InputOf<'pulls', 'update'>>) {
  const { world, repository, input } = call;
  const issue = pullOf(call, input.pull_number);
  checkEditor(call, issue.authorId, 'write');
  if (input.title !== undefined) checkTitle('PullRequest', input.title);
  checkBody(input.body);
  if (input.state === 'open' && issue.state === 'closed') await checkReopen(call, issue);
  const sender = senderOf(call);
  const place = { repository, issue };
  const changes = await retarget(call, issue, input.base);
  if (input.maintainer_can_modify !== undefined) {
    issue.pull.maintainerCanModify = input.maintainer_can_modify;
  }
  await editThread(world, place, { title: input.title, body: input.body, sender, changes });
  if (input.state !== undefined) await setState(world, place, { state: input.state, sender });
  return ok(await fullView(call, issue));
}

/** Moves the pull request to another base and says where it was. */
async function retarget(
  call: RepositoryCall,
  { pull }: PullThread,
  baseRef: string | undefined,
): Promise<Changes> {
  if (baseRef === undefined || baseRef === pull.baseRef) return {};
  const base = await call.world.gitOf(call.repository).ref(`refs/heads/${baseRef}`);
  if (base === undefined) {
    throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  }
  checkFree(call, { headRef: pull.headRef, baseRef });
  const before = { ref: { from: pull.baseRef }, sha: { from: pull.baseSha } };
  Object.assign(pull, { baseRef, baseSha: base.sha });
  return { base: before };
}

async function checkReopen(call: RepositoryCall, { pull }: PullThread): Promise<void> {
  const head = await call.world.gitOf(call.repository).ref(`refs/heads/${pull.headRef}`);
  if (head !== undefined) {
    checkFree(call, pull);
    return;
  }
  throw validationFailed({
    resource: 'PullRequest',
    field: 'state',
    code: 'invalid',
    message: `state cannot be changed. The ${pull.headRef} branch has been deleted.`,
  });
}

async function listFiles(call: RepositoryCall<InputOf<'pulls', 'listFiles'>>) {
  const { world, repository } = call;
  const issue = pullOf(call, call.input.pull_number);
  const git = world.gitOf(repository);
  const { base } = await pullRange(git, issue);
  const sha = issue.pull.headSha;
  const files = await diffFiles(git, base, sha);
  return await paged(call, files, (page) =>
    page.map((file) => fileView(world, { repository, sha }, file)),
  );
}

async function listCommits(call: RepositoryCall<InputOf<'pulls', 'listCommits'>>) {
  const { world, repository } = call;
  const git = world.gitOf(repository);
  const { commits } = await pullRange(git, pullOf(call, call.input.pull_number));
  return await paged(call, commits, async (page) =>
    (await git.readCommits(page)).map((commit) => commitView(world, repository, commit)),
  );
}
