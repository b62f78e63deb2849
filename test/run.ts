// `npm test`: one Postgres for all test files, then Node's own runner.
// Usage: node test/run.ts [FILE…] [-- further options of node --test]
import { spawn } from 'node:child_process';
import { chmod, glob, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from '../app/store/embedded/open.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const split = args.indexOf('--');
  const named = split === -1 ? args : args.slice(0, split);
  const options = split === -1 ? [] : args.slice(split + 1);
  const files = named.length > 0 ? named : await Array.fromAsync(glob('test/**/*.test.ts'));
  const directory = await mkdtemp('/tmp/redgreen-test-');
  await chmod(directory, 0o755);
  const cache = join(directory, 'cache');
  const postgres = await openEmbedded({
    paths: { cache, state: join(directory, 'state'), runtime: directory },
  });
  try {
    const postgresUrl = postgres.url('postgres');
    const shared = { postgresUrl, compiled: join(directory, 'compiled'), cache };
    return await runTests([...options, ...files.toSorted()], shared);
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
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
