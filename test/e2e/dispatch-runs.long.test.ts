// Runs of the Action that are cancelled, that run for an ordinary user outside the clone, or two at once.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EXPECTED_MATRIX, matrixOf, readKept, whatIsShown } from '../support/actions-shown.ts';
import { openActionsStage, PLACE } from '../support/actions-stage.ts';
import { kindsOf } from '../support/thread-play.ts';

const NOBODY = 65_534;
const ROOT = join(import.meta.dirname, '..', '..');

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
  stage.onModel(async (step, turn) => {
    if (step !== 'implement' || turn !== 1) return;
    stop();
    await never();
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
  assert.equal(kept.carried.tables.work.at(-1)?.effect?.kind, 'implement');
  assert.ok(kept.carried.tables.test_cases.length > 0);

  stage.onModel(() => undefined);
  const again = await stage.run('issue_comment', payload, { runId: 77, runAttempt: 2 });
  assert.equal(again.exitCode, 0, again.raw);
  assert.equal(again.outputs['state'], 'DELIVERED');
  const shown = await whatIsShown(stage);
  assert.equal(shown.pulls.length, 1);
  assert.deepEqual(kindsOf(shown.ours), ['status', 'plan-1', 'end']);
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
  assert.deepEqual(kindsOf(shown.ours), ['status', 'plan-1']);
  assert.equal((await readKept(stage)).carried.tables.jobs.length, 1);
});

/** A model that keeps its answer to itself: the run is struck while it waits. */
async function never(): Promise<void> {
  return await new Promise(() => undefined);
}
