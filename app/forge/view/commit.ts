// Commits, trees, refs and changed files as GitHub shows them. Pure.
import type { RawCommit } from '../git/commit-object.ts';
import type { FileChange } from '../git/diff.ts';
import type { Ref } from '../git/refs.ts';
import type { TreeEntry } from '../git/tree-object.ts';
import type { Account, Repository } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { accountView, nodeId } from './account.ts';
import { repositoryApi, repositoryPage } from './repository.ts';

type Json = Record<string, unknown>;

/** `git/get-commit`: the object itself. */
export function gitCommitView(world: World, repository: Repository, commit: RawCommit): Json {
  const api = `${repositoryApi(world, repository)}/git`;
  const page = `${repositoryPage(world, repository)}/commit`;
  return {
    sha: commit.sha,
    node_id: nodeId('C', repository.id, commit.sha),
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/${sha}`,
    })),
    verification: verificationView(world, commit),
  };
}

/** `repos/get-commit` and lists: the object with the accounts behind it. */
export function commitView(world: World, repository: Repository, commit: RawCommit): Json {
  const api = repositoryApi(world, repository);
  const page = `${repositoryPage(world, repository)}/commit`;
  return {
    sha: commit.sha,
    node_id: nodeId('C', repository.id, commit.sha),
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    commit: {
      url: `${api}/git/commits/${commit.sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message.trimEnd(),
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      verification: verificationView(world, commit),
    },
    author: accountOf(world, commit.author.email),
    committer: accountOf(world, commit.committer.email),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/${sha}`,
    })),
  };
}

export function refView(world: World, repository: Repository, ref: Ref): Json {
  const api = `${repositoryApi(world, repository)}/git`;
  return {
    ref: ref.ref,
    node_id: nodeId('REF', repository.id, ref.ref),
    url: `${api}/${ref.ref}`,
    object: { sha: ref.sha, type: ref.type, url: `${api}/${ref.type}s/${ref.sha}` },
  };
}

export function treeView(
  world: World,
  repository: Repository,
  tree: { sha: string; entries: readonly TreeEntry[]; isCut?: boolean },
): Json {
  const api = `${repositoryApi(world, repository)}/git`;
  return {
    sha: tree.sha,
    url: `${api}/trees/${tree.sha}`,
    tree: tree.entries.map((entry) => ({
      path: entry.path,
      mode: entry.mode,
      type: entry.type,
      sha: entry.sha,
      ...(entry.size === undefined ? {} : { size: entry.size }),
      // A submodule is a commit of another repository: it has no address here.
      ...(entry.type === 'commit' ? {} : { url: `${api}/${entry.type}s/${entry.sha}` }),
    })),
    truncated: tree.isCut ?? false,
  };
}

export function fileView(
  world: World,
  place: { repository: Repository; sha: string },
  file: FileChange,
): Json {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const page = repositoryPage(world, place.repository);
  const api = repositoryApi(world, place.repository);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${place.sha}/${path}`,
    raw_url: `${page}/raw/${place.sha}/${path}`,
    contents_url: `${api}/contents/${path}?ref=${place.sha}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}

export function accountByEmail(world: World, email: string): Account | undefined {
  return [...world.state.accounts.values()].find((account) => account.email === email);
}

function accountOf(world: World, email: string): Json | null {
  const account = accountByEmail(world, email);
  return account === undefined ? null : accountView(world, account);
}

function verificationView(world: World, commit: RawCommit): Json {
  const { signed } = commit;
  if (signed === undefined) {
    return {
      verified: false,
      reason: 'unsigned',
      signature: null,
      payload: null,
      verified_at: null,
    };
  }
  const isOurs = world.signer?.verify(signed.payload, signed.signature) === true;
  return {
    verified: isOurs,
    reason: isOurs ? 'valid' : 'unknown_key',
    signature: signed.signature,
    payload: signed.payload,
    verified_at: isOurs ? commit.committer.date : null,
  };
}
