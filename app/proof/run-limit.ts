// How long one more run of a case may take, by the runs of it there were: code that waits for what
// never comes is ended soon, and no run is ended for being a little slower than another. Pure.

/** What a run may take of which nothing is known. */
export const RUN_MS = 300_000;
/** What `timeout` exits with. */
export const TIMED_OUT = 124;
const TIMES = 3;
/** Of a case that did not end the first time: once more, not as long again. */
const AGAIN_MS = 60_000;
const LEAST_FURTHER_MS = 5_000;
const MOST_FURTHER_MS = 60_000;

type Seen = { caseId?: string | undefined; exitCode: number; durationMs: number };

/** By the case; undefined asks for the repository's own suite. */
export type LimitOf = (caseId: string | undefined) => number;

/** Of a variant: three times what the same took on the head, and at least so much. */
export function variantLimits(head: readonly Seen[], leastMs: number): LimitOf {
  const runs = Map.groupBy(head, ({ caseId }) => caseId);
  return (caseId) => {
    const took = runs.get(caseId)?.map(({ durationMs }) => durationMs) ?? [];
    if (took.length === 0) return RUN_MS;
    return Math.min(RUN_MS, Math.max(leastMs, TIMES * Math.max(...took)));
  };
}

/** Of a further case: as `variantLimits`, by the slowest of the cases, and no longer than a minute. */
export function furtherLimit(head: readonly Seen[]): number {
  const took = head.flatMap(({ caseId, durationMs }) => (caseId === undefined ? [] : [durationMs]));
  return Math.min(MOST_FURTHER_MS, Math.max(LEAST_FURTHER_MS, TIMES * Math.max(0, ...took)));
}

/** Of the next run of the same on the same tree. */
export function againLimit(seen: readonly Seen[], caseId: string | undefined): number {
  const isLate = seen.some((run) => run.caseId === caseId && run.exitCode === TIMED_OUT);
  return isLate ? AGAIN_MS : RUN_MS;
}
