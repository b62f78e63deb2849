// The host's end of the wire: a reliable, ordered stream of messages over a connection that loses
// and doubles lines. Notices silence. Knows frames, not what messages mean.
import { type DecodedLine, encodeFrame, MAX_LINE_LENGTH } from '../../protocol/frame.ts';
import { createInbox } from '../../protocol/inbox.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import { createOutbox } from '../../protocol/outbox.ts';
import {
  type AliveFrame,
  type DataFrame,
  MAX_GARBAGE_LINES,
  MAX_MESSAGE_LENGTH,
  RunnerFrame,
} from '../../protocol/wire.ts';
import type { Sandbox } from '../port.ts';
import { RunnerConnection } from './connection.ts';
import type { RunnerDeath, SessionLimits, Timers } from './port.ts';
import { createQueue, untilAborted } from './queue.ts';

/** The last three end the stream. */
export type LinkItem =
  | { kind: 'message'; seq: number; value: unknown; length: number }
  | { kind: 'broken'; problem: string }
  | { kind: 'died'; death: RunnerDeath; stderr: string }
  | { kind: 'silent' };

type LinkOptions = {
  sandbox: Sandbox;
  timers: Timers;
  limits: SessionLimits;
  /** Sent to a runner that has heard nothing yet. */
  first: HostMessage | undefined;
};

/** A runner that keeps its own rule never has more than this on its way. */
const MAX_QUEUED_LENGTH = 2 * MAX_MESSAGE_LENGTH;

export class SessionLink {
  readonly connection: RunnerConnection;
  readonly #options: LinkOptions;
  readonly #inbox = createInbox();
  readonly #outbox = createOutbox(MAX_LINE_LENGTH);
  readonly #queue = createQueue<LinkItem>((item) => (item.kind === 'message' ? item.length : 0));
  readonly #stopClock: () => void;
  #liveness = new AbortController();
  #revival = Promise.withResolvers<void>();
  /** False until the runner has told a host that attaches where things stand. */
  #isSynced = false;
  #isBehind = false;
  /** What was to be said before that. */
  #unsaid: HostMessage[] = [];
  #handled = 0;
  #hellos = 0;
  #garbage = 0;
  #heardAt: number;
  #saidHelloAt: number;
  #renewedAt: number;

  constructor(options: LinkOptions) {
    this.#options = options;
    const { timers, limits } = options;
    this.#heardAt = timers.now();
    this.#saidHelloAt = timers.now();
    this.#renewedAt = timers.now();
    this.#stopClock = timers.every(Math.max(10, limits.helloAfterMs / 4), () => this.#tick());
    this.connection = new RunnerConnection({
      ...options,
      onLine: (line) => this.#onLine(line),
      onConnected: () => this.#sayHello(),
      onDeath: (death) => this.#end({ kind: 'died', death, stderr: this.connection.stderr }),
    });
  }

  /** The runner was just started: it has heard and said nothing. */
  begin(): void {
    this.#isSynced = true;
    this.#giveTask();
  }

  /** The runner was started by a host before: ask it where things stand. */
  resume(): void {
    this.#sayHello();
  }

