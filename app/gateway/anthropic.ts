// Anthropic's models behind the gateway's port: one turn, tried again as long as that helps, never
// beyond the caller's patience. No credential ever gets into an answer, an error or a log line.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createRedactor } from '../redact.ts';
import { type BodyWriter, createBodyWriter } from './anthropic-body.ts';
import { type AnthropicAccess, streamOnce } from './anthropic-client.ts';
import { type Diagnosis, diagnose } from './anthropic-fault.ts';

import { type Assembled, createAssembly } from './anthropic-stream.ts';
import type { Gateway, ModelAnswer, ModelFault, ModelRequest, ModelUsage } from './port.ts';
import { isQuotaNotice, resetTime } from './quota-message.ts';
import { DEFAULT_RETRY, type RetryLimits, retryDelayMs } from './retry.ts';
import type { Route, Router } from './router.ts';
import { sumUsage, usageOf } from './usage.ts';
import { createWatch } from './watch.ts';

export type AnthropicLimits = {
  /** F30: no byte for so long ends a try. */
  idleMs: number;
  /** One call with all its tries and waits. */
  totalMs: number;
  retry: RetryLimits;
};

export const DEFAULT_ANTHROPIC_LIMITS: AnthropicLimits = {
  idleMs: 120_000,
  totalMs: 20 * 60_000,
  retry: DEFAULT_RETRY,
};

export type AnthropicOptions = {
  access: AnthropicAccess;
  router: Router;
  /** Absent: off. Where a model decides itself how long it thinks, this only switches it on. */
  thinkingBudgetTokens?: number;
  limits?: Partial<AnthropicLimits>;
  log?: Pick<Logger, 'warn'>;
  now?: () => number;
  random?: () => number;
};

const LEAST_THINKING_TOKENS = 1024;
const LONGEST_MESSAGE = 500;

type Parts = Required<Pick<AnthropicOptions, 'now' | 'random'>> &
  Omit<AnthropicOptions, 'limits' | 'now' | 'random'> & {
    limits: AnthropicLimits;
    write: BodyWriter;
    clean(message: string): string;
  };

/** Throws CONFIG_INVALID when there is no credential or the thinking budget is too small. */
export function createAnthropicGateway(options: AnthropicOptions): Gateway {
  checkOptions(options);
  const { apiKey, authToken } = options.access;
  const secrets = [apiKey, authToken].flatMap((secret) => (secret ? [secret.reveal()] : []));
  const redactor = createRedactor(secrets);
  const parts: Parts = {
    now: Date.now,
    random: Math.random,
    ...options,
    limits: { ...DEFAULT_ANTHROPIC_LIMITS, ...options.limits },
    write: createBodyWriter(),
    clean: (message) => redactor.redact(message).slice(0, LONGEST_MESSAGE),
  };
  return {
    complete: async (request, call) => await complete(parts, request, call),
  };
}

type Call = Parameters<Gateway['complete']>[1];

async function complete(parts: Parts, request: ModelRequest, call: Call): Promise<ModelAnswer> {
  const route = parts.router(request);
  const { retry, totalMs } = parts.limits;
  const endsAt = performance.now() + totalMs;
  let usage: ModelUsage | undefined;
  for (let tries = 1; ; tries += 1) {
    const remainingMs = Math.max(0, Math.ceil(endsAt - performance.now()));
    const outcome = await tryOnce(parts, { request, route, call, remainingMs });
    usage = sumUsage(usage, outcome.usage);
    if (outcome.kind === 'cancelled') throw cancelled(call.signal, usage);
    if (outcome.kind === 'answered') return toAnswer(parts, outcome.answer, usage);
    const { diagnosis } = outcome;
    const delayMs = delayOf(retry, diagnosis, { tries, random: parts.random() });
    const isLate = delayMs === undefined || performance.now() + delayMs >= endsAt;
    if (isLate) return failed(parts, diagnosis, usage);
    const { step } = request;
    const fields = { step, model: route.model, tries, delayMs, fault: diagnosis.fault.kind };
    parts.log?.warn(fields, 'a model call is tried again');
    await sleep(delayMs, undefined, { signal: call.signal }).catch(() => undefined);
    if (call.signal.aborted) throw cancelled(call.signal, usage);
  }
}

