// The server's end of the channel to one guest agent: requests with a deadline, streams with
// credit. What the guest says is untrusted: a frame that breaks the form ends the link.
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { waitAtMost } from '../../app/machine/deadline.ts';
import {
  createFrameReader,
  DATA_FRAME_BYTES,
  type DataTag,
  decodeCredit,
  decodeData,
  encodeCredit,
  encodeData,
  encodeFrame,
  encodeRequest,
  type Frame,
  type GuestErrorCode,
  STREAM_WINDOW_BYTES,
} from './guest/frames.ts';

const Outcome = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

/** A refusal in the guest's words, or `gone`: the link has ended. */
export class GuestFault extends Error {
  readonly code: GuestErrorCode | 'gone' | 'timeout';

  constructor(code: GuestErrorCode | 'gone' | 'timeout', message: string) {
    super(message);
    this.name = 'GuestFault';
    this.code = code;
  }
}

type StreamHandlers = {
  /** May come before `open` has returned. Call `credit` once the bytes have gone on. */
  onData(tag: DataTag, bytes: Buffer, credit: () => void): void;
  onEnd(outcome: unknown, fault: GuestFault | undefined): void;
};

type LinkStream = {
  reply: unknown;
  /** Waits while the guest's window is full. */
  send(bytes: Buffer): Promise<void>;
  finish(): void;
  abort(): void;
};

type Call = { operation: string; options: object; body?: Uint8Array; deadlineMs?: number };

export type AgentLink = {
  request(call: Call): Promise<unknown>;
  open(call: Call, handlers: StreamHandlers): Promise<LinkStream>;
  /** Resolves when the guest has said that it is there. */
  ready(deadlineMs: number): Promise<void>;
  isClosed(): boolean;
  close(): void;
};

const REQUEST_DEADLINE_MS = 30_000;
const READY_STREAM = 0;
/** An honest guest stops soon after its window is full; a dishonest one must not fill our memory. */
const MOST_HELD_BYTES = STREAM_WINDOW_BYTES + 1024 * 1024;

type Waiting = { resolve(value: unknown): void; reject(fault: GuestFault): void };
type OpenStream = {
  handlers: StreamHandlers;
  /** Sent, and not yet taken by the guest. */
  openBytes: number;
  onRoom: (() => void)[];
  /** Received, and not yet gone on. */
  heldBytes: number;
};
type LinkState = {
  socket: Duplex;
  replies: Map<number, Waiting>;
  streams: Map<number, OpenStream>;
  lastStream: number;
  isClosed: boolean;
};

export function createAgentLink(socket: Duplex): AgentLink {
  const state: LinkState = {
    socket,
    replies: new Map(),
    streams: new Map(),
    lastStream: READY_STREAM,
    isClosed: false,
  };
  const read = createFrameReader((frame) => take(state, frame));
  const greeting = expectReply(state, READY_STREAM);
  // Observed by `ready`; a sandbox that dies before anyone asks must not crash the server.
  greeting.catch(() => undefined);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
  });
  socket.on('error', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.on('close', () => closeAll(state));
  return {
    request: async (call) => await ask(state, (state.lastStream += 1), call),
    open: async (call, handlers) => await openStream(state, call, handlers),
    ready: async (deadlineMs) => void (await withDeadline(greeting, deadlineMs, 'ready')),
    isClosed: () => state.isClosed,
    close: () => socket.destroy(),
  };
}

function take(state: LinkState, { kind, stream, payload }: Frame): void {
  if (kind === 'reply') {
    const outcome = parseOutcome(payload);
    const waiting = state.replies.get(stream);
    state.replies.delete(stream);
    if (outcome instanceof GuestFault) waiting?.reject(outcome);
    else waiting?.resolve(outcome.value);
    return;
  }
  const open = state.streams.get(stream);
  if (open === undefined) return;
  if (kind === 'data') {
    takeData(state, stream, open, payload);
  } else if (kind === 'credit') {
    open.openBytes -= decodeCredit(payload);
    if (open.openBytes < STREAM_WINDOW_BYTES) releaseRoom(open);
  } else if (kind === 'end') {
    const outcome = parseOutcome(payload);
    state.streams.delete(stream);
    releaseRoom(open);
    if (outcome instanceof GuestFault) open.handlers.onEnd(undefined, outcome);
    else open.handlers.onEnd(outcome.value, undefined);
  }
}

