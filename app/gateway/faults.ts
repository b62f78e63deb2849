// What an error of a provider means: a fault that is final, or one that passes and may be tried
// again. Decides only; nothing here waits or speaks to the network.
import { BrokenStream } from './assembly.ts';
import type { ModelFault } from './port.ts';
import { isQuotaError, resetTime } from './quota-message.ts';
import { readRetryAfter, readTryAgainIn } from './retry.ts';

/**
 * An error in the provider's own words; `unreachable`: it said nothing. Types and codes are those
 * of Anthropic and OpenAI, which proxies pass on; who has others translates them.
 */
export type Said =
  | 'unreachable'
  | {
      message: string;
      /** Absent in the middle of a stream. */
      status?: number | undefined;
      type?: string | undefined;
      code?: string | undefined;
      headers?: Headers | undefined;
    };
type Words = Exclude<Said, string>;

export type Diagnosis = {
  fault: ModelFault;
  /** Absent: trying again does not help. `broken`: the answer was charged and useless. */
  passing?: 'refused' | 'broken';
  retryAfterMs?: number | undefined;
};

/** Undefined for what is no error of the provider: a fault of ours, to be thrown. */
export function diagnose(
  error: unknown,
  understand: (error: unknown) => Said | undefined,
  now: number,
): Diagnosis | undefined {
  if (error instanceof BrokenStream || error instanceof SyntaxError) {
    const problem = error instanceof BrokenStream ? error.message : 'an event that is not JSON';
    return broken(`The model provider's stream is broken: ${problem}.`);
  }
  const said = understand(error);
  if (said === 'unreachable') return refused('The model provider cannot be reached.');
  if (said !== undefined) return fromWords(said, now);
  return isCutOff(error) ? broken("The model provider's stream was cut off.") : undefined;
}

function fromWords(said: Words, now: number): Diagnosis {
  const { message } = said;
  if (isSpendLimit(said)) return { fault: { kind: 'spend_limit', message } };
  if (isQuotaError(message)) {
    const resetAt = resetTime(message, now);
    const reset = resetAt === undefined ? {} : { resetAt };
    return { fault: { kind: 'quota', message, ...reset } };
  }
  return byStatus(said, now);
}

/** Money that time does not bring back. */
function isSpendLimit({ status, type, code, message }: Words): boolean {
  return (
    status === 402 ||
    [type, code].some((name) => name !== undefined && SPENT.has(name)) ||
    (status === 400 && CREDIT.test(message))
  );
}

const SPENT: ReadonlySet<string> = new Set([
  'enforced_spend_limit_reached',
  'billing_error',
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
]);
/** For these two the provider has no code of its own, only its documented sentence. */
const CREDIT = /credit balance is too low|reached your specified (?:workspace )?API usage limits/i;
const TOO_LONG =
  /prompt is too long|context (?:window|limit|length|size|overflow)|exceed.{0,40}context/i;
const TOO_LONG_CODE = 'context_length_exceeded';

function byStatus(said: Words, now: number): Diagnosis {
  const { status, type, code, message } = said;
  if (status === 401 || status === 403) return { fault: { kind: 'authentication', message } };
  const isTooLong = code === TOO_LONG_CODE || TOO_LONG.test(message);
  if (status === 413 || ((status === 400 || status === undefined) && isTooLong)) {
    return { fault: { kind: 'context_exhausted', message } };
  }
  if (status !== undefined && status >= 300 && status < 400) return redirected();
  const isPassing =
    status === undefined
      ? [type, code].some((name) => name !== undefined && PASSING_TYPES.has(name))
      : status === 408 || status === 409 || status === 429 || status >= 500;
  if (!isPassing) return { fault: { kind: 'invalid', message } };
  const asked = said.headers && readRetryAfter(said.headers, now);
  return { ...refused(message), retryAfterMs: asked ?? readTryAgainIn(message) };
}

/** In the middle of a stream an error has a type and no status. */
const PASSING_TYPES: ReadonlySet<string> = new Set([
  'overloaded_error',
  'api_error',
  'rate_limit_error',
  'timeout_error',
  'server_error',
  'rate_limit_exceeded',
]);

function redirected(): Diagnosis {
  const message =
    'The model provider redirects to another address. Redirects are not followed, since they would carry the credential along; correct the base URL.';
  return { fault: { kind: 'invalid', message } };
}

function refused(message: string): Diagnosis {
  return { fault: { kind: 'overloaded', message }, passing: 'refused' };
}

function broken(message: string): Diagnosis {
  return { fault: { kind: 'invalid', message }, passing: 'broken' };
}

/** What `fetch` throws when the socket ends in the middle of the body. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return error instanceof TypeError && cause instanceof Error && 'code' in cause;
}
