// The beginning or the end of a stream, up to a limit; the rest is read too, so that its writer
// never waits.
import type { Readable } from 'node:stream';

export type Capture = { text: string; isCut: boolean };

/** Keeps the beginning. Call the result for what has come so far. */
export function createCapture(stream: Readable, maxBytes: number): () => Capture {
  const chunks: Buffer[] = [];
  let kept = 0;
  let isCut = false;
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    const room = maxBytes - kept;
    if (chunk.length > room) isCut = true;
    if (room <= 0) return;
    chunks.push(chunk.subarray(0, room));
    kept += Math.min(chunk.length, room);
  });
  return () => ({
    // `stream` leaves out a character whose last bytes were cut off.
    text: new TextDecoder().decode(Buffer.concat(chunks), { stream: isCut }),
    isCut,
  });
}

/** Keeps the end: of a program that runs on, the latest words matter. */
export function createTailCapture(stream: Readable, maxBytes: number): () => Capture {
  let chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  const joined = (): Buffer => {
    const all = Buffer.concat(chunks);
    if (all.length > maxBytes) isCut = true;
    const tail = all.subarray(Math.max(0, all.length - maxBytes));
    chunks = [tail];
    length = tail.length;
    return tail;
  };
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > 2 * maxBytes) joined();
  });
  return () => {
    const tail = joined();
    const bytes = isCut ? fromWholeCharacter(tail) : tail;
    return { text: new TextDecoder().decode(bytes), isCut };
  };
}

/** Without the last bytes of a character whose first ones are gone. */
function fromWholeCharacter(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return first > 0 && first < 4 ? bytes.subarray(first) : bytes;
}
