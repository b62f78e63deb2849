// The events of Anthropic's stream as far as we use them, checked where they enter. Kinds of events
// we do not know are passed over, as the provider asks; a known kind in another shape is broken.
import { z } from 'zod';
import { BrokenStream } from '../assembly.ts';

const count = z.number().min(0).nullish();
const Usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('thinking'),
    thinking: z.string(),
    signature: z.string().default(''),
  }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string().min(1), name: z.string().min(1) }),
]);

const Delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('citations_delta') }),
]);

const index = z.int().min(0);
const EVENTS = {
  message_start: z.object({
    type: z.literal('message_start'),
    message: z.object({ usage: Usage }),
  }),
  content_block_start: z.object({
    type: z.literal('content_block_start'),
    index,
    content_block: Block,
  }),
  content_block_delta: z.object({ type: z.literal('content_block_delta'), index, delta: Delta }),
  content_block_stop: z.object({ type: z.literal('content_block_stop'), index }),
  message_delta: z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: Usage.optional(),
  }),
  message_stop: z.object({ type: z.literal('message_stop') }),
};

const Typed = z.object({ type: z.string() });

export type StreamUsage = z.output<typeof Usage>;
export type StreamDelta = z.output<typeof Delta>;
export type StreamBlock = z.output<typeof Block>;
export type StreamEvent = z.output<(typeof EVENTS)[keyof typeof EVENTS]>;

/** Undefined for a kind of event we do not know. Throws BrokenStream. */
export function readEvent(value: unknown): StreamEvent | undefined {
  const { data } = Typed.safeParse(value);
  if (data === undefined) throw new BrokenStream('an event without a type');
  if (!isKnown(data.type)) return undefined;
  const read = EVENTS[data.type].safeParse(value);
  if (read.success) return read.data;
  throw new BrokenStream(`an event ${data.type} in a shape we do not know`, { cause: read.error });
}

function isKnown(type: string): type is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, type);
}
