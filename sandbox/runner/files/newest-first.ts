// Orders files by their last change.
import { statSync } from 'node:fs';

/** Newest first, then by name; what has vanished comes last. `pathOf` gives an absolute path. */
export function newestFirst<T>(items: readonly T[], pathOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, path: pathOf(item), mtimeMs: lastChange(pathOf(item)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
    .map(({ item }) => item);
}

function lastChange(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
