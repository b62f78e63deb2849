// Transcript ingest: the product's append (a transaction each batch, fenced and in sequence by the
// database's rules) against bare multi-row INSERTs of the same rows, batch by batch in turn, on the
// same server with the same connection settings, into a table of the same shape without our rules.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type pg from 'pg';
import { migrationsDirectory } from '../../app/cli/package-root.ts';
import { readLocalConfig } from '../../app/config/config.ts';
import { beginJob } from '../../app/engine/apply.ts';
import { createJob } from '../../app/job/create.ts';
import { createClient } from '../../app/store/database/connection.ts';
import { migrate } from '../../app/store/database/migrate.ts';
import { type Database, openDatabase } from '../../app/store/open-database.ts';
import type { TranscriptEntry } from '../../app/store/sessions.ts';
import { createStore, type Store } from '../../app/store/store.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type Bench, median, timed } from './bench.ts';

const ROUNDS = 15;
const TURNS = 40;
const LEAST_SHARE = 0.7;
const LARGEST_BATCH = 20;
const WARM_BYTES = 20_000_000;
const MEMORY_BYTES = 100_000_000;
const MOST_GROWTH = 1.5;
const SEED = 20_261_116;

export const store: Bench = async (say) => {
  await using place = await openPlace();
  const random = createRandom(SEED);
  // The first session of each pays for plans, caches and the connection.
  await measureRound(place, random);
  const shares: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { productMs, bareMs, rows } = await measureRound(place, random);
    shares.push(bareMs / productMs);
    say(
      `round ${round}: ${rows} rows, product ${Math.round(productMs)} ms, bare ${Math.round(bareMs)} ms`,
    );
  }
  const growth = await measureMemory(place, random);
  return [
    {
      name: 'transcript ingest to bare INSERT, rows per second',
      value: toHundredths(median(shares)),
      limit: LEAST_SHARE,
      unit: 'x',
      isFloor: true,
    },
    {
      name: 'memory while 100 MB of transcript go in, to before',
      value: toHundredths(growth),
      limit: MOST_GROWTH,
      unit: 'x',
    },
  ];
};

type Place = AsyncDisposable & { product: Store; bare: pg.Client; jobId: string; fence: number };

async function measureRound(place: Place, random: Random) {
  const batches = sessionBatches(random);
  const sessions = { ours: await beginSession(place), theirs: await beginSession(place) };
  const figures = { productMs: 0, bareMs: 0, rows: 0 };
  const ours = async (batch: TranscriptEntry[]) => {
    figures.productMs += await timed(async () => await append(place, sessions.ours, batch));
  };
  const theirs = async (batch: TranscriptEntry[]) => {
    figures.bareMs += await timed(async () => await insert(place, sessions.theirs, batch));
  };
  for (const [index, batch] of batches.entries()) {
    // Each goes first as often as the other.
    for (const goes of index % 2 === 0 ? [ours, theirs] : [theirs, ours]) await goes(batch);
    figures.rows += batch.length;
  }
  return figures;
}

async function append(
  { product, fence }: Place,
  session: string,
  batch: TranscriptEntry[],
): Promise<void> {
  await product.transaction(async ({ sessions }) => await sessions.append(session, fence, batch));
}

async function insert(
  { bare, fence }: Place,
  session: string,
  batch: TranscriptEntry[],
): Promise<void> {
  const tuples = batch.map((_, index) => {
    const first = index * 6;
    return `($${first + 1}, $${first + 2}, $${first + 3}, $${first + 4}, $${first + 5}, $${first + 6})`;
  });
  const values = batch.flatMap(({ sequence, entryType, payload, toolUseId }) => [
    session,
    sequence,
    entryType,
    JSON.stringify(payload),
    toolUseId ?? null,
    fence,
  ]);
  await bare.query('begin');
  await bare.query(
    `insert into bare_entries (session_id, sequence, entry_type, payload, tool_use_id, fence)
     values ${tuples.join(', ')}`,
    values,
  );
  await bare.query('commit');
}

/**
 * What a session sends (app/steps/agent/leg.ts, sandbox/runner/loop.ts): its input, then for each turn
 * the model's reply as a batch of one, written by the host before it answers, and the results of
 * that reply's tool calls as a batch of their own. So half of the batches, and a bit more, have one
 * row; most replies call one tool, few call many.
 */
function sessionBatches(random: Random): TranscriptEntry[][] {
  const batches: TranscriptEntry[][] = [];
  let sequence = 0;
  const next = () => {
    sequence += 1;
    return sequence;
  };
  const content = [{ type: 'text', text: textOf(random) }];
  const input = { _t: 'user', uuid: randomUUID(), content };
  batches.push([{ sequence: next(), entryType: 'user', payload: input }]);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const calls = Array.from({ length: toolCalls(random) }, () => `toolu_${randomUUID()}`);
    batches.push([{ sequence: next(), entryType: 'assistant', payload: reply(random, calls) }]);
    batches.push(calls.map((id) => toolResult(random, next(), id)));
  }
  return batches;
}

