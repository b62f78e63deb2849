// Finds the living local sandbox server of a runtime directory, or starts one that outlives its
// starter: a killed app finds its sandboxes alive. Stops it for who needs it no more.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../app/error-codes.ts';
import { AppError } from '../../app/errors.ts';
import { createDeadline, type WaitOptions } from '../../app/machine/deadline.ts';
import { parseJson } from '../protocol/parse-json.ts';
import { isAlive, nameOf } from './isolation/process-table.ts';
import { isPlaceTaken, type Lock, readLockFile } from './lock-file.ts';
import { ServerOptions, type ServerOptionsInput } from './options.ts';

type FindOptions = {
  server: ServerOptionsInput;
  /** For finding or starting together. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** What to run; unset: the source beside this file, by the Node that runs us. */
  entry?: { node: string; path: string };
};

/** What the driver needs; valid until the server ends, which it does when nobody needs it. */
export type ServerAddress = { url: string; apiKey: string; pid: number };

const DEADLINE_MS = 30_000;
const HEALTH_TIMEOUT_MS = 2_000;
const POLL_MS = 25;

/** Safe to call from several processes at once: all get the same server. */
export async function findOrStartServer(options: FindOptions): Promise<ServerAddress> {
  const server = checkOptions(options.server);
  const { deadlineMs = DEADLINE_MS, signal } = options;
  const deadline = createDeadline('finding or starting the sandbox server', { deadlineMs, signal });
  while (!deadline.signal.aborted) {
    const found = await findServer(server.runtimeDirectory);
    if (found !== undefined) return found;
    // When another process is starting one, ours steps back and we find the other's.
    const isTaken =
      (await isPlaceTaken(server.runtimeDirectory)) ||
      (await startServer(server, options, deadline.signal)) === 'taken';
    if (isTaken) await deadline.pause(POLL_MS);
  }
  throw deadline.fault();
}

/**
 * Ends the server and its sandboxes. `absent`: there was none. `lingers`: it has not ended by the
 * deadline, or the caller waits no longer.
 */
export async function stopServer(
  runtimeDirectory: string,
  options: WaitOptions,
): Promise<'absent' | 'ended' | 'lingers'> {
  const server = await findServer(runtimeDirectory);
  const name = server && nameOf(server.pid);
  if (name === undefined) return 'absent';
  process.kill(name.pid, 'SIGTERM');
  const deadline = createDeadline('the sandbox server', options);
  while (isAlive(name)) {
    if (deadline.signal.aborted) return 'lingers';
    await deadline.pause(POLL_MS);
  }
  return 'ended';
}

function checkOptions(given: ServerOptionsInput): ServerOptions {
  const parsed = ServerOptions.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('CONFIG_INVALID', {
    problem: 'The options of the local sandbox server are not valid.',
    details: {
      problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    },
  });
}

export async function findServer(runtimeDirectory: string): Promise<ServerAddress | undefined> {
  const lock = await readLockFile(runtimeDirectory);
  if (lock === undefined || !(await answers(lock))) return undefined;
  return { url: `http://127.0.0.1:${lock.port}`, apiKey: lock.apiKey, pid: lock.pid };
}

/** A server that makes sandboxes without some layers is nobody's to use. */
const Health = z.object({ pid: z.number(), without: z.undefined().optional() });

async function answers({ port, apiKey, pid }: Lock): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, {
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    return response.ok && Health.parse(await response.json()).pid === pid;
  } catch {
    return false;
  }
}

const Said = z.union([
  z.object({ ready: z.object({ pid: z.number() }) }),
  z.object({
    refused: z.object({
      code: z.custom<ErrorCode>((code) => typeof code === 'string' && code in ERRORS),
      problem: z.string().optional(),
      hint: z.string().optional(),
      details: z.record(z.string(), z.unknown()),
    }),
  }),
]);

async function startServer(
  server: ServerOptions,
  { entry }: FindOptions,
  signal: AbortSignal,
): Promise<'ready' | 'taken'> {
  if ((await mkdir(server.runtimeDirectory, { recursive: true })) !== undefined) {
    await chmod(server.runtimeDirectory, 0o711);
  }
  const log = openLog(join(server.runtimeDirectory, 'sandboxd.log'));
  const main = entry?.path ?? fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(
    entry?.node ?? process.execPath,
    ['--disable-warning=ExperimentalWarning', main],
    { cwd: '/', detached: true, env: {}, stdio: ['pipe', 'pipe', log] },
  );
  closeSync(log);
  if (child.stdin === null || child.stdout === null) throw new Error('a pipe was not made');
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(server));
  const onAbort = () => child.kill('SIGTERM');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const line = await firstLine(child.stdout, once(child, 'close'));
    return understand(line, server.runtimeDirectory);
  } finally {
    signal.removeEventListener('abort', onAbort);
    child.stdout.destroy();
    child.unref();
  }
}

const LARGEST_LOG_BYTES = 5 * 1024 * 1024;

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > LARGEST_LOG_BYTES ? 'w' : 'a', 0o600);
}

async function firstLine(
  stream: NodeJS.ReadableStream,
  exited: Promise<unknown>,
): Promise<string | undefined> {
  const lines = createInterface({ input: stream });
  try {
    const line = once(lines, 'line').then(([text]) => String(text));
    const nothing = exited.then(() => undefined);
    return await Promise.race([line, nothing]);
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}

function understand(line: string | undefined, runtimeDirectory: string): 'ready' | 'taken' {
  const said = Said.safeParse(parseJson(line ?? ''));
  if (!said.success) {
    throw new AppError('SANDBOX_SERVER_FAILED', {
      problem: 'The local sandbox server ended before it was ready.',
      details: { runtimeDirectory },
    });
  }
  if ('ready' in said.data) return 'ready';
  const { code, problem, hint, details } = said.data.refused;
  if (details['isTaken'] === true) return 'taken';
  throw new AppError(code, { problem, details, hint });
}
