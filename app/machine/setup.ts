// Brings a machine to where tests, demo and jobs can run: system programs, and copies of what
// another uid must reach. Cheap when nothing is missing. Never installs anything in production.

import { AppError, isAppError } from '../errors.ts';
import { ensureCached } from './cache.ts';
import type { WaitOptions } from './deadline.ts';
import { withLock } from './kernel-lock.ts';
import type { ProcessResult } from './run-process.ts';

export type SetupOptions = {
  cache: string;
  isProduction: boolean;
  uid: number;
  /** Runs a program found in SYSTEM_PATH. */
  run: (argv: readonly [string, ...string[]], wait: WaitOptions) => Promise<ProcessResult>;
  say: (line: string) => void;
  /** Copies PostgreSQL's programs; throws EMBEDDED_POSTGRES_UNAVAILABLE when there are none. */
  cachePostgres: (place: { cache: string; signal?: AbortSignal | undefined }) => Promise<string>;
  signal?: AbortSignal | undefined;
};

type SetupResult = {
  /** The copy of this Node. */
  node: string;
  /** PostgreSQL's programs; undefined when there are none, which only DATABASE_URL makes good. */
  postgresBin: string | undefined;
};

/** Where a sandbox sees programs too: not in the shims of somebody's home. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Throws TOOL_MISSING with the exact line to run when it may not install. Idempotent. */
export async function setup(options: SetupOptions): Promise<SetupResult> {
  const { cache, signal } = options;
  const missing = await findMissing(options);
  if (missing.length > 0) await provide(missing, options);
  const source = process.execPath;
  const node = { cache, name: 'node', version: process.version, source, signal };
  return { node: await ensureCached(node), postgresBin: await copyPostgres(options) };
}

type Tool = { program: string; packageName: string };

const TOOLS: readonly Tool[] = [
  { program: 'bwrap', packageName: 'bubblewrap' },
  { program: 'git', packageName: 'git' },
  { program: 'python3', packageName: 'python3' },
];

const PROBE_MS = 10_000;
const INSTALL_MS = 600_000;

async function findMissing({ run, signal }: SetupOptions): Promise<Tool[]> {
  const found = await Promise.all(
    TOOLS.map(async ({ program }) => {
      const { exitCode } = await run([program, '--version'], { deadlineMs: PROBE_MS, signal });
      return exitCode === 0;
    }),
  );
  return TOOLS.filter((_, index) => found[index] === false);
}

async function provide(missing: readonly Tool[], options: SetupOptions): Promise<void> {
  const prefix = options.isProduction ? undefined : await findRights(options);
  if (prefix === undefined) throw toolMissing(missing, options);
  const wait = { deadlineMs: INSTALL_MS, signal: options.signal };
  await withLock('setup of system packages', wait, async () => {
    // Another setup may have done it while this one waited.
    const still = await findMissing(options);
    if (still.length === 0) return;
    options.say(`Installing ${namesOf(still)} with apt-get (once).`);
    await install(still, prefix, options);
  });
}

/** What to put before apt-get; undefined when it is not there or not permitted. */
async function findRights({ run, signal, uid }: SetupOptions): Promise<string[] | undefined> {
  const wait = { deadlineMs: PROBE_MS, signal };
  if ((await run(['apt-get', '--version'], wait)).exitCode !== 0) return undefined;
  if (uid === 0) return [];
  return (await run(['sudo', '-n', 'true'], wait)).exitCode === 0 ? ['sudo', '-n'] : undefined;
}

async function install(missing: readonly Tool[], prefix: string[], options: SetupOptions) {
  const wait = { deadlineMs: INSTALL_MS, signal: options.signal };
  const aptGet = async (...args: string[]) => {
    const [first, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    // Waits for an unattended upgrade, which new machines begin with.
    const lock = ['-o', 'DPkg::Lock::Timeout=300'];
    return await options.run([first ?? 'env', ...rest, ...lock, ...args], wait);
  };
  // One broken foreign source fails the update; whether that matters shows in the installation.
  await aptGet('update');
  const packages = missing.map(({ packageName }) => packageName);
  const result = await aptGet('install', '-y', '--no-install-recommends', ...packages);
  const still = await findMissing(options);
  if (still.length === 0) return;
  throw toolMissing(still, options, result.output.trim().split('\n').slice(-5));
}

function toolMissing(missing: readonly Tool[], options: SetupOptions, said?: string[]): AppError {
  const names = namesOf(missing);
  const sudo = options.uid === 0 ? '' : 'sudo ';
  const line = `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${names}`;
  const isSeveral = missing.length > 1;
  const refusal = options.isProduction ? ' (nothing is installed in production)' : '';
  return new AppError('TOOL_MISSING', {
    problem: `${names} ${isSeveral ? 'are' : 'is'} missing${refusal}. Run: ${line}`,
    details: { missing: missing.map(({ program }) => program), ...(said && { aptGetSaid: said }) },
  });
}

function namesOf(tools: readonly Tool[]): string {
  return tools.map(({ packageName }) => packageName).join(' ');
}

async function copyPostgres({ cachePostgres, cache, say, signal }: SetupOptions) {
  try {
    return await cachePostgres({ cache, signal });
  } catch (error) {
    // With DATABASE_URL none is needed; without it, opening the database says the same again.
    if (!isAppError(error, 'EMBEDDED_POSTGRES_UNAVAILABLE')) throw error;
    say(`${error.message}; set DATABASE_URL to use another.`);
    return undefined;
  }
}
