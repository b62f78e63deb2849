// Runs commands with bash, each the leader of its own process group, and keeps the one thing that
// lasts from call to call: the working directory. Owns every group it started: `close` ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { type Capture, createCapture } from './capture.ts';

export type Shell = {
  run(request: CommandRequest): Promise<CommandEnd>;
  /** Where the next command begins. */
  cwd(): string;
  /** Kills whatever earlier commands left running. */
  close(): void;
};

export type CommandRequest = {
  command: string;
  timeoutMs: number;
  /** Of each stream; the rest is read and thrown away. */
  outputBytes: number;
  signal: AbortSignal;
};

export type CommandEnd = {
  how: 'exit' | 'timeout' | 'cancelled';
  /** 128 + n when signal n ended it. */
  exitCode: number;
  /** Why it could not be started. */
  failure?: string;
  stdout: Capture;
  stderr: Capture;
  /** Set when the command had left the workspace, and the next one begins here again. */
  resetTo?: string;
};

export type ShellOptions = {
  root: string;
  env: Readonly<Record<string, string>>;
  contains(path: string): boolean;
  /** Where the first command begins, if it is in the workspace; else at its root. */
  cwd?: string | undefined;
};

/**
 * The directory at the end comes through descriptor 3, which the command itself does not get, so
 * that nothing it leaves running holds it.
 */
const SCRIPT = `trap '{ pwd -P >&3; } 2>/dev/null' EXIT
eval "$1" 3>&-`;
/** A process left running may hold the pipes; what is in them comes within this silence. */
const QUIET_MS = 50;
const MAX_DRAIN_MS = 1_000;

export function createShell({ root, env, contains, cwd: first }: ShellOptions): Shell {
  const groups = new Set<number>();
  let cwd = first !== undefined && contains(first) ? first : root;
  return {
    async run(request) {
      // An earlier command may have removed the directory it ended in.
      if (!(await isDirectory(cwd))) cwd = root;
      const child = spawn('bash', ['-c', SCRIPT, 'bash', request.command], {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      });
      if (child.pid !== undefined) groups.add(child.pid);
      const { end, directory } = await follow(child, request);
      if (child.pid !== undefined && !isAlive(child.pid)) groups.delete(child.pid);
      const isOutside = directory !== '' && !contains(directory);
      if (directory !== '') cwd = isOutside ? root : directory;
      return isOutside ? { ...end, resetTo: root } : end;
    },
    cwd: () => cwd,
    close() {
      for (const group of groups) killGroup(group);
      groups.clear();
    },
  };
}

async function isDirectory(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true;
}

type Followed = { end: CommandEnd; directory: string };

async function follow(child: ChildProcess, request: CommandRequest): Promise<Followed> {
  const [out, err, place] = [child.stdout, child.stderr, child.stdio[3]].map(asReadable);
  if (out === undefined || err === undefined || place === undefined) throw new Error('no pipes');
  const stdout = createCapture(out, request.outputBytes);
  const stderr = createCapture(err, request.outputBytes);
  const directory = createCapture(place, 4_096);
  const ending = await waitForExit(child, request);
  await drain([out, err, place]);
  const end = { ...ending, stdout: stdout(), stderr: stderr() };
  const lines = directory().text.split('\n');
  return { end, directory: lines[0] ?? '' };
}

function asReadable(stream: Readable | Writable | null | undefined): Readable | undefined {
  return stream instanceof Readable ? stream : undefined;
}

type Ending = Pick<CommandEnd, 'how' | 'exitCode' | 'failure'>;

async function waitForExit(child: ChildProcess, request: CommandRequest): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const stop = (how: 'timeout' | 'cancelled') => {
    if (child.pid !== undefined) killGroup(child.pid);
    resolve({ how, exitCode: 137 });
  };
  const onAbort = () => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), request.timeoutMs);
  request.signal.addEventListener('abort', onAbort, { once: true });
  if (request.signal.aborted) onAbort();
  child.once('error', (error) => resolve({ how: 'exit', exitCode: 126, failure: error.message }));
  child.once('exit', (code, signal) => {
    resolve({ how: 'exit', exitCode: code ?? 128 + signalNumber(signal) });
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', onAbort);
  }
}

/** Until all pipes are closed, or nothing came for a while. */
async function drain(pipes: readonly Readable[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let quiet = setTimeout(resolve, QUIET_MS);
  const longest = setTimeout(resolve, MAX_DRAIN_MS);
  const onData = () => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, QUIET_MS);
  };
  const onClose = () => {
    if (pipes.every((pipe) => pipe.closed)) resolve();
  };
  for (const pipe of pipes) pipe.on('data', onData).once('close', onClose);
  onClose();
  await promise;
  clearTimeout(quiet);
  clearTimeout(longest);
  for (const pipe of pipes) pipe.off('data', onData).off('close', onClose);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : (constants.signals[signal] ?? 0);
}
