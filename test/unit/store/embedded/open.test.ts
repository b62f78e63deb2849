// The usual life of the embedded Postgres, with real servers and real processes.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Pool } from 'pg';
import { isAppError } from '../../../../app/errors.ts';
import { openEmbedded } from '../../../../app/store/embedded/open.ts';
import {
  isAlive,
  makeHomes,
  openElsewhere,
  postmasterPid,
  query,
  until,
} from '../../../support/embedded-home.ts';

const homes = await makeHomes();
after(async () => await homes[Symbol.asyncDispose]());

test('starts a durable server without network, sorted by code point, and stops it', async () => {
  const embedded = await openEmbedded({ paths: homes.home('a') });
  assert.equal(embedded.isAdopted, false);
  const settings = await query<{ name: string; setting: string }>(
    embedded.url(),
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('listen_addresses', 'data_checksums', 'fsync', 'TimeZone', 'server_encoding')`,
  );
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    data_checksums: 'on',
    fsync: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  });
  const sorted = await query<{ word: string }>(
    embedded.url(),
    `SELECT word FROM unnest(ARRAY['ä', 'b', 'Z', 'a']) AS word ORDER BY word`,
  );
  assert.equal(sorted.map(({ word }) => word).join(''), 'Zabä');
  const access = await readFile(join(embedded.dataDirectory, 'pg_hba.conf'), 'utf8');
  assert.doesNotMatch(access, /^host/m);
  const socketDirectory = join(homes.directory, 'a', 'r', 'postgres');
  assert.equal(statSync(socketDirectory).mode & 0o777, 0o700);
  assert.equal(statSync(socketDirectory).uid, statSync(embedded.dataDirectory).uid);

  const pid = postmasterPid(embedded.dataDirectory);
  await embedded.close();
  await embedded.close();
  assert.equal(isAlive(pid), false);
  assert.deepEqual(
    readdirSync(dirname(embedded.dataDirectory)).filter((name) => /\.(new|old)-/.test(name)),
    [],
  );
});

test('a second process joins, and only the last close stops the server', async () => {
  const paths = homes.home('a');
  const first = await openEmbedded({ paths });
  const pid = postmasterPid(first.dataDirectory);
  await using second = openElsewhere(paths);
  assert.deepEqual(await second.opened, { isAdopted: true, url: first.url() });

  await first.close();
  assert.equal(isAlive(pid), true, 'the other process still uses it');
  await second.tell('close');
  assert.equal(isAlive(pid), false);
});

test('close leaves the server to any other client, and a pool just ended is none', async () => {
  const paths = homes.home('a');
  const foreign = await openEmbedded({ paths });
  const stranger = new Pool({ connectionString: foreign.url(), max: 1 });
  await stranger.query('SELECT 1');
  const pid = postmasterPid(foreign.dataDirectory);
  await foreign.close();
  assert.equal(isAlive(pid), true);

  const own = await openEmbedded({ paths });
  assert.equal(own.isAdopted, true);
  await stranger.end();
  await own.close();
  assert.equal(isAlive(pid), false);
});

test('processes that start at the same time share one server', async () => {
  const paths = homes.home('race');
  const openers = [openElsewhere(paths), openElsewhere(paths), openElsewhere(paths)];
  await using cleanup = new AsyncDisposableStack();
  for (const opener of openers) cleanup.use(opener);
  const said = await Promise.all(openers.map(async ({ opened }) => await opened));
  assert.equal(said.filter(({ isAdopted }) => isAdopted === false).length, 1);
  assert.equal(said.filter(({ isAdopted }) => isAdopted === true).length, 2);
  const data = readdirSync(paths.state).find((name) => /^postgres-\d+$/.test(name));
  const pid = postmasterPid(join(paths.state, data ?? ''));
  await Promise.all(openers.map(async (opener) => await opener.tell('close')));
  assert.equal(isAlive(pid), false);
});

test('finds the running server although its own runtime directory is another one', async () => {
  const paths = homes.home('a');
  await using first = await openEmbedded({ paths });
  await using second = await openEmbedded({ paths: { ...paths, runtime: `${paths.runtime}2` } });
  assert.equal(second.isAdopted, true);
  assert.equal(second.url(), first.url());
});

test('leave lets the server run, stop ends it under everybody', async () => {
  const paths = homes.home('a');
  const first = await openEmbedded({ paths });
  const pid = postmasterPid(first.dataDirectory);
  await first.leave();
  assert.equal(isAlive(pid), true);
  const lost: string[] = [];
  const log = { info: () => undefined, warn: (_: object, message: string) => lost.push(message) };
  const second = await openEmbedded({ paths, log });
  const third = await openEmbedded({ paths });
  await third.stop();
  assert.equal(isAlive(pid), false);
  assert.deepEqual(lost, ['embedded postgres went away']);
  await second.close();
});

test('a server that cannot start fails at once with the cause and the log', async () => {
  const paths = homes.home('a');
  const embedded = await openEmbedded({ paths });
  await embedded.close();
  const file = join(embedded.dataDirectory, 'postgresql.conf');
  const before = await readFile(file, 'utf8');
  await writeFile(file, `${before}\nwork_mem = lots\n`);
  await assert.rejects(openEmbedded({ paths }), (error) => {
    assert.ok(isAppError(error, 'EMBEDDED_POSTGRES_FAILED'));
    assert.match(error.message, /postgresql\.conf" contains errors/);
    assert.match(String(error.details['lastLines']), /invalid value for parameter "work_mem"/);
    assert.equal(error.details['logFile'], embedded.logFile);
    return true;
  });
  await writeFile(file, before);
});

test('a start cancelled or out of time while making the data leaves nothing behind', async () => {
  const paths = homes.home('cancel');
  const abort = new AbortController();
  const started = openEmbedded({ paths, signal: abort.signal });
  const isCancelled = assert.rejects(started, (error) => isAppError(error, 'CANCELLED'));
  await until(() => existsSync(paths.state) && readdirSync(paths.state).length > 0);
  abort.abort();
  await isCancelled;
  await assert.rejects(openEmbedded({ paths, deadlineMs: 1 }), (e) => isAppError(e, 'TIMEOUT'));
  assert.deepEqual(
    readdirSync(paths.state).filter((name) => name.includes('.new-')),
    [],
  );
  await using embedded = await openEmbedded({ paths });
  assert.equal(embedded.isAdopted, false);
});

test('a name gives a second server, and a name that is no file name is refused', async () => {
  const paths = homes.home('a');
  await assert.rejects(openEmbedded({ paths, name: '../x' }), (e) => isAppError(e, 'USAGE'));
  await using usual = await openEmbedded({ paths });
  await using named = await openEmbedded({ paths, name: 'second' });
  assert.equal(named.isAdopted, false);
  assert.equal(named.dataDirectory, `${usual.dataDirectory}-second`);
});
