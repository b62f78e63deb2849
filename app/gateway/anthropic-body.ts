// The bytes of a request, of which most were sent before: a message that has not changed is not
// written again, so a turn costs what is new in it. The same bytes as JSON.stringify(toWire(…)).
// Bytes and not text: they lie outside the heap, and what is kept is copied once.
import { markedMessages, toWire, toWireMessage, type WireOptions } from './anthropic-request.ts';
import type { ModelMessage, ModelRequest } from './port.ts';

export type BodyWriter = (request: ModelRequest, options: WireOptions) => Uint8Array<ArrayBuffer>;

const NO_MESSAGES = '],"stream":true}';
const TAIL = Buffer.from(NO_MESSAGES);
const COMMA = Buffer.from(',');

/** One for all calls; it keeps the bytes of a message as long as somebody else keeps the message. */
export function createBodyWriter(): BodyWriter {
  const written = new WeakMap<ModelMessage, Buffer>();
  const plain = (message: ModelMessage): Buffer => {
    const known = written.get(message);
    if (known !== undefined) return known;
    const bytes = bytesOf(message, false);
    written.set(message, bytes);
    return bytes;
  };
  return (request, options) => {
    const { messages } = request;
    const empty = JSON.stringify(toWire({ ...request, messages: [] }, options));
    const marked = new Set(markedMessages(messages));
    const spoken = messages
      .map((message, at) => (marked.has(at) ? bytesOf(message, true) : plain(message)))
      .filter(({ length }) => length > 0);
    const joined = spoken.flatMap((bytes, at) => (at === 0 ? [bytes] : [COMMA, bytes]));
    const head = Buffer.from(empty.slice(0, -NO_MESSAGES.length));
    return Buffer.concat([head, ...joined, TAIL]);
  };
}

/** Empty for a message that says nothing. */
function bytesOf(message: ModelMessage, isMarked: boolean): Buffer {
  const wire = toWireMessage(message, isMarked);
  return Buffer.from(wire === undefined ? '' : JSON.stringify(wire));
}