function toolCalls(random: Random): number {
  const tenth = random.below(10);
  if (tenth < 6) return 1;
  if (tenth < 9) return 2 + random.below(4);
  return 6 + random.below(LARGEST_BATCH - 5);
}

function reply(random: Random, calls: readonly string[]) {
  const uses = calls.map((id) => {
    const input = { file_path: '/workspace/source.ts', old_string: 'a', new_string: 'b' };
    return { type: 'tool_use', id, name: 'Edit', input };
  });
  const content = [{ type: 'text', text: textOf(random) }, ...uses];
  return { _t: 'assistant', uuid: randomUUID(), content, stop_reason: 'tool_use' };
}

function toolResult(random: Random, sequence: number, toolUseId: string): TranscriptEntry {
  const text = { content: textOf(random), is_error: false, outcome: 'success' };
  const payload = { _t: 'tool_result', tool_use_id: toolUseId, name: 'Bash', ...text };
  return { sequence, entryType: 'tool_result', payload, toolUseId };
}

const LINES = [
  'export async function listen(server: Server, { host, port }: Config): Promise<string> {\n',
  '  const found = rows.filter(({ name }) => name !== "");\n',
  '✖ adds two numbers (0.412 ms)\n  AssertionError: Expected values to be strictly equal:\n',
  '    at TestContext.<anonymous> (file:///workspace/test/add.test.ts:14:10)\n',
  'drwxr-xr-x 2 user user 4096 source\n',
];

/** 0.2 to 4 KB of what tools print, small ones more often. */
function textOf(random: Random): string {
  const bytes = 200 * 20 ** (random.below(1_000) / 1_000);
  let text = '';
  while (text.length < bytes) text += `${random.below(100_000)} ${random.pick(LINES)}`;
  return text.slice(0, bytes);
}

/** The largest the process was, to what it was when its heap had found its size. */
async function measureMemory(place: Place, random: Random): Promise<number> {
  await ingest(place, random, WARM_BYTES);
  const before = process.memoryUsage.rss();
  return (await ingest(place, random, MEMORY_BYTES)) / before;
}

/** In the largest batches, because it is about bytes; returns the largest the process was. */
async function ingest(place: Place, random: Random, bytes: number): Promise<number> {
  let mostRss = 0;
  for (let done = 0; done < bytes; ) {
    const session = await beginSession(place);
    const rows = sessionBatches(random).flat();
    for (let first = 0; first < rows.length; first += LARGEST_BATCH) {
      const batch = rows.slice(first, first + LARGEST_BATCH);
      await append(place, session, batch);
      done += Buffer.byteLength(JSON.stringify(batch));
      mostRss = Math.max(mostRss, process.memoryUsage.rss());
    }
  }
  return mostRss;
}

async function beginSession({ product, jobId, fence }: Place): Promise<string> {
  const id = randomUUID();
  await product.transaction(async ({ sessions }) => {
    await sessions.begin({ id, jobId, step: 'implement', ordinal: 0, fence });
  });
  return id;
}

async function openPlace(): Promise<Place> {
  await using owned = new AsyncDisposableStack();
  const home = await mkdtemp('/tmp/redgreen-bench-');
  owned.defer(async () => await rm(home, { recursive: true, force: true }));
  await chmod(home, 0o755);
  const database: Database = await openDatabase(readLocalConfig({ REDGREEN_HOME: home }));
  owned.defer(async () => await database.close());
  await migrate({ url: database.url, directory: migrationsDirectory() });
  const product = createStore({ url: database.url });
  owned.defer(async () => await product.close());
  const bare = await connectBare(database.url);
  owned.defer(async () => await bare.end());
  const jobId = await addJob(product);
  const fence = await product.transaction(async ({ work }) => await work.fence(jobId));
  if (fence === undefined) throw new Error('the job has no work');
  const stack = owned.move();
  return {
    product,
    bare,
    jobId,
    fence,
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

async function connectBare(url: string): Promise<pg.Client> {
  // The limits of the store's own pool.
  const limits = { connectMs: 10_000, statementMs: 30_000, lockMs: 10_000 };
  const client = createClient(url, { applicationName: 'bare', ...limits });
  await client.connect();
  await client.query(
    `create table bare_entries (like transcript_entries including all,
       foreign key (session_id) references agent_sessions)`,
  );
  return client;
}

async function addJob(product: Store): Promise<string> {
  const id = randomUUID();
  await product.transaction(async (records) => {
    await records.installations.saveInstallation({ id: 1, accountId: 1, accountLogin: 'org' });
    await records.installations.saveRepository({
      id: 1,
      installationId: 1,
      owner: 'org',
      name: 'repository',
      defaultBranch: 'main',
      isPrivate: false,
    });
    const wishes = { tierClasses: ['L1'], waitsForProviderQuota: false } as const;
    const created = createJob({ id, at: await records.now(), ...wishes });
    if (!created.ok) throw new Error(created.reason);
    const record = { job: created.job, installationId: 1, repositoryId: 1, key: 'issue:1:1' };
    await beginJob(records, record, 'bench');
  });
  return id;
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
