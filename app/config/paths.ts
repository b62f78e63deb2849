// Where files live on this machine. What another uid must reach never lies in the clone
// (a clone under a 0700 home cannot be read by it), so everything has a place of its own.
import { createHash } from 'node:crypto';
import { join } from 'node:path';

export type Paths = {
  /** Things that can be made again: copied binaries, bundles. */
  cache: string;
  /** Things that must survive a restart of the machine: the embedded database. */
  state: string;
  /** Sockets, locks, pid files. Short, because a unix socket path holds 107 bytes. */
  runtime: string;
};

export type PathFacts = {
  uid: number;
  home: string;
  temp: string;
  redgreenHome?: string | undefined;
  /** Wins over every other place for the cache: it may be shared where nothing else is. */
  redgreenCache?: string | undefined;
  xdgCacheHome?: string | undefined;
  xdgStateHome?: string | undefined;
  xdgRuntimeDir?: string | undefined;
};

/** Leaves room for `/postgres/.s.PGSQL.5432` and the like below the 107 bytes of a socket path. */
const LONGEST_RUNTIME_PATH = 60;

export function choosePaths(facts: PathFacts): Paths {
  const preferred = preferredPaths(facts);
  const paths = { ...preferred, cache: facts.redgreenCache ?? preferred.cache };
  if (Buffer.byteLength(paths.runtime) <= LONGEST_RUNTIME_PATH) return paths;
  const digest = createHash('sha256').update(paths.runtime).digest('hex').slice(0, 12);
  const name = `redgreen-${facts.uid}-${digest}`;
  const short = join(facts.temp, name);
  const isShort = Buffer.byteLength(short) <= LONGEST_RUNTIME_PATH;
  return { ...paths, runtime: isShort ? short : join('/tmp', name) };
}

function preferredPaths(facts: PathFacts): Paths {
  if (facts.redgreenHome !== undefined) {
    const home = facts.redgreenHome;
    return { cache: join(home, 'cache'), state: join(home, 'state'), runtime: join(home, 'run') };
  }
  if (facts.uid === 0) {
    return {
      cache: '/var/cache/redgreen',
      state: '/var/lib/redgreen',
      runtime: '/run/redgreen',
    };
  }
  return {
    cache: join(facts.xdgCacheHome ?? join(facts.home, '.cache'), 'redgreen'),
    state: join(facts.xdgStateHome ?? join(facts.home, '.local', 'state'), 'redgreen'),
    runtime:
      facts.xdgRuntimeDir === undefined
        ? join(facts.temp, `redgreen-${facts.uid}`)
        : join(facts.xdgRuntimeDir, 'redgreen'),
  };
}
