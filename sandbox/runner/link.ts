// The runner's end of the wire: keeps what the host has not acknowledged, waits when that is too
// much, answers hello. Knows frames, not what messages mean.
import { createLineDecoder, encodeFrame } from '../protocol/frame.ts';
import { createInbox } from '../protocol/inbox.ts';
import { HostMessage, type RunnerMessage } from '../protocol/messages.ts';
import { createOutbox } from '../protocol/outbox.ts';
import { HostFrame, MAX_UNACKNOWLEDGED } from '../protocol/wire.ts';
import { untilAborted } from './abort.ts';

type LinkDeps = {
  write(line: string): void;
  /** Characters written that the pipe has not taken. */
  backlog(): number;
  onMessage(message: HostMessage): void;
};

export type Link = {
  receive(text: string): void;
  /** Resolves when the message is on its way; waits while too much is unacknowledged. */
  send(message: RunnerMessage, signal: AbortSignal): Promise<void>;
  /** Resolves when the host has acknowledged everything. */
  drained(signal: AbortSignal): Promise<void>;
  heartbeat(): void;
};

export function createLink({ write, backlog, onMessage }: LinkDeps): Link {
  const outbox = createOutbox();
  const inbox = createInbox();
  const decoder = createLineDecoder();
  let change = Promise.withResolvers<void>();
  const say = (re: number): void => {
    const [sent, acked, ack] = [outbox.sent(), outbox.acked(), inbox.last()];
    write(encodeFrame({ t: 'alive', re, sent, acked, ack }));
  };
  const confirm = (ack: number): void => {
    outbox.confirm(ack);
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const hear = (frame: HostFrame, length: number): void => {
    confirm(frame.ack);
    if (frame.t === 'hello') {
      say(frame.n);
      // A pipe that takes nothing must not be filled with repeats: the host will ask again.
      if (backlog() > MAX_UNACKNOWLEDGED) return;
      for (const line of outbox.after(frame.last ?? outbox.acked())) write(line);
    } else if (frame.t === 'message') {
      const heard = inbox.accept(frame, length);
      if (heard.kind === 'message') onMessage(HostMessage.parse(heard.value));
      if (heard.kind === 'gap') say(0);
    }
  };
  return {
    receive(text) {
      for (const line of decoder.push(text)) {
        // What the host sent and we could not read shows in the next alive: it is behind.
        if (line.kind === 'garbage') say(0);
        else hear(HostFrame.parse(line.frame), line.length);
      }
    },
    async send(message, signal) {
      while (outbox.size() >= MAX_UNACKNOWLEDGED) await untilAborted(change.promise, signal);
      for (const line of outbox.push(message, inbox.last())) write(line);
    },
    async drained(signal) {
      while (outbox.size() > 0) await untilAborted(change.promise, signal);
    },
    heartbeat: () => say(0),
  };
}
