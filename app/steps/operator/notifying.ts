// Tells the operator of what people are told on GitHub, where the settings of the repository wish for
// it: after the announcement, once each, and never to its cost.

import { noticeOf } from '../../command/notice.ts';
import type { EffectFunction } from '../../engine/effects/port.ts';
import { momentOf } from '../../job/moments.ts';
import type { Job } from '../../job/types.ts';
import type { StepDeps } from '../deps.ts';
import { readSettings, readThread } from '../thread.ts';

type Announce = EffectFunction<'announce'>;
type Deps = Pick<StepDeps, 'store' | 'operator' | 'log'>;

export function notifying(deps: Deps, announce: Announce): Announce {
  return async (context) => {
    try {
      return await announce(context);
    } finally {
      // Also where GitHub does not take it: then nobody else says it.
      if (!context.signal.aborted) await notifyOnce(deps, context.record.job);
    }
  };
}

/** Recorded before it is sent: a notice that was lost is better than one sent again and again. */
async function notifyOnce(deps: Deps, job: Job): Promise<void> {
  const { operator, log } = deps;
  const found = momentOf(job);
  if (operator === undefined || found === undefined) return;
  try {
    const { notify } = await readSettings(deps, job.id);
    if (!notify.moments.includes(found.moment)) return;
    const { thread, repository } = await readThread(deps, job.id);
    const isNew = await deps.store.transaction(
      async ({ notices }) => await notices.record(job.id, found),
    );
    if (!isNew) return;
    const { issueNumber, pullNumber } = thread;
    const { githubUrl } = operator;
    await operator.notify(noticeOf({ job, repository, issueNumber, pullNumber, githubUrl }));
  } catch (error) {
    log.warn({ jobId: job.id, error }, 'the operator could not be notified');
  }
}
