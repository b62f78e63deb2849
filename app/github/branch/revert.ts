// One commit that takes a delivered change back: file by file, by the names that git gives contents, so
// that no content travels. What somebody changed since is left alone and named.
import { z } from 'zod';
import type { Api } from '../connection.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse, readBranchSha } from '../reading.ts';
import type { Reversal, Reverted } from '../shapes/port.ts';
import { moveBranch, readCommit } from './commits.ts';
import { requireJobBranch, requireSha } from './job-branch.ts';
import { type Entry, type Files, readFiles } from './tree-files.ts';

const Made = z.object({ sha: z.string() });

export async function revert(
  api: Api,
  repository: RepositoryRef,
  { branch, delivered, before, paths, message }: Reversal,
): Promise<Reverted> {
  requireJobBranch(branch);
  for (const sha of [delivered, before]) requireSha(sha);
  const headSha = await readBranchSha(api, repository, branch);
  if (headSha === undefined) return { kind: 'branch-gone' };
  const head = await readCommit(api, repository, headSha);
  const read = async (treeish: string) => await readFiles(api, repository, { treeish, paths });
  const now = await read(head.tree.sha);
  const then = await read(before);
  const planned = planReversal({
    paths,
    now,
    before: then,
    delivered: await read(delivered),
  });
  if (planned.overlap.length > 0) return { kind: 'overlap', paths: planned.overlap };
  if (planned.back.length === 0) return { kind: 'nothing', headSha };
  const treeSha = await makeTree(api, repository, {
    base: head.tree.sha,
    // A file may come back where a folder was.
    entries: planned.back
      .toSorted((one, other) => Number(then.has(one)) - Number(then.has(other)))
      .map((path) => ({ path, entry: then.get(path) })),
  });
  const moved = await moveBranch(api, repository, { branch, parent: headSha, message, treeSha });
  return { kind: 'reverted', sha: moved.sha, paths: planned.back };
}

/** Which of the paths go back, and which of them are neither as delivered nor as before. Pure. */
export function planReversal({
  paths,
  now,
  before,
  delivered,
}: {
  paths: readonly string[];
  now: Files;
  before: Files;
  delivered: Files;
}): { back: string[]; overlap: string[] } {
  const changed = paths.toSorted().filter((path) => !isSame(before.get(path), delivered.get(path)));
  const open = changed.filter((path) => !isSame(now.get(path), before.get(path)));
  return {
    back: open,
    overlap: open.filter((path) => !isSame(now.get(path), delivered.get(path))),
  };
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.sha === other?.sha && one?.mode === other?.mode;
}

type Change = { path: string; entry: Entry | undefined };

async function makeTree(
  api: Api,
  repository: RepositoryRef,
  { base, entries }: { base: string; entries: readonly Change[] },
): Promise<string> {
  const what = `a tree of ${entries.length} files put back`;
  const tree = entries.map(({ path, entry }) => {
    if (entry === undefined) return { path, mode: '100644', type: 'blob', sha: null } as const;
    return { path, ...toInput(entry) };
  });
  const input = { ...at(repository), base_tree: base, tree };
  const data = await api.ask(what, async () => await api.rest.git.createTree(input));
  return parse(what, Made, data).sha;
}

function toInput({ mode, sha }: Entry) {
  switch (mode) {
    case '160000':
      return { mode, type: 'commit', sha } as const;
    case '100755':
    case '120000':
      return { mode, type: 'blob', sha } as const;
    default:
      return { mode: '100644', type: 'blob', sha } as const;
  }
}
