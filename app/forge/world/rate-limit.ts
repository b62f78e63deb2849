// GitHub's limits: a number of requests per hour for each caller, and, when switched on, the
// secondary limits on points and on content per minute. Holds its counters; knows no HTTP.
import { type Actor, actorName, isActions } from './actor.ts';
import { GithubError } from './github-error.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ANONYMOUS_PER_HOUR = 60;
/** For each repository. */
const ACTIONS_PER_HOUR = 1000;
const POINTS_PER_MINUTE = 900;
const WRITE_POINTS = 5;
const CONTENT_PER_MINUTE = 80;
const CONTENT_PER_HOUR = 500;

export type RateOptions = {
  /** Requests per hour of an app, an installation or a user. */
  perHour: number;
  hasSecondary: boolean;
};

type Rate = { limit: number; remaining: number; used: number; reset: number };
export type RateLimiter = {
  /** Counts a request. Throws 403 or 429 with `retry-after` or a reset time when it is too many. */
  count(actor: Actor, kind: { isWrite: boolean; isContent: boolean }): Rate;
  /** Takes a counted request back: GitHub does not charge for a 304. */
  refund(actor: Actor): Rate;
  look(actor: Actor): Rate;
};

type Bucket = { used: number; resetMs: number; points: Stamp[]; content: Stamp[] };
type Stamp = { timeMs: number; cost: number };

export function createRateLimiter(now: () => Date, options: RateOptions): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const bucketOf = (actor: Actor): Bucket => {
    const key = keyOf(actor);
    const known = buckets.get(key);
    if (known !== undefined && known.resetMs > now().getTime()) return known;
    const fresh = {
      used: 0,
      resetMs: now().getTime() + HOUR_MS,
      points: known?.points ?? [],
      content: known?.content ?? [],
    };
    buckets.set(key, fresh);
    return fresh;
  };
  const rateOf = (actor: Actor, bucket: Bucket): Rate => {
    const limit = limitOf(actor, options);
    const reset = Math.ceil(bucket.resetMs / 1000);
    return { limit, used: bucket.used, remaining: Math.max(0, limit - bucket.used), reset };
  };
  return {
    look: (actor) => rateOf(actor, bucketOf(actor)),
    refund: (actor) => {
      const bucket = bucketOf(actor);
      bucket.used = Math.max(0, bucket.used - 1);
      return rateOf(actor, bucket);
    },
    count: (actor, kind) => {
      const bucket = bucketOf(actor);
      if (rateOf(actor, bucket).remaining === 0) {
        throw primaryLimit(rateOf(actor, bucket));
      }
      if (options.hasSecondary) countSecondary(bucket, now().getTime(), kind);
      bucket.used += 1;
      return rateOf(actor, bucket);
    },
  };
}

/** A person's own tokens and those of apps count together, as on GitHub. */
function keyOf(actor: Actor): string {
  const place = actor.kind === 'installation' && isActions(actor) ? actor.token.repositoryIds : [];
  return [actor.kind, actorName(actor), ...place].join(' ');
}

function limitOf(actor: Actor, { perHour }: RateOptions): number {
  if (actor.kind === 'anonymous') return ANONYMOUS_PER_HOUR;
  return isActions(actor) ? Math.min(perHour, ACTIONS_PER_HOUR) : perHour;
}

export function rateHeaders(rate: Rate): Record<string, string> {
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-reset': String(rate.reset),
    'x-ratelimit-resource': 'core',
  };
}

export function primaryLimit(rate: Rate): GithubError {
  return new GithubError(403, 'API rate limit exceeded', {
    headers: rateHeaders({ ...rate, remaining: 0 }),
  });
}

export function secondaryLimit(retryAfterSeconds: number): GithubError {
  return new GithubError(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}

function countSecondary(
  bucket: Bucket,
  timeMs: number,
  kind: { isWrite: boolean; isContent: boolean },
): void {
  bucket.points = bucket.points.filter((stamp) => stamp.timeMs > timeMs - MINUTE_MS);
  bucket.content = bucket.content.filter((stamp) => stamp.timeMs > timeMs - HOUR_MS);
  const points = bucket.points.reduce((total, stamp) => total + stamp.cost, 0);
  const cost = kind.isWrite ? WRITE_POINTS : 1;
  const oldest = bucket.points[0]?.timeMs ?? timeMs;
  if (points + cost > POINTS_PER_MINUTE) throw secondaryLimit(waitSeconds(oldest, timeMs));
  if (kind.isContent) {
    const lastMinute = bucket.content.filter((stamp) => stamp.timeMs > timeMs - MINUTE_MS);
    const first = lastMinute[0]?.timeMs ?? timeMs;
    if (lastMinute.length >= CONTENT_PER_MINUTE) throw secondaryLimit(waitSeconds(first, timeMs));
    if (bucket.content.length >= CONTENT_PER_HOUR) throw secondaryLimit(HOUR_MS / 1000);
    bucket.content.push({ timeMs, cost: 1 });
  }
  bucket.points.push({ timeMs, cost });
}

function waitSeconds(oldestMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((oldestMs + MINUTE_MS - nowMs) / 1000));
}
