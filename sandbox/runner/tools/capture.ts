// The beginning of a stream, up to a limit; the rest is read too, so that its writer never waits.
import type { Readable } from 'node:stream';

export type Capture = { text: string; isCut: boolean };

/** Call the result for what has come so far. */
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
