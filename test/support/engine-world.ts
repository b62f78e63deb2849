// A store on a fresh database with installations, repositories and jobs for tests of engines.
import { randomInt } from 'node:crypto';
import type { EffectFunctions } from '../../app/engine/effects/port.ts';
import { createLocalEngine, type EngineLimits } from '../../app/engine/local.ts';
import type { Engine } from '../../app/engine/port.ts';
import type { JobState } from '../../app/job/types.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import { createStore, type Store } from '../../app/store/store.ts';
import { addJob, type JobWishes } from './add-job.ts';
import { testDatabase } from './database.ts';

export { addJob };

export type World = AsyncDisposable & {
  url: string;
  store: Store;
  /** Steps the clock that timers go by. */
  step(ms: number): void;
  createEngine(
    effects: EffectFunctions,
    limits?: Partial<EngineLimits>,
    leaving?: AbortSignal,
  ): Promise<Engine>;
  /** An accepted and started job. */
  addJob(wishes?: JobWishes): Promise<string>;
  job(id: string): Promise<JobRecord>;
  /** The job once it is in one of the states; fails after the deadline. */
  reaches(id: string, ...states: JobState[]): Promise<JobRecord>;
};

const silent = { info: () => undefined, warn: () => undefined };
const DEADLINE_MS = 60_000;

export async function engineWorld(): Promise<World> {
  const database = await testDatabase();
  let offsetMs = 0;
  const store = createStore({ url: database.url, clockOffsetMs: () => offsetMs });
  const engines: Engine[] = [];
  const job = async (id: string) => {
    const found = await store.transaction(async (records) => await records.jobs.find(id));
    if (found === undefined) throw new Error(`no job ${id}`);
    return found;
  };
  return {
    url: database.url,
    store,
    job,
    step: (ms) => {
      offsetMs += ms;
    },
    async createEngine(effects, limits, leaving) {
      const worker = { name: `w${engines.length + 1}`, lock: randomInt(2 ** 31) };
      const quick = { pollMs: 50, ...limits };
      const parts = { store, effects, worker, log: silent, limits: quick, leaving };
      const engine = createLocalEngine(parts);
      engines.push(engine);
      return engine;
    },
    addJob: async (wishes) => await addJob(store, wishes),
    async reaches(id, ...states) {
      for (const deadline = performance.now() + DEADLINE_MS; ; ) {
        const record = await job(id);
        if (states.includes(record.job.state)) return record;
        if (performance.now() > deadline) {
          throw new Error(`job is ${record.job.state}, expected ${states.join(' or ')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(engines.map(async (engine) => await engine.stop(0)));
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Approves the plan that the job waits with. */
export async function approve(engine: Engine, record: JobRecord) {
  const revision = record.job.planRevision ?? '';
  return await engine.signal(record.job.id, { type: 'approve', revision }, 'mona');
}