type TryOutcome = { usage: ModelUsage | undefined } & (
  | { kind: 'answered'; answer: Assembled }
  | { kind: 'failed'; diagnosis: Diagnosis }
  | { kind: 'cancelled' }
);

type TryInput = { request: ModelRequest; route: Route; call: Call; remainingMs: number };

async function tryOnce(parts: Parts, input: TryInput): Promise<TryOutcome> {
  const { request, route, call, remainingMs } = input;
  const thinkingBudgetTokens = request.models?.thinking ?? parts.thinkingBudgetTokens;
  const { idleMs } = parts.limits;
  using watch = createWatch({ caller: call.signal, idleMs, remainingMs });
  const assembly = createAssembly(call.onText);
  const usage = () => usageOf(route, assembly.counted());
  try {
    watch.signal.throwIfAborted();
    const body = () => parts.write(request, { ...route, thinkingBudgetTokens });
    const { signal } = watch;
    const stream = streamOnce(parts.access, { body, signal, onBytes: watch.touch });
    for await (const event of stream) assembly.take(event);
    // The SDK ends an aborted stream without a word.
    signal.throwIfAborted();
    return { kind: 'answered', answer: assembly.finish(), usage: usage() };
  } catch (error) {
    const reason = watch.reason();
    if (reason === 'cancelled') return { kind: 'cancelled', usage: usage() };
    if (reason !== undefined) {
      return { kind: 'failed', diagnosis: unheard(reason, idleMs), usage: usage() };
    }
    const diagnosis = diagnose(error, parts.now());
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

function failed(parts: Parts, diagnosis: Diagnosis, usage: ModelUsage | undefined): ModelAnswer {
  const { fault, retryAfterMs } = diagnosis;
  const isQuota =
    retryAfterMs !== undefined && retryAfterMs > parts.limits.retry.longestRetryAfterMs;
  const final: ModelFault = isQuota
    ? { kind: 'quota', resetAt: parts.now() + retryAfterMs, message: fault.message }
    : fault;
  const told = { ...final, message: parts.clean(final.message) };
  return { ok: false, fault: told, ...(usage && { usage }) };
}

function toAnswer(parts: Parts, answer: Assembled, usage: ModelUsage | undefined): ModelAnswer {
  const { content, stopReason } = answer;
  if (usage === undefined) throw new AppError('INTERNAL_ERROR');
  if (stopReason === 'context_exhausted') {
    const message = "The conversation is longer than the model's context window.";
    return { ok: false, fault: { kind: 'context_exhausted', message }, usage };
  }
  const [only, ...others] = content;
  if (only?.type === 'text' && others.length === 0 && isQuotaNotice(only.text)) {
    const resetAt = resetTime(only.text, parts.now());
    const reset = resetAt === undefined ? {} : { resetAt };
    const message = parts.clean(only.text.trim());
    return { ok: false, fault: { kind: 'quota', message, ...reset }, usage };
  }
  return { ok: true, reply: { content, stopReason, usage } };
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

function checkOptions({ access, thinkingBudgetTokens: budget }: AnthropicOptions): void {
  if (access.apiKey === undefined && access.authToken === undefined) {
    throw new AppError('CONFIG_INVALID', {
      problem: 'There is no credential for Anthropic. Set ANTHROPIC_API_KEY.',
    });
  }
  if (budget !== undefined && budget < LEAST_THINKING_TOKENS) {
    throw new AppError('CONFIG_INVALID', {
      problem: `Thinking budget must be at least ${LEAST_THINKING_TOKENS} tokens, got ${budget}`,
    });
  }
}
