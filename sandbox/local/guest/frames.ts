// The channel between the server and the guest agent of one sandbox: frames over one socket, many
// streams in it, credit per stream so that a slow reader stops its writer and nobody else. Shared
// by both ends, so it must not import anything that the guest does not carry.

/** Length (u32, of what follows), kind (u8), stream (u32), payload. */
const HEADER_BYTES = 9;

/** Bytes a stream may have under way before its reader has said that it took them. */
export const STREAM_WINDOW_BYTES = 256 * 1024;
/** Larger data is cut into frames of this size. */
export const DATA_FRAME_BYTES = 64 * 1024;
/** Standard input of a process travels in one request. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;

type FrameKind = 'request' | 'reply' | 'data' | 'end' | 'credit';
const KINDS: readonly FrameKind[] = ['request', 'reply', 'data', 'end', 'credit'];

/** Which of a process's two streams a data frame carries; files use `file`. */
export type DataTag = 'file' | 'stdout' | 'stderr';
const TAGS: readonly DataTag[] = ['file', 'stdout', 'stderr'];

export type Frame = { kind: FrameKind; stream: number; payload: Buffer };

export type GuestErrorCode =
  | 'not_found'
  | 'already_exists'
  | 'invalid_argument'
  | 'failed_precondition'
  | 'permission_denied'
  | 'no_space'
  | 'internal';

export function encodeFrame(kind: FrameKind, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.byteLength);
  frame.writeUInt32BE(payload.byteLength + 5, 0);
  frame.writeUInt8(KINDS.indexOf(kind), 4);
  frame.writeUInt32BE(stream, 5);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

export function encodeJson(kind: FrameKind, stream: number, value: unknown): Buffer {
  return encodeFrame(kind, stream, Buffer.from(JSON.stringify(value)));
}

export function encodeData(stream: number, tag: DataTag, bytes: Uint8Array): Buffer {
  const payload = Buffer.allocUnsafe(1 + bytes.byteLength);
  payload.writeUInt8(TAGS.indexOf(tag), 0);
  payload.set(bytes, 1);
  return encodeFrame('data', stream, payload);
}

export function decodeData(payload: Buffer): { tag: DataTag; bytes: Buffer } {
  const tag = TAGS[payload[0] ?? -1];
  if (tag === undefined) throw new Error('a data frame without a known tag');
  return { tag, bytes: payload.subarray(1) };
}

/** A request: what to do as JSON, then bytes that go with it (standard input). */
export function encodeRequest(
  stream: number,
  call: { operation: string; options: unknown },
  body: Uint8Array = new Uint8Array(),
): Buffer {
  const head = Buffer.from(JSON.stringify(call));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.byteLength, 0);
  return encodeFrame('request', stream, Buffer.concat([length, head, body]));
}

export function decodeRequest(payload: Buffer): {
  operation: string;
  options: Record<string, unknown>;
  body: Buffer;
} {
  const end = 4 + payload.readUInt32BE(0);
  const call: unknown = JSON.parse(payload.toString('utf8', 4, end));
  if (typeof call !== 'object' || call === null) throw new Error('a request that is no object');
  const { operation, options } = call as { operation?: unknown; options?: unknown };
  if (typeof operation !== 'string' || typeof options !== 'object' || options === null) {
    throw new Error('a request without operation and options');
  }
  return { operation, options: { ...options }, body: payload.subarray(end) };
}

export function encodeCredit(stream: number, bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes, 0);
  return encodeFrame('credit', stream, payload);
}

export function decodeCredit(payload: Buffer): number {
  return payload.readUInt32BE(0);
}

/** Takes what arrives and calls back once per whole frame. Throws at a frame that cannot be. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let wantedBytes = 4;
  return (chunk) => {
    pending.push(chunk);
    pendingBytes += chunk.byteLength;
    if (pendingBytes < wantedBytes) return;
    let rest = pending.length === 1 ? chunk : Buffer.concat(pending);
    for (;;) {
      wantedBytes = rest.byteLength < 4 ? 4 : 4 + frameLength(rest);
      if (rest.byteLength < wantedBytes) break;
      onFrame(decodeFrame(rest.subarray(0, wantedBytes)));
      rest = rest.subarray(wantedBytes);
    }
    pending = rest.byteLength === 0 ? [] : [rest];
    pendingBytes = rest.byteLength;
  };
}

function frameLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(0);
  if (length < 5 || length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes`);
  return length;
}

function decodeFrame(frame: Buffer): Frame {
  const kind = KINDS[frame.readUInt8(4)];
  if (kind === undefined) throw new Error('a frame of an unknown kind');
  return { kind, stream: frame.readUInt32BE(5), payload: frame.subarray(HEADER_BYTES) };
}
