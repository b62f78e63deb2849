// Runs git as a child process: arguments as a list, no shell, no configuration of the machine or
// its user, a deadline on every run.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AppError } from '../../errors.ts';
import { createDeadline } from '../../machine/deadline.ts';

export const DEADLINE_MS = 30_000;
export const LARGEST_OUTPUT = 64 * 1024 * 1024;
const LARGEST_COMPLAINT = 10_000;

type GitResult = { code: number; stdout: Buffer; stderr: string };
type RunOptions = {
  input?: string | Buffer;
  env?: Readonly<Record<string, string>>;
  /** Exit codes that are answers. Anything else throws INTERNAL_ERROR. */
  codes?: readonly number[];
};
export type RunGit = (args: readonly string[], options?: RunOptions) => Promise<GitResult>;

/** `path` is the PATH on which git is found; `home` an empty directory. */
export type GitMachine = { path: string; home: string };

/** Throws TIMEOUT at the deadline and CANCELLED when `signal` fires; git is killed first. */
export function createRunGit(machine: GitMachine, signal: AbortSignal): RunGit {
  return async (args, options = {}) => {
    const deadline = createDeadline('git', { deadlineMs: DEADLINE_MS, signal });
    deadline.check();
    const child = spawn('git', [...args], {
      env: { ...gitEnvironment(machine), ...options.env },
      stdio: 'pipe',
      killSignal: 'SIGKILL',
      signal: deadline.signal,
    });
    const result = await collect(child, options.input ?? '').catch((cause: unknown) => {
      throw deadline.signal.aborted ? deadline.fault() : cause;
    });
    if ((options.codes ?? [0]).includes(result.code)) return result;
    throw new AppError('INTERNAL_ERROR', {
      problem: 'git failed',
      details: { args: args.join(' '), code: result.code, stderr: result.stderr.slice(0, 2000) },
    });
  };
}

/** What every git of the forge sees; nothing is inherited. */
export function gitEnvironment(machine: GitMachine): Record<string, string> {
  return {
    PATH: machine.path,
    HOME: machine.home,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

async function collect(
  child: ChildProcessWithoutNullStreams,
  input: string | Buffer,
): Promise<GitResult> {
  const stdout: Buffer[] = [];
  let stderr = '';
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LARGEST_OUTPUT) child.kill('SIGKILL');
    else stdout.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (stderr.length < LARGEST_COMPLAINT) stderr += chunk;
  });
  // Git may end before it has read everything; the exit code says what that meant.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number>((resolve, reject) => {
    // An error is kept until the process is really gone, unless it never began.
    let problem: Error | undefined;
    child.once('error', (error) => {
      problem = error;
      if (child.pid === undefined) reject(error);
    });
    child.once('close', (exit) => {
      if (problem === undefined) resolve(exit ?? -1);
      else reject(problem);
    });
  });
  return { code, stdout: Buffer.concat(stdout), stderr };
}

/** Runs git and gives its output as text, without the last line break. */
export async function gitText(
  run: RunGit,
  args: readonly string[],
  options?: RunOptions,
): Promise<string> {
  return (await run(args, options)).stdout.toString('utf8').trimEnd();
}

export function nulSeparated(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '');
}
