// Runs one program to its end and returns what it said. Arguments go to the kernel as they are,
// never through a shell; the environment is exactly what the caller gives.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { AppError } from '../errors.ts';
import { createDeadline, type Deadline, type WaitOptions } from './deadline.ts';

type ProcessOptions = WaitOptions & {
  env: Readonly<Record<string, string | undefined>>;
  /** Another user to run as; needs root. Supplementary groups are dropped. */
  uid?: number;
  gid?: number;
};

export type ProcessResult = {
  /** 127: no such program; 126: it may not be started; 128 + n: ended by signal n. */
  exitCode: number;
  /** Standard output and error as they came, the last 64 KB. */
  output: string;
};

const OUTPUT_LIMIT = 64 * 1024;

/**
 * Does not throw for a program that fails: read the exit code. Throws TIMEOUT or CANCELLED after
 * killing the whole process group.
 */
export async function runProcess(
  argv: readonly [string, ...string[]],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const [program, ...args] = argv;
  const deadline = createDeadline(`The program ${program}`, options);
  deadline.check();
  try {
    return await waitForEnd(spawnProcess(program, args, options), program, deadline);
  } catch (error) {
    // Node reports some refusals of the kernel (EPERM, EINVAL for a uid) by throwing.
    if (error instanceof AppError) throw error;
    return { exitCode: 126, output: `${program}: ${String(error)}\n` };
  }
}

function spawnProcess(program: string, args: string[], options: ProcessOptions): ChildProcess {
  return spawn(program, args, {
    cwd: '/',
    detached: true,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
}

async function waitForEnd(
  child: ChildProcess,
  program: string,
  deadline: Deadline,
): Promise<ProcessResult> {
  let output = '';
  const collect = (text: string) => {
    output = (output + text).slice(-OUTPUT_LIMIT);
  };
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  return await new Promise((resolve, reject) => {
    const onAbort = () => {
      killGroup(child);
      reject(deadline.fault());
    };
    const settle = (exitCode: number) => {
      deadline.signal.removeEventListener('abort', onAbort);
      resolve({ exitCode, output });
    };
    deadline.signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      collect(`${program}: ${isMissing ? 'no such program' : error.message}\n`);
      settle(isMissing ? 127 : 126);
    });
    child.once('close', (code, signal) => settle(code ?? signalExitCode(signal)));
  });
}

function signalExitCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : (constants.signals[signal] ?? 0));
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Already gone, or it became another user's (sudo): then it is not ours to end.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}
