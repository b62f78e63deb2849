// Gives jobs to the workers, a window of them at a time, and approves their plans as they appear,
// through whatever the database is going through. Also measures how soon a job of a killed worker
// moves on.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { applyEvent } from '../../../app/engine/apply.ts';
import { createPool } from '../../../app/store/database/connection.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import type { EffectRun } from '../../support/engine-chaos.ts';

/** As many as the workers have slots for: how long a job waits in a queue is not measured here. */
const WINDOW = 12;
const INSTALLATIONS = 4;
const POLL_MS = 30;

export type Feed = AsyncDisposable & {
  /** Jobs that were accepted. */
  readonly accepted: readonly string[];
  /** No more than so many jobs are given for now. */
  allow(jobs: number): void;
  /** How long the job of a killed worker took until it moved on, from here. */
  watch(run: EffectRun): void;
  readonly resumedMs: readonly number[];
  /** Watched jobs that have not moved on. */
  unresumed(): number;
  /** Resolves when as many were given as allowed. */
  given(deadlineMs: number): Promise<void>;
  /** False when jobs were still open at the deadline. */
  ended(deadlineMs: number): Promise<boolean>;
};

type State = {
  store: Store;
  pool: pg.Pool;
  accepted: string[];
  allowed: number;
  open: number;
  watched: { jobId: string; fence: number; since: number }[];
  resumedMs: number[];
};

export function createFeed(url: string, note: (what: string, jobId?: string) => void): Feed {
  const limits = { applicationName: 'chaos', connectMs: 3_000, statementMs: 10_000, lockMs: 3_000 };
  const state: State = {
    store: createStore({ url }),
    pool: createPool(url, { ...limits, max: 2 }),
    accepted: [],
    allowed: 0,
    open: 0,
    watched: [],
    resumedMs: [],
  };
  const over = new AbortController();
  const loops = Promise.all([
    repeat(over.signal, async () => await give(state, note)),
    repeat(over.signal, async () => await approveWaiting(state)),
    repeat(over.signal, async () => await look(state, note)),
  ]);
  const wait = async (isTrue: () => boolean, deadlineMs: number) => {
    const deadline = performance.now() + deadlineMs;
    while (!isTrue() && performance.now() < deadline) await pause(POLL_MS);
    return isTrue();
  };
  return {
    accepted: state.accepted,
    resumedMs: state.resumedMs,
    allow: (jobs) => {
      state.allowed = Math.max(state.allowed, jobs);
    },
    watch: ({ jobId, fence }) => state.watched.push({ jobId, fence, since: performance.now() }),
    unresumed: () => state.watched.length,
    async given(deadlineMs) {
      const isGiven = await wait(() => state.accepted.length >= state.allowed, deadlineMs);
      if (!isGiven) throw new Error(`the jobs do not end: ${state.open} of them are open`);
    },
    async ended(deadlineMs) {
      // The count is as old as the last look.
      await pause(POLL_MS * 10);
      return await wait(() => state.open === 0, deadlineMs);
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await loops;
      await Promise.all([state.store.close(), state.pool.end()]);
    },
  };
}

/** A database that is away is what this is about: it is asked again. */
async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => undefined);
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function give(state: State, note: (what: string, jobId?: string) => void): Promise<void> {
  while (state.accepted.length < state.allowed && state.open < WINDOW) {
    const repository = 1 + (state.accepted.length % (INSTALLATIONS * 2));
    const installation = 1 + (repository % INSTALLATIONS);
    const id = await addJob(state.store, { repository, installation });
    state.accepted.push(id);
    state.open += 1;
    note('accepted', id);
  }
}

async function approveWaiting({ pool, store }: State): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from jobs where state = 'WAITING_SPEC_APPROVAL'`,
  );
  for (const { id } of rows) {
    await store.transaction(async (records) => {
      const record = await records.jobs.lock(id);
      if (record?.job.state !== 'WAITING_SPEC_APPROVAL') return;
      const event = { type: 'approve', revision: record.job.planRevision ?? '' } as const;
      await applyEvent(records, id, { event, actor: 'mona' });
    });
  }
}

async function look(state: State, note: (what: string, jobId?: string) => void): Promise<void> {
  const { watched, resumedMs, pool } = state;
  // Work items and not states: the last announcement comes after the last state.
  const { rows: counted } = await pool.query<{ open: number }>('select count(*) as open from work');
  state.open = counted[0]?.open ?? 0;
  if (watched.length === 0) return;
  const { rows } = await pool.query<{ jobId: string; fence: number }>(
    'select job_id as "jobId", fence from work where job_id = any($1)',
    [watched.map(({ jobId }) => jobId)],
  );
  const fences = new Map(rows.map(({ jobId, fence }) => [jobId, fence]));
  for (const one of watched.splice(0)) {
    if ((fences.get(one.jobId) ?? Number.POSITIVE_INFINITY) <= one.fence) {
      watched.push(one);
      continue;
    }
    const tookMs = Math.round(performance.now() - one.since);
    resumedMs.push(tookMs);
    note(`moved on ${tookMs} ms after its worker was killed`, one.jobId);
  }
}
