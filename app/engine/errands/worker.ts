// Runs errands beside the engine, in the same kind of loop.
import type { ErrandClaim } from '../../store/acts/errands.ts';
import { createLeaseLoop, type Leased, type LeaseLimits } from '../lease-loop.ts';
import type { Errands } from './port.ts';
import { type ErrandDeps, runErrand } from './run-errand.ts';

const DEFAULT_LIMITS: LeaseLimits = { slots: 2, leaseMs: 15_000, pollMs: 1_000 };

type WorkerDeps = ErrandDeps & { limits?: Partial<LeaseLimits> };

export function createErrands(deps: WorkerDeps): Errands {
  const { store, worker, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const leased: Leased<ErrandClaim> = {
    abortMs: 2_000,
    leases: ({ errands }) => errands,
    nameOf: ({ id, fence }) => ({ id, fence }),
    // Work of jobs is the engine's.
    isOurs: ({ fence }) => fence === -1,
    async claim({ errands }) {
      const claimed = await errands.claim(worker, limits.leaseMs);
      return claimed && { claimed };
    },
    async run(claim, control) {
      await runErrand(deps, claim, control);
      return undefined;
    },
  };
  const loop = createLeaseLoop({ store, worker, log, limits, leased });
  return { start: loop.start, stop: async () => await loop.stop(0) };
}
