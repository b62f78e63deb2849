// Server-sent events from the bytes of a stream: the data of each whole event, whatever the pieces
// they come in. An event that the stream ends in the middle of is not given out.
import { TextDecoder } from 'node:util';
import { BrokenStream } from '../assembly.ts';

/** A line or an event of more characters is no answer of a model. */
const LONGEST = 32 * 1024 * 1024;

/** Throws BrokenStream for bytes that are no text or do not end. */
export async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(bytes)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n');
      data = [];
      size = 0;
      continue;
    }
    const field = /^data(?:: ?(.*))?$/s.exec(line);
    if (field === null) continue;
    data.push(field[1] ?? '');
    size += line.length;
    if (size > LONGEST) throw new BrokenStream('an event without an end');
  }
}

async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of bytes) {
    rest += decode(decoder, piece);
    // A carriage return at the end may be half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new BrokenStream('a line without an end');
    yield* lines;
  }
}

function decode(decoder: TextDecoder, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new BrokenStream('bytes that are no text', { cause });
  }
}