function takeData(state: LinkState, stream: number, open: OpenStream, payload: Buffer): void {
  const { tag, bytes } = decodeData(payload);
  open.heldBytes += bytes.byteLength;
  if (open.heldBytes > MOST_HELD_BYTES) throw new Error('the guest sends more than it may');
  open.handlers.onData(tag, bytes, () => {
    open.heldBytes -= bytes.byteLength;
    writeFrame(state, encodeCredit(stream, bytes.byteLength));
  });
}

function parseOutcome(payload: Buffer): { value: unknown } | GuestFault {
  const outcome = Outcome.parse(JSON.parse(payload.toString('utf8')));
  if (outcome.ok) return { value: outcome.value };
  return new GuestFault(toGuestCode(outcome.code), outcome.message);
}

const GUEST_CODES: readonly GuestErrorCode[] = [
  'not_found',
  'already_exists',
  'invalid_argument',
  'failed_precondition',
  'permission_denied',
  'no_space',
];

function toGuestCode(code: string): GuestErrorCode {
  return GUEST_CODES.find((known) => known === code) ?? 'internal';
}

function closeAll(state: LinkState): void {
  if (state.isClosed) return;
  state.isClosed = true;
  const fault = new GuestFault('gone', 'the sandbox has ended');
  for (const waiting of state.replies.values()) waiting.reject(fault);
  for (const open of state.streams.values()) {
    releaseRoom(open);
    open.handlers.onEnd(undefined, fault);
  }
  state.replies.clear();
  state.streams.clear();
}

function releaseRoom(open: OpenStream): void {
  for (const resume of open.onRoom.splice(0)) resume();
}

async function expectReply(state: LinkState, stream: number): Promise<unknown> {
  if (state.isClosed) throw new GuestFault('gone', 'the sandbox has ended');
  return await new Promise((resolve, reject) => {
    state.replies.set(stream, { resolve, reject });
  });
}

async function ask(state: LinkState, stream: number, call: Call): Promise<unknown> {
  const reply = expectReply(state, stream);
  const { operation, options, body, deadlineMs = REQUEST_DEADLINE_MS } = call;
  writeFrame(state, encodeRequest(stream, { operation, options }, body));
  try {
    return await withDeadline(reply, deadlineMs, operation);
  } finally {
    state.replies.delete(stream);
  }
}

function writeFrame(state: LinkState, frame: Buffer): void {
  if (!state.isClosed) state.socket.write(frame);
}

async function openStream(
  state: LinkState,
  call: Call,
  handlers: StreamHandlers,
): Promise<LinkStream> {
  const stream = (state.lastStream += 1);
  const open: OpenStream = { handlers, openBytes: 0, onRoom: [], heldBytes: 0 };
  state.streams.set(stream, open);
  const write = (frame: Buffer) => writeFrame(state, frame);
  try {
    const reply = await ask(state, stream, call);
    return {
      reply,
      async send(bytes) {
        for (let at = 0; at < bytes.byteLength; at += DATA_FRAME_BYTES) {
          const part = bytes.subarray(at, at + DATA_FRAME_BYTES);
          if (open.openBytes >= STREAM_WINDOW_BYTES && state.streams.has(stream)) {
            await new Promise<void>((resolve) => open.onRoom.push(resolve));
          }
          open.openBytes += part.byteLength;
          write(encodeData(stream, 'file', part));
        }
      },
      finish: () => write(encodeFrame('end', stream, new Uint8Array())),
      abort() {
        state.streams.delete(stream);
        write(encodeFrame('end', stream, Buffer.from('aborted')));
      },
    };
  } catch (error) {
    state.streams.delete(stream);
    throw error;
  }
}

async function withDeadline<T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> {
  return await waitAtMost(deadlineMs, work, () => {
    throw new GuestFault('timeout', `no answer to '${what}' in ${deadlineMs} ms`);
  });
}
