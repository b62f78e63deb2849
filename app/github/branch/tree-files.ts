// What lies at paths of a commit, as GitHub lists it: all at once where it lists the whole tree, else
// folder by folder on the way to them.
import { z } from 'zod';
import type { Api } from '../connection.ts';
import { unexpected } from '../faults.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse } from '../reading.ts';

const TreeAnswer = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() }),
  ),
});

/** What lies at a path: its mode and the name of its content. */
export type Entry = { mode: string; sha: string; type: string };
export type Files = ReadonlyMap<string, Entry>;

type Wanted = { treeish: string; paths: readonly string[] };

/** All of these paths that are files there; others may be among them. */
export async function readFiles(
  api: Api,
  repository: RepositoryRef,
  { treeish, paths }: Wanted,
): Promise<Files> {
  const { tree, truncated } = await listTree(api, repository, treeish, { recursive: '1' });
  if (truncated !== true) return toFiles(tree);
  const files = new Map<string, Entry>();
  const folders = [{ treeish, below: '' }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { below } = folder;
    const listed = await listTree(api, repository, folder.treeish, {});
    if (listed.truncated === true) {
      throw unexpected(`the files of ${folder.treeish}: it shows only a part of them`);
    }
    for (const { path: name, ...entry } of listed.tree) {
      const path = `${below}${name}`;
      const isOnTheWay = paths.some((one) => one.startsWith(`${path}/`));
      if (entry.type !== 'tree') files.set(path, entry);
      else if (isOnTheWay) folders.push({ treeish: entry.sha, below: `${path}/` });
    }
  }
  return files;
}

function toFiles(tree: z.infer<typeof TreeAnswer>['tree']): Files {
  const files = tree.filter(({ type }) => type !== 'tree');
  return new Map(files.map(({ path, ...entry }) => [path, entry]));
}

async function listTree(
  api: Api,
  repository: RepositoryRef,
  treeish: string,
  how: { recursive?: string },
) {
  const what = `the files of ${treeish}`;
  const input = { ...at(repository), tree_sha: treeish, ...how };
  return parse(
    what,
    TreeAnswer,
    await api.ask(what, async () => await api.rest.git.getTree(input)),
  );
}
