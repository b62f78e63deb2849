// Runs requested checks beside the engine, in the same kind of loop.
import type { CheckClaim } from '../../store/branch-checks.ts';
import { createLeaseLoop, type Leased, type LeaseLimits } from '../lease-loop.ts';
import type { BranchChecks } from './port.ts';
import { type CheckDeps, runCheck } from './run-check.ts';

const DEFAULT_LIMITS: LeaseLimits = { slots: 2, leaseMs: 15_000, pollMs: 1_000 };

type CheckWorkerDeps = CheckDeps & { limits?: Partial<LeaseLimits> };

export function createBranchChecks(deps: CheckWorkerDeps): BranchChecks {
  const { store, worker, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const leased: Leased<CheckClaim> = {
    // It has sandboxes to end.
    abortMs: 10_000,
    leases: ({ branchChecks }) => branchChecks,
    nameOf: ({ id, fence }) => ({ id, fence }),
    // Work of jobs is the engine's, deliveries the inbox's.
    isOurs: ({ fence }) => fence === -1,
    async claim({ branchChecks }) {
      const claimed = await branchChecks.claim(worker, limits.leaseMs);
      return claimed && { claimed };
    },
    async run(claim, control) {
      await runCheck(deps, claim, control);
      return undefined;
    },
  };
  const loop = createLeaseLoop({ store, worker, log, limits, leased });
  return { start: loop.start, stop: async () => await loop.stop(0) };
}
