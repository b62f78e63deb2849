// The bytes of a request, of which most were sent before: a message that has not changed is not
// written again, so a turn costs what is new in it. The same bytes as JSON.stringify(toBody(…)).
// They are put together outside the heap: a text of megabytes each turn would double the process.

import type { ModelMessage, ModelRequest } from '../port.ts';
import { markedMessages, type SendOptions, toBody, toMessage } from './request.ts';

type BodyWriter = (request: ModelRequest, options: SendOptions) => Uint8Array<ArrayBuffer>;

type Written = { text: string; bytes: number };

const TAIL = ',"stream":true}';
/** How the messages end when there are none. */
const NONE = `[]${TAIL}`;

/** One for all calls; it keeps the text of a message as long as somebody else keeps the message. */
export function createBodyWriter(): BodyWriter {
  const known = new WeakMap<ModelMessage, Written>();
  const encoder = new TextEncoder();
  const plain = (message: ModelMessage): Written => {
    const before = known.get(message);
    if (before !== undefined) return before;
    const written = write(message, false);
    known.set(message, written);
    return written;
  };
  const frame = createFrame();
  return (request, options) => {
    const { messages } = request;
    const marked = new Set(markedMessages(messages));
    const spoken = messages
      .map((message, at) => (marked.has(at) ? write(message, true) : plain(message)))
      .filter(({ bytes }) => bytes > 0);
    const head = frame(request, options);
    // As many commas as messages, the last of them overwritten by the bracket.
    const between = Math.max(1, spoken.length);
    const body = new Uint8Array(sizeOf([head, ...spoken]) + between + TAIL.length);
    let at = encoder.encodeInto(head.text, body).written;
    for (const { text } of spoken) {
      at += encoder.encodeInto(text, body.subarray(at)).written;
      body[at] = COMMA;
      at += 1;
    }
    encoder.encodeInto(`]${TAIL}`, body.subarray(spoken.length === 0 ? at : at - 1));
    return body;
  };
}

/** Everything before the first message. From turn to turn it is the same, and as long as its tools. */
function createFrame(): (request: ModelRequest, options: SendOptions) => Written {
  let last: { of: readonly unknown[]; written: Written } | undefined;
  return (request, options) => {
    const { tools, system, maxTokens, toolChoice } = request;
    const { model, thinkingBudgetTokens } = options;
    const of = [tools, system, maxTokens, toolChoice, model, thinkingBudgetTokens];
    if (last?.of.every((one, at) => one === of[at])) return last.written;
    const empty = JSON.stringify(toBody({ ...request, messages: [] }, options));
    const written = toWritten(`${empty.slice(0, -NONE.length)}[`);
    last = { of, written };
    return written;
  };
}

const COMMA = 0x2c;

/** Empty for a message that says nothing. */
function write(message: ModelMessage, isMarked: boolean): Written {
  const sent = toMessage(message, isMarked);
  return toWritten(sent === undefined ? '' : JSON.stringify(sent));
}

function toWritten(text: string): Written {
  return { text, bytes: Buffer.byteLength(text) };
}

function sizeOf(pieces: readonly Written[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}
