// A job as it is, and whether it rests: nothing is left to be run for it now, a check included.
import { AppError } from '../errors.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';

export type JobLook = { record: JobRecord; isAtRest: boolean; parkedReason?: string };

export async function lookAtJob(store: Store, jobId: string): Promise<JobLook> {
  return await store.transaction(async ({ jobs, carry, branchChecks }) => {
    const record = await jobs.find(jobId);
    if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
    const { isAtRest, ...rest } = await carry.rest(jobId);
    return { record, ...rest, isAtRest: isAtRest && (await branchChecks.unended()) === 0 };
  });
}
