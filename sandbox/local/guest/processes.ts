// Starts the commands of a sandbox, each the leader of its own session and process group, and
// passes their streams on. Ends a group whole; must not outlive the server's channel.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, GuestError } from './channel.ts';
import { booleanOf, recordOf, stringOf, stringsOf } from './options.ts';

export type Processes = {
  start(stream: number, options: Record<string, unknown>): void;
  input(stream: number, options: Record<string, unknown>, body: Buffer): void;
  closeStdin(options: Record<string, unknown>): object;
  signal(options: Record<string, unknown>): object;
  /** Tells what needs no process to last, for the server to compare, and how far they are numbered. */
  killEverything(): Promise<object>;
};

/**
 * Output may still be in the pipe when a command has ended. When a daemon of its group holds the
 * pipe open, nothing more comes: after this much silence the group is killed and the end told.
 */
const SILENCE_AFTER_EXIT_MS = 250;
const FREEZE_DEADLINE_MS = 5_000;
/** Above the agent's own, so that the kernel kills a command before it kills the agent. */
const COMMAND_OOM_SCORE = '500';

export function createProcesses(channel: Channel): Processes {
  const children = new Map<number, ChildProcess>();
  let hasStarted = false;
  const find = (options: Record<string, unknown>): ChildProcess => {
    const child = children.get(Number(options['pid']));
    if (child === undefined) throw new GuestError('not_found', 'no such process');
    return child;
  };
  return {
    start(stream, options) {
      hasStarted = true;
      start({ channel, children }, stream, options);
    },
    input(stream, options, body) {
      const { stdin } = find(options);
      if (stdin === null || !stdin.writable) {
        throw new GuestError('failed_precondition', 'standard input is closed');
      }
      stdin.write(body, (error) => {
        if (error) channel.refuse(stream, new GuestError('failed_precondition', error.message));
        else channel.reply(stream, {});
      });
    },
    closeStdin(options) {
      find(options).stdin?.end();
      return {};
    },
    signal(options) {
      const { pid } = find(options);
      killGroup(pid, stringOf(options, 'signal') === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
      return {};
    },
    async killEverything() {
      if (hasStarted) await killOthers();
      const lastPid = Number(readFileSync('/proc/loadavg', 'utf8').trim().split(' ').at(-1));
      return { kept: describeKept(), lastPid };
    },
  };
}

type StartParts = { channel: Channel; children: Map<number, ChildProcess> };

function start(
  { channel, children }: StartParts,
  stream: number,
  options: Record<string, unknown>,
): void {
  const child = spawnCommand(options);
  child.on('error', (error) => {
    if (child.pid === undefined) channel.refuse(stream, error);
  });
  child.once('spawn', () => {
    const pid = child.pid ?? 0;
    children.set(pid, child);
    channel.reply(stream, { pid });
    passOn({ channel, stream, child, forget: () => children.delete(pid) });
  });
}

function spawnCommand(options: Record<string, unknown>): ChildProcess {
  const [command, ...args] = stringsOf(options, 'argv');
  const cwd = stringOf(options, 'cwd');
  if (command === undefined) throw new GuestError('invalid_argument', 'no command');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new GuestError('invalid_argument', `cwd '${cwd}' does not exist`);
  }
  const child = spawn(command, args, {
    cwd,
    env: recordOf(options, 'env'),
    detached: true,
    stdio: [booleanOf(options, 'stdin') ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => undefined);
  preferForOom(child.pid);
  return child;
}

function preferForOom(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, COMMAND_OOM_SCORE);
  } catch {
    // It has ended, or its memory is sealed (the runner): then it keeps the agent's score.
  }
}

type Running = { channel: Channel; stream: number; child: ChildProcess; forget: () => void };

function passOn({ channel, stream, child, forget }: Running): void {
  const pipes = [child.stdout, child.stderr].filter((pipe) => pipe !== null);
  let exit: { exitCode: number; signal: string } | undefined;
  let silence: NodeJS.Timeout | undefined;
  let isEnded = false;
  const end = () => {
    if (isEnded || exit === undefined) return;
    isEnded = true;
    clearTimeout(silence);
    // What it left in its group goes with it, also when nothing of it holds a pipe any more.
    killGroup(child.pid, 'SIGKILL');
    forget();
    for (const pipe of pipes) pipe.destroy();
    channel.end(stream, exit);
  };
  const listen = () => {
    clearTimeout(silence);
    if (exit === undefined || isEnded || pipes.some((pipe) => pipe.isPaused())) return;
    silence = setTimeout(() => {
      killGroup(child.pid, 'SIGKILL');
      silence = setTimeout(end, SILENCE_AFTER_EXIT_MS);
    }, SILENCE_AFTER_EXIT_MS);
  };
  const forward = (tag: 'stdout' | 'stderr') => (bytes: Buffer) => {
    if (!channel.send(stream, tag, bytes)) for (const pipe of pipes) pipe.pause();
    listen();
  };
  channel.onCredit(stream, () => {
    resume(pipes);
    listen();
  });
  child.stdout?.on('data', forward('stdout'));
  child.stderr?.on('data', forward('stderr'));
  child.once('exit', (code, signal) => {
    exit = { exitCode: code ?? -1, signal: signal ?? '' };
    listen();
  });
  child.once('close', end);
}

function resume(pipes: readonly Readable[]): void {
  for (const pipe of pipes) if (pipe.isPaused()) pipe.resume();
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended already.
  }
}

/** Every process but the reaper and this one, also those that left their group. */
async function killOthers(): Promise<void> {
  // Without a process namespace of its own "every process" would be the machine's.
  if (process.ppid !== 1) throw new GuestError('internal', 'the first process is not the reaper');
  const deadline = Date.now() + FREEZE_DEADLINE_MS;
  while (otherPids().length > 0) {
    if (Date.now() > deadline) {
      throw new GuestError('internal', `processes ${otherPids().join(', ')} do not end`);
    }
    try {
      process.kill(-1, 'SIGKILL');
    } catch {
      // Nobody is left.
    }
    await sleep(5);
  }
}

/** Of the kernel, and of the two processes from which all others inherit. */
const KEPT = [
  // System V's; the other kind of message queue is refused to a sandbox.
  ...['msg', 'sem', 'shm'].map((kind) => `/proc/sysvipc/${kind}`),
  ...['dev', 'snmp'].map((kind) => `/proc/net/${kind}`),
  ...['self', '1'].flatMap((pid) => [`/proc/${pid}/limits`, `/proc/${pid}/oom_score_adj`]),
];

function describeKept(): string {
  const terminals = ['/dev/pts', '/dev/pts/ptmx'].map((path) => {
    const { mode, uid, gid, mtimeMs, ctimeMs } = statSync(path);
    return [path, mode, uid, gid, mtimeMs, ctimeMs].join(' ');
  });
  const texts = KEPT.map((path) => readFileSync(path, 'utf8'));
  return [...texts, ...terminals, ...['self', '1'].map(schedulingOf)].join('\n');
}

/** Niceness, real-time priority and policy; and the processors it may use. */
function schedulingOf(pid: string): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const processors = /^Cpus_allowed:.*$/m.exec(status)?.[0];
  return [fields[16], fields[37], fields[38], processors].join(' ');
}

function otherPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== 1 && pid !== process.pid);
}
