// Fires all timers of one job that are due: for a process that was not there when they fell due.
import { AppError } from '../errors.ts';
import { timer } from '../job/timers.ts';
import { isImmutable } from '../job/types.ts';
import type { Store } from '../store/store.ts';
import { applyDueTimer } from './apply.ts';

/** More than a job can have at once; each one that fires moves or removes its deadline. */
const MOST_TIMERS = 50;

export async function applyDue(store: Store, jobId: string): Promise<void> {
  for (let fired = 0; fired < MOST_TIMERS; fired += 1) {
    const isDue = await store.transaction(async (records) => {
      const record = await records.jobs.lock(jobId);
      if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
      const at = isImmutable(record.job.state) ? undefined : timer(record.job)?.at;
      if (at === undefined || at > (await records.now())) return false;
      await applyDueTimer(records, record);
      return true;
    });
    if (!isDue) return;
  }
}
