// Where the work of a job lies that is not delivered: on its branch, and for download.
import type { Job, JobState } from '../../job/types.ts';
import type { WorkLeft } from '../../proof/markdown/work-left.ts';
import type { Records } from '../../store/records.ts';

/** The body says what failed and what can be done about it. */
export const FAILURE_STATES: ReadonlySet<JobState> = new Set([
  'BASELINE_VALIDATION_FAILED',
  'WAITING_INTERVENTION',
  'WAITING_ESCALATION_DECISION',
  'FALLBACK_REQUIRED',
  'FAILED',
]);

/** Nobody works on it now, and it is not delivered. */
export function isLeft({ hold, state }: Job): boolean {
  return hold !== undefined || FAILURE_STATES.has(state);
}

/** Undefined: there is none, or it is being worked on. */
export async function readWorkLeft(
  { movements, artifacts, threads }: Pick<Records, 'movements' | 'artifacts' | 'threads'>,
  job: Job,
): Promise<WorkLeft | undefined> {
  if (!isLeft(job)) return undefined;
  const newest = (await movements.commits(job.id)).at(-1);
  const thread = await threads.find(job.id);
  const artifact = await artifacts.find(job.id);
  const isOnBranch = newest?.kind === 'work' && thread !== undefined;
  if (!isOnBranch && artifact === undefined) return undefined;
  return {
    jobId: job.id,
    ...(isOnBranch && {
      commit: { branch: thread.branch, sha: newest.sha, attempt: newest.attemptNumber ?? 0 },
    }),
    ...(artifact && { downloadUntil: artifact.expiresAt }),
  };
}
