// The guest's end of the channel: answers, data with credit, ends. Knows nothing of processes and
// files.
import type { Socket } from 'node:net';
import {
  DATA_FRAME_BYTES,
  type DataTag,
  encodeCredit,
  encodeData,
  encodeJson,
  type GuestErrorCode,
  STREAM_WINDOW_BYTES,
} from './frames.ts';

/** A refusal the server is told in words; anything else thrown is `internal`. */
export class GuestError extends Error {
  readonly code: GuestErrorCode;

  constructor(code: GuestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type Channel = {
  reply(stream: number, value: unknown): void;
  refuse(stream: number, error: unknown): void;
  /** Returns false when the reader's window is full: stop until `onCredit` is called. */
  send(stream: number, tag: DataTag, bytes: Buffer): boolean;
  /** Calls back each time the reader has taken something and there is room again. */
  onCredit(stream: number, callback: () => void): void;
  /** Tells the server that we took bytes of its stream. */
  credit(stream: number, bytes: number): void;
  end(stream: number, value: unknown): void;
  endWithError(stream: number, error: unknown): void;
  takeCredit(stream: number, bytes: number): void;
};

type Outgoing = { openBytes: number; onRoom: (() => void) | undefined };

export function createChannel(socket: Socket): Channel {
  const outgoing = new Map<number, Outgoing>();
  const stateOf = (stream: number): Outgoing => {
    const known = outgoing.get(stream);
    if (known !== undefined) return known;
    const fresh: Outgoing = { openBytes: 0, onRoom: undefined };
    outgoing.set(stream, fresh);
    return fresh;
  };
  const finish = (stream: number, outcome: unknown) => {
    outgoing.delete(stream);
    socket.write(encodeJson('end', stream, outcome));
  };
  return {
    reply: (stream, value) => void socket.write(encodeJson('reply', stream, { ok: true, value })),
    refuse: (stream, error) => void socket.write(encodeJson('reply', stream, toOutcome(error))),
    send(stream, tag, bytes) {
      for (let at = 0; at < bytes.byteLength; at += DATA_FRAME_BYTES) {
        socket.write(encodeData(stream, tag, bytes.subarray(at, at + DATA_FRAME_BYTES)));
      }
      const state = stateOf(stream);
      state.openBytes += bytes.byteLength;
      return state.openBytes < STREAM_WINDOW_BYTES;
    },
    onCredit(stream, callback) {
      stateOf(stream).onRoom = callback;
    },
    credit: (stream, bytes) => void socket.write(encodeCredit(stream, bytes)),
    end: (stream, value) => finish(stream, { ok: true, value }),
    endWithError: (stream, error) => finish(stream, toOutcome(error)),
    takeCredit(stream, bytes) {
      const state = outgoing.get(stream);
      if (state === undefined) return;
      state.openBytes -= bytes;
      if (state.openBytes < STREAM_WINDOW_BYTES) state.onRoom?.();
    },
  };
}

const CODES: Readonly<Record<string, GuestErrorCode>> = {
  ENOENT: 'not_found',
  EEXIST: 'already_exists',
  ENOTEMPTY: 'failed_precondition',
  ENOTDIR: 'invalid_argument',
  EISDIR: 'invalid_argument',
  EINVAL: 'invalid_argument',
  ENAMETOOLONG: 'invalid_argument',
  ELOOP: 'invalid_argument',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  EROFS: 'permission_denied',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
};

function toOutcome(error: unknown): { ok: false; code: GuestErrorCode; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof GuestError) return { ok: false, code: error.code, message };
  const systemCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { ok: false, code: CODES[systemCode] ?? 'internal', message };
}
