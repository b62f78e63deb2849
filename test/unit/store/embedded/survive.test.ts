// What the embedded Postgres survives: kill -9 of its starter, of itself, of the making of its
// data directory; pid files and sockets that lie.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { isAppError } from '../../../../app/errors.ts';
import { type EmbeddedOptions, openEmbedded } from '../../../../app/store/embedded/open.ts';
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
const options: EmbeddedOptions = { paths: homes.home('a') };

test('a process killed while making the data directory leaves nothing in the way', async () => {
  const paths = homes.home('a');
  await using victim = openElsewhere(paths);
  await until(() => listState(paths.state).some((name) => name.includes('.new-')), 10_000);
  await victim.kill();
  assert.deepEqual(
    listState(paths.state).filter((name) => /^postgres-\d+$/.test(name)),
    [],
    'half a data directory never has the final name',
  );
  const embedded = await openEmbedded(options);
  assert.deepEqual(
    listState(paths.state).filter((name) => name.includes('.new-')),
    [],
  );
  await embedded.close();
});

test('the server and its rows outlive kill -9 of the process that started it', async () => {
  await using starter = openElsewhere(options.paths);
  const { url } = await starter.opened;
  assert.ok(typeof url === 'string');
  await query(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
  await starter.kill();

  const embedded = await openEmbedded(options);
  assert.equal(embedded.isAdopted, true);
  assert.deepEqual(await query(embedded.url(), 'SELECT n FROM kept'), [{ n: 1 }]);
  const pid = postmasterPid(embedded.dataDirectory);
  await embedded.close();
  assert.equal(isAlive(pid), false, 'the connection of the killed process does not count');
});

test('recovers every committed row after kill -9 of the server with a busy backend', async () => {
  const first = await openEmbedded(options);
  await query(first.url(), 'INSERT INTO kept VALUES (2)');
  const busy = new Client({ connectionString: first.url() });
  busy.on('error', () => undefined);
  await busy.connect();
  const backend = (await busy.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0];
  assert.ok(backend);
  // It never looks whether its server lives, and holds the shared memory that the next one needs.
  const endless = busy.query('SELECT count(*) FROM generate_series(1, 1e12::bigint) AS n').then(
    () => 'ended',
    () => 'lost',
  );
  await until(() => readFileSync(`/proc/${backend.pid}/cmdline`, 'utf8').includes('SELECT'));
  process.kill(postmasterPid(first.dataDirectory), 'SIGKILL');

  const second = await openEmbedded(options);
  assert.equal(second.isAdopted, false);
  assert.equal(await endless, 'lost');
  assert.equal(isAlive(backend.pid), false);
  const rows = await query<{ n: number }>(second.url(), 'SELECT n FROM kept ORDER BY n');
  assert.deepEqual(rows, [{ n: 1 }, { n: 2 }]);
  await first.close();
  await second.close();
});

test('a pid file whose number belongs to another process is no server', async () => {
  const before = await openEmbedded(options);
  const file = join(before.dataDirectory, 'postmaster.pid');
  const socketLock = join(options.paths.runtime, 'postgres', '.s.PGSQL.5432.lock');
  const [pidText, lockText] = [await readFile(file, 'utf8'), await readFile(socketLock, 'utf8')];
  await before.close();

  // Of the server's own user: PostgreSQL itself takes such a process for a running server.
  const owner = statSync(before.dataDirectory);
  const identity = process.geteuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  const stranger = spawn('sleep', ['60'], { ...identity, stdio: 'ignore' });
  try {
    await writeFile(file, pidText.replace(/^\d+/, String(stranger.pid)));
    await writeFile(socketLock, lockText.replace(/^\d+/, String(stranger.pid)));
    const embedded = await openEmbedded(options);
    assert.equal(embedded.isAdopted, false);
    await embedded.close();
    assert.equal(isAlive(stranger.pid ?? 0), true, 'the stranger was not touched');
  } finally {
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  }
});

test('an empty pid file, as a power cut leaves it, is no obstacle', async () => {
  const before = await openEmbedded(options);
  await before.close();
  await writeFile(join(before.dataDirectory, 'postmaster.pid'), '');
  await using embedded = await openEmbedded(options);
  assert.equal(embedded.isAdopted, false);
});

test('a server whose socket was cleaned away makes room for one that can be reached', async () => {
  const unreachable = await openEmbedded(options);
  const pid = postmasterPid(unreachable.dataDirectory);
  await rm(join(options.paths.runtime, 'postgres'), { recursive: true });
  const embedded = await openEmbedded(options);
  assert.equal(embedded.isAdopted, false);
  assert.equal(isAlive(pid), false);
  assert.equal((await query(embedded.url(), 'SELECT n FROM kept')).length, 2);
  await unreachable.close();
  assert.equal(isAlive(postmasterPid(embedded.dataDirectory)), true);
  await embedded.close();
});

const RECOVERS = /still recovers after a crash; it goes on/;

test('a recovery that outlasts the deadline goes on, and a cancelled one is ended', async () => {
  const before = await openEmbedded(options);
  await before.close();
  const gate = join(homes.directory, 'gate');
  const command = `while test -e ${gate}; do sleep 0.02; done; false`;
  const settings = join(before.dataDirectory, 'postgresql.auto.conf');
  await writeFile(gate, '');
  await appendFile(settings, `restore_command = '${command}'\n`);
  try {
    await writeFile(join(before.dataDirectory, 'recovery.signal'), '');
    const abort = new AbortController();
    const logSize = statSync(before.logFile).size;
    const cancelled = assert.rejects(openEmbedded({ ...options, signal: abort.signal }), (error) =>
      isAppError(error, 'CANCELLED'),
    );
    await until(() =>
      readFileSync(before.logFile, 'utf8').slice(logSize).includes('is starting up'),
    );
    const pid = postmasterPid(before.dataDirectory);
    abort.abort();
    await cancelled;
    assert.equal(isAlive(pid), false);

    // On a busy machine a server may need longer until it recovers at all.
    let problem = '';
    for (let deadlineMs = 500; !RECOVERS.test(problem); deadlineMs *= 4) {
      assert.ok(deadlineMs < 60_000, problem);
      await assert.rejects(openEmbedded({ ...options, deadlineMs }), (error) => {
        assert.ok(isAppError(error, 'TIMEOUT'));
        problem = error.message;
        return true;
      });
    }
    const joined = openEmbedded(options);
    await rm(gate);
    const embedded = await joined;
    assert.equal(embedded.isAdopted, true);
    assert.equal((await query(embedded.url(), 'SELECT n FROM kept')).length, 2);
    await embedded.close();
  } finally {
    await rm(gate, { force: true });
  }
});

function listState(state: string): string[] {
  try {
    return readdirSync(state);
  } catch {
    return [];
  }
}
