import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AppError, isAppError } from '../../../../app/errors.ts';
import { migrate } from '../../../../app/store/database/migrate.ts';
import { emptyDatabase } from '../../../support/database.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'migrations');

test('two processes that start at once migrate one database once', async () => {
  await using database = await emptyDatabase();
  const runs = Array.from({ length: 4 }, () =>
    migrate({ url: database.url, directory: MIGRATIONS }),
  );
  const results = await Promise.all(runs);
  const files = (await readdir(MIGRATIONS)).length;
  const counts = results.map(({ applied }) => applied.length);
  assert.deepEqual(
    counts.toSorted((one, other) => one - other),
    [0, 0, 0, files],
  );
});

test('an applied file that was changed is refused by name and nothing is applied', async () => {
  await using database = await emptyDatabase();
  await using directory = await copyOfMigrations();
  await migrate({ url: database.url, directory: directory.path });
  await writeFile(join(directory.path, '0001_installations.sql'), 'create table other ();');
  const error = await failure(database.url, directory.path);
  assert.equal(error.code, 'MIGRATION_DRIFT');
  assert.equal(error.details['file'], '0001_installations.sql');
});

test('a bad migration names its file and line and leaves nothing half-applied', async () => {
  await using database = await emptyDatabase();
  await using directory = await copyOfMigrations();
  const number = (await readdir(directory.path)).length + 1;
  const name = `${String(number).padStart(4, '0')}_bad.sql`;
  await writeFile(
    join(directory.path, name),
    'create table first_half ();\n\ncreate table second_half (id nosuchtype);\n',
  );
  const error = await failure(database.url, directory.path);
  assert.equal(error.code, 'MIGRATION_FAILED');
  assert.match(
    error.problem ?? '',
    new RegExp(`${name}, line 3: type "nosuchtype" does not exist`),
  );
  const client = await database.connect();
  const { rows } = await client.query(`select to_regclass('first_half') as half,
    (select count(*) from schema_migrations) as applied`);
  assert.deepEqual(rows, [{ half: null, applied: number - 1 }]);
});

const INVALID: [string, string, string][] = [
  ['a file that commits on its own', 'create table a ();\ncommit;', 'line 2: "commit"'],
  ['a transaction inside a file', '/* why */ BEGIN; create table a ();', 'line 1: "BEGIN"'],
  ['an index made concurrently', 'create index concurrently i on jobs (id)', 'line 1'],
  ['an empty file', '-- nothing; at all\n', 'holds no statement'],
];
for (const [name, text, problem] of INVALID) {
  test(`refuses ${name} before anything is applied`, async () => {
    await using database = await emptyDatabase();
    await using directory = await copyOfMigrations();
    const number = String((await readdir(directory.path)).length + 1).padStart(4, '0');
    await writeFile(join(directory.path, `${number}_invalid.sql`), text);
    const error = await failure(database.url, directory.path);
    assert.equal(error.code, 'MIGRATION_INVALID');
    assert.ok(error.problem?.includes(problem), error.problem);
    const client = await database.connect();
    const { rows } = await client.query(`select to_regclass('jobs') as jobs`);
    assert.deepEqual(rows, [{ jobs: null }]);
  });
}

test('words in quotes, comments and function bodies are no transaction control', async () => {
  await using database = await emptyDatabase();
  await using directory = await temporaryDirectory();
  await writeFile(
    join(directory.path, '0001_ok.sql'),
    `create table a (b text default '; commit;'); -- ; commit;
     create function f() returns void language plpgsql as $body$ begin return; end $body$;`,
  );
  const { applied } = await migrate({ url: database.url, directory: directory.path });
  assert.deepEqual(applied, ['0001_ok.sql']);
});

test('refuses a gap in the numbers', async () => {
  await using database = await emptyDatabase();
  await using directory = await copyOfMigrations();
  await rm(join(directory.path, '0002_audit.sql'));
  const error = await failure(database.url, directory.path);
  assert.equal(error.code, 'MIGRATION_INVALID');
  assert.match(error.problem ?? '', /Expected a file named 0002_/);
});

test('an older version starts on a database that a newer one has migrated', async () => {
  await using database = await emptyDatabase();
  await using directory = await copyOfMigrations();
  const number = String((await readdir(directory.path)).length + 1).padStart(4, '0');
  await writeFile(join(directory.path, `${number}_newer.sql`), 'create table newer ();');
  await migrate({ url: database.url, directory: directory.path });
  const { applied } = await migrate({ url: database.url, directory: MIGRATIONS });
  assert.deepEqual(applied, []);
});

test('a wait for the migration lock ends at its deadline', async () => {
  await using database = await emptyDatabase();
  const holder = await database.connect();
  await holder.query('select pg_advisory_lock(7237501846)');
  await assert.rejects(migrate({ url: database.url, directory: MIGRATIONS, lockMs: 50 }), (error) =>
    isAppError(error, 'DATABASE_BUSY'),
  );
});

const UNREACHABLE: [string, string][] = [
  ['nobody listens', 'postgres://redgreen@127.0.0.1:1/redgreen'],
  ['the socket is missing', 'postgres://redgreen@localhost/redgreen?host=/nonexistent'],
];
for (const [name, url] of UNREACHABLE) {
  test(`says that the database cannot be reached when ${name}`, async () => {
    const error = await failure(url, MIGRATIONS);
    assert.equal(error.code, 'DATABASE_UNREACHABLE');
  });
}

async function failure(url: string, directory: string): Promise<AppError> {
  try {
    await migrate({ url, directory });
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  return assert.fail('it was applied');
}

type Directory = AsyncDisposable & { path: string };

async function temporaryDirectory(): Promise<Directory> {
  const path = await mkdtemp(join(tmpdir(), 'redgreen-migrations-'));
  return {
    path,
    [Symbol.asyncDispose]: async () => await rm(path, { recursive: true }),
  };
}

async function copyOfMigrations(): Promise<Directory> {
  const directory = await temporaryDirectory();
  await cp(MIGRATIONS, directory.path, { recursive: true });
  return directory;
}
