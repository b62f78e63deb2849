// Decides recorded deliveries beside the engine, in the same kind of loop.
import type { DeliveryClaim } from '../../store/deliveries.ts';
import { createLeaseLoop, type Leased, type LeaseLimits } from '../lease-loop.ts';
import type { Inbox } from './port.ts';
import { type InboxDeps, runDelivery } from './run-delivery.ts';

export type InboxLimits = LeaseLimits & {
  /** Decided at once for one installation, so that one in trouble does not keep the others. */
  deciding: number;
  /** Told at once for one installation: what GitHub limits must not keep decisions waiting. */
  telling: number;
  /** Before the second try; twice as long before each further one. */
  retryMs: number;
};

const DEFAULT_LIMITS: InboxLimits = {
  slots: 24,
  leaseMs: 15_000,
  pollMs: 1_000,
  deciding: 12,
  telling: 2,
  retryMs: 1_000,
};
/** A call of GitHub's under way cannot be told to stop. */
const ABORT_MS = 1_000;
const DRAIN_MS = 5_000;

type InboxWorkerDeps = InboxDeps & { limits?: Partial<InboxLimits> };

export function createInbox(deps: InboxWorkerDeps): Inbox {
  const { store, worker, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const leased: Leased<DeliveryClaim> = {
    abortMs: ABORT_MS,
    leases: ({ inbox }) => inbox,
    nameOf: ({ id, fence }) => ({ id, fence }),
    // Work of jobs is the engine's, checks have a worker of their own.
    isOurs: ({ fence }) => fence === -2,
    async claim({ inbox }) {
      const claimed = await inbox.claim(worker, limits);
      return claimed && { claimed };
    },
    async run(claim, control) {
      await runDelivery({ ...deps, retryMs: limits.retryMs }, claim, control);
      return undefined;
    },
  };
  const loop = createLeaseLoop({ store, worker, log, limits, leased });
  return {
    start: loop.start,
    stop: async (drainMs = DRAIN_MS) => await loop.stop(drainMs),
  };
}
