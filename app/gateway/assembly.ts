// What every provider's stream is put together into: a whole answer, or a BrokenStream, never half
// an answer. An incomplete tool call must not be executed.
import { isPlainObject } from '../../sandbox/protocol/parse-json.ts';
import type { TokenCounts } from './model-facts.ts';
import type { AssistantBlock, ModelReply } from './port.ts';

export class BrokenStream extends Error {
  constructor(problem: string, options?: { cause: unknown }) {
    super(problem, options);
    this.name = 'BrokenStream';
  }
}

export type Assembled = {
  content: AssistantBlock[];
  stopReason: ModelReply['stopReason'] | 'context_exhausted';
};

export type Assembly = {
  /** One event as it came. Throws BrokenStream. */
  take(event: unknown): void;
  /** The whole answer; throws BrokenStream when it is not whole. */
  finish(): Assembled;
  /** What was counted so far; undefined before the provider began to answer. */
  counted(): TokenCounts | undefined;
};

export const NO_COUNTS: TokenCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

/** The input of a tool call, from its text. Throws BrokenStream. */
export function parseInput(json: string): object {
  let input: unknown;
  try {
    input = JSON.parse(json === '' ? '{}' : json);
  } catch (cause) {
    throw new BrokenStream('the input of a tool call is not JSON', { cause });
  }
  if (isPlainObject(input)) return input;
  throw new BrokenStream('the input of a tool call is not an object');
}
