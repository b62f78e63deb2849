// The embedded engine: workers that claim from the work table of the same Postgres. Woken and
// cancelled by NOTIFY, freed when their session or lease ends, fenced by the database.
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { CommandBody } from '../job/events.ts';
import type { Claim, QueuedStart, Records, Store, Worker, WorkNotice } from '../store/port.ts';
import { applyDueTimer, applyEvent } from './apply.ts';
import { createDoorbell, type Doorbell } from './doorbell.ts';
import type { EffectFunctions } from './effects/port.ts';
import type { Engine } from './port.ts';
import { type EngineLog, type Runner, type Running, runClaim } from './run-claim.ts';

export type EngineLimits = {
  /** Effects at once in this process. */
  slots: number;
  /** Effects at once per installation, over all processes. */
  perInstallation: number;
  /** A worker that did not renew for so long has lost its claims. */
  leaseMs: number;
  /** How often dead workers and missed notices are looked for. */
  pollMs: number;
  /** Runs of one effect before it counts as poison. */
  tries: number;
};

const TIMERS_AT_ONCE = 100;

export const DEFAULT_LIMITS: EngineLimits = {
  slots: 4,
  perInstallation: 4,
  leaseMs: 15_000,
  pollMs: 500,
  tries: 3,
};

export type EngineDeps = {
  store: Store;
  effects: EffectFunctions;
  worker: Worker;
  log: EngineLog;
  limits?: Partial<EngineLimits>;
};

type Serving = {
  runner: Runner;
  limits: EngineLimits;
  bell: Doorbell;
  running: Map<string, Running>;
  stopping: AbortController;
};

export function createLocalEngine(deps: EngineDeps): Engine {
  const { store } = deps;
  let serving: { state: Serving; attendance: AsyncDisposable; loops: Promise<unknown> } | undefined;
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
    async start() {
      if (serving !== undefined) return;
      const state = createServing(deps);
      const attendance = await store.attend(deps.worker, (notice) => heed(state, notice));
      serving = { state, attendance, loops: Promise.all([serve(state), keepClaims(state)]) };
    },
    async stop(drainMs = 5_000) {
      if (serving === undefined) return;
      const { state, attendance, loops } = serving;
      serving = undefined;
      await drain(state, drainMs);
      await loops;
      await attendance[Symbol.asyncDispose]();
    },
  };
}

function createServing(deps: EngineDeps): Serving {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  return {
    runner: { ...deps, tries: limits.tries, leaseMs: limits.leaseMs },
    limits,
    bell: createDoorbell(),
    running: new Map(),
    stopping: new AbortController(),
  };
}

/** A claim of ours with an older number was taken away; anything else may be work for us. */
function heed({ running, bell }: Serving, notice: WorkNotice | undefined): void {
  const mine = notice && running.get(notice.jobId);
  if (mine && mine.claim.fence < notice.fence) mine.takeAway();
  bell.ring();
}

async function serve(state: Serving): Promise<void> {
  const { stopping, bell, limits, runner } = state;
  let lookAgainAt = 0;
  while (!stopping.signal.aborted) {
    let delayMs = limits.pollMs;
    try {
      if (performance.now() >= lookAgainAt) {
        await runner.store.transaction(async (records) => await records.work.reclaim());
        lookAgainAt = performance.now() + limits.pollMs;
      }
      await fireTimers(runner.store);
      await claimAll(state);
      delayMs = Math.min(limits.pollMs, await idleMs(state));
    } catch (error) {
      runner.log.warn({ error }, 'the database does not answer; trying again');
    }
    await bell.wait(delayMs);
  }
}

