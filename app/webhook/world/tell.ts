// Tells what came of a happening: each job that it was noted on is shown anew, and whoever has to hear
// something is told in his thread.
import type { Happening } from '../../world/happening.ts';
import type { WebhookDeps } from '../deps.ts';
import type { Telling } from '../handled.ts';

/** Whether all was said; saying it again is harmless. Never rejects. */
export async function tellHappening(
  deps: WebhookDeps,
  happening: Happening,
  { show = [], say, sayOnceKey, jobId }: Telling,
): Promise<boolean> {
  let isSaid = true;
  const tried = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      deps.log.warn({ err: error, what, jobId }, 'the thread could not be told');
      isSaid = false;
      return undefined;
    }
  };
  for (const id of show) await tried('status', async () => await deps.show(id));
  if (say === undefined) return isSaid;
  if (sayOnceKey !== undefined) {
    const first = async () => await deps.explanations.isFirst(sayOnceKey);
    const isFirst = await tried('explanation', first);
    if (isFirst !== true) return isSaid;
  }
  await tried('comment', async () => await tell(deps, happening, { jobId, text: say }));
  if (!isSaid && sayOnceKey !== undefined) await deps.explanations.forget(sayOnceKey);
  return isSaid;
}

async function tell(
  deps: WebhookDeps,
  { place, repository, installationId }: Happening,
  { jobId, text }: { jobId: string | undefined; text: string },
): Promise<void> {
  if (repository === undefined || (place.kind !== 'issue' && place.kind !== 'pull')) return;
  const { owner, name } = repository;
  const ref = { owner, name, installationId };
  const known = jobId === undefined ? {} : { jobId };
  const where = { repository: ref, threadNumber: place.number, ...known };
  await deps.tell(where, { text, isRefusal: false });
}
