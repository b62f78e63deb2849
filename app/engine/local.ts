// The embedded engine: workers that claim the effects of jobs from the work table of the same
// Postgres, in fair order and within a bound per installation.
import { AppError } from '../errors.ts';
import type { CommandBody } from '../job/events.ts';
import type { Worker } from '../store/leases/lease.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Claim, QueuedStart } from '../store/work.ts';
import { applyDueTimer, applyEvent, applyToLocked } from './apply.ts';
import type { EffectFunctions } from './effects/port.ts';
import { createLeaseLoop, type EngineLog, type Leased, type LeaseLimits } from './lease-loop.ts';
import type { Engine } from './port.ts';
import { type Claimed, runClaim } from './run-claim.ts';

export type EngineLimits = LeaseLimits & {
  /** Effects at once per installation, over all processes. */
  perInstallation: number;
  /** Runs of one effect before it counts as poison. */
  tries: number;
};

const TIMERS_AT_ONCE = 100;

const DEFAULT_LIMITS: EngineLimits = {
  slots: 4,
  perInstallation: 4,
  leaseMs: 15_000,
  pollMs: 500,
  tries: 3,
};

type EngineDeps = {
  store: Store;
  effects: EffectFunctions;
  worker: Worker;
  log: EngineLog;
  limits?: Partial<EngineLimits>;
  /** Fires when the process ends for a cause of its own: then no failure is the job's. */
  leaving?: AbortSignal | undefined;
};

export function createLocalEngine(deps: EngineDeps): Engine {
  const { store, worker, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const loop = createLeaseLoop({ store, worker, log, limits, leased: leasedJobs(deps, limits) });
  const apply = async (jobId: string, event: CommandBody, actor: string) =>
    await store.transaction(async (records) => await applyEvent(records, jobId, { event, actor }));
  return {
    async submit(jobId) {
      return await store.transaction(async (records) => {
        const record = await records.jobs.lock(jobId);
        if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
        if (record.job.state === 'PENDING') await records.work.enqueue(record, jobId);
        return { ok: true, record };
      });
    },
    signal: apply,
    cancel: async (jobId, actor, detail) =>
      await apply(jobId, { type: 'cancel', ...(detail !== undefined && { detail }) }, actor),
    start: loop.start,
    stop: async (drainMs = 5_000) => await loop.stop(drainMs),
  };
}

function leasedJobs(deps: EngineDeps, limits: EngineLimits): Leased<Claimed> {
  const { store, worker } = deps;
  const { leaseMs, tries } = limits;
  return {
    abortMs: 5_000,
    leases: ({ work }) => work,
    nameOf: ({ claim }) => ({ id: claim.jobId, fence: claim.fence }),
    isOurs: ({ fence }) => fence >= 0,
    async claim(records) {
      const next = await records.work.claim(worker, limits);
      if (next === undefined) return undefined;
      if (isQueuedStart(next)) return await start(records, { worker, leaseMs }, next.jobId);
      const record = await takeOver(records, next);
      return record === undefined ? {} : { claimed: { claim: next, record } };
    },
    run: async (claimed, control) => await runClaim({ ...deps, leaseMs, tries }, claimed, control),
    lookAround: async () => await fireTimers(store),
    dueInMs: async ({ work }) => await work.nextDueInMs(),
  };
}

async function fireTimers(store: Store): Promise<void> {
  const due = await store.transaction(async ({ work }) => await work.dueTimers(TIMERS_AT_ONCE));
  for (const jobId of due) {
    await store.transaction(async (records) => {
      const record = await records.jobs.lock(jobId);
      if (record !== undefined) await applyDueTimer(records, record);
    });
  }
}

function isQueuedStart(claim: Claim | Claim<QueuedStart>): claim is Claim<QueuedStart> {
  return claim.effect.kind === 'start';
}

/** A queued job leaves PENDING when a slot is free for it, and its first effect takes that slot. */
async function start(
  records: Records,
  { worker, leaseMs }: { worker: Worker; leaseMs: number },
  jobId: string,
): Promise<{ claimed?: Claimed }> {
  const actor = `worker ${worker.name}`;
  const [record, at] = await Promise.all([records.jobs.lock(jobId), records.now()]);
  if (record === undefined) return {};
  let claim: Claim | undefined;
  const beforeAudit = async () => {
    claim = await records.work.take(worker, jobId, leaseMs);
  };
  const event = { type: 'start' } as const;
  const applied = await applyToLocked(records, record, { event, actor, at, beforeAudit });
  return applied.ok && claim !== undefined ? { claimed: { claim, record: applied.record } } : {};
}

/** Reads the job; a silent runner gets its grace window anew, for its host has changed. */
async function takeOver(records: Records, claim: Claim) {
  const record = await records.jobs.lock(claim.jobId);
  if (record?.job.heartbeatLostAt === undefined || claim.tries === 1) return record;
  const event = { type: 'worker_changed', effect: claim.effect.number } as const;
  const applied = await applyEvent(records, claim.jobId, { event, actor: 'engine' });
  return applied.ok ? applied.record : record;
}
