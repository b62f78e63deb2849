// Sandbox sessions that end in all ways there are: well, by an error, killed from inside or outside,
// with the death of their host or of the sandbox server, with a destroy that fails. Afterwards nothing
// lives, and the evidence of every one of them verifies.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EffectContext } from '../../../app/engine/effects/port.ts';
import { AppError } from '../../../app/errors.ts';
import { reap } from '../../../app/steps/reap.ts';
import { endLeftovers } from '../../../app/steps/tree/sandbox-use.ts';
import { createClient } from '../../../app/store/database/connection.ts';
import type { Sandbox, SandboxDriver } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from '../../contract/driver/local-world.ts';
import { addJob } from '../../support/add-job.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import type { Random } from '../../support/random.ts';
import { bubblewrapsBelow, killFromOutside } from './bubblewraps.ts';
import { type ForgeryFigures, tryForgeries } from './forgeries.ts';
import { killHosts } from './hosts.ts';
import { openWorker, useSandbox, type Worker } from './session-parts.ts';
import { endSnapshots, type SnapshotFigures } from './snapshots.ts';

const WAYS = [
  'success',
  'error',
  'killed inside',
  'killed outside',
  'destroyed by another',
  'failing destroy',
  'success',
  'host death',
  'failing destroy',
  'server death',
] as const;
type Way = (typeof WAYS)[number];

export type SessionsRun = {
  sessions: number;
  snapshots: number;
  random: Random;
  note(what: string): void;
  say(line: string): void;
};

export type SessionsFigures = {
  rows: number;
  /** Rows that have no end. */
  open: number;
  /** At the provider, and as processes of the machine. */
  living: number;
  bubblewraps: number;
  /** Seen while sessions ran: a count of none would prove nothing if they could not be seen. */
  mostBubblewraps: number;
  /** Ended rows without evidence, or with one that does not verify. */
  unverified: number;
  /** Sessions that were to end well and did not, though nobody touched them. */
  unexpected: number;
  ways: ReadonlyMap<Way, number>;
  forgeries: ForgeryFigures;
  snapshots: SnapshotFigures;
};

const LANES = 5;
const REAP_EVERY_MS = 2_000;
const CLEAN_MS = 120_000;

type Place = {
  run: SessionsRun;
  world: LocalWorld;
  url: string;
  /** How often the destroy of this sandbox is still to fail. */
  failures: Map<string, number>;
  driver: SandboxDriver;
  serverDeaths: { count: number };
  unexpected: { count: number };
  seen: { most: number };
};

export async function endSessions(run: SessionsRun): Promise<SessionsFigures> {
  await using owned = new AsyncDisposableStack();
  const postgres = owned.use(await ownPostgres());
  const world = await openLocalWorld({ sweepMs: 500 });
  owned.defer(async () => await world.close());
  const { url } = postgres;
  const failures = new Map<string, number>();
  const driver = failing(world.driver, failures);
  const counts = { serverDeaths: { count: 0 }, unexpected: { count: 0 }, seen: { most: 0 } };
  const place: Place = { run, world, url, failures, driver, ...counts };
  const reaper = owned.use(await openWorker(url, driver));
  const ways = Array.from(
    { length: run.sessions },
    (_, index) => WAYS[index % WAYS.length] ?? 'error',
  );
  await whileReaping(place, reaper, async () => {
    await Promise.all([
      killHosts(place, ways.filter((way) => way === 'host death').length),
      runLanes(
        place,
        ways.filter((way) => way !== 'host death'),
      ),
    ]);
  });
  const snapshots = await endSnapshots({ url, driver, snapshots: run.snapshots, reaper });
  await clean(place, reaper);
  const client = createClient(url, LIMITS);
  await client.connect();
  owned.defer(async () => await client.end());
  return {
    ...(await readRows(client)),
    living: (await world.driver.list()).length,
    bubblewraps: bubblewrapsBelow(world.options.runtimeDirectory).length,
    mostBubblewraps: place.seen.most,
    unexpected: place.unexpected.count,
    ways: Map.groupBy(ways, (way) => way)
      .entries()
      .reduce((map, [way, all]) => map.set(way, all.length), new Map<Way, number>()),
    forgeries: await tryForgeries(client),
    snapshots,
  };
}

const LIMITS = {
  applicationName: 'read-back',
  connectMs: 10_000,
  statementMs: 60_000,
  lockMs: 10_000,
};

function failing(driver: SandboxDriver, failures: Map<string, number>): SandboxDriver {
  return {
    ...driver,
    async destroy(sandboxId, options) {
      const left = failures.get(sandboxId) ?? 0;
      failures.set(sandboxId, left - 1);
      if (left <= 0) return await driver.destroy(sandboxId, options);
      const problem = 'This destroy was to fail.';
      throw new AppError('SANDBOX_NOT_DESTROYED', { problem, details: { sandboxId } });
    },
  };
}

