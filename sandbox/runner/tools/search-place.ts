// Where a search begins: a file or a directory, relative to the root its paths are told from.
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Workspace } from '../files/workspace.ts';

export type SearchPlace =
  | { kind: 'directory'; root: string; from: string }
  | { kind: 'file'; root: string; path: string }
  | { kind: 'missing'; problem: string };

/** Inside the workspace paths are told from its root, so that its ignore files are honoured. */
export async function findSearchPlace(
  workspace: Workspace,
  given: string | undefined,
): Promise<SearchPlace> {
  const path = workspace.resolve(given ?? workspace.root);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { kind: 'missing', problem: `Path does not exist: ${path}` };
  const root = workspace.contains(path) ? workspace.root : '/';
  if (stats.isFile()) return { kind: 'file', root, path: relative(root, path) };
  if (stats.isDirectory()) return { kind: 'directory', root, from: relative(root, path) };
  return { kind: 'missing', problem: `${path} is neither a file nor a directory.` };
}
