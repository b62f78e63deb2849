// The git data API's blobs, trees and commits, on the real repository.
import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { mediaType } from '../call/media-type.ts';
import { parseCommit, writeCommit } from '../git/commit-object.ts';
import type { TreeChange } from '../git/objects.ts';
import type { GitRepository } from '../git/repository.ts';
import type { OperationId } from '../schema/selection.ts';
import { nodeId } from '../view/account.ts';
import { gitCommitView, treeView } from '../view/commit.ts';
import { repositoryApi } from '../view/repository.ts';
import { GithubError, notFound, unprocessable } from '../world/github-error.ts';
import { timestamp } from '../world/world.ts';

export const gitObjectOperations = {
  'git/create-blob': handleIn(createBlob),
  'git/create-commit': handleIn(createCommit),
  'git/create-tree': handleIn(createTree),
  'git/get-blob': handleIn(getBlob),
  'git/get-commit': handleIn(async (call: RepositoryCall<InputOf<'git', 'getCommit'>>) => {
    const object = await objectOf(call, call.input.commit_sha, 'commit');
    return ok(gitCommitView(call.world, call.repository, parseCommit(object)));
  }),
  'git/get-tree': handleIn(getTree),
} satisfies Partial<Record<OperationId, Handler>>;

async function createBlob(call: RepositoryCall<InputOf<'git', 'createBlob'>>) {
  const { content, encoding = 'utf-8' } = call.input;
  if (encoding !== 'utf-8' && encoding !== 'base64') {
    throw unprocessable(`Unsupported encoding: ${encoding}`);
  }
  const bytes = Buffer.from(content, encoding);
  const sha = await call.world.gitOf(call.repository).writeObject('blob', bytes);
  const url = `${repositoryApi(call.world, call.repository)}/git/blobs/${sha}`;
  return created({ sha, url });
}

async function getBlob(call: RepositoryCall<InputOf<'git', 'getBlob'>>) {
  const { sha, content } = await objectOf(call, call.input.file_sha, 'blob');
  if (mediaType(call.accept) === 'raw') {
    return { status: 200, raw: { type: 'application/octet-stream', content } };
  }
  return ok({
    sha,
    node_id: nodeId('B', call.repository.id, sha),
    size: content.length,
    url: `${repositoryApi(call.world, call.repository)}/git/blobs/${sha}`,
    content: lines(content.toString('base64')),
    encoding: 'base64',
  });
}

/** GitHub breaks base64 after 60 characters. */
export function lines(base64: string): string {
  return base64.replaceAll(/.{1,60}/g, '$&\n');
}

async function getTree(call: RepositoryCall<InputOf<'git', 'getTree'>>) {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  const commit = await git.resolveCommit(input.tree_sha);
  const sha = (await git.readObject(`${commit ?? input.tree_sha}^{tree}`))?.sha;
  if (sha === undefined) throw notFound();
  const all = await git.listTree(sha, input.recursive !== undefined);
  const entries = all.slice(0, world.mostTreeEntries);
  const isCut = entries.length < all.length;
  return ok(treeView(world, repository, { sha, entries, isCut }));
}

async function createTree(call: RepositoryCall<InputOf<'git', 'createTree'>>) {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  const base = input.base_tree;
  if (base !== undefined && !(await isTreeish(git, base))) {
    throw new GithubError(404, 'Not Found');
  }
  if (input.tree.length === 0) throw unprocessable('Invalid tree info');
  const changes = (
    await Promise.all(input.tree.map(async (entry) => await changesOf(git, base, entry)))
  ).flat();
  const sha = await git.changeTree(base, changes).catch((cause: unknown) => {
    throw Object.assign(unprocessable('tree.path contains a malformed path component'), { cause });
  });
  const entries = await git.listTree(sha, false);
  return created(treeView(world, repository, { sha, entries }));
}

type TreeInput = InputOf<'git', 'createTree'>['tree'][number];

/** One entry of the request as changes of the index: content, object, whole tree or removal. */
async function changesOf(
  git: GitRepository,
  base: string | undefined,
  entry: TreeInput,
): Promise<TreeChange[]> {
  const { path, mode = '100644' } = entry;
  if (path === undefined || path === '') throw unprocessable('tree.path is missing');
  if (entry.sha === null) return await removals(git, base, path);
  if (entry.sha === undefined) {
    if (entry.content === undefined) {
      throw unprocessable('Must supply either tree.sha or tree.content');
    }
    return [{ path, mode, sha: await git.writeObject('blob', entry.content) }];
  }
  if (mode === '160000') return [{ path, mode, sha: entry.sha }];
  const wanted = mode === '040000' ? 'tree' : 'blob';
  if (!isSha(entry.sha) || (await git.typeOf(entry.sha)) !== wanted) {
    throw unprocessable(`tree.sha ${entry.sha} is not a valid ${wanted}`);
  }
  if (wanted === 'blob') return [{ path, mode, sha: entry.sha }];
  const old = base === undefined ? [] : await filesBelow(git, base, path);
  const added = await git.listTree(entry.sha, true);
  return [
    ...old.map((name) => ({ path: name, mode: '0', sha: undefined })),
    ...added
      .filter(({ type }) => type !== 'tree')
      .map((file) => ({ path: `${path}/${file.path}`, mode: file.mode, sha: file.sha })),
  ];
}

async function removals(
  git: GitRepository,
  base: string | undefined,
  path: string,
): Promise<TreeChange[]> {
  const paths = base === undefined ? [] : await filesBelow(git, base, path);
  if (paths.length === 0) throw unprocessable('GitRPC::BadObjectState');
  return paths.map((name) => ({ path: name, mode: '0', sha: undefined }));
}

async function filesBelow(git: GitRepository, tree: string, path: string): Promise<string[]> {
  const entries = await git.listTree(tree, true);
  return entries
    .filter(({ type }) => type !== 'tree')
    .map((entry) => entry.path)
    .filter((name) => name === path || name.startsWith(`${path}/`));
}

async function createCommit(call: RepositoryCall<InputOf<'git', 'createCommit'>>) {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  if (!isSha(input.tree) || (await git.typeOf(input.tree)) !== 'tree') {
    throw unprocessable('Tree SHA does not exist');
  }
  for (const parent of input.parents ?? []) {
    if (!isSha(parent) || (await git.typeOf(parent)) !== 'commit') {
      throw unprocessable('Parent SHA does not exist or is not a commit object');
    }
  }
  const sender = senderOf(call);
  const date = timestamp(world);
  const own = { name: sender.name ?? sender.login, email: sender.email, date };
  const author = { ...own, ...input.author };
  const commit = {
    tree: input.tree,
    parents: input.parents ?? [],
    author,
    committer: { ...author, ...input.committer },
    message: input.message,
  };
  const isBots =
    sender.type === 'Bot' && input.author === undefined && input.committer === undefined;
  const signature =
    input.signature ?? (isBots ? world.signer?.sign(writeCommit(commit)) : undefined);
  const sha = await git.writeObject('commit', writeCommit(commit, signature));
  const object = await objectOf(call, sha, 'commit');
  return created(gitCommitView(world, repository, parseCommit(object)));
}

async function objectOf(call: RepositoryCall, sha: string, type: 'blob' | 'commit') {
  if (!isSha(sha)) throw notFound();
  const object = await call.world.gitOf(call.repository).readObject(sha);
  if (object?.type !== type) throw notFound();
  return object;
}

function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

async function isTreeish(git: GitRepository, name: string): Promise<boolean> {
  const type = isSha(name) ? await git.typeOf(name) : undefined;
  return type === 'tree' || type === 'commit';
}