/** Until something is due, unless every slot is taken: then the end of an effect rings. */
async function idleMs({ runner, running, limits }: Serving): Promise<number> {
  if (running.size >= limits.slots) return limits.pollMs;
  const dueMs = await runner.store.transaction(async (records) => await records.work.nextDueInMs());
  // Due and yet not claimed: bounded by its installation; its neighbour's end rings.
  return dueMs === undefined || dueMs === 0 ? limits.pollMs : dueMs;
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

async function claimAll(state: Serving): Promise<void> {
  const { running, limits, stopping } = state;
  while (!stopping.signal.aborted && running.size < limits.slots && (await claimOne(state)));
}

async function claimOne({ runner, limits, running, bell }: Serving): Promise<boolean> {
  const claimed = await runner.store.transaction(async (records) => {
    const next = await records.work.claim(runner.worker, limits);
    const claim = isQueuedStart(next) ? await start(records, runner, next.jobId) : next;
    const record = claim && (await takeOver(records, claim));
    return claim && record && { claim, record };
  });
  if (claimed === undefined) return false;
  const run = runClaim(runner, claimed.claim, claimed.record);
  running.set(claimed.claim.jobId, run);
  void run.ended.finally(() => {
    if (running.get(claimed.claim.jobId) === run) running.delete(claimed.claim.jobId);
    bell.ring();
  });
  return true;
}

function isQueuedStart(claim: Claim | Claim<QueuedStart> | undefined): claim is Claim<QueuedStart> {
  return claim?.effect.kind === 'start';
}

/** A queued job leaves PENDING when a slot is free for it, and its first effect takes that slot. */
async function start(records: Records, { worker, leaseMs }: Runner, jobId: string) {
  await applyEvent(records, jobId, { event: { type: 'start' }, actor: `worker ${worker.name}` });
  return await records.work.take(worker, jobId, leaseMs);
}

/** Reads the job; a silent runner gets its grace window anew, for its host has changed. */
async function takeOver(records: Records, claim: Claim) {
  const record = await records.jobs.lock(claim.jobId);
  if (record?.job.heartbeatLostAt === undefined || claim.tries === 1) return record;
  const event = { type: 'worker_changed', effect: claim.effect.number } as const;
  const applied = await applyEvent(records, claim.jobId, { event, actor: 'engine' });
  return applied.ok ? applied.record : record;
}

/** Renews leases; what is no longer ours, or may no longer be, is stopped here too. */
async function keepClaims({ runner, limits, running, stopping }: Serving): Promise<void> {
  const bell = createDoorbell();
  stopping.signal.addEventListener('abort', () => bell.ring(), { once: true });
  let renewedAt = performance.now();
  const isOver = () => stopping.signal.aborted && running.size === 0;
  while (!isOver()) {
    await bell.wait(stopping.signal.aborted ? 50 : limits.leaseMs / 3);
    if (running.size === 0) continue;
    try {
      const kept = await runner.store.transaction(
        async (records) => await records.work.renew(runner.worker, limits.leaseMs),
      );
      renewedAt = performance.now();
      stopLost(running, kept);
    } catch {
      if (performance.now() - renewedAt < limits.leaseMs) continue;
      for (const run of running.values()) run.takeAway();
    }
  }
}

/** What the database says is no longer ours; what only waits to be recorded is left to it. */
function stopLost(running: Map<string, Running>, kept: { jobId: string; fence: number }[]): void {
  const fences = new Map(kept.map(({ jobId, fence }) => [jobId, fence]));
  for (const [jobId, run] of running) {
    if (!run.isSettled() && fences.get(jobId) !== run.claim.fence) run.takeAway();
  }
}

/** How long an effect may take to notice that it was told to stop. */
const ABORT_MS = 5_000;

async function drain({ runner, running, stopping, bell }: Serving, drainMs: number): Promise<void> {
  stopping.abort();
  bell.ring();
  await endedWithin(running, drainMs);
  for (const run of running.values()) run.handOver();
  await endedWithin(running, ABORT_MS);
  for (const jobId of running.keys()) {
    runner.log.warn({ jobId }, 'an effect did not stop; its lease will end by itself');
  }
  running.clear();
}

async function endedWithin(running: Map<string, Running>, timeoutMs: number): Promise<void> {
  const deadline = new AbortController();
  const ends = Promise.all([...running.values()].map(async ({ ended }) => await ended));
  await Promise.race([ends, pause(timeoutMs, undefined, { signal: deadline.signal })]);
  deadline.abort();
}
