// The one function that moves a job: (job, event) → job and what has to run, or a refusal. Pure,
// total, without a clock: time arrives inside the event.
import { AppError } from '../errors.ts';
import { allowedCommands, whereItStands } from './commands.ts';
import { isEdge } from './edges.ts';
import { type Effect, mayReturn, SANDBOX_EFFECTS } from './effects.ts';
import {
  type Command,
  isCommand,
  isNews,
  isOutcome,
  isTimer,
  type JobEvent,
  type News,
  type Outcome,
  type Signal,
} from './events.ts';
import { handle } from './handlers.ts';
import { outstanding } from './outstanding.ts';
import { prepare, settle } from './settle.ts';
import { isDue } from './timers.ts';
import { HALTABLE, isImmutable, isWorkedOn, type Job } from './types.ts';
import type { Refusal, RefusalCode } from './verdict.ts';

/**
 * `effects` is the complete list (none or one) of what has to run after the event. Compare with
 * what ran before by `isSameEffect`: the same goes on, another one replaces it. `job` is the very
 * object that came in when there is nothing to save.
 */
export type Transition = { ok: true; job: Job; effects: Effect[] } | Refusal;

/** Never throws for anything a person, an effect or the clock can send. */
export function transition(job: Job, event: JobEvent): Transition {
  const problem = problemOf(event);
  if (problem !== undefined) return refusal(job, 'VALIDATION_ERROR', problem);
  const now = Math.max(event.at, job.lastEventAt);
  const objection = objectTo(job, event, now);
  if (objection !== undefined) return objection;
  // Only the end of its announcement gets past the objections in a state that never changes again.
  if (isImmutable(job.state)) return { ok: true, job, effects: [] };
  const prepared = prepare(job, event);
  const handled = handle(prepared, event, now);
  if (!handled.ok) return refusal(job, handled.code, handled.reason);
  const next = settle(job, handled.job, { event, now });
  checkEdge(job, next, event);
  return { ok: true, job: next, effects: outstanding(next) };
}

function problemOf(event: JobEvent): string | undefined {
  if (!isAmount(event.at)) return 'an event carries its time';
  if (!isOutcome(event) || event.spentUsd === undefined || isAmount(event.spentUsd)) {
    return undefined;
  }
  return 'what was spent is an amount of dollars';
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function objectTo(job: Job, event: JobEvent, now: number): Refusal | undefined {
  if (isCommand(event)) return objectToCommand(job, event);
  if (isTimer(event)) {
    if (isDue(job, event.type, now)) return undefined;
    return refusal(job, 'JOB_STATE_INVALID', `${event.type} is not due: ${whereItStands(job)}`);
  }
  return isNews(event) ? objectToNews(job, event) : objectToReport(job, event);
}

/**
 * What was said binds from the approval to the end. Of what a job stands on nothing is held that
 * would use up a deadline, has ended, or is held already.
 */
function objectToNews(job: Job, { type }: News): Refusal | undefined {
  const isEdit = type === 'issue_edited';
  const isHeard = isEdit
    ? isWorkedOn(job.state)
    : job.hold === undefined && HALTABLE.has(job.state);
  if (isHeard) return undefined;
  const why = isEdit ? 'no approved plan is worked on' : 'nothing can be held now';
  return refusal(job, 'JOB_STATE_INVALID', `${why}: ${whereItStands(job)}`);
}

function objectToCommand(job: Job, { type }: Command): Refusal | undefined {
  if (allowedCommands(job).includes(type)) return undefined;
  const isReplaced = type === 'approve' && job.revise !== undefined && job.hold === undefined;
  const code = isReplaced ? 'REVISION_CONFLICT' : 'JOB_STATE_INVALID';
  return refusal(job, code, `${type} is not possible now: ${whereItStands(job)}`);
}

/** Only the effect that is outstanding may report, and only what it can have to report. */
function objectToReport(job: Job, event: Outcome | Signal): Refusal | undefined {
  const [running] = outstanding(job);
  if (running === undefined || running.number !== event.effect) {
    return refusal(job, 'STALE_WORKER', `effect ${event.effect} is not running`);
  }
  const isPossible = isOutcome(event)
    ? mayReturn(running.kind, event.type)
    : SANDBOX_EFFECTS.includes(running.kind);
  if (isPossible) return undefined;
  return refusal(job, 'JOB_STATE_INVALID', `${running.kind} cannot report ${event.type}`);
}

function refusal(job: Job, code: RefusalCode, reason: string): Refusal {
  return { ok: false, code, reason, allowed: allowedCommands(job) };
}

function checkEdge(job: Job, next: Job, event: JobEvent): void {
  if (job.state === next.state || isEdge(job.state, next.state)) return;
  throw new AppError('INTERNAL_ERROR', {
    problem: `${event.type} would lead from ${job.state} to ${next.state}, which is no way`,
    details: { jobId: job.id },
  });
}
