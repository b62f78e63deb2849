// What a run of the Action refuses, each time with its fix and before anything is begun.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readActionFile } from '../support/actions-runner.ts';
import { assertRefused, readKept } from '../support/actions-shown.ts';
import {
  ALL_PERMISSIONS,
  forkingProxy,
  openActionsStage,
  PLACE,
} from '../support/actions-stage.ts';

test('a command on a pull request from a fork is refused', async () => {
  await using stage = await openActionsStage();
  const { octokit, forge } = stage;
  const { data: main } = await octokit.git.getRef({ ...PLACE, ref: 'heads/main' });
  const { data: parent } = await octokit.git.getCommit({ ...PLACE, commit_sha: main.object.sha });
  const made = { message: 'x', tree: parent.tree.sha, parents: [parent.sha] };
  const { data: commit } = await octokit.git.createCommit({ ...PLACE, ...made });
  const ref = 'refs/heads/redgreen/issue-1';
  await octokit.git.createRef({ ...PLACE, ref, sha: commit.sha });
  const opened = { title: 'x', head: 'redgreen/issue-1', base: 'main' };
  const { data: pull } = await octokit.pulls.create({ ...PLACE, ...opened });
  await using proxy = await forkingProxy(forge.apiUrl);
  const before = forge.calls.length;
  const refused = await stage.say(pull.number, '/approve', { apiUrl: proxy.url });
  assertRefused(refused, 'UNAUTHORIZED', /comes from a fork.*this run holds secrets/);
  const writes = forge.calls.slice(before).filter(({ actor }) => actor === 'github-actions[bot]');
  assert.deepEqual(writes, [], 'nothing was written');
  // The same branch in this repository has no job yet.
  const early = await stage.say(pull.number, '/approve');
  assertRefused(early, 'NOT_FOUND', /refs\/redgreen\/jobs\/1/, /run the workflow/);
});

for (const missing of Object.keys(ALL_PERMISSIONS)) {
  test(`a token without ${missing}: write is refused with the block to add`, async () => {
    await using stage = await openActionsStage();
    const permissions = { ...ALL_PERMISSIONS, [missing]: 'read' as const };
    const refused = await stage.dispatch({ permissions });
    assertRefused(
      refused,
      'GITHUB_PERMISSION_MISSING',
      /lacks a permission/,
      /permissions:\n {2}contents: write\n {2}issues: write\n {2}pull-requests: write\n {2}checks: write/,
    );
    assert.match(refused.annotations[0]?.message ?? '', new RegExp(`${missing}=write`));
  });
}

test('where workflows may open no pull requests the setting is named, and afterwards the job goes on', async () => {
  await using stage = await openActionsStage();
  const repository = `${PLACE.owner}/${PLACE.repo}`;
  stage.forge.operator.setActionsMayCreatePulls({ repository, isAllowed: false });
  const refused = await stage.dispatch({ runId: 5 });
  assertRefused(
    refused,
    'GITHUB_PULLS_FORBIDDEN',
    /may not create pull requests/,
    /Allow GitHub Actions to create and approve pull requests/,
  );
  const { carried } = await readKept(stage);
  assert.equal(carried.tables.jobs[0]?.state, 'ANALYZING');
  stage.forge.operator.setActionsMayCreatePulls({ repository, isAllowed: true });
  const planned = await stage.dispatch({ runId: 5, runAttempt: 2 });
  assert.equal(planned.exitCode, 0, planned.raw);
  assert.equal(planned.outputs['job'], carried.tables.jobs[0]?.id);
  assert.equal(planned.outputs['state'], 'WAITING_SPEC_APPROVAL');
});

test('each wrong input, event and machine is refused with its fix, before anything is begun', async () => {
  await using stage = await openActionsStage();
  const { inputs } = await readActionFile();
  const wrong: Record<keyof typeof inputs, [string, RegExp]> = {
    issue: ['seven', /issue: \$\{\{ inputs\.issue \}\}/],
    'github-token': ['ghp_0123456789', /Leave the input out/],
    'anthropic-api-key': ['', /secrets\.ANTHROPIC_API_KEY/],
    'anthropic-base-url': ['ftp://x', /https:\/\/HOST/],
    'e2b-api-key': ['two words', /Give the bare key/],
  };
  assert.deepEqual(Object.keys(wrong).toSorted(), Object.keys(inputs).toSorted());
  for (const [name, [value, fix]] of Object.entries(wrong)) {
    const refused = await stage.dispatch({ with: { [name]: value } });
    assertRefused(refused, 'CONFIG_INVALID', new RegExp(name), fix);
  }
  const event = await stage.run('pull_request_target', { action: 'opened' });
  assertRefused(event, 'USAGE', /pull_request_target/, /on:\n {2}workflow_dispatch:/);
  const unknown = await stage.dispatch({ with: { issue: '4711' } });
  assertRefused(unknown, 'NOT_FOUND', /no issue #4711/, /number of an open issue/);
  const early = await stage.say(stage.issue, '/approve');
  assertRefused(early, 'NOT_FOUND', /No job of issue/, /label the issue/);
  const bare = await stage.dispatch({ env: { PATH: '/nonexistent' } });
  assertRefused(bare, 'BUBBLEWRAP_MISSING', /bubblewrap/, /apt-get install -y bubblewrap/);
  const elsewhere = await stage.dispatch({ repository: 'acme/other' });
  assertRefused(elsewhere, 'VALIDATION_ERROR', /belongs to acme\/other/, /repository of the issue/);
  const writes = stage.forge.calls.filter(({ actor }) => actor === 'github-actions[bot]');
  assert.deepEqual(
    writes.filter(({ status }) => status < 400),
    [],
    'nothing was written',
  );
});

test('somebody without write access can neither start nor steer a job', async () => {
  await using stage = await openActionsStage();
  const repository = `${PLACE.owner}/${PLACE.repo}`;
  stage.forge.operator.setPermission({ repository, login: 'mona', permission: 'triage' });
  const refused = await stage.dispatch();
  assertRefused(refused, 'UNAUTHORIZED', /needs the write role/, /write access/);
  const { data: refs } = await stage.octokit.git.listMatchingRefs({ ...PLACE, ref: 'redgreen' });
  assert.deepEqual(refs, []);
});