/** As the app does beside its jobs; nothing that somebody works with may be taken away. */
async function whileReaping(
  { run }: Place,
  { deps }: Worker,
  work: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const reaping = (async () => {
    while (!over.signal.aborted) {
      await reap(deps).catch((error: unknown) => run.note(`reap: ${String(error)}`));
      await sleep(REAP_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await reaping;
  }
}

async function runLanes(place: Place, ways: readonly Way[]): Promise<void> {
  const left = [...ways];
  let done = 0;
  const lane = async (number: number) => {
    await using worker = await openWorker(place.url, place.driver);
    const jobId = await addJob(worker.store, { repository: number });
    const context = await worker.claim(jobId);
    for (let way = left.shift(); way !== undefined; way = left.shift()) {
      await runSession(place, { worker, context, way });
      done += 1;
      if (done % 20 === 0) place.run.say(`${done} sessions`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, async (_, index) => await lane(index + 1)));
}

type Session = { worker: Worker; context: EffectContext; way: Way };

async function runSession(place: Place, { worker, context, way }: Session): Promise<void> {
  const { run, serverDeaths, unexpected } = place;
  const deathsBefore = serverDeaths.count;
  const { id: jobId } = context.record.job;
  try {
    await useSandbox(worker, context, async (sandbox) => await endBy(way, sandbox, place));
    run.note(`${way}: ended well`);
  } catch (error) {
    const isDisturbed = serverDeaths.count > deathsBefore;
    run.note(`${way}${isDisturbed ? ', the server died' : ''}: ${String(error)}`);
    if (way === 'success' && !isDisturbed) unexpected.count += 1;
  }
  // A later try of the same effect clears up first; others are left for the reaper.
  if (way === 'failing destroy' && run.random.chance(0.5)) {
    await endLeftovers(worker.deps, jobId).catch((error: unknown) => run.note(String(error)));
  }
}

async function endBy(way: Way, sandbox: Sandbox, place: Place): Promise<void> {
  const { world, failures, run, serverDeaths, seen } = place;
  seen.most = Math.max(seen.most, bubblewrapsBelow(world.options.runtimeDirectory).length);
  await sandbox.exec({ command: ['true'], timeoutMs: 60_000 });
  switch (way) {
    case 'error':
      throw new Error('the work of this session fails');
    case 'killed inside':
      await sandbox.exec({ command: 'kill -KILL -1', timeoutMs: 60_000 });
      return;
    case 'killed outside':
      killFromOutside(world.options.runtimeDirectory, sandbox.id);
      await sandbox.exec({ command: ['sleep', '60'], timeoutMs: 60_000 });
      return;
    case 'destroyed by another':
      await world.driver.destroy(sandbox.id);
      return;
    case 'failing destroy':
      failures.set(sandbox.id, 1 + run.random.below(2));
      return;
    case 'server death': {
      const { pid } = await world.server();
      serverDeaths.count += 1;
      process.kill(pid, 'SIGKILL');
      await sandbox.exec({ command: ['true'], timeoutMs: 60_000 });
      return;
    }
    case 'success':
    case 'host death':
  }
}

/** The workers are gone: what they left is freed and ended, as the next app would do. */
async function clean({ driver, run }: Place, { store, deps }: Worker): Promise<void> {
  const deadline = Date.now() + CLEAN_MS;
  for (;;) {
    await store.transaction(async ({ work }) => await work.reclaim());
    const reaped = await reap(deps).catch((error: unknown) => {
      run.note(`reap: ${String(error)}`);
      return undefined;
    });
    const open = await store.transaction(async ({ sandboxes }) => await sandboxes.living());
    const living = await driver.list();
    const isClean = open.length === 0 && living.length === 0 && reaped?.sandboxes === 0;
    if (isClean || Date.now() > deadline) return;
    await sleep(100);
  }
}

async function readRows(client: pg.Client) {
  const { rows } = await client.query<{ rows: number; open: number; unverified: number }>(
    `select count(*)::int as rows, count(*) filter (where completed_at is null)::int as open,
            count(*) filter (where wipe_evidence.digest is null
              or wipe_evidence.digest <> wipe_digest(wipe_evidence)
              or wipe_evidence.confirmed_at < sandbox_sessions.created_at - interval '1 minute'
              or wipe_evidence.provider_sandbox_id <> sandbox_sessions.provider_sandbox_id
            )::int as unverified
       from sandbox_sessions left join wipe_evidence on sandbox_session_id = sandbox_sessions.id`,
  );
  return rows[0] ?? { rows: 0, open: 0, unverified: 0 };
}
