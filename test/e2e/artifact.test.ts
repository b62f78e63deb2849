// `redgreen jobs artifact` on a real store: what a job's attempts left arrives as a tar that tar and
// git understand, and every no says why.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '../../app/store/database/connection.ts';
import { compileCache, redgreen } from '../support/cli.ts';
import { engineWorld, type World } from '../support/engine-world.ts';
import { leftJob, WITHHELD_OUTPUT } from '../support/left-job.ts';

const BIN = join(import.meta.dirname, '..', '..', 'app', 'cli', 'redgreen.mjs');

let world: World;
let directory: string;
let jobId: string;
const env = () => ({ DATABASE_URL: world.url });
const artifact = async (...args: string[]) => await redgreen(['jobs', 'artifact', ...args], env());

before(async () => {
  world = await engineWorld();
  directory = await mkdtemp('/tmp/redgreen-artifact-');
  jobId = await leftJob(world);
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

test('an operator gets a tar of what every attempt left, the same bytes each time', async () => {
  const file = join(directory, 'left.tar');
  const { code, out, err } = await artifact(jobId, '--out', file);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /attempt 1: red, 2 files\nattempt 2: red, 2 files\nattempt 3: red, 2 files\n/);
  assert.match(out, /wrote .*left\.tar; .* until \d{4}-/);
  const place = join(directory, 'unpacked');
  await mkdir(place);
  const { status, stderr } = spawnSync('tar', ['-xf', file, '-C', place]);
  assert.deepEqual([status, stderr.toString()], [0, '']);
  assert.deepEqual((await readdir(join(place, 'attempt-3'))).toSorted(), [
    'changes.patch',
    'failures.txt',
    'files',
    'operations.json',
  ]);
  const greet = await readFile(join(place, 'attempt-3/files/src/greet.mjs'), 'utf8');
  assert.equal(greet, 'export const attempt = 3;\n');
  assert.match(await readFile(join(place, 'README.md'), 'utf8'), /for issue 7 of octo\/app/);
  const failures = await readFile(join(place, 'attempt-3/failures.txt'), 'utf8');
  assert.match(failures, /^T1 \(R1\) greets Ann\n[\s\S]*AssertionError: not yet/);
  assert.ok(!(await readFile(file)).includes(WITHHELD_OUTPUT), 'withheld');

  const again = join(directory, 'again.tar');
  await artifact(jobId.slice(0, 8), '--out', again);
  assert.deepEqual(await readFile(again), await readFile(file));
});

test('as JSON it says what was written, by the name the job keeps of it too', async () => {
  const file = join(directory, 'named.tar');
  const seen = await artifact(`attempt_files:${jobId}:3`, '--out', file, '--json');
  const said = JSON.parse(seen.out);
  assert.equal(said.jobId, jobId);
  assert.equal(said.bytes, (await readFile(file)).byteLength);
  assert.match(said.sha256, /^[0-9a-f]{64}$/);
  const [, , last] = said.attempts;
  assert.deepEqual(
    last.operations.map(({ path, kind }: { path: string; kind: string }) => [path, kind]),
    [
      ['src/greet.mjs', 'changed'],
      ['test/redgreen/t1.test.mjs', 'added'],
    ],
  );
});

test('a file that is there is replaced only when that is said', async () => {
  const file = join(directory, 'mine.tar');
  await writeFile(file, 'mine');
  const { code, err } = await artifact(jobId, '--out', file);
  assert.equal(code, 1);
  assert.match(err, /^USAGE: .*\n {2}.*mine\.tar is there already\.\n {2}.*--force/);
  assert.equal(await readFile(file, 'utf8'), 'mine');
  assert.equal((await artifact(jobId, '--out', file, '--force')).code, 0);
  assert.ok((await readFile(file)).byteLength > 1_000);
});

test('a place that takes no file is named, and nothing is left there', async () => {
  const nowhere = await artifact(jobId, '--out', join(directory, 'no/where.tar'));
  assert.match(nowhere.err, /There is no folder .*\/no\.\n {2}Make it/);
  const folder = await artifact(jobId, '--out', directory, '--force');
  assert.match(folder.err, /is a folder\./);
  const full = spawn(
    'bash',
    ['-c', `ulimit -f 8; exec "$@"`, 'x', process.execPath, BIN].concat([
      'jobs',
      'artifact',
      jobId,
      '--out',
      join(directory, 'full.tar'),
    ]),
    { env: { PATH: process.env['PATH'], ...compileCache(), ...env() } },
  );
  let said = '';
  full.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(full, 'close');
  assert.match(said, /There is no room for .*full\.tar\./);
  const names = await readdir(directory);
  assert.ok(!names.some((name) => name.includes('full') || name.endsWith('.part')), names.join());
});

test('where nobody may write, that is said', async () => {
  // Not even root.
  const { err } = await artifact(jobId, '--out', '/sys/left.tar');
  assert.match(err, /Nothing may be written in \/sys\.\n {2}Give --out a place/);
});

test('no job, no work and work that goes on are told apart', async () => {
  const none = await artifact('00000000-0000-4000-8000-000000000000');
  assert.match(none.err, /^NOT_FOUND: .*\n {2}There is no job 00000000-/);
  assert.match((await artifact('x; drop table jobs')).err, /^USAGE: .*\n.*is no job/);
  assert.match((await artifact()).err, /redgreen jobs artifact JOB \[--out FILE\.tar\]/);
  const early = await world.addJob({ repository: 2 });
  const { code, err } = await artifact(early);
  assert.equal(code, 1);
  assert.match(err, /^NOT_FOUND: .*\n {2}The job .* has no work yet\. It is PENDING/);
});

test('after its time it is gone, with the day and what would have helped', async () => {
  await using old = await engineWorld();
  const id = await leftJob(old);
  const limits = { connectMs: 10_000, statementMs: 10_000, lockMs: 10_000 };
  const client = createClient(old.url, { applicationName: 'test', ...limits });
  await client.connect();
  await client.query(`update artifacts set created_at = created_at - interval '31 days',
    expires_at = expires_at - interval '31 days',
    fence = (select fence from work where work.job_id = artifacts.job_id)`);
  await client.end();
  const { code, err } = await redgreen(['jobs', 'artifact', id], { DATABASE_URL: old.url });
  assert.equal(code, 1);
  assert.match(err, /^ARTIFACT_EXPIRED: The artifact has expired\.\n {2}What the attempts of job /);
  assert.match(err, /could be downloaded until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n {2}A package can/);
});
