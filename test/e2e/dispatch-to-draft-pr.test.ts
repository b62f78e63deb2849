// LEDGER: G2, G1, E2. From a run of the workflow to a draft PR with a true matrix: the committed
// bundle, run as a runner runs it, on clean workspaces and empty databases; only the model's words
// are written down.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Carried } from '../../app/store/carry/carried.ts';
import { type RunResult, readActionFile } from '../support/actions-runner.ts';
import {
  type ActionsStage,
  ALL_PERMISSIONS,
  forkingProxy,
  openActionsStage,
  PLACE,
} from '../support/actions-stage.ts';

const NOBODY = 65_534;
const ROOT = join(import.meta.dirname, '..', '..');

test('two runs on clean workspaces end in one draft PR whose every criterion was red and is green', async () => {
  await using stage = await openActionsStage();
  const planned = await stage.dispatch();
  assert.equal(planned.exitCode, 0, planned.raw);
  assert.equal(planned.outputs['state'], 'WAITING_SPEC_APPROVAL');
  const pull = Number(planned.outputs['pull-request']);
  assert.match(planned.summary, /`\/approve`/);
  assert.equal(planned.groups.at(-1), 'WAITING_SPEC_APPROVAL');

  const chat = await stage.say(pull, 'Looks fine to me.');
  assert.equal(chat.exitCode, 0);
  assert.equal(chat.log.trim(), 'The comment is no command; nothing to do.');

  const delivered = await stage.say(pull, '/approve');
  assert.equal(delivered.exitCode, 0, delivered.raw);
  assert.deepEqual(delivered.outputs, { ...planned.outputs, state: 'DELIVERED' });
  assert.deepEqual(delivered.annotations, []);
  assert.equal(delivered.groups.at(-1), 'DELIVERED');

  const shown = await whatIsShown(stage);
  assert.deepEqual(shown.pulls, [{ number: pull, draft: true, state: 'open' }]);
  assert.equal(shown.ours.length, 1, 'one status comment');
  assert.deepEqual(shown.checks, ['redgreen: success: Proven: all 3 criteria hold']);
  assert.deepEqual(matrixOf(shown.body), EXPECTED_MATRIX);
  assert.ok(delivered.summary.includes(shown.body.trim()), 'the summary has the report');
  const kept = await readKept(stage);
  assert.deepEqual(
    kept.carried.tables.jobs.map(({ state }) => state),
    ['DELIVERED'],
  );
  assert.ok(kept.carried.tables.audit_events.some(({ action }) => action === 'imported'));
  assert.doesNotMatch(kept.content, /AssertionError|tool_use/, 'no output, no transcript');
  assertNoLeak(stage, [planned, chat, delivered], [JSON.stringify(shown), kept.content]);
  assert.deepEqual(stage.forge.schemaViolations, []);

  // The job has ended; people can still ask about it.
  const asked = await stage.say(pull, '/status');
  assert.equal(asked.exitCode, 0, asked.raw);
  assert.equal(asked.outputs['state'], 'DELIVERED');
  await assertVerifies(stage);
});

test('a run that is cancelled in the middle keeps its job, and the next one goes on with it', async () => {
  await using stage = await openActionsStage();
  const planned = await stage.dispatch();
  assert.equal(planned.exitCode, 0, planned.raw);
  const pull = Number(planned.outputs['pull-request']);
  const input = { ...PLACE, issue_number: pull, body: '/approve' };
  const { data: comment } = await stage.octokit.issues.createComment(input);
  const { data: issue } = await stage.octokit.issues.get({ ...PLACE, issue_number: pull });
  const payload = { action: 'created', issue, comment };
  let stop = () => undefined as unknown;
  stage.onModel((step, turn) => {
    if (step === 'implement' && turn === 0) stop();
  });
  const cancelled = await stage.run('issue_comment', payload, {
    runId: 77,
    onStarted: (child) => {
      stop = () => child.kill('SIGINT');
    },
  });
  assert.equal(cancelled.exitCode, 1);
  assert.match(cancelled.annotations[0]?.title ?? '', /CANCELLED/);
  const kept = await readKept(stage);
  assert.equal(kept.carried.tables.jobs.at(-1)?.state, 'REFACTORING');
  // A short implementation may be over before the signal is heard.
  const struck = kept.carried.tables.work.at(-1)?.effect?.kind ?? 'none';
  assert.ok(['implement', 'verify'].includes(struck), struck);
  assert.ok(kept.carried.tables.test_cases.length > 0);

  stage.onModel(() => undefined);
  const again = await stage.run('issue_comment', payload, { runId: 77, runAttempt: 2 });
  assert.equal(again.exitCode, 0, again.raw);
  assert.equal(again.outputs['state'], 'DELIVERED');
  const shown = await whatIsShown(stage);
  assert.equal(shown.pulls.length, 1);
  assert.equal(shown.ours.length, 1);
  assert.deepEqual(matrixOf(shown.body), EXPECTED_MATRIX);
  const { sandbox_sessions: sandboxes, wipe_evidence: wipes } = (await readKept(stage)).carried
    .tables;
  assert.equal(sandboxes.length, wipes.length, 'every sandbox of all runs has its evidence');
});

