// A worker's own session: it holds the worker's lock while the process lives, and listens for work.
// A lost connection is made again, also one that has only fallen silent; whoever counts on notices
// is told to look for himself then.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from '../database/connection.ts';
import { WORKER_LOCK_CLASS, type Worker } from './lease.ts';

/** The newest fencing number of a job whose work changed. */
export type WorkNotice = { jobId: string; fence: number };

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/** How often a session without notices is asked whether it is still there. */
const ASK_MS = 5_000;
const ANSWER_MS = 3_000;

export async function attend(
  url: string,
  worker: Worker,
  onNotice: (notice?: WorkNotice) => void,
): Promise<AsyncDisposable> {
  const ended = new AbortController();
  let client = await connect(url, worker, onNotice);
  const keeping = keep();
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await end(client);
      await keeping;
    },
  };

  async function keep(): Promise<void> {
    for (;;) {
      await lost(client);
      const next = await reconnect(url, worker, onNotice, ended.signal);
      if (next === undefined) return;
      client = next;
      onNotice();
    }
  }
}

async function reconnect(
  url: string,
  worker: Worker,
  onNotice: (notice?: WorkNotice) => void,
  signal: AbortSignal,
): Promise<pg.Client | undefined> {
  for (
    let waitMs = FIRST_RETRY_MS;
    !signal.aborted;
    waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)
  ) {
    const client = await connect(url, worker, onNotice).catch(() => undefined);
    if (client !== undefined && !signal.aborted) return client;
    if (client !== undefined) await end(client);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function connect(
  url: string,
  worker: Worker,
  onNotice: (notice?: WorkNotice) => void,
): Promise<pg.Client> {
  const client = createClient(url, {
    applicationName: `redgreen-worker ${worker.name}`,
    connectMs: 5_000,
    statementMs: 10_000,
    lockMs: 5_000,
  });
  try {
    await client.connect();
    client.on('notification', ({ payload }) => {
      const [jobId = '', fence] = (payload ?? '').split(' ');
      onNotice({ jobId, fence: Number(fence) });
    });
    await client.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker.lock]);
    await client.query('listen redgreen_work');
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Returns when the connection is closed, or was closed here because nobody answers on it. */
async function lost(client: pg.Client): Promise<void> {
  const gone = new AbortController();
  client.once('end', () => gone.abort());
  while (!gone.signal.aborted) {
    await pause(ASK_MS, undefined, { signal: gone.signal }).catch(() => undefined);
    if (!gone.signal.aborted && !(await answers(client))) await client.end();
  }
}

/** A silent server would keep a farewell waiting for ever; an open question makes `end` cut it. */
async function end(client: pg.Client): Promise<void> {
  await answers(client);
  await client.end();
}

async function answers(client: pg.Client): Promise<boolean> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: 'select',
    query_timeout: ANSWER_MS,
  };
  return await client.query(question).then(
    () => true,
    () => false,
  );
}
