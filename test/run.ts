// `npm test` and `npm run test:long`: one Postgres for all test files, then Node's own runner. A
// file that is long says so in its name (NAME.long.test.ts); a file that is named runs anyway.
// Usage: node test/run.ts [--long] [FILE…] [-- further options of node --test]
import { spawn } from 'node:child_process';
import { chmod, glob, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../app/store/database/connection.ts';
import { openEmbedded } from '../app/store/embedded/open.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const split = args.indexOf('--');
  const words = split === -1 ? args : args.slice(0, split);
  const options = split === -1 ? [] : args.slice(split + 1);
  const named = words.filter((word) => word !== '--long');
  const files = named.length > 0 ? named : await filesOf({ isLong: words.includes('--long') });
  const directory = await mkdtemp('/tmp/redgreen-test-');
  await chmod(directory, 0o755);
  const cache = join(directory, 'cache');
  const postgres = await openEmbedded({
    paths: { cache, state: join(directory, 'state'), runtime: directory },
  });
  try {
    const postgresUrl = postgres.url('postgres');
    await commitLazily(postgresUrl);
    const shared = { postgresUrl, compiled: join(directory, 'compiled'), cache };
    return await runTests([...options, ...files], shared);
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Whole stories first: they take longest, and the last one to begin is the last one to end. */
async function filesOf({ isLong }: { isLong: boolean }): Promise<string[]> {
  const all = await Array.fromAsync(glob('test/**/*.test.ts'));
  const files = all.filter((path) => path.endsWith('.long.test.ts') === isLong).toSorted();
  const isStory = (path: string) => path.startsWith('test/e2e/');
  return [...files.filter(isStory), ...files.filter((path) => !isStory(path))];
}

/** Nobody needs these databases after a crash; tests about that have servers of their own. */
async function commitLazily(url: string): Promise<void> {
  const limits = { connectMs: 10_000, statementMs: 10_000, lockMs: 10_000 };
  const client = createClient(url, { applicationName: 'redgreen-test', ...limits });
  await client.connect();
  await client.query('alter role current_user set synchronous_commit = off');
  await client.end();
}

type Shared = {
  postgresUrl: string;
  /** What one test file has compiled, the next need not. */
  compiled: string;
  /** Of copied programs, for whoever is not about making them. */
  cache: string;
};

async function runTests(args: string[], { postgresUrl, compiled, cache }: Shared): Promise<number> {
  const child = spawn(process.execPath, ['--test', '--test-concurrency=4', ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      REDGREEN_TEST_POSTGRES: postgresUrl,
      NODE_COMPILE_CACHE: compiled,
      REDGREEN_CACHE: cache,
    },
  });
  // The runner gets the signal too; wait for it so that Postgres is stopped last.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
