// One call of one model: tried again as long as that helps, never beyond the caller's patience. The
// same for every provider. No credential ever gets into an answer, an error or a log line.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createRedactor } from '../redact/redact.ts';
import type { Assembled } from './assembly.ts';
import type { Connection, ConnectionCall } from './connection.ts';
import { type Diagnosis, diagnose } from './faults.ts';
import type { CallOptions, ModelAnswer, ModelFault, ModelUsage } from './port.ts';
import { isQuotaNotice, resetTime } from './quota-message.ts';
import { DEFAULT_RETRY, type RetryLimits, retryDelayMs } from './retry.ts';
import type { Route } from './router.ts';
import { sumUsage, usageOf } from './usage.ts';
import { createWatch } from './watch.ts';

export type CallLimits = {
  /** No byte for so long ends a try. */
  idleMs: number;
  /** One call with all its tries and waits. */
  totalMs: number;
  retry: RetryLimits;
};

export const DEFAULT_LIMITS: CallLimits = {
  idleMs: 120_000,
  totalMs: 20 * 60_000,
  retry: DEFAULT_RETRY,
};

export type Patience = {
  limits: CallLimits;
  now(): number;
  random(): number;
  log?: Pick<Logger, 'warn'> | undefined;
};

type OneCall = {
  connection: Connection;
  call: ConnectionCall & { route: Route };
  options: CallOptions;
  /** By `performance.now()`. */
  endsAt: number;
  /** What was charged before, for the same call. */
  spent: ModelUsage | undefined;
};

const LONGEST_MESSAGE = 500;

/** Throws CANCELLED, whose details hold the usage. */
export async function tryUntilDone(patience: Patience, one: OneCall): Promise<ModelAnswer> {
  const { connection, call, options, endsAt } = one;
  const { retry } = patience.limits;
  let usage = one.spent;
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(patience, one);
    usage = sumUsage(usage, outcome.usage);
    if (outcome.kind === 'cancelled') throw cancelled(options.signal, usage);
    if (outcome.kind === 'answered') return toAnswer(patience, connection, { ...outcome, usage });
    const { diagnosis } = outcome;
    const delayMs = delayOf(retry, diagnosis, { tries, random: patience.random() });
    const isLate = delayMs === undefined || performance.now() + delayMs >= endsAt;
    if (isLate) return failed(patience, connection, { diagnosis, usage });
    const { model, provider } = call.route;
    const { step } = call.request;
    const fields = { step, provider, model, tries, delayMs, fault: diagnosis.fault.kind };
    patience.log?.warn(fields, 'a model call is tried again');
    await sleep(delayMs, undefined, { signal: options.signal }).catch(() => undefined);
    if (options.signal.aborted) throw cancelled(options.signal, usage);
  }
}

type TryOutcome = { usage: ModelUsage | undefined } & (
  | { kind: 'answered'; answer: Assembled }
  | { kind: 'failed'; diagnosis: Diagnosis }
  | { kind: 'cancelled' }
);

async function tryOnce({ limits, now }: Patience, one: OneCall): Promise<TryOutcome> {
  const { connection, call, options, endsAt } = one;
  const { idleMs } = limits;
  const remainingMs = Math.max(0, Math.ceil(endsAt - performance.now()));
  using watch = createWatch({ caller: options.signal, idleMs, remainingMs });
  const assembly = connection.assemble(call.request, options.onText);
  const usage = () => usageOf(call.route, assembly.counted());
  try {
    const { signal } = watch;
    signal.throwIfAborted();
    const stream = connection.stream(call, {
      signal,
      onBytes: watch.touch,
      timeoutMs: remainingMs,
    });
    for await (const event of stream) assembly.take(event);
    // An SDK may end an aborted stream without a word.
    signal.throwIfAborted();
    return { kind: 'answered', answer: assembly.finish(), usage: usage() };
  } catch (error) {
    const reason = watch.reason();
    if (reason === 'cancelled') return { kind: 'cancelled', usage: usage() };
    if (reason !== undefined) {
      return { kind: 'failed', diagnosis: unheard(reason, idleMs), usage: usage() };
    }
    const diagnosis = diagnose(error, connection.understand, now());
    if (diagnosis === undefined) throw error;
    return { kind: 'failed', diagnosis, usage: usage() };
  }
}

/** Undefined: no further try. */
function delayOf(
  retry: RetryLimits,
  { passing, retryAfterMs }: Diagnosis,
  { tries, random }: { tries: number; random: number },
): number | undefined {
  if (passing === undefined) return undefined;
  if (tries >= (passing === 'broken' ? retry.brokenStreamTries : retry.tries)) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > retry.longestRetryAfterMs) return undefined;
  return Math.round(retryDelayMs(retry, { failedTries: tries, retryAfterMs }, random));
}

function failed(
  { limits, now }: Patience,
  connection: Connection,
  { diagnosis, usage }: { diagnosis: Diagnosis; usage: ModelUsage | undefined },
): ModelAnswer {
  const { fault, retryAfterMs } = diagnosis;
  const isQuota = retryAfterMs !== undefined && retryAfterMs > limits.retry.longestRetryAfterMs;
  const final: ModelFault = isQuota
    ? { kind: 'quota', resetAt: now() + retryAfterMs, message: fault.message }
    : fault;
  const told = { ...final, message: clean(connection, final.message) };
  return { ok: false, fault: told, ...(usage && { usage }) };
}

function toAnswer(
  { now }: Patience,
  connection: Connection,
  { answer, usage }: { answer: Assembled; usage: ModelUsage | undefined },
): ModelAnswer {
  const { content, stopReason } = answer;
  if (usage === undefined) throw new AppError('INTERNAL_ERROR');
  if (stopReason === 'context_exhausted') {
    const message = "The conversation is longer than the model's context window.";
    return { ok: false, fault: { kind: 'context_exhausted', message }, usage };
  }
  const [only, ...others] = content;
  if (only?.type === 'text' && others.length === 0 && isQuotaNotice(only.text)) {
    const resetAt = resetTime(only.text, now());
    const reset = resetAt === undefined ? {} : { resetAt };
    const message = clean(connection, only.text.trim());
    return { ok: false, fault: { kind: 'quota', message, ...reset }, usage };
  }
  return { ok: true, reply: { content, stopReason, usage } };
}

/** Providers have been seen to repeat the key they refuse. */
function clean(connection: Connection, message: string): string {
  const secrets = connection.secrets().map((secret) => secret.reveal());
  return createRedactor(secrets).redact(message).slice(0, LONGEST_MESSAGE);
}

function unheard(reason: 'silent' | 'too_long', idleMs: number): Diagnosis {
  const message =
    reason === 'silent'
      ? `The model provider was silent for ${Math.round(idleMs / 1000)} s.`
      : 'The model provider did not finish in the time for one call.';
  return { fault: { kind: 'overloaded', message }, passing: 'broken' };
}

function cancelled(signal: AbortSignal, usage: ModelUsage | undefined): AppError {
  return new AppError('CANCELLED', {
    problem: 'The model call was cancelled.',
    details: usage === undefined ? {} : { usage },
    cause: signal.reason,
  });
}
