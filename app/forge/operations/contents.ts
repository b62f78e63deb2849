// Files and directories at a commit.
import { type Handler, handleIn, type InputOf, ok, type RepositoryCall } from '../call/call.ts';
import { mediaType } from '../call/media-type.ts';
import type { GitRepository } from '../git/repository.ts';
import { nulSeparated } from '../git/run.ts';
import type { TreeEntry } from '../git/tree-object.ts';
import type { OperationId } from '../schema/selection.ts';
import { repositoryApi, repositoryPage } from '../view/repository.ts';
import { GithubError, notFound, notImplemented } from '../world/github-error.ts';
import { lines } from './git-objects.ts';

/** Above this GitHub sends no content in JSON. */
const LARGEST_JSON_BYTES = 1024 * 1024;

export const contentOperations = {
  'repos/get-content': handleIn(getContent),
} satisfies Partial<Record<OperationId, Handler>>;

async function getContent(call: RepositoryCall<InputOf<'repos', 'getContent'>>) {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  const form = mediaType(call.accept);
  if (form === 'object') {
    throw notImplemented('repos/get-content as object');
  }
  const ref = input.ref ?? repository.defaultBranch;
  const commit = await git.resolveCommit(ref);
  if (commit === undefined) throw new GithubError(404, `No commit found for the ref ${ref}`);
  const path = input.path.replaceAll(/^\/+|\/+$/g, '');
  const entry = await entryAt(git, commit, path);
  if (entry === undefined) throw notFound();
  if (entry.type === 'tree') {
    const children = await git.listTree(entry.sha, false);
    const prefix = path === '' ? '' : `${path}/`;
    return ok(
      children.map((child) => entryView(call, ref, { ...child, path: prefix + child.path })),
    );
  }
  if (form === 'raw') return await rawFile(git, entry);
  if (entry.type === 'commit') return ok(await submoduleView(call, { ref, commit, entry }));
  return await fileView(call, ref, entry);
}

async function entryAt(
  git: GitRepository,
  commit: string,
  path: string,
): Promise<TreeEntry | undefined> {
  if (path === '') {
    const tree = await git.readObject(`${commit}^{tree}`);
    return { mode: '040000', type: 'tree', sha: tree?.sha ?? '', path };
  }
  const slash = path.lastIndexOf('/');
  const parent = slash < 0 ? '' : path.slice(0, slash);
  const tree = await git.readObject(`${commit}:${parent}`);
  if (tree?.type !== 'tree') return undefined;
  const name = path.slice(slash + 1);
  const entry = (await git.listTree(tree.sha, false)).find((child) => child.path === name);
  return entry === undefined ? undefined : { ...entry, path };
}

async function rawFile(git: GitRepository, entry: TreeEntry) {
  const content = (await git.readObject(entry.sha))?.content ?? Buffer.alloc(0);
  return { status: 200, raw: { type: 'application/vnd.github.raw; charset=utf-8', content } };
}

async function fileView(call: RepositoryCall, ref: string, entry: TreeEntry) {
  const view = entryView(call, ref, entry);
  const object = await call.world.gitOf(call.repository).readObject(entry.sha);
  const content = object?.content ?? Buffer.alloc(0);
  if (entry.mode === '120000') return ok({ ...view, target: content.toString('utf8') });
  const isLarge = content.length > LARGEST_JSON_BYTES;
  return ok({
    ...view,
    content: isLarge ? '' : lines(content.toString('base64')),
    encoding: isLarge ? 'none' : 'base64',
  });
}

/** The address stands in .gitmodules, which git reads itself. */
async function submoduleView(
  call: RepositoryCall,
  place: { ref: string; commit: string; entry: TreeEntry },
): Promise<Record<string, unknown>> {
  const git = call.world.gitOf(call.repository);
  const blob = `${place.commit}:.gitmodules`;
  const args = ['config', '--null', '--blob', blob, '--get-regexp', '^submodule\\.'];
  const found = await git.run(args, { codes: [0, 1, 128] });
  const settings = new Map(
    nulSeparated(found.stdout).map((line) => {
      const at = line.indexOf('\n');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  const path = [...settings].find(
    ([key, value]) => key.endsWith('.path') && value === place.entry.path,
  );
  const url = settings.get(path?.[0].replace(/path$/, 'url') ?? '');
  if (url === undefined) throw notFound();
  return { ...entryView(call, place.ref, place.entry), submodule_git_url: url };
}

function entryView(call: RepositoryCall, ref: string, entry: TreeEntry): Record<string, unknown> {
  const { world, repository } = call;
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const page = repositoryPage(world, repository);
  const api = repositoryApi(world, repository);
  const isTree = entry.type === 'tree';
  const self = `${api}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const git = `${api}/git/${isTree ? 'trees' : 'blobs'}/${entry.sha}`;
  const html = `${page}/${isTree ? 'tree' : 'blob'}/${ref}/${path}`;
  return {
    type: kindOf(entry),
    name: entry.path.slice(entry.path.lastIndexOf('/') + 1),
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isTree ? null : `${page}/raw/${ref}/${path}`,
    _links: { self, git, html },
  };
}

function kindOf(entry: TreeEntry): 'dir' | 'submodule' | 'symlink' | 'file' {
  if (entry.type === 'tree') return 'dir';
  if (entry.type === 'commit') return 'submodule';
  return entry.mode === '120000' ? 'symlink' : 'file';
}