test('the bundle runs outside the clone, on the Postgres of the system, for an ordinary user', async (t) => {
  if (!existsSync('/usr/lib/postgresql')) {
    t.skip('this machine has no /usr/lib/postgresql');
    return;
  }
  await using stage = await openActionsStage();
  const actionRoot = await mkdtemp('/tmp/redgreen-action-');
  await chmod(actionRoot, 0o755);
  const asRunner = { actionRoot, ...(process.getuid?.() === 0 && { uid: NOBODY }) };
  try {
    await mkdir(join(actionRoot, 'action'));
    await cp(join(ROOT, 'action.yml'), join(actionRoot, 'action.yml'));
    await cp(join(ROOT, 'action', 'dist'), join(actionRoot, 'action', 'dist'), { recursive: true });
    const other = await stage.label('bug', asRunner);
    assert.equal(other.exitCode, 0, other.raw);
    assert.match(other.log, /Nothing is done: another label was put on/);
    const planned = await stage.label('redgreen', asRunner);
    assert.equal(planned.exitCode, 0, planned.raw);
    assert.equal(planned.outputs['state'], 'WAITING_SPEC_APPROVAL');
    const again = await stage.dispatch(asRunner);
    assert.equal(again.exitCode, 0, again.raw);
    assert.match(again.log, /is at work on this issue/);
    assert.deepEqual(again.outputs, planned.outputs);
  } finally {
    await rm(actionRoot, { recursive: true, force: true });
  }
});

test('of two runs at once one does the work, and the other is refused before it does anything', async () => {
  await using stage = await openActionsStage();
  const results = await Promise.all([stage.dispatch(), stage.dispatch()]);
  const [winner, ...others] = results.filter(({ exitCode }) => exitCode === 0);
  assert.equal(winner?.outputs['state'], 'WAITING_SPEC_APPROVAL', results[0]?.raw);
  for (const loser of results.filter((one) => one !== winner && !others.includes(one))) {
    const { title = '', message = '' } = loser.annotations[0] ?? {};
    assert.match(title, /DATABASE_CONFLICT|JOB_STATE_INVALID/, loser.raw);
    assert.match(message, /Another run moved the job|is at work on this job/);
  }
  const shown = await whatIsShown(stage);
  assert.equal(shown.pulls.length, 1);
  assert.equal(shown.ours.length, 1);
  assert.equal((await readKept(stage)).carried.tables.jobs.length, 1);
});

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
      'GITHUB_UNAVAILABLE',
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
    'GITHUB_UNAVAILABLE',
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

/** LEDGER: J6. On a pull request that only names the issue, in one run. */
async function assertVerifies(stage: ActionsStage): Promise<void> {
  const repository = `${PLACE.owner}/${PLACE.repo}`;
  const mona = stage.forge.as('mona');
  const change = { branch: 'by-hand', files: { 'README.md': '# other\n' }, message: 'Change it' };
  await mona.push(repository, change);
  const opened = { title: 'By hand', head: 'by-hand', base: 'main', body: `For #${stage.issue}` };
  const { number } = await mona.openPull(repository, opened);
  const partial = await stage.say(number, '/verify');
  assert.equal(partial.exitCode, 0, partial.raw);
  assert.match((await lastOfOurs(stage, number)) ?? '', /Verification complete: partial/);
  const { sandbox_sessions: sandboxes, wipe_evidence: wipes } = (await readKept(stage)).carried
    .tables;
  assert.equal(sandboxes.length, wipes.length, 'the sandboxes of checks have their evidence too');
}

