// What an error of the provider means: a fault that is final, or one that passes and may be tried
// again. Decides only; nothing here waits or speaks to the network.
import { APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import { BrokenStream } from './anthropic-events.ts';
import type { ModelFault } from './port.ts';
import { isQuotaError, resetTime } from './quota-message.ts';
import { readRetryAfter } from './retry.ts';

export type Diagnosis = {
  fault: ModelFault;
  /** Absent: trying again does not help. `broken`: the answer was charged and useless. */
  passing?: 'refused' | 'broken';
  retryAfterMs?: number | undefined;
};

/** Undefined for what is no error of the provider: a fault of ours, to be thrown. */
export function diagnose(error: unknown, now: number): Diagnosis | undefined {
  if (error instanceof BrokenStream || error instanceof SyntaxError) {
    const problem = error instanceof BrokenStream ? error.message : 'an event that is not JSON';
    return broken(`The model provider's stream is broken: ${problem}.`);
  }
  if (error instanceof APIConnectionError) {
    return passing('overloaded', 'The model provider cannot be reached.', 'refused');
  }
  if (isCutOff(error)) return broken("The model provider's stream was cut off.");
  if (!(error instanceof APIError)) return undefined;
  const said = error.apiMessage ?? error.message;
  const money = spendLimit(error, said);
  if (money !== undefined) return { fault: money };
  if (isQuotaError(said)) {
    const resetAt = resetTime(said, now);
    const reset = resetAt === undefined ? {} : { resetAt };
    return { fault: { kind: 'quota', message: said, ...reset } };
  }
  return byStatus(error, said, now);
}

/** F29: money that time does not bring back. */
function spendLimit(error: APIError, said: string): ModelFault | undefined {
  const isLimit =
    error.errorCode === 'enforced_spend_limit_reached' ||
    error.status === 402 ||
    error.type === 'billing_error' ||
    (error.status === 400 && CREDIT.test(said));
  return isLimit ? { kind: 'spend_limit', message: said } : undefined;
}

/** For these two the provider has no code of its own, only its documented sentence. */
const CREDIT = /credit balance is too low|reached your specified (?:workspace )?API usage limits/i;
const TOO_LONG = /prompt is too long|context (?:window|limit)|exceed.{0,40}context/i;

function byStatus(error: APIError, said: string, now: number): Diagnosis {
  const { status, type } = error;
  if (status === 401 || status === 403) return { fault: { kind: 'authentication', message: said } };
  if (status === 413 || (status === 400 && TOO_LONG.test(said))) {
    return { fault: { kind: 'context_exhausted', message: said } };
  }
  const isPassing =
    status === undefined
      ? type !== null && PASSING_TYPES.has(type)
      : status === 408 || status === 409 || status === 429 || status >= 500;
  if (!isPassing) return { fault: { kind: 'invalid', message: said } };
  const retryAfterMs = error.headers && readRetryAfter(error.headers, now);
  return { ...passing('overloaded', said, 'refused'), retryAfterMs };
}

/** In the middle of a stream an error has a type and no status. */
const PASSING_TYPES: ReadonlySet<string> = new Set([
  'overloaded_error',
  'api_error',
  'rate_limit_error',
  'timeout_error',
]);

function passing(
  kind: 'overloaded' | 'invalid',
  message: string,
  how: 'refused' | 'broken',
): Diagnosis {
  return { fault: { kind, message }, passing: how };
}

function broken(message: string): Diagnosis {
  return passing('invalid', message, 'broken');
}

/** What `fetch` throws when the socket ends in the middle of the body. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return error instanceof TypeError && cause instanceof Error && 'code' in cause;
}
