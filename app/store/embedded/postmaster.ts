// The running server as the operating system knows it: found through postmaster.pid, told apart
// from a stranger that got its number, signalled, waited for. Talks to no socket.
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Deadline } from '../../machine/deadline.ts';
import { errorCode } from '../../machine/directories.ts';

export type Postmaster = {
  pid: number;
  /** Since when it runs, in the kernel's ticks: with the pid it names one process for ever. */
  startTime: string;
  dataDirectory: string;
  binDirectory: string;
  /** Where its socket is: its starter may have had another runtime directory than we. */
  socketDirectory: string;
};

export const PORT = 5432;
const POLL_MS = 10;
/** Field 22 of /proc/PID/stat, counted from the third. */
const STAT_START_TIME = 19;
/** No process has this number, and PostgreSQL reads it as one that is gone. */
const NOBODYS_PID = 2_147_483_647;

/** The living server of that data directory, whether it already answers or not. */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const lines = await readLines(join(dataDirectory, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  const startTime = await readStartTime(pid);
  const program = await readProgram(pid, dataDirectory);
  if (startTime === undefined || program === undefined) return undefined;
  const socketDirectory = lines[4] ?? '';
  return { pid, startTime, dataDirectory, binDirectory: dirname(program), socketDirectory };
}

export async function isReady({ dataDirectory }: Postmaster): Promise<boolean> {
  const lines = await readLines(join(dataDirectory, 'postmaster.pid'));
  return lines[7]?.trim() === 'ready';
}

export async function isRunning({ pid, startTime }: Postmaster): Promise<boolean> {
  return (await readStartTime(pid)) === startTime;
}

/**
 * Ends the server: clients are disconnected, everything is written. If it has not ended by the
 * deadline it is told to quit at once, which loses nothing but the time of a recovery.
 */
export async function stopPostmaster(postmaster: Postmaster, deadline: Deadline): Promise<void> {
  signalProcess(postmaster.pid, 'SIGINT');
  await waitForExit(postmaster, deadline);
  if (!deadline.signal.aborted || !(await isRunning(postmaster))) return;
  const fault = deadline.fault();
  if (fault.code === 'TIMEOUT') signalProcess(postmaster.pid, 'SIGQUIT');
  throw fault;
}

/**
 * Makes lock files of a server that is gone harmless. PostgreSQL takes any living process of its
 * own user with the old number for a running server, as after a restart of a container. The rest
 * of postmaster.pid stays: it lets PostgreSQL notice backends that outlived their server.
 */
export async function disarmStaleLocks(dataDirectory: string, socketDirectory: string) {
  const file = join(dataDirectory, 'postmaster.pid');
  const [first, ...rest] = await readLines(file);
  if ((await readProgram(Number(first), dataDirectory)) !== undefined) return;
  if (Number(first) > 1) {
    // In place, so that it keeps its owner; the number is as long as any other, so nothing is left.
    await writeFile(file, [NOBODYS_PID, ...rest].join('\n'), { flag: 'r+' });
  } else {
    await rm(file, { force: true });
  }
  const socket = join(socketDirectory, `.s.PGSQL.${PORT}`);
  const [socketOwner] = await readLines(`${socket}.lock`);
  if (socketOwner !== undefined && !(await isPostgres(Number(socketOwner)))) {
    await rm(`${socket}.lock`, { force: true });
    await rm(socket, { force: true });
  }
}

/** Backends that are still busy after their server was killed keep a new one from starting. */
export async function endOrphans(dataDirectory: string): Promise<void> {
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (directory !== dataDirectory || !(await isPostgres(pid))) continue;
    signalProcess(pid, 'SIGQUIT');
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function waitForExit(postmaster: Postmaster, deadline: Deadline): Promise<void> {
  while (!deadline.signal.aborted && (await isRunning(postmaster))) await deadline.pause(POLL_MS);
}

/** Undefined for a process that has ended, also while its parent has not yet taken note. */
async function readStartTime(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold anything; what is counted comes after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[STAT_START_TIME];
}

/** Path of the program if that process is the server of that directory. */
async function readProgram(pid: number, dataDirectory: string): Promise<string | undefined> {
  const argv = await readArguments(pid);
  const [program] = argv;
  if (program === undefined || basename(program) !== 'postgres') return undefined;
  return argv[1] === '-D' && argv[2] === dataDirectory ? program : undefined;
}

async function isPostgres(pid: number): Promise<boolean> {
  const [program = ''] = await readArguments(pid);
  return basename(program) === 'postgres' || program.startsWith('postgres: ');
}

async function readArguments(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\0');
}

async function readLines(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return text === '' ? [] : text.split('\n');
}
