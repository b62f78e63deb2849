// One claimed delivery: decided or told, or given back to be tried again. What passes is tried for
// hours with growing pauses; what lasts a few times, and then it is written why.
import { isAppError, isPassing } from '../../errors.ts';
import { untilAborted } from '../../machine/deadline.ts';
import type { DeliveryClaim } from '../../store/deliveries.ts';
import type { Again, Worker } from '../../store/leases/lease.ts';
import type { Store } from '../../store/store.ts';
import { orGivenBack, pauseAfter } from '../asked.ts';
import type { EngineLog, RunControl } from '../lease-loop.ts';
import type { InboxFunctions } from './port.ts';

export type InboxDeps = {
  store: Store;
  worker: Worker;
  functions: InboxFunctions;
  log: EngineLog;
};

type RunDeps = InboxDeps & {
  /** Before the second try; twice as long before each further one. */
  retryMs: number;
};

/** GitHub may be silent for so long. */
const PATIENCE_MS = 24 * 60 * 60_000;
/** Half a minute, for a GitHub whose answers do not fit each other yet. */
const LASTING_TRIES = 6;
/** About an hour of GitHub's silence; what a thread was told late is worth little. */
const TELL_TRIES = 16;

/** Never rejects. */
export async function runDelivery(
  deps: RunDeps,
  claim: DeliveryClaim,
  control: Pick<RunControl, 'signal' | 'isHandedOver'>,
): Promise<void> {
  const { guid, tries } = claim;
  const { store, worker, log } = deps;
  const work = async () => {
    const doing = claim.handled === undefined ? decide(deps, claim) : tell(deps, claim);
    await untilAborted(doing, control.signal, () => control.signal.reason).catch(unlessStale);
  };
  await orGivenBack(work, {
    control,
    log,
    what: 'a delivery',
    fields: { guid, tries },
    again: (error) => retryOf(deps, claim, error),
    release: async (again) =>
      await store.transaction(async ({ inbox }) => await inbox.release(worker, claim, again)),
  });
}

/** Somebody else has it. */
function unlessStale(error: unknown): void {
  if (!isAppError(error, 'STALE_WORKER')) throw error;
}

async function decide(deps: RunDeps, claim: DeliveryClaim): Promise<void> {
  const { guid, event, action } = claim;
  const { outcome, jobId, reason } = await decideOrGiveUp(deps, claim);
  deps.log.info({ guid, event, action, outcome, jobId, reason }, 'a delivery was handled');
}

async function decideOrGiveUp({ functions, worker, log }: RunDeps, claim: DeliveryClaim) {
  try {
    return await functions.decide(worker, claim);
  } catch (error) {
    if (isAppError(error, 'STALE_WORKER') || !isHopeless(claim, error)) throw error;
    log.warn({ guid: claim.guid, err: error }, 'a delivery cannot be decided');
    return await functions.giveUp(worker, { claim, problem: wordsOf(error) });
  }
}

/** Words of our own only: what a foreign program said stays in the log. */
function wordsOf(error: unknown): string {
  return isAppError(error) ? error.message : 'something failed on our side';
}

function isHopeless({ tries, ageMs }: DeliveryClaim, error: unknown): boolean {
  if (isPassing(error)) return ageMs > PATIENCE_MS;
  return tries >= LASTING_TRIES;
}

async function tell(deps: RunDeps, claim: DeliveryClaim): Promise<void> {
  const { store, functions, worker, log } = deps;
  const isTold = await functions.tell(claim);
  if (!isTold && claim.tries < TELL_TRIES) {
    const again = { delayMs: pauseAfter(claim.tries, deps.retryMs), isTry: true };
    await store.transaction(async ({ inbox }) => await inbox.release(worker, claim, again));
    return;
  }
  if (!isTold) log.warn({ guid: claim.guid }, 'nobody could be told of a delivery');
  await store.transaction(async ({ inbox }) => await inbox.end(worker, claim));
}

function retryOf({ retryMs }: RunDeps, { tries }: DeliveryClaim, error: unknown): Again {
  const asked = isAppError(error) ? Number(error.details['retryAfterMs'] ?? 0) : 0;
  return { delayMs: Math.max(pauseAfter(tries, retryMs), asked), isTry: true };
}
