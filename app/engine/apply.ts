// Applies one event to one job inside a transaction: state, audit row and next work item together.
// Both engines and the front doors go through here; nobody else writes a job.
import { AppError } from '../errors.ts';
import { isSameEffect } from '../job/effects.ts';
import type { CommandBody, NewsBody, Outcome, Signal, TimerBody } from '../job/events.ts';
import { outstanding } from '../job/outstanding.ts';
import { timer } from '../job/timers.ts';
import { transition } from '../job/transition.ts';
import type { JobRecord, NewJob } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import { keepPlan, movesPlan } from './keep-plan.ts';
import type { Applied } from './port.ts';

/** Outcomes and signals name their effect; all get their time here. */
type Body<T> = T extends { at: number } ? Omit<T, 'at'> : T;
type EventBody = CommandBody | NewsBody | TimerBody | Body<Outcome> | Body<Signal>;

export async function applyEvent(
  records: Records,
  jobId: string,
  given: { event: EventBody; actor: string },
): Promise<Applied> {
  const [record, at] = await Promise.all([records.jobs.lock(jobId), records.now()]);
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
  return await applyToLocked(records, record, { ...given, at });
}

type LockedEvent = {
  event: EventBody;
  actor: string;
  /** Read after the job was locked. */
  at: number;
  /** What else goes with the change; said behind the new work item. */
  beforeAudit?: () => Promise<unknown>;
  /** Of a transaction that ends with this change. */
  sendCommit?: () => void;
};

/** The same for a job that this transaction has just locked and read. */
export async function applyToLocked(
  records: Records,
  record: JobRecord,
  { event, actor, at, beforeAudit, sendCommit }: LockedEvent,
): Promise<Applied> {
  const { id: jobId } = record.job;
  const result = transition(record.job, { ...event, at });
  if (!result.ok) return result;
  const next = { ...record, job: result.job };
  const [effect] = result.effects;
  const [before] = outstanding(record.job);
  const timerAt = timer(result.job)?.at;
  // Sent together and done in this order; the audit row last, for its chain is locked until commit.
  const sent = [
    ...(result.job === record.job ? [] : [records.jobs.save(next)]),
    records.work.put(next, {
      ...(effect && { effect }),
      ...(timerAt !== undefined && { timerAt }),
      isContinued: isSameEffect(before, effect),
    }),
    ...(beforeAudit ? [beforeAudit()] : []),
    records.audit.append({
      installationId: record.installationId,
      actor,
      subject: 'job',
      subjectId: jobId,
      jobId,
      action: event.type,
      detail: { from: record.job.state, to: result.job.state, event },
    }),
  ];
  if (!movesPlan(event.type)) sendCommit?.();
  await Promise.all(sent);
  await keepPlan(records, { record: next, type: event.type, actor });
  return { ok: true, record: { ...next, version: record.version + 1 } };
}

/** A new job, queued for its start: no accepted job is without its work item. */
export async function beginJob(records: Records, job: NewJob, actor: string): Promise<void> {
  await records.jobs.insert(job);
  await records.work.enqueue(job, job.job.id);
  await records.audit.append({
    installationId: job.installationId,
    actor,
    subject: 'job',
    subjectId: job.job.id,
    jobId: job.job.id,
    action: 'created',
    detail: { key: job.key },
  });
}

/** Fires the earliest timer of a locked job, if it is due. */
export async function applyDueTimer(records: Records, { job }: JobRecord): Promise<void> {
  const due = timer(job);
  if (due === undefined || due.at > (await records.now())) return;
  await applyEvent(records, job.id, { event: { type: due.type }, actor: 'clock' });
}
