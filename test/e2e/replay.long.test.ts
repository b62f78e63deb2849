// A finished job looked at again: its report made anew from the records, and the
// whole job played again from what its model and its people said.
import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before as beforeAll, describe, test } from 'node:test';
import type { Stage } from '../../app/cli/demo/stage.ts';
import { readConfig } from '../../app/config/config.ts';
import { runProcess } from '../../app/machine/run-process.ts';
import { readReport } from '../../app/proof/read-report.ts';
import { reportJson } from '../../app/proof/report-json.ts';
import { createClient } from '../../app/store/database/connection.ts';
import { openDatabase } from '../../app/store/open-database.ts';
import type { Store } from '../../app/store/store.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import { redgreen } from '../support/cli.ts';
import { openTestStage } from '../support/test-stage.ts';
import { courseOf, openRecords, reaches, startPlay } from '../support/thread-play.ts';

let stage: Stage;
let store: Store & AsyncDisposable;
let jobId = '';
let clone = '';
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'replay-'));
  clone = join(folder.path, 'clone');
  stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  store = await openRecords(stage);
  await stage.openAndLabel();
  await approvePlan(stage);
  jobId = (await reaches(store, 'DELIVERED')).job.id;
  const url = `${stage.forge.url}/acme/greetings.git`;
  const env = { PATH: process.env['PATH'] };
  const argv = ['git', 'clone', '--quiet', '--no-tags', url, clone] as const;
  const { exitCode, output } = await runProcess(argv, { env, deadlineMs: 30_000 });
  assert.equal(exitCode, 0, output);
});
after(async () => {
  await store[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** As someone who may do anything to the database would. */
async function tamper(statement: string): Promise<void> {
  const database = await openDatabase(readConfig(stage.env));
  const client = createClient(database.url, {
    applicationName: 'tamper',
    connectMs: 10_000,
    statementMs: 10_000,
    lockMs: 10_000,
  });
  try {
    await client.connect();
    await client.query('begin; set local session_replication_role = replica');
    const { rowCount } = await client.query(statement);
    assert.ok((rowCount ?? 0) > 0, statement);
    await client.query('commit');
  } finally {
    await client.end();
    await database.close();
  }
}

describe('redgreen report', () => {
  test('shows the stored report in every form, for the beginning of an id', async () => {
    const json = await redgreen(['report', jobId.slice(0, 8)], stage.env);
    assert.equal(json.code, 0, json.err);
    const report = readReport(JSON.parse(json.out)) ?? assert.fail();
    assert.equal(json.out, reportJson(report));
    assert.equal(report.verdict.passed, true);
    const file = join(folder.path, 'report.html');
    const html = await redgreen(['report', jobId, '--format', 'html', '--out', file], stage.env);
    assert.deepEqual([html.code, html.out], [0, `wrote ${file}\n`]);
    const markdown = await redgreen(['report', jobId, '--format', 'md'], stage.env);
    assert.match(markdown.out, /^## 🟢 Proven: all 3 criteria hold/);
  });

  test('--recheck says same, and names each figure that someone changed', async () => {
    const args = ['report', jobId, '--recheck', '--repo', clone];
    const honest = await redgreen(args, stage.env);
    assert.deepEqual([honest.out, honest.err, honest.code], ['same: Proven\n', '', 0]);
    const set = (from: string, to: string) =>
      `update reports set content = jsonb_set(content, '{totals,green}', '${to}')
        where attempt_number = 1 and content #> '{totals,green}' = '${from}'`;
    await tamper(set('5', '4'));
    const tampered = await redgreen(args, stage.env);
    assert.deepEqual([tampered.out, tampered.code], ['totals.green: stored 4, recomputed 5\n', 1]);
    await tamper(set('4', '5'));
    await tamper(`update test_runs set exit_code = 1, red_kind = 'assertion'
      where tree = 'head' and attempt_number = 1 and case_id = 'T4' and run_number = 2`);
    const { out, code } = await redgreen(args, stage.env);
    assert.equal(code, 1);
    assert.match(out, /^verdict.passed: stored true, recomputed false$/m);
    assert.match(out, /^matrix\[1\].cases\[1\].head: stored "green", recomputed "mixed"$/m);
    await tamper(`update test_runs set exit_code = 0, red_kind = null
      where tree = 'head' and attempt_number = 1 and case_id = 'T4' and run_number = 2`);
    assert.equal((await redgreen(args, stage.env)).out, 'same: Proven\n');
  });

  test('a damaged report is named, not shown', async () => {
    const set = (to: string) =>
      `update reports set content = jsonb_set(content, '{costUsd}', '${to}')
        where attempt_number = 1`;
    await tamper(set('"much"'));
    const { code, out, err } = await redgreen(['report', jobId], stage.env);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /The stored report of attempt 1 is damaged at costUsd/);
    await tamper(set('0'));
  });
});

describe('redgreen replay', () => {
  test('says what is missing when the base commit is not at hand', async () => {
    const { code, err } = await redgreen(['replay', jobId, '--repo', folder.path], stage.env);
    assert.equal(code, 1);
    assert.match(err, /is no clone of acme\/greetings that has the commit [0-9a-f]{40}/);
  });

  test('comes to the same verdict, matrix and files, and leaves the record alone', async () => {
    const recorded = async () =>
      await store.transaction(async ({ jobs, audit }) => ({
        jobs: await jobs.list({ limit: 10 }),
        events: await audit.ofJob(jobId),
      }));
    const before = await recorded();
    const { code, out, err } = await redgreen(
      ['replay', jobId, '--repo', clone, '--json'],
      stage.env,
    );
    const result: unknown = JSON.parse(out || 'null');
    assert.equal(code, 0, `${out}\n${err}`);
    assert.ok(typeof result === 'object' && result !== null && 'replayed' in result);
    const { same, replayed, commands, conversations } = result as Record<string, unknown>;
    assert.deepEqual([same, conversations], [true, 3], await courseOf(store));
    assert.deepEqual(commands, { given: 1, skipped: [] });
    const { state, files } = replayed as { state: string; files: Record<string, string> };
    assert.equal(state, 'DELIVERED');
    assert.equal(Object.keys(files).length, 6);
    assert.deepEqual(await recorded(), before);
  });

  test('says where it went another way when the record is not what happened', async () => {
    await tamper(`update transcript_entries
      set payload = replace(payload::text, '= ''stranger''', '= ''nobody''')::jsonb
      where entry_type = 'assistant' and payload::text like '%= ''stranger''%'`);
    const { code, out } = await redgreen(['replay', jobId, '--repo', clone], stage.env);
    assert.equal(code, 1, out);
    assert.match(out, /^NOT the same:$/m);
    assert.match(out, /^course\[\d\]: recorded "verify_passed", replayed "verify_failed"$/m);
    assert.match(out, /^matrix\[1\].cases\[0\].head: recorded "green", replayed "red"$/m);
    assert.match(out, /^files.src\/greet.mjs: recorded "644 /m);
  });
});
