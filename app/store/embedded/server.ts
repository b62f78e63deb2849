// Starts the server so that it outlives us. Call only under the lock: two servers on one data
// directory are what everything here prevents.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../errors.ts';
import { createDeadline, type Deadline } from '../../machine/deadline.ts';
import { readLogFrom, sizeOf, toEmbeddedError } from './failure.ts';
import { ATTEMPT_MS, connectTo, joinServer, type Server } from './join.ts';
import { disarmStaleLocks, endOrphans, findPostmaster, PORT } from './postmaster.ts';
import { SERVER_ENV, type ServerUser, startAs } from './server-user.ts';

type ServerRequest = {
  binDirectory: string;
  dataDirectory: string;
  socketDirectory: string;
  logFile: string;
  major: number;
  user: ServerUser;
  onLost: (error: Error) => void;
};

const LARGEST_LOG_BYTES = 8 * 1024 * 1024;
const GIVE_UP_MS = 5_000;

/** Fails as soon as the server's process ends, with the last lines of its log. */
export async function startServer(request: ServerRequest, deadline: Deadline): Promise<Server> {
  for (;;) {
    deadline.check();
    await disarmStaleLocks(request.dataDirectory, request.socketDirectory);
    await rotateLog(request.logFile);
    const logStart = await sizeOf(request.logFile);
    const child = await spawnServer(request);
    const server = await waitUntilReady(child, request, deadline);
    // It can have ended because of one that a killed process had started a moment before.
    const other = server ?? (await joinServer(request, deadline));
    if (other !== undefined) return other;
    const output = await readLogFrom(request.logFile, logStart);
    if (!output.includes('pre-existing shared memory block'))
      throw await startError(request, output);
    await endOrphans(request.dataDirectory);
    await deadline.pause(ATTEMPT_MS);
  }
}

/** In a session of its own and writing to a file: nothing of it depends on this process. */
async function spawnServer(request: ServerRequest): Promise<ChildProcess> {
  const program = join(request.binDirectory, 'postgres');
  const { argv, ...identity } = startAs(request.user, [program, ...serverArguments(request)]);
  const [file, ...args] = argv;
  let log: number | undefined;
  try {
    log = openSync(request.logFile, 'a', 0o600);
    const stdio: ['ignore', number, number] = ['ignore', log, log];
    const child = spawn(file, args, {
      ...identity,
      cwd: '/',
      detached: true,
      env: SERVER_ENV,
      stdio,
    });
    child.unref();
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw await startError(request, String(error), error);
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

function serverArguments({ dataDirectory, socketDirectory, major }: ServerRequest): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '100',
    shared_buffers: '64MB',
    // Files of its own: logind removes an ordinary user's shared memory when he logs out.
    dynamic_shared_memory_type: 'mmap',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    logging_collector: 'off',
    // Its worker processes cost more memory than they save time at our size.
    ...(major >= 18 ? { io_method: 'sync' } : {}),
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // postmaster.ts recognises the server by these first two.
  return ['-D', dataDirectory, ...pairs];
}

/** Undefined when the server ended before it was ready. */
async function waitUntilReady(
  child: ChildProcess,
  request: ServerRequest,
  deadline: Deadline,
): Promise<Server | undefined> {
  let kind = 'absent';
  while (child.exitCode === null && child.signalCode === null) {
    if (deadline.signal.aborted) throw await giveUp(child, kind === 'unready', deadline);
    const outcome = await connectTo(request.socketDirectory, request);
    kind = outcome.kind;
    if (outcome.kind === 'ready') {
      const postmaster = await findPostmaster(request.dataDirectory);
      if (postmaster !== undefined) return { presence: outcome.presence, postmaster };
      await outcome.presence.end();
    }
    await deadline.pause(ATTEMPT_MS);
  }
  return undefined;
}

/** A server that is busy recovering goes on: the next start joins it instead of beginning anew. */
async function giveUp(child: ChildProcess, isRecovering: boolean, deadline: Deadline) {
  const fault = deadline.fault();
  if (fault.code === 'TIMEOUT' && isRecovering) {
    const problem = 'The embedded Postgres still recovers after a crash; it goes on, try again';
    return new AppError('TIMEOUT', { problem, cause: fault });
  }
  const patience = createDeadline('Stopping the server', { deadlineMs: GIVE_UP_MS });
  const ended = once(child, 'exit', { signal: patience.signal });
  child.kill('SIGINT');
  await ended.catch(() => child.kill('SIGKILL'));
  return fault;
}

async function rotateLog(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > LARGEST_LOG_BYTES) await rename(logFile, `${logFile}.previous`);
}

async function startError(request: ServerRequest, output: string, cause?: unknown) {
  const { dataDirectory, logFile } = request;
  const directory = dirname(dataDirectory);
  return await toEmbeddedError({ what: 'The server', directory, logFile, output, cause });
}