async function lastOfOurs({ octokit }: ActionsStage, issue_number: number) {
  const { data } = await octokit.issues.listComments({ ...PLACE, issue_number });
  return data.findLast(({ user }) => user?.type === 'Bot')?.body;
}

const EXPECTED_MATRIX = [
  'T1: red (assertion) → green',
  'T2: red (assertion) → green',
  'T3: red (assertion) → green',
  'T4: red (assertion) → green',
  'T5: green → green',
];

function matrixOf(body: string): string[] {
  const rows = [...body.matchAll(/^\|[^|]*\| (T\d+) [^|]*\| \S+ ([^|]*) \| \S+ ([^|]*) \|$/gm)];
  return rows.map(([, id, base, head]) => `${id}: ${base} → ${head}`);
}

function assertRefused(result: RunResult, code: string, cause: RegExp, remedy = /./): void {
  assert.equal(result.exitCode, 1, result.raw);
  const [annotation, ...more] = result.annotations;
  assert.deepEqual(more, []);
  assert.equal(annotation?.level, 'error');
  assert.equal(annotation.title, `Redgreen: ${code}`, annotation.message);
  assert.match(annotation.message, cause);
  assert.match(annotation.message, remedy);
  assert.match(result.summary, cause);
  assert.doesNotMatch(result.raw, /^\s+at .*:\d+:\d+/m, 'no stack');
}

async function whatIsShown({ octokit }: ActionsStage) {
  const { data: pulls } = await octokit.pulls.list({ ...PLACE, state: 'all' });
  const number = pulls[0]?.number ?? 0;
  const { data: said } = await octokit.issues.listComments({ ...PLACE, issue_number: number });
  const ref = pulls[0]?.head.sha ?? '';
  const { data: runs } = await octokit.checks.listForRef({ ...PLACE, ref });
  const { data: commits } = await octokit.pulls.listCommits({ ...PLACE, pull_number: number });
  return {
    pulls: pulls.map(({ number: one, draft, state }) => ({ number: one, draft, state })),
    body: pulls[0]?.body ?? '',
    ours: said.flatMap(({ user, body }) => (user?.type === 'Bot' ? [body] : [])),
    checks: runs.check_runs.map(
      ({ name, conclusion, output }) => `${name}: ${conclusion}: ${output.title}`,
    ),
    commits: commits.map(({ commit }) => commit.message),
  };
}

async function readKept({ octokit, issue }: ActionsStage) {
  const { data: ref } = await octokit.git.getRef({ ...PLACE, ref: `redgreen/jobs/${issue}` });
  const { data: commit } = await octokit.git.getCommit({ ...PLACE, commit_sha: ref.object.sha });
  const { data: tree } = await octokit.git.getTree({ ...PLACE, tree_sha: commit.tree.sha });
  const file_sha = tree.tree[0]?.sha ?? '';
  const { data: blob } = await octokit.git.getBlob({ ...PLACE, file_sha });
  const content = Buffer.from(blob.content, 'base64').toString('utf8');
  return { content, carried: Carried.parse(JSON.parse(content)), message: commit.message };
}

/** In any usual form, in what the runs printed and in what others can read. */
function assertNoLeak(stage: ActionsStage, runs: RunResult[], texts: string[]): void {
  const printed = runs.flatMap(({ raw, summary, outputs }) => [
    raw.replaceAll(/^::add-mask::.*$/gm, ''),
    summary,
    JSON.stringify(outputs),
  ]);
  for (const secret of [stage.modelKey, ...stage.tokens]) {
    const bytes = Buffer.from(secret);
    const forms = [
      secret,
      ...(['base64', 'base64url', 'hex'] as const).map((form) => bytes.toString(form)),
      secret.split('').toReversed().join(''),
    ];
    for (const text of [...printed, ...texts]) {
      assert.ok(!forms.some((form) => text.includes(form)), `a canary in ${text.slice(0, 80)}`);
    }
  }
  for (const { masks } of runs) assert.ok(masks.includes(stage.modelKey));
}
