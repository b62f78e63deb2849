// Places for embedded servers under test: directly below /tmp and open to every uid, with one
// cache per test file. At the end every server is stopped and everything is removed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { Paths } from '../../app/config/paths.ts';
import { stopEmbedded } from '../../app/store/embedded/reset.ts';

const CHILD = join(import.meta.dirname, 'embedded-child.ts');

export type Homes = AsyncDisposable & {
  directory: string;
  /** A new place, or the one with that name. */
  home(name: string): Paths;
};

export async function makeHomes(): Promise<Homes> {
  const directory = await mkdtemp('/tmp/rg-embedded-');
  await chmod(directory, 0o755);
  const used = new Map<string, Paths>();
  return {
    directory,
    home(name) {
      const cache = join(directory, 'cache');
      const at = { cache, state: join(directory, name, 's'), runtime: join(directory, name, 'r') };
      used.set(name, at);
      return at;
    },
    async [Symbol.asyncDispose]() {
      for (const paths of used.values()) {
        await stopEmbedded({ paths, force: true }).catch(() => undefined);
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Opener = AsyncDisposable & {
  child: ChildProcess;
  /** What it said once it had opened (or failed). */
  opened: Promise<Record<string, unknown>>;
  /** Tells it what to do and waits for its end. */
  tell(line: 'close' | 'leave'): Promise<void>;
  kill(): Promise<void>;
};

/** Another process that opens the same place; killed at the end of the scope if it still runs. */
export function openElsewhere(paths: Paths, prefix: string[] = []): Opener {
  const node = [process.execPath, CHILD, paths.cache, paths.state, paths.runtime];
  const [program = '', ...args] = [...prefix, ...node];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    child,
    opened: firstLine(child),
    async tell(line) {
      child.stdin?.write(`${line}\n`);
      await ended;
    },
    kill,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await kill();
    },
  };
}

async function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  if (child.stdout === null) return {};
  for await (const line of createInterface({ input: child.stdout })) {
    const said: unknown = JSON.parse(line);
    return typeof said === 'object' && said !== null ? { ...said } : {};
  }
  return {};
}

/** Runs one statement on a connection of its own. */
export async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

export function postmasterPid(dataDirectory: string): number {
  return Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A zombie has ended. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export async function until(condition: () => boolean, deadlineMs = 5_000): Promise<void> {
  const signal = AbortSignal.timeout(deadlineMs);
  while (!condition()) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function makeDirectory(path: string, mode: number): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
  return path;
}
