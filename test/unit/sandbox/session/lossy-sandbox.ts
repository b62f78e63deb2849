// A sandbox that keeps processes on this machine, without isolation, and whose pipes lose, double,
// cut and soil what goes through them, by a seeded generator. Implements the driver port as far as
// a session uses it.
import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '../../../../app/errors.ts';
import {
  type ListenOptions,
  type ProcessEnd,
  type ProcessHandle,
  type Sandbox,
  type StartOptions,
} from '../../../../sandbox/driver/port.ts';

/** Chances for each piece of text, from 0 to 1. */
export type Losses = { seed: number; drop: number; double: number; cut: number; soil: number };

type Running = {
  child: ChildProcess;
  listeners: Set<Listener>;
  exit: Promise<Extract<ProcessEnd, { kind: 'exit' }>>;
  isEnded: boolean;
};
type Listener = { listen: ListenOptions; bytes: number; end: (end: ProcessEnd) => void };

export class LossySandbox {
  readonly #processes = new Map<number, Running>();
  readonly #mangle: (text: string) => string;
  readonly sandbox: Sandbox;
  connects = 0;
  /** Written to standard input, before losses. */
  written = '';

  constructor(losses?: Losses) {
    this.#mangle = losses === undefined ? (text) => text : createMangler(losses);
    this.sandbox = this.#toSandbox();
  }

  get pids(): number[] {
    return [...this.#processes.keys()];
  }

  listenerCount(pid: number): number {
    return this.#processes.get(pid)?.listeners.size ?? 0;
  }

  /** As when the network breaks: every handle is cut, the processes go on. */
  cutConnections(): void {
    for (const { listeners } of this.#processes.values()) {
      for (const listener of listeners) listener.end({ kind: 'detached' });
      listeners.clear();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [pid, { exit, isEnded }] of this.#processes) {
      if (!isEnded) killGroup(pid);
      await exit;
    }
  }

  #toSandbox(): Sandbox {
    const unused = async () => await Promise.reject(new Error('no session asks for this'));
    return {
      id: 'lossy',
      start: async (options) => this.#start(options),
      connect: async (pid, listen) => this.#connect(pid, listen),
      // The probe for the sealed node: this sandbox has none.
      exec: async () => ({
        ended: 'exit',
        exitCode: 1,
        signal: undefined,
        stdout: '',
        stderr: '',
        isStdoutCut: false,
        isStderrCut: false,
        resourceLimit: undefined,
        durationMs: 0,
      }),
      upload: unused,
      uploadTar: unused,
      mark: unused,
      traces: unused,
      download: unused,
      snapshot: unused,
      setNetwork: unused,
      extend: unused,
      destroy: unused,
    };
  }

  #start(options: StartOptions): ProcessHandle {
    const [program = '', ...args] = options.command;
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { pid } = child;
    if (pid === undefined) throw new Error(`${program} did not start`);
    const exited = Promise.withResolvers<Extract<ProcessEnd, { kind: 'exit' }>>();
    const running: Running = { child, listeners: new Set(), exit: exited.promise, isEnded: false };
    this.#processes.set(pid, running);
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#deliver(running, text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const { listen } of running.listeners) void listen.onStderr?.(text);
    });
    child.once('close', (code, signal) => {
      running.isEnded = true;
      const end = { exitCode: code ?? 137, signal: signal ?? undefined, resourceLimit: undefined };
      exited.resolve({ kind: 'exit', ...end });
    });
    return this.#listen(pid, running, options);
  }

  #connect(pid: number, listen: ListenOptions): ProcessHandle {
    this.connects += 1;
    const running = this.#processes.get(pid);
    if (running === undefined || running.isEnded) {
      throw new AppError('SANDBOX_PROCESS_NOT_FOUND', { problem: `no process ${pid}` });
    }
    return this.#listen(pid, running, listen);
  }

  /** Output that nobody listens to is gone. */
  #deliver({ listeners }: Running, text: string): void {
    for (const listener of listeners) {
      const mangled = this.#mangle(text);
      listener.bytes += Buffer.byteLength(mangled);
      if (mangled !== '') void listener.listen.onData(mangled);
    }
  }

  #listen(pid: number, running: Running, listen: ListenOptions): ProcessHandle {
    const ended = Promise.withResolvers<ProcessEnd>();
    const listener: Listener = { listen, bytes: 0, end: ended.resolve };
    running.listeners.add(listener);
    void running.exit.then(ended.resolve);
    return {
      pid,
      ended: ended.promise,
      receivedBytes: () => listener.bytes,
      write: async (data) => {
        if (!running.listeners.has(listener)) throw new Error('the connection is cut');
        const text = Buffer.from(data).toString();
        this.written += text;
        running.child.stdin?.write(this.#mangle(text));
      },
      closeStdin: async () => void running.child.stdin?.end(),
      kill: async () => {
        if (!running.isEnded) killGroup(pid);
        await running.exit;
      },
      detach: async () => {
        running.listeners.delete(listener);
        ended.resolve({ kind: 'detached' });
      },
    };
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

function createMangler({ seed, drop, double, cut, soil }: Losses): (text: string) => string {
  const random = createRandom(seed);
  return (text) => {
    if (random() < drop) return '';
    let mangled = text;
    if (random() < cut) mangled = mangled.slice(0, Math.floor(random() * mangled.length));
    if (random() < double) {
      const at = Math.floor(random() * mangled.length);
      mangled = mangled.slice(0, at) + mangled.slice(Math.floor(random() * at));
    }
    if (random() < soil) {
      const at = Math.floor(random() * mangled.length);
      mangled = `${mangled.slice(0, at)}\u{FFFD}{"sum":"soil\n${mangled.slice(at)}`;
    }
    return mangled;
  };
}

/** mulberry32: the same losses for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
