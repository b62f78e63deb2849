// The door of the Action: from a run of the workflow to a draft PR with a true matrix. The committed
// bundle, run as a runner runs it, on clean workspaces and empty databases; only the model's words
// are written down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../support/actions-runner.ts';
import { EXPECTED_MATRIX, matrixOf, readKept, whatIsShown } from '../support/actions-shown.ts';
import { type ActionsStage, openActionsStage, PLACE } from '../support/actions-stage.ts';
import { kindsOf } from '../support/thread-play.ts';

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
  assert.deepEqual(kindsOf(shown.ours), ['status', 'plan-1', 'end']);
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
  const { ours } = await whatIsShown(stage);
  assert.deepEqual(kindsOf(ours), ['status', 'plan-1', 'end', 'answer']);
  assert.match(
    ours.at(-1) ?? '',
    /^> mona: `\/status`\n\n\*\*The job is delivered[^]*\n- state: `DELIVERED`/,
  );
  await assertVerifies(stage);
});

/** On a pull request that only names the issue, in one run. */
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
