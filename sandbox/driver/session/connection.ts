// The way to the runner's process: one handle at a time, changed before it grows and made anew when
// it is cut. Text goes in and lines come out; a line may be lost or come twice. Ends nothing by
// itself: the owner closes it.
import { isAppError } from '../../../app/errors.ts';
import { createLineDecoder, type DecodedLine } from '../../protocol/frame.ts';
import {
  type ListenOptions,
  type ProcessEnd,
  type ProcessHandle,
  type Sandbox,
  type StartOptions,
} from '../port.ts';
import type { RunnerDeath, SessionLimits, Timers } from './port.ts';

type ConnectionOptions = {
  sandbox: Sandbox;
  timers: Timers;
  limits: SessionLimits;
  onLine(line: DecodedLine): void;
  /** There is a new handle; what was said meanwhile is lost. */
  onConnected(): void;
  /** Called once. */
  onDeath(death: RunnerDeath): void;
};

const STDERR_LENGTH = 8 * 1024;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** The exit of a process may be told a little after it is no longer found. */
const LAST_WORDS_MS = 500;

export class RunnerConnection {
  readonly #options: ConnectionOptions;
  readonly #closed = new AbortController();
  #handle: ProcessHandle | undefined;
  #queue: string[] = [];
  #isWriting = false;
  #isRenewing = false;
  #isDead = false;
  #stderr = '';

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get pid(): number {
    return this.#handle?.pid ?? 0;
  }

  get stderr(): string {
    return this.#stderr;
  }

  async start(command: StartOptions['command'], env: Record<string, string>): Promise<number> {
    const { sandbox } = this.#options;
    const { signal } = this.#closed;
    const handle = await sandbox.start({ command, env, ...this.#listen(), signal });
    this.#use(handle);
    return handle.pid;
  }

  /** Throws what the driver throws, also when the process has ended. */
  async connect(pid: number): Promise<void> {
    const { sandbox } = this.#options;
    const { signal } = this.#closed;
    this.#use(await sandbox.connect(pid, { ...this.#listen(), signal }));
  }

  /** Whole frames only. Written in order, one write at a time; what fails is lost. */
  write(text: string): void {
    this.#queue.push(text);
    void this.#pump();
  }

  /** Connects anew, then lets the old handle go; tries until it succeeds. */
  renew(): void {
    if (this.#isRenewing || this.#handle === undefined || this.#isOver()) return;
    this.#isRenewing = true;
    void this.#renewUntilDone(this.#handle).finally(() => {
      this.#isRenewing = false;
    });
  }

  async close(options: { kill: boolean }): Promise<void> {
    this.#closed.abort();
    const handle = this.#handle;
    if (handle === undefined) return;
    const signal = AbortSignal.timeout(this.#options.limits.requestTimeoutMs);
    // What cannot be ended here dies with its sandbox, which the caller destroys.
    if (options.kill && !this.#isDead) await handle.kill({ signal }).catch(() => undefined);
    await handle.detach().catch(() => undefined);
  }

  /** Resolves when the process has ended, or after that time. */
  async ended(withinMs: number): Promise<void> {
    if (this.#handle === undefined) return;
    await Promise.race([this.#handle.ended, this.#options.timers.sleep(withinMs)]);
  }

  #isOver(): boolean {
    return this.#isDead || this.#closed.signal.aborted;
  }

  #deadline(): AbortSignal {
    const timeout = AbortSignal.timeout(this.#options.limits.requestTimeoutMs);
    return AbortSignal.any([this.#closed.signal, timeout]);
  }

  #listen(): Pick<ListenOptions, 'onData' | 'onStderr'> {
    // One decoder a handle: while two are open, both bring pieces of the same lines.
    const decoder = createLineDecoder();
    return {
      onData: (text) => {
        if (this.#isOver()) return;
        for (const line of decoder.push(text)) this.#options.onLine(line);
        const received = this.#handle?.receivedBytes() ?? 0;
        if (received > this.#options.limits.renewAfterBytes) this.renew();
      },
      onStderr: (text) => {
        this.#stderr = (this.#stderr + text).slice(-STDERR_LENGTH);
      },
    };
  }

  #use(handle: ProcessHandle): void {
    this.#handle = handle;
    void handle.ended.then((end) => this.#onEnd(handle, end));
    void this.#pump();
  }

  #onEnd(handle: ProcessHandle, end: ProcessEnd): void {
    if (end.kind === 'detached') {
      if (handle === this.#handle) this.renew();
    } else if (end.kind === 'sandbox-gone') {
      this.#die({ cause: 'sandbox_gone', ...limitOf(end) });
    } else {
      const { exitCode, signal } = end;
      const how = { exitCode, ...(signal === undefined ? {} : { signal }) };
      this.#die({ cause: 'exit', ...how, ...limitOf(end) });
    }
  }

  #die(death: RunnerDeath): void {
    if (this.#isOver()) return;
    this.#isDead = true;
    this.#options.onDeath(death);
  }

  async #pump(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#queue.length > 0 && this.#handle !== undefined && !this.#isOver()) {
      const text = this.#queue.join('');
      this.#queue = [];
      try {
        await this.#handle.write(text, { signal: this.#deadline() });
      } catch {
        this.renew();
      }
    }
    this.#isWriting = false;
  }

  async #renewUntilDone(old: ProcessHandle): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isOver()) {
      try {
        await this.connect(old.pid);
        await old.detach().catch(() => undefined);
        if (!this.#isOver()) this.#options.onConnected();
        return;
      } catch (failure) {
        if (await this.#isHopeless(failure, old)) return;
      }
      await this.#options.timers.sleep(pauseMs, this.#closed.signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #isHopeless(failure: unknown, old: ProcessHandle): Promise<boolean> {
    const isVanished = isAppError(failure, 'SANDBOX_PROCESS_NOT_FOUND');
    const isGone = isAppError(failure, 'SANDBOX_NOT_FOUND');
    if (!isVanished && !isGone) return false;
    await Promise.race([old.ended, this.#options.timers.sleep(LAST_WORDS_MS)]);
    this.#die({ cause: isVanished ? 'vanished' : 'sandbox_gone' });
    return true;
  }
}

function limitOf({ resourceLimit }: { resourceLimit: string | undefined }) {
  return resourceLimit === undefined ? {} : { resourceLimit };
}
