// One loop for all that is claimed from Postgres: claims for free slots, woken by NOTIFY; renews
// leases; frees what dead workers held; stops what was taken away; hands the rest over at the end.
// It knows neither jobs nor checks: what is claimed, and how it is run, is said by `Leased`.
import { AppError } from '../errors.ts';
import type { WorkNotice } from '../store/leases/attendance.ts';
import type { LeaseName, LeaseRecords, Worker } from '../store/leases/lease.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { createDoorbell, type Doorbell } from './doorbell.ts';
import { answeredWithin, within } from './patience.ts';

export type EngineLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type LeaseLimits = {
  /** Runs at once in this process. */
  slots: number;
  /** A worker that did not renew for so long has lost its claims. */
  leaseMs: number;
  /** How often dead workers and missed notices are looked for. */
  pollMs: number;
};

/** What a run is told while it goes on. */
export type RunControl = {
  /** Aborted when the claim is no longer ours, or is handed over: stop at once. */
  signal: AbortSignal;
  /** The process ends: the claim is to be given back. */
  isHandedOver(): boolean;
  /** The process drains: nothing new is begun. */
  isStopping(): boolean;
  /** Says that only the recording is left; a claim that is lost from here on stops nothing. */
  settled(): void;
};

/** One kind of work; `T` is a claim with what its run needs. */
export type Leased<T> = {
  /** How long a run may take to notice that it was told to stop. */
  abortMs: number;
  leases(records: Records): Pick<LeaseRecords, 'renew' | 'reclaim'>;
  nameOf(claimed: T): LeaseName;
  /** Whether a notice may mean something for us to claim. */
  isOurs(notice: WorkNotice): boolean;
  /** One more for a free slot: undefined when there is none, empty when it needs no run. */
  claim(records: Records): Promise<{ claimed?: T } | undefined>;
  /** Never rejects. Answers with what follows in the same slot, if it is claimed already. */
  run(claimed: T, control: RunControl): Promise<T | undefined>;
  /** What else falls due, looked for as often as dead workers. */
  lookAround?(): Promise<void>;
  /** Until something falls due; absent: it is not known. */
  dueInMs?(records: Records): Promise<number | undefined>;
};

type LoopDeps<T> = {
  store: Store;
  worker: Worker;
  log: EngineLog;
  limits: LeaseLimits;
  leased: Leased<T>;
};

type Running<T> = LeaseName & {
  readonly ended: Promise<T | undefined>;
  isSettled(): boolean;
  takeAway(): void;
  handOver(): void;
};

type Serving<T> = LoopDeps<T> & {
  bell: Doorbell;
  running: Map<string, Running<T>>;
  stopping: AbortController;
};

type LeaseLoop = {
  start(): Promise<void>;
  /** Gives what runs `drainMs` to end, then hands it over; nothing counts as a try. */
  stop(drainMs: number): Promise<void>;
};

export function createLeaseLoop<T>(deps: LoopDeps<T>): LeaseLoop {
  let served: { state: Serving<T>; attendance: AsyncDisposable; loops: Loops } | undefined;
  return {
    async start() {
      if (served !== undefined) return;
      const state: Serving<T> = {
        ...deps,
        bell: createDoorbell(),
        running: new Map(),
        stopping: new AbortController(),
      };
      const attendance = await deps.store.attend(deps.worker, (notice) => heed(state, notice));
      served = { state, attendance, loops: { claiming: serve(state), keeping: keepClaims(state) } };
    },
    async stop(drainMs) {
      if (served === undefined) return;
      const { state, attendance, loops } = served;
      served = undefined;
      state.stopping.abort();
      state.bell.ring();
      await drain(state, loops.claiming, drainMs);
      await Promise.all([loops.claiming, loops.keeping]);
      await attendance[Symbol.asyncDispose]();
    },
  };
}

type Loops = { claiming: Promise<void>; keeping: Promise<void> };

/** A claim of ours with an older number was taken away; anything else may be work for us. */
function heed<T>({ running, bell, leased }: Serving<T>, notice: WorkNotice | undefined): void {
  const mine = notice && running.get(notice.jobId);
  if (mine && mine.fence < notice.fence) mine.takeAway();
  if (notice === undefined || leased.isOurs(notice)) bell.ring();
}

async function serve<T>(state: Serving<T>): Promise<void> {
  const { stopping, bell, limits, store, leased, log } = state;
  let lookAgainAt = 0;
  while (!stopping.signal.aborted) {
    try {
      // Between looks a ring is answered with nothing but claims.
      const isLook = performance.now() >= lookAgainAt;
      if (isLook) {
        await store.transaction(async (records) => await leased.leases(records).reclaim());
        await leased.lookAround?.();
      }
      for (const claimed of await claimFree(state)) launch(state, claimed);
      if (isLook) lookAgainAt = performance.now() + Math.min(limits.pollMs, await idleMs(state));
    } catch (error) {
      log.warn({ error }, 'the database does not answer; trying again');
      lookAgainAt = performance.now() + limits.pollMs;
    }
    await bell.wait(Math.max(0, lookAgainAt - performance.now()));
  }
}

