// Keeps one installation below GitHub's secondary limits: a burst of writes, then so many a minute
// and an hour, and points for every request. Below the limits nothing waits. Knows no HTTP.

import { AppError } from '../errors.ts';
import type { Deadline } from '../machine/deadline.ts';

/** GitHub counts points per minute (read 1, write 5) and content that is made or changed. */
const POINTS_PER_MINUTE = 900;
const POINTS = { read: 1, object: 5, write: 5 } as const;
const WRITES_PER_MINUTE = 80;
const WRITES_PER_HOUR = 500;
const BURST = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** `object`: a blob, tree or commit, which nobody sees; it may come in any burst. */
export type RequestKind = 'read' | 'object' | 'write';
/** A wait with an end that is known beforehand. */
export type Wait = Pick<Deadline, 'check' | 'pause'> & { endsAt: number };

export type Limiter = {
  /** Counts a request, waiting if it must. Throws RATE_LIMITED when the wait ends too late. */
  take(kind: RequestKind, wait: Wait): Promise<void>;
  /** GitHub said so: no request before this time. */
  pauseUntil(at: number): void;
  /** A pause between repeats, counted like every other. */
  pause(ms: number, wait: Wait): Promise<void>;
  waitedMs(): number;
};

type Request = { at: number; points: number };
type Use = {
  requests: Request[];
  writes: number[];
  burst: { left: number; at: number };
  pausedUntil: number;
  waitedMs: number;
};

export function createLimiter(now: () => number): Limiter {
  const use: Use = {
    requests: [],
    writes: [],
    burst: { left: BURST, at: now() },
    pausedUntil: 0,
    waitedMs: 0,
  };
  let last = Promise.resolve();

  async function pause(ms: number, wait: Wait): Promise<void> {
    if (now() + ms >= wait.endsAt) throw tooLong(ms);
    const from = now();
    await wait.pause(ms);
    use.waitedMs += now() - from;
    wait.check();
  }

  async function takeOne(kind: RequestKind, wait: Wait): Promise<void> {
    wait.check();
    for (let ms = waitFor(use, kind, now()); ms > 0; ms = waitFor(use, kind, now())) {
      await pause(ms, wait);
    }
    record(use, kind, now());
  }

  return {
    pause,
    waitedMs: () => use.waitedMs,
    pauseUntil: (at) => {
      use.pausedUntil = Math.max(use.pausedUntil, at);
    },
    take: async (kind, wait) => {
      // One at a time and in order: the next one must see what this one used.
      const turn = last.then(async () => {
        await takeOne(kind, wait);
      });
      last = turn.catch(() => undefined);
      await turn;
    },
  };
}

function waitFor(use: Use, kind: RequestKind, at: number): number {
  const waits = [use.pausedUntil - at, pointsWait(use, POINTS[kind], at)];
  if (kind !== 'read') {
    waits.push(
      windowWait(use.writes, { most: WRITES_PER_MINUTE, span: MINUTE_MS, at }),
      windowWait(use.writes, { most: WRITES_PER_HOUR, span: HOUR_MS, at }),
    );
  }
  if (kind === 'write') waits.push(burstWait(use, at));
  return Math.max(0, Math.ceil(Math.max(...waits)));
}

/** How long until enough old requests are out of the minute. */
function pointsWait({ requests }: Use, cost: number, at: number): number {
  const recent = requests.filter((one) => one.at > at - MINUTE_MS);
  let points = recent.reduce((sum, one) => sum + one.points, cost);
  for (const one of recent) {
    if (points <= POINTS_PER_MINUTE) return 0;
    points -= one.points;
    if (points <= POINTS_PER_MINUTE) return one.at + MINUTE_MS - at;
  }
  return 0;
}

function windowWait(
  times: readonly number[],
  { most, span, at }: { most: number; span: number; at: number },
): number {
  const oldest = times.at(-most);
  return oldest === undefined ? 0 : oldest + span - at;
}

/** A full burst comes back at the rate of the minute's limit. */
function burstWait({ burst }: Use, at: number): number {
  const left = refilled(burst, at);
  return left >= 1 ? 0 : ((1 - left) * MINUTE_MS) / WRITES_PER_MINUTE;
}

function refilled({ left, at: since }: Use['burst'], at: number): number {
  return Math.min(BURST, left + ((at - since) * WRITES_PER_MINUTE) / MINUTE_MS);
}

function record(use: Use, kind: RequestKind, at: number): void {
  use.requests = use.requests.filter((one) => one.at > at - MINUTE_MS);
  use.requests.push({ at, points: POINTS[kind] });
  if (kind === 'read') return;
  use.writes = use.writes.filter((one) => one > at - HOUR_MS);
  use.writes.push(at);
  if (kind === 'write') use.burst = { left: refilled(use.burst, at) - 1, at };
}

function tooLong(ms: number): AppError {
  return new AppError('RATE_LIMITED', {
    problem: `GitHub’s limits ask for a wait of ${Math.ceil(ms / 1000)} s, longer than this call may take`,
    details: { retryAfterMs: ms },
  });
}
