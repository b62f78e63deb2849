// Runs requested checks beside the engine: claimed from Postgres, woken by NOTIFY, freed when their
// worker's session or lease ends, fenced by the database.
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { CheckClaim } from '../../store/branch-checks.ts';
import { createDoorbell, type Doorbell } from '../doorbell.ts';
import { answeredWithin, within } from '../patience.ts';
import type { BranchChecks } from './port.ts';
import { type CheckRunner, runCheck } from './run-check.ts';

type CheckLimits = {
  /** Checks at once in this process. */
  slots: number;
  /** A worker that did not renew for so long has lost its claims. */
  leaseMs: number;
  /** How often dead workers and missed notices are looked for. */
  pollMs: number;
};

const DEFAULT_CHECK_LIMITS: CheckLimits = { slots: 2, leaseMs: 15_000, pollMs: 1_000 };

/** How long a check may take to end its sandboxes when it was told to stop. */
const ABORT_MS = 10_000;

type CheckWorkerDeps = CheckRunner & { limits?: Partial<CheckLimits> };

type Running = { claim: CheckClaim; abort: AbortController; ended: Promise<void> };
type Serving = {
  runner: CheckRunner;
  limits: CheckLimits;
  bell: Doorbell;
  running: Map<string, Running>;
  stopping: AbortController;
};

export function createBranchChecks(deps: CheckWorkerDeps): BranchChecks {
  let served: { state: Serving; attendance: AsyncDisposable; loops: Promise<unknown> } | undefined;
  return {
    async start() {
      if (served !== undefined) return;
      const state: Serving = {
        runner: deps,
        limits: { ...DEFAULT_CHECK_LIMITS, ...deps.limits },
        bell: createDoorbell(),
        running: new Map(),
        stopping: new AbortController(),
      };
      const attendance = await deps.store.attend(deps.worker, (notice) => {
        // Work of jobs is the engine's.
        if (notice === undefined || notice.fence < 0) state.bell.ring();
      });
      served = { state, attendance, loops: Promise.all([serve(state), keepClaims(state)]) };
    },
    async stop() {
      if (served === undefined) return;
      const { state, attendance, loops } = served;
      served = undefined;
      await stop(state);
      await loops;
      await attendance[Symbol.asyncDispose]();
    },
  };
}

async function stop({ stopping, bell, running, runner }: Serving): Promise<void> {
  stopping.abort();
  bell.ring();
  for (const { abort } of running.values()) abort.abort(cancelled('The process ends.'));
  await within(Promise.all([...running.values()].map(async ({ ended }) => await ended)), ABORT_MS);
  for (const id of running.keys()) {
    runner.log.warn({ check: id }, 'a check did not stop; its lease will end by itself');
  }
  running.clear();
}

async function serve(state: Serving): Promise<void> {
  const { stopping, bell, limits, runner } = state;
  while (!stopping.signal.aborted) {
    try {
      await runner.store.transaction(async ({ branchChecks }) => await branchChecks.reclaim());
      await claimAll(state);
    } catch (error) {
      runner.log.warn({ error }, 'the database does not answer; checks wait');
    }
    await bell.wait(limits.pollMs);
  }
}

async function claimAll(state: Serving): Promise<void> {
  const { running, limits, runner, stopping } = state;
  while (running.size < limits.slots && !stopping.signal.aborted) {
    const claim = await runner.store.transaction(
      async ({ branchChecks }) => await branchChecks.claim(runner.worker, limits.leaseMs),
    );
    if (claim === undefined) return;
    launch(state, claim);
  }
}

function launch({ running, bell, runner, stopping }: Serving, claim: CheckClaim): void {
  const abort = new AbortController();
  if (stopping.signal.aborted) abort.abort(cancelled('The process ends.'));
  const isHandedOver = () => stopping.signal.aborted;
  const ended = runCheck(runner, claim, { signal: abort.signal, isHandedOver });
  const run = { claim, abort, ended };
  running.set(claim.id, run);
  void ended.then(() => {
    if (running.get(claim.id) === run) running.delete(claim.id);
    bell.ring();
  });
}

/** Renews leases; what is no longer ours, or may no longer be, is stopped. */
async function keepClaims({ runner, limits, running, stopping }: Serving): Promise<void> {
  const { signal } = stopping;
  let renewedAt = performance.now();
  while (!signal.aborted || running.size > 0) {
    await pause(signal.aborted ? 50 : limits.leaseMs / 3, undefined, waking(signal)).catch(
      () => undefined,
    );
    const claims = [...running.values()].map(({ claim }) => claim);
    if (claims.length === 0) {
      renewedAt = performance.now();
      continue;
    }
    try {
      const renewing = runner.store.transaction(
        async ({ branchChecks }) => await branchChecks.renew(runner.worker, limits.leaseMs, claims),
      );
      const kept = new Set(await answeredWithin(renewing, limits.leaseMs / 3));
      renewedAt = performance.now();
      takeAway(running, (id) => !kept.has(id) && claims.some((claim) => claim.id === id));
    } catch {
      if (performance.now() - renewedAt >= limits.leaseMs) takeAway(running, () => true);
    }
  }
}

/** Once it has fired, a signal would end every further pause at once. */
function waking(signal: AbortSignal): { signal?: AbortSignal } {
  return signal.aborted ? {} : { signal };
}

function takeAway(running: Map<string, Running>, isLost: (id: string) => boolean): void {
  for (const [id, { abort }] of running) {
    if (isLost(id)) abort.abort(cancelled('Another worker has taken over.'));
  }
}

function cancelled(problem: string): AppError {
  return new AppError('CANCELLED', { problem });
}
