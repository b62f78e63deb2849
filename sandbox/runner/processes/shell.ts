// Runs commands with bash, each the leader of its own process group, and keeps the one thing that
// lasts from call to call: the working directory. Owns every group it started: `close` ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { type Capture, createCapture } from './capture.ts';
import { drain, type Ending, isGroupAlive, killGroup, waitForExit } from './process-group.ts';
import { createTaskList, type TaskList } from './task-list.ts';

export type Shell = {
  /** Waits for the command's end. */
  run(request: CommandRequest): Promise<CommandEnd>;
  /** Commands that nobody waits for. */
  readonly tasks: TaskList;
  /** Where the next command begins. */
  cwd(): string;
  /** Kills whatever earlier commands left running. */
  close(): void;
};

type CommandRequest = {
  command: string;
  timeoutMs: number;
  /** Of each stream; the rest is read and thrown away. */
  outputBytes: number;
  signal: AbortSignal;
};

type CommandEnd = Ending & {
  stdout: Capture;
  stderr: Capture;
  /** Set when the command had left the workspace, and the next one begins here again. */
  resetTo?: string;
};

type ShellOptions = {
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

export function createShell({ root, env, contains, cwd: first }: ShellOptions): Shell {
  const groups = new Set<number>();
  let cwd = first !== undefined && contains(first) ? first : root;
  const start = (words: readonly string[], pipes: readonly 'pipe'[]): ChildProcess => {
    // An earlier command may have removed the directory it ended in.
    if (cwd !== root && !isDirectory(cwd)) cwd = root;
    const stdio = ['ignore' as const, ...pipes];
    const child = spawn('bash', ['-c', ...words], { cwd, env, detached: true, stdio });
    // Without a listener, a child that cannot be started would end the runner.
    child.on('error', () => undefined);
    if (child.pid !== undefined) groups.add(child.pid);
    return child;
  };
  return {
    tasks: createTaskList((command) => start([command], ['pipe', 'pipe'])),
    async run(request) {
      const { command } = request;
      const child = staysHere(command)
        ? start([command], ['pipe', 'pipe'])
        : start([SCRIPT, 'bash', command], ['pipe', 'pipe', 'pipe']);
      const { end, directory } = await follow(child, request);
      for (const group of groups) if (!isGroupAlive(group)) groups.delete(group);
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

const PLAIN = /^([\w./=:@%+,-]+)(?: +(?:[\w./=:@%+,-]|'[^'\n]*')+)*$/;
/** Builtins that change the directory, or run what might. */
const MOVERS = /^(?:cd|pushd|popd|eval|source|\.|command|builtin|exec|[^=]+=.*)$/;

/** One plain command that cannot change the shell's own directory: nothing has to be told at its end. */
function staysHere(command: string): boolean {
  const name = PLAIN.exec(command)?.[1];
  return name !== undefined && !MOVERS.test(name);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type Followed = { end: CommandEnd; directory: string };

async function follow(child: ChildProcess, request: CommandRequest): Promise<Followed> {
  const { stdout: out, stderr: err } = child;
  const third = child.stdio?.[3];
  const place = third instanceof Readable ? [third] : [];
  if (!out || !err) throw new Error('bash did not start');
  const stdout = createCapture(out, request.outputBytes);
  const stderr = createCapture(err, request.outputBytes);
  const [directory] = place.map((pipe) => createCapture(pipe, 4_096));
  const ending = await waitForExit(child, request);
  await drain([out, err, ...place]);
  const end = { ...ending, stdout: stdout(), stderr: stderr() };
  const lines = directory?.().text.split('\n') ?? [];
  return { end, directory: lines[0] ?? '' };
}
