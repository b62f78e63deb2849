// The command line as people see it: results on standard output, one clear fault on standard error.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { readLocalConfig } from '../../app/config/config.ts';
import { stopEmbedded } from '../../app/store/embedded/reset.ts';
import { createStore, type Store } from '../../app/store/store.ts';
import { redgreen } from '../support/cli.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { addJob } from '../support/engine-world.ts';

let database: TestDatabase;
let store: Store;
let jobId: string;
const env = () => ({ DATABASE_URL: database.url });

before(async () => {
  database = await testDatabase();
  store = createStore({ url: database.url });
  jobId = await addJob(store);
});
after(async () => {
  await store.close();
  await database[Symbol.asyncDispose]();
});

test('without a subcommand it lists them and exits with 2', async () => {
  const { code, out } = await redgreen([]);
  assert.equal(code, 2);
  for (const name of ['start', 'doctor', 'jobs', 'migrate', 'db', 'audit', 'setup']) {
    assert.match(out, new RegExp(`^  ${name} `, 'm'));
  }
});

test('each subcommand explains itself', async () => {
  const { code, out } = await redgreen(['jobs', '--help']);
  assert.equal(code, 0);
  assert.match(out, /Usage: redgreen jobs list \[--state STATE\]/);
});

const BAD_INPUT: [string[], string][] = [
  [['fly'], 'There is no subcommand "fly".'],
  [['migrate', '--backwards'], "Unknown option '--backwards'"],
  [['db', 'explode'], 'Expected one of start, stop, url, reset.'],
  [['db', 'reset'], 'say `redgreen db reset --force` if you mean it'],
  [['audit'], 'Expected one of verify.'],
  [['audit', 'verify', '--installation', 'x'], '--installation takes a number, not "x".'],
  [['jobs', 'show'], 'Usage: redgreen jobs list'],
  [['jobs', 'show', '1; drop table jobs'], 'is no job id'],
  [['jobs', 'list', '--state', 'EXECUTING'], '--state takes one of PENDING'],
  [['jobs', 'list', '--limit', '-1'], ''],
];
for (const [args, problem] of BAD_INPUT) {
  test(`"redgreen ${args.join(' ')}" says what is wrong`, async () => {
    const { code, out, err } = await redgreen(args);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(err, /^USAGE: /);
    assert.ok(err.includes(problem), err);
    assert.doesNotMatch(err, /\n\s+at /);
  });
}

test('a wrong DATABASE_URL is named without its password', async () => {
  const wrong = await redgreen(['migrate'], { DATABASE_URL: 'mysql://u:hunter2hunter2@h/d' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /^DATABASE_URL_INVALID: /);
  assert.doesNotMatch(wrong.err, /hunter2/);
});

test('an operator lists jobs, shows one with its events, and cancels it', async () => {
  const list = await redgreen(['jobs', 'list', '--state', 'PENDING'], env());
  assert.match(list.out, new RegExp(`^${jobId}  .* PENDING `));
  const show = await redgreen(['jobs', 'show', jobId], env());
  assert.match(show.out, /^state +PENDING since \d{4}-/m);
  const cancel = await redgreen(['jobs', 'cancel', jobId, '--reason', 'a duplicate'], env());
  assert.deepEqual(cancel, { code: 0, out: `cancelled ${jobId}\n`, err: '' });
  const events = await redgreen(['jobs', 'events', jobId], env());
  assert.match(events.out, /cancel +operator +PENDING → FAILED/);
  const again = await redgreen(['jobs', 'cancel', jobId], env());
  assert.equal(again.code, 1);
  assert.match(
    again.err,
    /^JOB_STATE_INVALID: .*\n {2}cancel is not possible now: the job has failed/,
  );
});

test('a job that is not there is NOT_FOUND', async () => {
  const { code, err } = await redgreen(
    ['jobs', 'show', '00000000-0000-4000-8000-000000000000'],
    env(),
  );
  assert.equal(code, 1);
  assert.match(err, /^NOT_FOUND: /);
});

test('audit verify says that the chain is whole', async () => {
  const { code, out } = await redgreen(['audit', 'verify', '--json'], env());
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out).findings, []);
});

test('the embedded Postgres is started, located, kept, stopped and emptied by hand', async () => {
  const home = await mkdtemp('/tmp/redgreen-cli-');
  await chmod(home, 0o755);
  const own = { REDGREEN_HOME: home };
  try {
    const started = await redgreen(['db', 'start'], own);
    assert.match(started.out, /^postgres:\/\/redgreen@localhost:5432\/redgreen\?host=/);
    assert.match((await redgreen(['migrate'], own)).out, /now at \d{4}_/);
    assert.match((await redgreen(['migrate'], own)).out, /up to date at \d{4}_/);
    assert.equal((await redgreen(['db', 'url'], own)).out, started.out);
    assert.equal((await redgreen(['db', 'stop'], own)).out, 'stopped\n');
    assert.equal((await redgreen(['db', 'stop'], own)).out, 'it was not running\n');
    const stopped = await redgreen(['db', 'url'], own);
    assert.equal(stopped.code, 1);
    assert.match(stopped.err, /`redgreen db start` starts it/);
    assert.equal((await redgreen(['db', 'reset', '--force'], own)).code, 0);
    assert.match((await redgreen(['migrate'], own)).out, /applied 0001_/);
  } finally {
    await stopEmbedded({ paths: readLocalConfig(own).paths, force: true });
    await rm(home, { recursive: true, force: true });
  }
});

test('start without settings names every one of them, and what to do', async () => {
  const { code, err } = await redgreen(['start']);
  assert.equal(code, 1);
  for (const name of ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'PUBLIC_URL']) {
    assert.match(err, new RegExp(`^  ${name}: is not set\\. `, 'm'));
  }
});
