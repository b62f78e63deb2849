// Which package manager a Node project uses, and how it installs from its lock file. Pure.

import { type Place, present } from '../../projects/place.ts';
import type { PackageJson } from './package-json.ts';

export type NodeManager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun';

/** In the order in which they are believed: who uses npm has no reason to keep another's lock file. */
const LOCK_FILES: readonly (readonly [string, 'npm' | 'pnpm' | 'yarn' | 'bun'])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

export const INSTALL: Record<NodeManager, string> = {
  npm: 'npm ci',
  pnpm: 'pnpm install --frozen-lockfile',
  yarn: 'yarn install --frozen-lockfile',
  'yarn-berry': 'yarn install --immutable',
  bun: 'bun install --frozen-lockfile',
};
export const LOCK: Record<NodeManager, string> = {
  npm: 'npm install --package-lock-only --ignore-scripts --no-audit --no-fund',
  pnpm: 'pnpm install --lockfile-only --ignore-scripts',
  yarn: 'yarn install --ignore-scripts --non-interactive',
  'yarn-berry': 'yarn install --mode=update-lockfile',
  bun: 'bun install --lockfile-only --ignore-scripts',
};
export const RUN_TEST: Record<NodeManager, string> = {
  npm: 'npm test',
  pnpm: 'pnpm test',
  yarn: 'yarn test',
  'yarn-berry': 'yarn test',
  bun: 'bun run test',
};
/** Runs a program of a package that is installed; never fetches one. */
export const RUN_BINARY: Record<NodeManager, string> = {
  npm: 'npx --no-install',
  pnpm: 'pnpm exec',
  yarn: 'yarn run',
  'yarn-berry': 'yarn run',
  bun: 'bunx --no-install',
};

export type Managed = {
  manager: NodeManager;
  lockFiles: string[];
  /** Whether a lock file of this very manager is here. */
  isLocked: boolean;
  why: string;
  notes: string[];
};

/** Undefined: nothing here says so. */
export function findManager(place: Place, manifest: PackageJson | undefined): Managed | undefined {
  const locks = LOCK_FILES.filter(([name]) => place.has(name));
  const lockFiles = present(
    place,
    locks.map(([name]) => name),
  );
  const named = /^(npm|pnpm|yarn|bun)@(\d+)?/.exec(manifest?.packageManager ?? '');
  const found = named?.[1] ?? locks[0]?.[1];
  if (found !== 'npm' && found !== 'pnpm' && found !== 'yarn' && found !== 'bun') return undefined;
  const managers = new Set(locks.map(([, manager]) => manager));
  const why =
    named === null
      ? `${lockFiles[0]} is there: ${found}`
      : `${place.path('package.json')} "packageManager": ${manifest?.packageManager}`;
  const manager = found === 'yarn' && isBerry(place, named?.[2]) ? 'yarn-berry' : found;
  return {
    manager,
    lockFiles,
    isLocked: managers.has(found),
    why,
    notes:
      managers.size > 1
        ? [`Lock files of ${[...managers].join(' and ')} in ${where(place)}: ${found} is used.`]
        : [],
  };
}

export function where({ directory }: Pick<Place, 'directory'>): string {
  return directory === '' ? 'the root' : directory;
}

function isBerry(place: Place, major: string | undefined): boolean {
  if (major !== undefined) return Number(major) >= 2;
  return place.has('.yarnrc.yml') || /^__metadata:/m.test(place.text('yarn.lock') ?? '');
}
