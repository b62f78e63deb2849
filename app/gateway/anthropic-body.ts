// The bytes of a request, of which most were sent before: a message that has not changed is not
// written again, so a turn costs what is new in it. The same text as JSON.stringify(toWire(…)).
import { markedMessages, toWire, toWireMessage, type WireOptions } from './anthropic-request.ts';
import type { ModelMessage, ModelRequest } from './port.ts';

export type BodyWriter = (request: ModelRequest, options: WireOptions) => string;

const NO_MESSAGES = '[],"stream":true}';

/** One for all calls; it keeps the text of a message as long as somebody else keeps the message. */
export function createBodyWriter(): BodyWriter {
  const written = new WeakMap<ModelMessage, string>();
  const plain = (message: ModelMessage): string => {
    const known = written.get(message);
    if (known !== undefined) return known;
    const text = textOf(message, false);
    written.set(message, text);
    return text;
  };
  return (request, options) => {
    const head = JSON.stringify(toWire({ ...request, messages: [] }, options));
    const texts = request.messages.map(plain);
    for (const index of markedMessages(request.messages)) {
      const message = request.messages[index];
      if (message !== undefined) texts[index] = textOf(message, true);
    }
    const messages = texts.filter((text) => text !== '').join(',');
    return `${head.slice(0, -NO_MESSAGES.length)}[${messages}],"stream":true}`;
  };
}

/** Empty for a message that says nothing. */
function textOf(message: ModelMessage, isMarked: boolean): string {
  const wire = toWireMessage(message, isMarked);
  return wire === undefined ? '' : JSON.stringify(wire);
}