/** Until something is due, unless every slot is taken: then the end of a run rings. */
async function idleMs<T>({ store, running, limits, leased }: Serving<T>): Promise<number> {
  const { dueInMs } = leased;
  if (dueInMs === undefined || running.size >= limits.slots) return limits.pollMs;
  const dueMs = await store.transaction(async (records) => await dueInMs(records));
  // Due and yet not claimed: bounded by its installation; its neighbour's end rings.
  return dueMs === undefined || dueMs === 0 ? limits.pollMs : dueMs;
}

/**
 * One for every free slot, in one transaction: claims may wait for each other until commit. When
 * the first has found something the rest are sent together, for every answer costs a way there.
 */
async function claimFree<T>(state: Serving<T>): Promise<T[]> {
  const { store, limits, running, leased, stopping } = state;
  const free = stopping.signal.aborted ? 0 : limits.slots - running.size;
  if (free <= 0) return [];
  return await store.transaction(async (records) => {
    const all: T[] = [];
    for (let asked = 1; asked > 0; asked = free - all.length) {
      const found = await everyOne(Array.from({ length: asked }, () => leased.claim(records)));
      all.push(...found.flatMap((one) => one?.claimed ?? []));
      if (found.includes(undefined)) break;
    }
    return all;
  });
}

/** Waits for the others too when one fails: nothing may be said after the transaction's end. */
async function everyOne<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}

/** Runs one claim after the other, as long as the slot stays with its owner. */
function launch<T>(state: Serving<T>, claimed: T): void {
  const { running, bell } = state;
  // Newer work of the same job may be claimed before the notice that took the older away.
  running.get(state.leased.nameOf(claimed).id)?.takeAway();
  const run = begin(state, claimed);
  running.set(run.id, run);
  void run.ended.then((next) => {
    if (running.get(run.id) === run) running.delete(run.id);
    if (next === undefined) bell.ring();
    else launch(state, next);
  });
}

function begin<T>({ leased, stopping }: Serving<T>, claimed: T): Running<T> {
  const abort = new AbortController();
  let isHandedOver = false;
  let isSettled = false;
  const stop = (problem: string) => abort.abort(new AppError('CANCELLED', { problem }));
  const ended = leased.run(claimed, {
    signal: abort.signal,
    isHandedOver: () => isHandedOver,
    isStopping: () => stopping.signal.aborted,
    settled: () => {
      isSettled = true;
    },
  });
  return {
    ...leased.nameOf(claimed),
    ended,
    isSettled: () => isSettled,
    takeAway: () => stop('Another worker or newer work has taken over.'),
    handOver: () => {
      isHandedOver = true;
      stop('The process ends.');
    },
  };
}

/** Renews leases; what is no longer ours, or may no longer be, is stopped here too. */
async function keepClaims<T>(state: Serving<T>): Promise<void> {
  const { limits, running, stopping } = state;
  const bell = createDoorbell();
  stopping.signal.addEventListener('abort', () => bell.ring(), { once: true });
  let renewedAt = performance.now();
  const isOver = () => stopping.signal.aborted && running.size === 0;
  while (!isOver()) {
    await bell.wait(stopping.signal.aborted ? 50 : limits.leaseMs / 3);
    const leftMs = renewedAt + limits.leaseMs - performance.now();
    try {
      if (running.size > 0) await renew(state, Math.max(leftMs, limits.leaseMs / 3));
      renewedAt = performance.now();
    } catch {
      if (performance.now() - renewedAt < limits.leaseMs) continue;
      for (const run of running.values()) run.takeAway();
    }
  }
}

/** What the database says is no longer ours is stopped, unless it only waits to be recorded. */
async function renew<T>(state: Serving<T>, timeoutMs: number): Promise<void> {
  const { store, worker, limits, running, leased } = state;
  // Only what is running: the lease of an end that could not be recorded must run out.
  const asked = [...running.values()];
  const renewing = store.transaction(
    async (records) => await leased.leases(records).renew(worker, limits.leaseMs, asked),
  );
  const kept = await answeredWithin(renewing, timeoutMs);
  const fences = new Map(kept.map(({ id, fence }) => [id, fence]));
  for (const run of asked) {
    if (!run.isSettled() && fences.get(run.id) !== run.fence) run.takeAway();
  }
}

async function drain<T>(
  { running, leased, log, worker }: Serving<T>,
  claiming: Promise<void>,
  drainMs: number,
): Promise<void> {
  const handOver = () => running.forEach((run) => run.handOver());
  // At once, whether or not the database answers.
  if (drainMs === 0) handOver();
  // What is being claimed just now is drained with the rest.
  await within(claiming, Math.max(drainMs, leased.abortMs));
  await endedWithin(running, drainMs);
  handOver();
  await endedWithin(running, leased.abortMs);
  for (const id of running.keys()) {
    log.warn({ id, worker: worker.name }, 'a run did not stop; its lease will end by itself');
  }
  running.clear();
}

async function endedWithin<T>(running: Map<string, Running<T>>, timeoutMs: number): Promise<void> {
  await within(Promise.all([...running.values()].map(async ({ ended }) => await ended)), timeoutMs);
}
