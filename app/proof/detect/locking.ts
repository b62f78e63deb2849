// Which command brings a lock file up to a changed manifest: setup installs from lock files and
// refuses those that lag behind. Pure.
import { PROJECTS } from '../../../sandbox/languages/languages.ts';
import type { RepositoryFacts, Root } from '../../../sandbox/projects/facts.ts';
import { fileName, isBelow } from '../../../sandbox/projects/place.ts';

const LINES = new Map(PROJECTS.flatMap(({ locking }) => Object.entries(locking)));

export type Locking = { directory: string; line: string; lockFiles: readonly string[] };

/** For each root with lock files whose manifests were changed; harmless where nothing lags behind. */
export function lockings({ roots }: RepositoryFacts, changed: readonly string[]): Locking[] {
  return roots.flatMap((root) => {
    const { directory, lockFiles } = root;
    const line = LINES.get(root.packageManager ?? '');
    if (line === undefined || lockFiles.length === 0) return [];
    if (!changed.some((path) => isManifestOf(root, path))) return [];
    return [{ directory, line, lockFiles }];
  });
}

/** Also one of a part of it, which has no lock file of its own. */
function isManifestOf({ directory, manifests }: Root, path: string): boolean {
  return manifests.map(fileName).includes(fileName(path)) && isBelow(directory, path);
}
