// Orders files by their last change.
import { stat } from 'node:fs/promises';

/** Newest first, then by name; what has vanished comes last. `pathOf` gives an absolute path. */
export async function newestFirst<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
): Promise<T[]> {
  const dated: { item: T; path: string; mtimeMs: number }[] = [];
  for (const item of items) {
    const path = pathOf(item);
    const stats = await stat(path).catch(() => undefined);
    dated.push({ item, path, mtimeMs: stats?.mtimeMs ?? 0 });
  }
  return dated
    .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
    .map(({ item }) => item);
}
