// A fresh, migrated database for a test: cloned from a template on the server that test/run.ts
// started, or on one of its own when a test file is run alone.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import type pg from 'pg';
import { createClient } from '../../app/store/database/connection.ts';
import { createDatabase } from '../../app/store/database/create-database.ts';
import { migrate, readMigrations } from '../../app/store/database/migrate.ts';
import type { EmbeddedPostgres } from '../../app/store/embedded/handle.ts';
import { openEmbedded } from '../../app/store/embedded/open.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');
const TEMPLATE_LOCK = 7_237_501_847;

export type TestDatabase = AsyncDisposable & {
  url: string;
  connect(): Promise<pg.Client>;
};

let ownServer: Promise<{ server: EmbeddedPostgres; directory: string }> | undefined;

/** A migrated database of its own; dropped at the end of the scope. */
export async function testDatabase(): Promise<TestDatabase> {
  const admin = await adminUrl();
  const template = await ensureTemplate(admin);
  return await disposable(admin, template);
}

/** A database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await disposable(await adminUrl());
}

async function disposable(admin: string, template?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(admin, name, template);
  const url = urlOf(admin, name);
  const clients: pg.Client[] = [];
  return {
    url,
    async connect() {
      const client = createClient(url, limits);
      await client.connect();
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map(async (client) => await client.end()));
      // A server of its own ends with all it has, and maybe before whoever used it.
      if (ownServer !== undefined) return;
      await onServer(admin, `drop database if exists "${name}" with (force)`);
    },
  };
}

const limits = {
  applicationName: 'redgreen-test',
  connectMs: 10_000,
  statementMs: 60_000,
  lockMs: 60_000,
};

export function urlOf(admin: string, database: string): string {
  const url = new URL(admin);
  url.pathname = `/${database}`;
  return url.toString();
}

/** The administrator's URL of the test server. */
export async function adminUrl(): Promise<string> {
  const given = process.env['REDGREEN_TEST_POSTGRES'];
  if (given !== undefined) return given;
  ownServer ??= startOwnServer();
  return (await ownServer).server.url('postgres');
}

async function startOwnServer() {
  const directory = await mkdtemp('/tmp/redgreen-test-');
  await chmod(directory, 0o755);
  const server = await openEmbedded({
    paths: { cache: join(directory, 'cache'), state: join(directory, 'state'), runtime: directory },
  });
  return { server, directory };
}

// At the root of the file that imports this: inside a test it would end with that test.
after(async () => {
  if (ownServer === undefined) return;
  const { server, directory } = await ownServer;
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Named by the migrations' text, made once under a lock. */
async function ensureTemplate(admin: string): Promise<string> {
  const digest = createHash('sha256');
  for (const migration of await readMigrations(MIGRATIONS)) digest.update(migration.digest);
  const name = `template_${digest.digest('hex').slice(0, 16)}`;
  const client = createClient(admin, limits);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      const draft = `${name}_draft`;
      await client.query(`drop database if exists "${draft}"`);
      await createDatabase(admin, draft);
      await migrate({ url: urlOf(admin, draft), directory: MIGRATIONS });
      await client.query(`alter database "${draft}" rename to "${name}"`);
    }
    return name;
  } finally {
    await client.end();
  }
}

async function onServer(admin: string, statement: string): Promise<void> {
  const client = createClient(admin, limits);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
