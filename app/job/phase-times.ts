// How long each phase of a job took, read from the events that moved it, and what is usual: what
// people may expect of a job that is under way. Waiting for people does not count. Pure.
import { type EventType, isCommandType, isEventType } from './events.ts';
import type { Phase } from './phase.ts';

/** In their order in the life of a job. */
export const WORK_PHASES = ['planning', 'implement', 'test'] as const satisfies readonly Phase[];
type WorkPhase = (typeof WORK_PHASES)[number];
type PhaseTimes = Partial<Record<WorkPhase, number>>;

export type UsualTimes = {
  /** Of how many jobs. */
  jobs: number;
  /** The medians. */
  times: PhaseTimes;
};

/** Fewer say nothing about the next. */
const LEAST_JOBS = 3;

type Moment = { action: string; at: number };

/** Undefined when too few have been delivered. */
export function usualTimes(courses: readonly (readonly Moment[])[]): UsualTimes | undefined {
  if (courses.length < LEAST_JOBS) return undefined;
  const all = courses.map(phaseTimes);
  const medians = WORK_PHASES.flatMap((phase) => {
    const known = all.flatMap((times) => times[phase] ?? []);
    return known.length < LEAST_JOBS ? [] : [[phase, median(known)] as const];
  });
  return { jobs: courses.length, times: Object.fromEntries(medians) };
}

/** The time up to an outcome is that of the work that it ends. */
export function phaseTimes(course: readonly Moment[]): PhaseTimes {
  const times: PhaseTimes = {};
  let pendingMs = 0;
  for (const [index, { action, at }] of course.entries()) {
    const before = course[index - 1];
    if (before === undefined || !isEventType(action) || isWaiting(action)) continue;
    pendingMs += Math.max(0, at - before.at);
    const phase = PHASE_ENDED[action];
    if (phase === undefined) continue;
    times[phase] = (times[phase] ?? 0) + pendingMs;
    pendingMs = 0;
  }
  return times;
}

/** What ended it was a person, or a time that people were given. */
function isWaiting(type: EventType): boolean {
  return isCommandType(type) || WAITED.has(type);
}

const WAITED: ReadonlySet<EventType> = new Set<EventType>([
  'announced',
  'hold_ended',
  'offer_lapsed',
  'escalation_timeout',
]);

/** Everything else, such as a question or a broken session, is on the way to one of these. */
const PHASE_ENDED: Partial<Record<EventType, WorkPhase>> = {
  reserved: 'planning',
  planned: 'planning',
  report_ready: 'planning',
  strategy_chosen: 'planning',
  tests_written: 'implement',
  baseline_passed: 'implement',
  baseline_failed: 'implement',
  implemented: 'implement',
  deep_fix_done: 'implement',
  verify_passed: 'test',
  verify_failed: 'test',
  published: 'test',
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
