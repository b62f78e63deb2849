// Brings a database to the schema of this version: forward only, numbered files, each applied
// whole or not at all, under a lock that two starting processes may race for.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import { createClient } from './connection.ts';
import { translateFault } from './faults.ts';
import { checkMigrationText } from './migration-text.ts';

type Migration = { name: string; text: string; digest: string };
type MigrationResult = { applied: string[]; current: string | undefined };

/** Any number will do, as long as every version uses the same. */
const MIGRATION_LOCK = 7_237_501_846;

const MIGRATIONS_TABLE = `
  create table if not exists schema_migrations (
    name       text primary key,
    digest     text not null,
    applied_at timestamptz not null default now()
  )`;

export async function migrate(options: {
  url: string;
  directory: string;
  lockMs?: number;
}): Promise<MigrationResult> {
  const migrations = await readMigrations(options.directory);
  const client = createClient(options.url, {
    applicationName: 'redgreen-migrate',
    connectMs: 10_000,
    statementMs: 600_000,
    lockMs: options.lockMs ?? 60_000,
  });
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await applyPending(client, migrations);
  } catch (error) {
    throw translateFault(error);
  } finally {
    await client.end();
  }
}

/** Reads and checks all files before anything is applied. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  if (names.length === 0) {
    throw new AppError('MIGRATION_INVALID', { problem: 'There are no migration files.' });
  }
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || !name.startsWith(`${number}_`)) {
      throw new AppError('MIGRATION_INVALID', {
        problem: `Expected a file named ${number}_<words>.sql, found ${name}.`,
        details: { file: name },
      });
    }
    const text = await readFile(join(directory, name), 'utf8');
    checkMigrationText(name, text);
    migrations.push({ name, text, digest: createHash('sha256').update(text).digest('hex') });
  }
  return migrations;
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<MigrationResult> {
  await client.query(MIGRATIONS_TABLE);
  const done = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migrations order by name',
  );
  checkApplied(migrations, done.rows);
  const pending = migrations.slice(done.rows.length);
  for (const migration of pending) await apply(client, migration);
  return {
    applied: pending.map(({ name }) => name),
    current: migrations.at(-1)?.name,
  };
}

/** A database ahead of this version is left alone: during a roll-out the older one still runs. */
function checkApplied(migrations: Migration[], applied: { name: string; digest: string }[]): void {
  for (const [index, row] of applied.entries()) {
    const file = migrations[index];
    if (file === undefined) return;
    if (file.name !== row.name || file.digest !== row.digest) {
      throw new AppError('MIGRATION_DRIFT', {
        problem:
          file.name === row.name
            ? `${row.name} was changed after it was applied.`
            : `${row.name} was applied, but the file in its place is ${file.name}.`,
        details: { file: row.name },
      });
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations (name, digest) values ($1, $2)', [
      migration.name,
      migration.digest,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw failed(migration, error);
  }
}

function failed(migration: Migration, error: unknown): AppError {
  const fault = translateFault(error);
  if (fault.code !== 'INTERNAL_ERROR' && fault.code !== 'DATABASE_RULE') return fault;
  const { position, message } = error as { position?: string; message?: string };
  const before = migration.text.slice(0, Number(position ?? 1) - 1);
  const line = before.split('\n').length;
  return new AppError('MIGRATION_FAILED', {
    problem: `${migration.name}, line ${line}: ${message ?? 'unknown error'}`,
    details: { file: migration.name, line },
    cause: error,
  });
}
