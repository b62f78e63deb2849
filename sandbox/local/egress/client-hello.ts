// Looks at the first bytes of a tunnel: is it TLS, and which server does it name? Pure; reads what
// it must and nothing else. The client wrote every byte of it.

/**
 * `more`: not whole yet. `other`: no TLS. `broken`: begins as TLS and is none. `hello`: whole; a
 * name only if it names exactly one server.
 */
type Peek = { kind: 'more' | 'other' | 'broken' } | { kind: 'hello'; name: string | undefined };

/** Larger than any client sends; what has not come to its end by then is not one. */
export const LARGEST_HELLO_BYTES = 16 * 1024;

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME_EXTENSION = 0;
const HOST_NAME = 0;

export function peekClientHello(bytes: Buffer): Peek {
  if (bytes.byteLength === 0) return { kind: 'more' };
  if (bytes[0] !== HANDSHAKE_RECORD) return { kind: 'other' };
  if (bytes.byteLength > 1 && bytes[1] !== 3) return { kind: 'broken' };
  const message = joinRecords(bytes);
  if (message === 'broken') return { kind: 'broken' };
  if (message.byteLength > 0 && message[0] !== CLIENT_HELLO) return { kind: 'broken' };
  const isLong = bytes.byteLength > LARGEST_HELLO_BYTES;
  if (message.byteLength < 4) return { kind: isLong ? 'broken' : 'more' };
  const length = message.readUIntBE(1, 3);
  if (length > LARGEST_HELLO_BYTES) return { kind: 'broken' };
  if (message.byteLength < 4 + length) return { kind: isLong ? 'broken' : 'more' };
  try {
    return { kind: 'hello', name: serverNameOf(message.subarray(4, 4 + length)) };
  } catch {
    return { kind: 'broken' };
  }
}

/** A handshake message may be cut into many records. */
function joinRecords(bytes: Buffer): Buffer | 'broken' {
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.byteLength; ) {
    if (bytes[at] !== HANDSHAKE_RECORD || bytes[at + 1] !== 3) {
      // What follows a whole message is not ours to judge.
      return isWhole(Buffer.concat(parts)) ? Buffer.concat(parts) : 'broken';
    }
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0 || length > LARGEST_HELLO_BYTES) return 'broken';
    parts.push(bytes.subarray(at + 5, Math.min(at + 5 + length, bytes.byteLength)));
    at += 5 + length;
  }
  return Buffer.concat(parts);
}

function isWhole(message: Buffer): boolean {
  return message.byteLength >= 4 && message.byteLength >= 4 + message.readUIntBE(1, 3);
}

function serverNameOf(hello: Buffer): string | undefined {
  const reader = createReader(hello);
  // Version and random.
  reader.take(34);
  reader.takeVector(1);
  reader.takeVector(2);
  reader.takeVector(1);
  if (reader.isAtEnd()) return undefined;
  const extensions = createReader(reader.takeVector(2));
  const lists: Buffer[] = [];
  while (!extensions.isAtEnd()) {
    const kind = extensions.take(2).readUInt16BE(0);
    const body = extensions.takeVector(2);
    if (kind === SERVER_NAME_EXTENSION) lists.push(body);
  }
  const [list] = lists;
  if (lists.length > 1) throw new Error('two lists of names');
  return list === undefined ? undefined : onlyName(list);
}

function onlyName(list: Buffer): string {
  const names = createReader(createReader(list).takeVector(2));
  const kind = names.take(1)[0];
  const name = names.takeVector(2);
  if (kind !== HOST_NAME || !names.isAtEnd()) throw new Error('not one host name');
  return name.toString('latin1');
}

type Reader = {
  take(bytes: number): Buffer;
  takeVector(lengthBytes: number): Buffer;
  isAtEnd(): boolean;
};

function createReader(bytes: Buffer): Reader {
  let at = 0;
  const take = (count: number) => {
    if (at + count > bytes.byteLength) throw new Error('shorter than it says');
    at += count;
    return bytes.subarray(at - count, at);
  };
  return {
    take,
    takeVector: (lengthBytes) => take(take(lengthBytes).readUIntBE(0, lengthBytes)),
    isAtEnd: () => at >= bytes.byteLength,
  };
}
