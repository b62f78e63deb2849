// How long to wait before a model call is tried again. Pure; the random number comes in.

export type RetryLimits = {
  /** Tries of one call in all, the first included. */
  tries: number;
  /** Tries when the stream breaks: each of them is charged. */
  brokenStreamTries: number;
  baseMs: number;
  longestMs: number;
  /** A provider that asks for a longer wait has told us of a used-up quota. */
  longestRetryAfterMs: number;
};

/** Half of all calls failing for minutes still lets 999 in 1,000 through. */
export const DEFAULT_RETRY: RetryLimits = {
  tries: 10,
  brokenStreamTries: 3,
  baseMs: 1_000,
  longestMs: 30_000,
  longestRetryAfterMs: 5 * 60_000,
};

/**
 * Exponential, with jitter over its upper half so that many jobs do not come back at once. What the
 * provider asked for is the least; jitter is added to it, never taken away.
 */
export function retryDelayMs(
  limits: RetryLimits,
  { failedTries, retryAfterMs }: { failedTries: number; retryAfterMs?: number | undefined },
  random: number,
): number {
  const ceiling = Math.min(limits.longestMs, limits.baseMs * 2 ** (failedTries - 1));
  if (retryAfterMs !== undefined) return retryAfterMs + (random * ceiling) / 4;
  return ceiling / 2 + (random * ceiling) / 2;
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const text = headers.get('retry-after');
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The words of providers that send no header: "Please try again in 6m0s". */
export function readTryAgainIn(message: string): number | undefined {
  const [, wait = ''] =
    /\btry again in ((?:\d+(?:\.\d+)?(?:ms|d|h|m|s) ?){1,5})/i.exec(message) ?? [];
  const parts = [...wait.matchAll(/(\d+(?:\.\d+)?)(ms|d|h|m|s)/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count, unit = '']) => {
    const unitMs = UNITS_MS[unit.toLowerCase()] ?? 0;
    return sum + Number(count) * unitMs;
  }, 0);
}

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
