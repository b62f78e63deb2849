// The record of an attempt: begun before its work, ended with what the verification saw.
import type { EffectContext } from '../engine/effects/port.ts';
import type { Effect } from '../job/effects.ts';
import type { AttemptEnd } from '../store/attempts.ts';
import type { Records } from '../store/records.ts';
import type { StepDeps } from './deps.ts';

type Attempting = EffectContext<Extract<Effect, { attemptKind: unknown }>>;

/** Idempotent: an effect that is run again finds its attempt begun. */
export async function beginAttempt(deps: StepDeps, context: Attempting): Promise<void> {
  const { record, effect, fence } = context;
  const { id: jobId } = record.job;
  // A deep fix is done by a stronger class than the job's own.
  const modelClass = 'modelClass' in effect ? effect.modelClass : record.job.modelClass;
  await deps.store.transaction(async (records) => {
    const known = await records.attempts.ofJob(jobId);
    if (known.some(({ number }) => number === effect.attempt)) return;
    const running = known.find(({ status }) => status === 'running');
    if (running !== undefined) {
      await records.attempts.end(running.id, { status: 'abandoned', fence });
      await audit(records, context, { id: running.id, action: 'abandoned' });
    }
    const id = deps.newId();
    const kind = effect.attemptKind;
    await records.attempts.begin({ id, jobId, number: effect.attempt, kind, modelClass, fence });
    await audit(records, context, { id, action: 'begun' });
  });
}

/** Idempotent: an attempt that has ended stays as it ended. */
export async function endAttempt(
  records: Records,
  context: Attempting,
  end: Omit<AttemptEnd, 'fence'>,
): Promise<void> {
  const { record, effect, fence } = context;
  const known = await records.attempts.ofJob(record.job.id);
  const attempt = known.find(({ number }) => number === effect.attempt);
  if (attempt?.status !== 'running') return;
  await records.attempts.end(attempt.id, { ...end, fence });
  await audit(records, context, { id: attempt.id, action: end.status });
}

async function audit(
  records: Records,
  { record, effect }: Attempting,
  { id, action }: { id: string; action: string },
): Promise<void> {
  await records.audit.append({
    installationId: record.installationId,
    actor: 'engine',
    subject: 'attempt',
    subjectId: id,
    jobId: record.job.id,
    action,
    detail: { number: effect.attempt },
  });
}
