// The embedded engine: workers that claim from the work table of the same Postgres. Woken and
// cancelled by NOTIFY, freed when their session or lease ends, fenced by the database.
import { AppError } from '../errors.ts';
import type { CommandBody } from '../job/events.ts';
import type { WorkNotice } from '../store/leases/attendance.ts';
import type { Worker } from '../store/leases/lease.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Claim, ClaimName, QueuedStart } from '../store/work.ts';
import { applyDueTimer, applyEvent, applyToLocked } from './apply.ts';
import { createDoorbell, type Doorbell } from './doorbell.ts';
import type { EffectFunctions } from './effects/port.ts';
import { answeredWithin, within } from './patience.ts';
import type { Engine } from './port.ts';
import { type Claimed, type EngineLog, type Runner, type Running, runClaim } from './run-claim.ts';

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
};

type Serving = {
  runner: Runner;
  limits: EngineLimits;
  bell: Doorbell;
  running: Map<string, Running>;
  stopping: AbortController;
};

type Served = {
  state: Serving;
  attendance: AsyncDisposable;
  claiming: Promise<void>;
  keeping: Promise<void>;
};

export function createLocalEngine(deps: EngineDeps): Engine {
  const { store } = deps;
  let serving: Served | undefined;
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
      serving = { state, attendance, claiming: serve(state), keeping: keepClaims(state) };
    },
    async stop(drainMs = 5_000) {
      if (serving === undefined) return;
      const { state, attendance, claiming, keeping } = serving;
      serving = undefined;
      state.stopping.abort();
      state.bell.ring();
      // What is being claimed just now is drained with the rest.
      await within(claiming, Math.max(drainMs, ABORT_MS));
      await drain(state, drainMs);
      await Promise.all([claiming, keeping]);
      await attendance[Symbol.asyncDispose]();
    },
  };
}

function createServing(deps: EngineDeps): Serving {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const stopping = new AbortController();
  return {
    runner: {
      ...deps,
      tries: limits.tries,
      leaseMs: limits.leaseMs,
      isStopping: () => stopping.signal.aborted,
    },
    limits,
    bell: createDoorbell(),
    running: new Map(),
    stopping,
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
    try {
      // Between looks a ring is answered with nothing but claims.
      const isLook = performance.now() >= lookAgainAt;
      if (isLook) {
        await runner.store.transaction(async (records) => await records.work.reclaim());
        await fireTimers(runner.store);
      }
      await claimAll(state);
      if (isLook) lookAgainAt = performance.now() + Math.min(limits.pollMs, await idleMs(state));
    } catch (error) {
      runner.log.warn({ error }, 'the database does not answer; trying again');
      lookAgainAt = performance.now() + limits.pollMs;
    }
    await bell.wait(Math.max(0, lookAgainAt - performance.now()));
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
  if (state.stopping.signal.aborted) return;
  for (const claimed of await claimFree(state)) launch(state, claimed);
}

/** Runs one effect after the other, as long as the slot stays with its job. */
function launch(state: Serving, { claim, record }: Claimed): void {
  const { running, bell, runner } = state;
  const run = runClaim(runner, claim, record);
  running.set(claim.jobId, run);
  void run.ended.then((next) => {
    if (running.get(claim.jobId) === run) running.delete(claim.jobId);
    if (next === undefined) bell.ring();
    else launch(state, next);
  });
}

/** One for every free slot, in one transaction: claims wait for each other until commit. */
async function claimFree({ runner, limits, running }: Serving): Promise<Claimed[]> {
  const free = limits.slots - running.size;
  if (free <= 0) return [];
  return await runner.store.transaction(async (records) => {
    const claimed: Claimed[] = [];
    while (claimed.length < free) {
      const next = await records.work.claim(runner.worker, limits);
      if (next === undefined) break;
      const ours = isQueuedStart(next)
        ? await start(records, runner, next.jobId)
        : { claim: next, record: await takeOver(records, next) };
      if (ours.claim && ours.record) claimed.push({ claim: ours.claim, record: ours.record });
    }
    return claimed;
  });
}

function isQueuedStart(claim: Claim | Claim<QueuedStart> | undefined): claim is Claim<QueuedStart> {
  return claim?.effect.kind === 'start';
}

/** A queued job leaves PENDING when a slot is free for it, and its first effect takes that slot. */
async function start(
  records: Records,
  { worker, leaseMs }: Runner,
  jobId: string,
): Promise<Partial<Claimed>> {
  const actor = `worker ${worker.name}`;
  const [record, at] = await Promise.all([records.jobs.lock(jobId), records.now()]);
  if (record === undefined) return {};
  let claim: Claim | undefined;
  const beforeAudit = async () => {
    claim = await records.work.take(worker, jobId, leaseMs);
  };
  const event = { type: 'start' } as const;
  const applied = await applyToLocked(records, record, { event, actor, at, beforeAudit });
  return applied.ok && claim !== undefined ? { claim, record: applied.record } : {};
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
      // Only what is running: the lease of an end that could not be recorded must run out.
      const claims = [...running.values()].map(({ claim }) => claim);
      const renewing = runner.store.transaction(
        async ({ work }) => await work.renew(runner.worker, limits.leaseMs, claims),
      );
      const leftMs = renewedAt + limits.leaseMs - performance.now();
      const kept = await answeredWithin(renewing, Math.max(leftMs, limits.leaseMs / 3));
      renewedAt = performance.now();
      stopLost(running, kept);
    } catch {
      if (performance.now() - renewedAt < limits.leaseMs) continue;
      for (const run of running.values()) run.takeAway();
    }
  }
}

/** What the database says is no longer ours; what only waits to be recorded is left to it. */
function stopLost(running: Map<string, Running>, kept: ClaimName[]): void {
  const fences = new Map(kept.map(({ jobId, fence }) => [jobId, fence]));
  for (const [jobId, run] of running) {
    if (!run.isSettled() && fences.get(jobId) !== run.claim.fence) run.takeAway();
  }
}

/** How long an effect may take to notice that it was told to stop. */
const ABORT_MS = 5_000;

async function drain({ runner, running }: Serving, drainMs: number): Promise<void> {
  await endedWithin(running, drainMs);
  for (const run of running.values()) run.handOver();
  await endedWithin(running, ABORT_MS);
  for (const jobId of running.keys()) {
    runner.log.warn({ jobId }, 'an effect did not stop; its lease will end by itself');
  }
  running.clear();
}

async function endedWithin(running: Map<string, Running>, timeoutMs: number): Promise<void> {
  await within(Promise.all([...running.values()].map(async ({ ended }) => await ended)), timeoutMs);
}
