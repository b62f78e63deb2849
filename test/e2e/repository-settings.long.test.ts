// The settings file decides: another label, another base of limits and models,
// and a setup that runs once, in a sandbox without an agent, before everything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, OWNER, seen } from '../../app/cli/demo/stage.ts';
import { readReport } from '../../app/proof/read-report.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, theJob } from '../support/thread-play.ts';

const SETTINGS = `label: agent
setup: |
  mkdir -p vendor 'odd [name]' node_modules/prepared
  date +%s%N > vendor/stamp
  echo kept > 'odd [name]/file'
  echo spoilt >> README.md
test: |
  test -d vendor
  node --test test/greet.test.mjs
budget: {usd: 3}
models: {code: claude-haiku-5-5}
`;

const TEST = 'test -d vendor\nnode --test test/greet.test.mjs';

test('a job begins from a setup that ran once, and none of it is in the pull request', async () => {
  await using stage = await openTestStage({ files: { '.github/redgreen.yml': SETTINGS } });
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  await stage.openAndLabel('agent');
  const place = { owner: OWNER, repo: NAME };
  const plan = await seen('a plan', async () => {
    const { data } = await stage.octokit.pulls.list(place);
    return data.find(({ body }) => body?.includes('/approve') === true);
  });
  await stage.approve(plan.number);
  const { job } = await reaches(store, 'DELIVERED');
  assert.equal(job.budget.costUsd, 3);
  const { setups, others, frozen, reports } = await store.transaction(async (records) => ({
    setups: await records.sandboxes.ofPurpose(job.id, 'setup'),
    others: await records.sandboxes.count(job.id),
    frozen: await records.settings.frozen(job.id),
    reports: await records.proof.reportsOfJob(job.id),
  }));
  assert.equal(setups.length, 1, 'setup ran once');
  const suite = readReport(reports.at(-1)?.content)?.suite;
  assert.equal(suite?.run, `set -euo pipefail\n${TEST}`);
  assert.deepEqual([suite?.base, suite?.head], ['green', 'green']);
  assert.equal(others.created, others.wiped);
  assert.deepEqual(frozen?.file, {
    label: 'agent',
    setup: SETTINGS.slice(SETTINGS.indexOf('mkdir'), SETTINGS.indexOf('test: |'))
      .split('\n')
      .map((line) => line.trimStart())
      .join('\n')
      .trim(),
    test: TEST,
    budget: { usd: 3 },
    models: { code: 'claude-haiku-5-5' },
  });
  const { data: files } = await stage.octokit.pulls.listFiles({
    ...place,
    pull_number: plan.number,
  });
  const names = files.map(({ filename }) => filename);
  assert.ok(names.includes('src/greet.mjs'), names.join());
  assert.deepEqual(
    names.filter((name) => !/^(src|test)\//.test(name)),
    [],
  );
});

test('a setup that is found runs without being asked for, and names itself when it fails', async () => {
  const files = { 'package-lock.json': 'this is no lock file' };
  await using stage = await openTestStage({ files });
  await using _app = await startPlay(stage, 'story');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const { job } = await seen('the end', async () => {
    const record = await theJob(store);
    return record?.job.state === 'FAILED' ? record : undefined;
  });
  assert.match(job.failureDetail ?? '', /setup found in the repository, `npm ci`, ended with \d+/);
  assert.match(job.failureDetail ?? '', /setting `setup`/);
});

test('a setup that fails ends the job with what it said', async () => {
  const settings = 'setup: "echo no compiler here >&2; exit 3"\n';
  await using stage = await openTestStage({ files: { '.github/redgreen.yml': settings } });
  await using _app = await startPlay(stage, 'story');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const { job } = await seen('the end', async () => {
    const record = await theJob(store);
    return record?.job.state === 'FAILED' ? record : undefined;
  });
  assert.match(job.failureDetail ?? '', /setup ended with 3.*no compiler here/s);
  const pull = await seen('the reason on the PR', async () => {
    const { data } = await stage.octokit.pulls.list({ owner: OWNER, repo: NAME });
    return data.find(({ body }) => body?.includes('no compiler here') === true);
  });
  assert.equal(pull.draft, true);
});
