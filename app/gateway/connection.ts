// What speaks with a provider: how one try is made, its answer put together and its errors
// understood. Everything else (patience, retries, money, fallback) is said once, for all of them.
import type { Secret } from '../secret.ts';
import type { Assembly } from './assembly.ts';
import type { Said } from './faults.ts';
import type { ModelFacts } from './model-facts.ts';
import type { ModelRequest } from './port.ts';

export type ConnectionCall = {
  request: ModelRequest;
  /** `id` is the model's name at the provider. */
  route: { id: string; facts: ModelFacts };
  /** Absent: thinking stays off, or as low as the model allows. */
  thinkingBudgetTokens?: number | undefined;
};

export type Try = {
  signal: AbortSignal;
  /** Bytes came, be they only a sign of life. */
  onBytes(): void;
  /** Longest wait for the first byte; the signal ends the rest. */
  timeoutMs: number;
};

export type Connection = {
  /** The events of one answer as they come, unchecked. Throws what `understand` understands. */
  stream(call: ConnectionCall, one: Try): AsyncIterable<unknown>;
  assemble(request: ModelRequest, onText: ((text: string) => void) | undefined): Assembly;
  /** Undefined for what is no error of the provider: a fault of ours. */
  understand(error: unknown): Said | undefined;
  /** What must never be repeated in a message, as it is now. */
  secrets(): readonly Secret[];
};
