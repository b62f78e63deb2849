// The chunks of a Chat Completions stream as far as we use them, checked where they enter. Servers
// add fields of their own, which are passed over; a known field in another shape is broken.
import { z } from 'zod';
import { BrokenStream } from '../assembly.ts';

const count = z.number().min(0).nullish();
const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
});

const ToolCallDelta = z.object({
  /** Some servers leave it out where a chunk holds all calls at once. */
  index: z.int().min(0).nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

const Delta = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(ToolCallDelta).nullish(),
  /** The model's thinking, under the names servers have for it; it is not sent back. */
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
});

const Choice = z.object({
  index: z.int().min(0).nullish(),
  delta: Delta.nullish(),
  finish_reason: z.string().nullish(),
});

const Chunk = z.object({ choices: z.array(Choice).nullish(), usage: Usage.nullish() });

export type ChunkUsage = z.output<typeof Usage>;
export type ChunkDelta = z.output<typeof Delta>;
export type ChunkCall = z.output<typeof ToolCallDelta>;
export type Chunk = z.output<typeof Chunk>;

/** Throws BrokenStream. */
export function readChunk(value: unknown): Chunk {
  const read = Chunk.safeParse(value);
  if (read.success) return read.data;
  throw new BrokenStream('a chunk in a shape we do not know', { cause: read.error });
}
