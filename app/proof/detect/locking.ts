// Which command brings a lock file up to a changed manifest: setup installs from lock files and
// refuses those that lag behind. Pure.
import { fileName } from '../path-rules.ts';
import type { RepositoryFacts, Root } from './facts.ts';
import { isBelow } from './place.ts';

/** Without running anything of the packages; nothing else is moved to a newer version. */
const LOCK: Readonly<Record<string, string>> = {
  npm: 'npm install --package-lock-only --ignore-scripts --no-audit --no-fund',
  pnpm: 'pnpm install --lockfile-only --ignore-scripts',
  yarn: 'yarn install --ignore-scripts --non-interactive',
  'yarn-berry': 'yarn install --mode=update-lockfile',
  bun: 'bun install --lockfile-only --ignore-scripts',
  uv: 'uv lock',
  poetry: 'poetry lock --no-interaction',
  pdm: 'pdm lock --update-reuse',
  cargo: 'cargo update --workspace',
  bundler: 'bundle lock',
};

export type Locking = { directory: string; line: string; lockFiles: readonly string[] };

/** For each root with lock files whose manifests were changed; harmless where nothing lags behind. */
export function lockings({ roots }: RepositoryFacts, changed: readonly string[]): Locking[] {
  return roots.flatMap((root) => {
    const { directory, lockFiles } = root;
    const line = LOCK[root.packageManager ?? ''];
    if (line === undefined || lockFiles.length === 0) return [];
    if (!changed.some((path) => isManifestOf(root, path))) return [];
    return [{ directory, line, lockFiles }];
  });
}

/** Also one of a part of it, which has no lock file of its own. */
function isManifestOf({ directory, manifests }: Root, path: string): boolean {
  return manifests.map(fileName).includes(fileName(path)) && isBelow(directory, path);
}
