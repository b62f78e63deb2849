// What people install: the packed package, in an empty directory, runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

test('the packed package installs in an empty directory and runs', async () => {
  await using directory = await temporaryDirectory();
  const packed = join(directory.path, 'packed');
  await mkdir(packed);
  await execute('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: ROOT });
  const [archive = ''] = await readdir(packed);
  const place = join(directory.path, 'place');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{"private": true}');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await execute('npm', ['install', ...quiet, join(packed, archive)], { cwd: place });
  const bin = join(place, 'node_modules', '.bin', 'redgreen');
  const help = await execute(bin, ['--help']);
  assert.match(help.stdout, /^redgreen: label an issue/);
  assert.match(help.stdout, /^ {2}jobs +list jobs/m);
  const version = await execute(bin, ['--version']);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  // The bundle finds the migrations it was packed with.
  const unreachable = 'postgres://redgreen@127.0.0.1:1/redgreen';
  await assert.rejects(
    execute(bin, ['migrate'], { env: { ...process.env, DATABASE_URL: unreachable } }),
    /DATABASE_UNREACHABLE: The database cannot be reached/,
  );
});

test('an old Node gets one clear message and no stack', async () => {
  await using directory = await temporaryDirectory();
  // Alone in a directory, so that it cannot find the Node that npm installed beside it.
  await cp(join(ROOT, 'app', 'cli', 'redgreen.mjs'), join(directory.path, 'redgreen.mjs'));
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  await writeFile(join(directory.path, 'older.mjs'), older);
  const args = [
    '--import',
    join(directory.path, 'older.mjs'),
    join(directory.path, 'redgreen.mjs'),
  ];
  const failure = await execute(process.execPath, args).then(
    () => assert.fail('it ran'),
    (error: { code: number; stderr: string }) => error,
  );
  assert.equal(failure.code, 1);
  assert.deepEqual(failure.stderr.trimEnd().split('\n'), [
    'NODE_TOO_OLD: redgreen needs Node 24, this is 20.20.2.',
    '  Run `npm install` without --omit=optional (it brings Node 24), or install Node 24.',
  ]);
});

async function temporaryDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'redgreen-package-'));
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true }) };
}
