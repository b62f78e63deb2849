// A home for the app under chaos with an embedded Postgres of its own, and what is read back from
// its database past the app.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type pg from 'pg';
import { readLocalConfig } from '../../../app/config/config.ts';
import { verifyAudit } from '../../../app/store/audit-verify.ts';
import { createClient } from '../../../app/store/database/connection.ts';
import { openEmbedded } from '../../../app/store/embedded/open.ts';
import { findPostmaster, type Postmaster } from '../../../app/store/embedded/postmaster.ts';
import { stopEmbedded } from '../../../app/store/embedded/reset.ts';
import { openDatabase } from '../../../app/store/open-database.ts';

/** Disposing stops the server and leaves the files. */
export type Home = AsyncDisposable & {
  path: string;
  /** With the server running, started if need be; it runs on afterwards as it did before. */
  read<T>(work: (client: pg.Client, url: string) => Promise<T>): Promise<T>;
  /** As an operator does with `redgreen db start`. */
  startServer(): Promise<void>;
  server(): Promise<Postmaster>;
  /** Once its server is stopped. */
  remove(): Promise<void>;
};

export type ReadBack = {
  guids: ReadonlySet<string>;
  /** One line for each broken chain. */
  auditFindings: string[];
  /** Audit rows with a time before their predecessor's or after the database's own. */
  rowsOutOfTime: number;
};

export async function temporaryHome(): Promise<Home> {
  const path = await mkdtemp('/tmp/redgreen-app-');
  await chmod(path, 0o755);
  const config = readLocalConfig({ REDGREEN_HOME: path });
  const { paths } = config;
  return {
    path,
    async read(work) {
      const database = await openDatabase(config);
      const client = createClient(database.url, LIMITS);
      try {
        await client.connect();
        return await work(client, database.url);
      } finally {
        await client.end();
        await database.close();
      }
    },
    async startServer() {
      const embedded = await openEmbedded({ paths });
      await embedded.leave();
    },
    async server() {
      await using embedded = await openEmbedded({ paths });
      const postmaster = await findPostmaster(embedded.dataDirectory);
      if (postmaster === undefined) throw new Error('no server runs');
      return postmaster;
    },
    async [Symbol.asyncDispose]() {
      await stopEmbedded({ paths, force: true });
    },
    async remove() {
      await rm(path, { recursive: true, force: true });
    },
  };
}

export async function readBack(client: pg.Client): Promise<ReadBack> {
  const { rows } = await client.query<{ guid: string }>('select guid from webhook_deliveries');
  const { findings } = await verifyAudit(client);
  const { rows: late } = await client.query<{ n: number }>(
    `select count(*)::int as n from (
       select at, lag(at) over (partition by installation_id order by sequence) as before
         from audit_events) as rows
      where at < before or at > clock_timestamp()`,
  );
  return {
    guids: new Set(rows.map(({ guid }) => guid)),
    auditFindings: findings.map(({ problem }) => problem),
    rowsOutOfTime: late[0]?.n ?? 0,
  };
}

const LIMITS = {
  applicationName: 'read-back',
  connectMs: 5_000,
  statementMs: 60_000,
  lockMs: 5_000,
};