  /** `answers` is the number of the message this answers: it is handled with it. */
  send(message: HostMessage, answers = 0): void {
    if (!this.#isSynced) return void this.#unsaid.push(message);
    this.#handled = Math.max(this.#handled, answers);
    const [line = '', ...more] = this.#outbox.push(message, this.#handled);
    // The runner takes no parts: a message of ours that needs them is a fault, not a lost line.
    if (more.length > 0 || line.length > MAX_LINE_LENGTH) {
      return this.#break(`a message of the host is too long (${message.kind})`);
    }
    this.connection.write(line);
  }

  /** The message with this number is handled, and has no answer. */
  acknowledge(seq: number): void {
    this.#handled = Math.max(this.#handled, seq);
    this.connection.write(encodeFrame({ t: 'ack', ack: this.#handled }));
  }

  /** The next message; after the last one, again and again, why there are no more. */
  async next(signal: AbortSignal): Promise<LinkItem> {
    return await this.#queue.next(signal);
  }

  /** Fires when the runner falls silent or the stream ends. */
  get liveness(): AbortSignal {
    return this.#liveness.signal;
  }

  /** Resolves to true once a silent runner is heard again, to false if the stream has ended. */
  async revived(signal: AbortSignal): Promise<boolean> {
    while (this.#liveness.signal.aborted && !this.#queue.isEnded()) {
      await untilAborted(this.#revival.promise, signal);
    }
    return !this.#queue.isEnded();
  }

  async close(options: { kill: boolean }): Promise<void> {
    this.#stopClock();
    await this.connection.close(options);
  }

  #onLine(line: DecodedLine): void {
    if (line.kind === 'garbage') return this.#onGarbage();
    const frame = RunnerFrame.safeParse(line.frame);
    if (!frame.success) return this.#break('a frame has an unknown shape');
    this.#garbage = 0;
    this.#heardAt = this.#options.timers.now();
    this.#revive();
    if (frame.data.t === 'alive') this.#onAlive(frame.data);
    else this.#onData(frame.data, line.length);
  }

  #onGarbage(): void {
    this.#garbage += 1;
    if (this.#garbage >= MAX_GARBAGE_LINES) {
      return this.#break(`${MAX_GARBAGE_LINES} lines in a row were no frames`);
    }
    this.#fallBehind();
  }

  #onData(frame: DataFrame, length: number): void {
    // Everything unacknowledged comes again after the answer to our hello.
    if (!this.#isSynced) return;
    this.#outbox.confirm(frame.ack);
    const heard = this.#inbox.accept(frame, length);
    if (heard.kind === 'broken') return this.#break(heard.problem);
    if (heard.kind === 'gap') return this.#fallBehind();
    if (heard.kind === 'repeat') return;
    this.#isBehind = false;
    if (heard.kind !== 'message') return;
    this.#queue.push(heard);
    if (this.#queue.size() > MAX_QUEUED_LENGTH) this.#break('the runner says more than it may');
  }

  #onAlive(alive: AliveFrame): void {
    const isAnswer = alive.re === this.#hellos;
    if (!this.#isSynced) {
      if (isAnswer) this.#synchronise(alive);
      return;
    }
    this.#outbox.confirm(alive.ack);
    const isWhole = alive.sent <= this.#inbox.last() && alive.ack >= this.#outbox.sent();
    if (!isAnswer) {
      if (!isWhole) this.#fallBehind();
      return;
    }
    // It was asked after everything we had sent: what it has not heard by now is lost.
    for (const text of this.#outbox.after(alive.ack)) this.connection.write(text);
    if (alive.acked < this.#handled) this.acknowledge(this.#handled);
    if (alive.sent <= this.#inbox.last()) this.#isBehind = false;
  }

  #synchronise(alive: AliveFrame): void {
    this.#isSynced = true;
    this.#handled = alive.acked;
    this.#inbox.startAfter(alive.acked);
    this.#outbox.startAfter(alive.ack);
    if (alive.ack === 0) this.#giveTask();
    for (const message of this.#unsaid.splice(0)) this.send(message);
  }

  #giveTask(): void {
    const { first } = this.#options;
    if (first === undefined) this.#break('the runner has no task');
    else this.send(first);
  }

  /** Something is missing. Asked for once; asked again by the clock when that was lost too. */
  #fallBehind(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#sayHello();
  }

  #sayHello(): void {
    this.#hellos += 1;
    this.#saidHelloAt = this.#options.timers.now();
    const last = this.#isSynced ? this.#inbox.last() : null;
    const frame = { t: 'hello', n: this.#hellos, last, ack: this.#handled };
    this.connection.write(encodeFrame(frame));
  }

  #tick(): void {
    if (this.#queue.isEnded()) return;
    const { timers, limits } = this.#options;
    const now = timers.now();
    const silentMs = now - this.#heardAt;
    if (silentMs >= limits.silentAfterMs) return this.#end({ kind: 'silent' });
    if (silentMs >= limits.stalledAfterMs) this.#stall(now);
    // While the host itself is busy the runner owes nothing but its heartbeat.
    const isRunnersTurn = this.#queue.isAwaited() || !this.#isSynced || this.#isBehind;
    const patienceMs = isRunnersTurn ? limits.helloAfterMs : 2 * limits.heartbeatMs;
    const isDue = silentMs >= patienceMs || this.#isBehind;
    if (isDue && now - this.#saidHelloAt >= limits.helloAfterMs) this.#sayHello();
  }

  #stall(now: number): void {
    this.#liveness.abort();
    if (now - this.#renewedAt < this.#options.limits.stalledAfterMs) return;
    this.#renewedAt = now;
    this.connection.renew();
  }

  #revive(): void {
    if (!this.#liveness.signal.aborted || this.#queue.isEnded()) return;
    this.#liveness = new AbortController();
    this.#revival.resolve();
    this.#revival = Promise.withResolvers<void>();
  }

  #break(problem: string): void {
    this.#end({ kind: 'broken', problem });
  }

  #end(item: LinkItem): void {
    this.#queue.end(item);
    this.#liveness.abort();
    this.#revival.resolve();
  }
}
