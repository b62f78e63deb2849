// Follows a job that is played again: gives people's commands where they were given, and stops where
// it ends or takes another course.
import { setTimeout as pause } from 'node:timers/promises';
import { applyEvent } from '../../engine/apply.ts';
import { AppError } from '../../errors.ts';
import type { CommandBody } from '../../job/events.ts';
import { IMMUTABLE_STATES, isTerminal, type Job } from '../../job/types.ts';
import type { HoldAnswer } from '../../store/hold-answers.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { type Course, courseOf, firstTurn, type GivenCommand } from './course.ts';

const LOOK_MS = 50;
/** Longer than any single step may take. */
const STALLED_MS = 40 * 60_000;

export type Followed = {
  given: number;
  /** Commands that this time had nothing to answer: the money of a script is never spent. */
  skipped: string[];
  turn?: { at: number; recorded: string; replayed: string };
};

export async function follow(
  store: Store,
  jobId: string,
  request: { course: Course; answers: readonly HoldAnswer[]; signal: AbortSignal },
): Promise<Followed> {
  const { course, signal } = request;
  const commands = [...course.commands];
  const answers = [...request.answers];
  const followed: Followed = { given: 0, skipped: [] };
  let seen = { events: 0, at: performance.now() };
  for (;;) {
    const { job, events } = await look(store, jobId);
    if (events.length > seen.events) seen = { events: events.length, at: performance.now() };
    const now = courseOf(events);
    const at = firstTurn(course, now);
    if (at !== undefined) return { ...followed, turn: turnAt(course, now, at) };
    const [next] = commands;
    if (isOver(job, next)) return followed;
    if (next !== undefined && now.milestones.length >= next.after) {
      commands.shift();
      const refusal = await store.transaction(
        async (records) => await give(records, job, { command: next, answers }),
      );
      if (refusal === undefined) followed.given += 1;
      else followed.skipped.push(`/${next.event.type}: ${refusal}`);
    } else {
      if (performance.now() - seen.at > STALLED_MS) throw stalled(job);
      if (signal.aborted) throw new AppError('CANCELLED', { cause: signal.reason });
      await pause(LOOK_MS);
    }
  }
}

async function look(store: Store, jobId: string) {
  return await store.transaction(async ({ jobs, audit }) => {
    const record = await jobs.find(jobId);
    if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
    return { job: record.job, events: await audit.ofJob(jobId) };
  });
}

/** FALLBACK_REQUIRED is over unless a person revised the plan. */
function isOver({ state }: Job, next: GivenCommand | undefined): boolean {
  if (!isTerminal(state)) return false;
  return next === undefined || IMMUTABLE_STATES.some((immutable) => immutable === state);
}

/** The reason of a refusal; undefined: it was taken. */
async function give(
  records: Records,
  { id, hold, planRevision }: Job,
  { command, answers }: { command: GivenCommand; answers: HoldAnswer[] },
): Promise<string | undefined> {
  const event = toNow(command.event, { hold: hold?.number, planRevision });
  const applied = await applyEvent(records, id, { event, actor: command.actor });
  if (!applied.ok) return applied.reason;
  const [answer] = answers;
  if (hold === undefined || answer?.kind !== event.type) return undefined;
  answers.shift();
  await records.holdAnswers.add(id, hold.number, answer);
  return undefined;
}

/** Tokens and numbers are new in every job; what they mean is the same. */
function toNow(
  event: CommandBody,
  now: { hold: number | undefined; planRevision: string | undefined },
): CommandBody {
  if (event.type === 'approve') return { ...event, revision: now.planRevision ?? '' };
  if (!('hold' in event) || now.hold === undefined) return event;
  return { ...event, hold: now.hold };
}

function turnAt(recorded: Course, replayed: Course, at: number): NonNullable<Followed['turn']> {
  return {
    at,
    recorded: recorded.milestones[at] ?? 'the end',
    replayed: replayed.milestones[at] ?? 'the end',
  };
}

function stalled({ state }: Job): AppError {
  return new AppError('TIMEOUT', { problem: `The replay got no further than ${state}.` });
}
