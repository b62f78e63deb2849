// What people say to a job of the Action between its runs: on the pull request, on a line of it, what is
// refused there, and what is no command. The committed bundle, on clean workspaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readKept, whatIsShown } from '../support/actions-shown.ts';
import { type ActionsStage, openActionsStage, PLACE } from '../support/actions-stage.ts';
import { STRAIGHT } from '../support/straight.ts';
import { kindsOf } from '../support/thread-play.ts';

test('a plan is asked about, revised and stopped by comments, each in a run of its own', async () => {
  const [plan = []] = STRAIGHT['plan'] ?? [];
  await using stage = await openActionsStage({ ...STRAIGHT, plan: [plan, plan] });
  const planned = await stage.dispatch();
  const pull = Number(planned.outputs['pull-request']);

  const line = { path: 'src/greet.mjs', line: 1 };
  const asked = await stage.sayOnLine(pull, { ...line, body: '/status\r\n' });
  assert.equal(asked.exitCode, 0, asked.raw);
  const [answer = ''] = await repliesTo(stage, pull, asked.id);
  assert.match(answer, /^> mona: `\/status`\n\n\*\*The plan waits for approval/);
  const fix = await stage.sayOnLine(pull, { ...line, body: 'Name it better.\r\n\r\n/fix \r\n' });
  assertRefused(fix, 'JOB_STATE_INVALID', /works with the App only.*open an issue that says/);
  assert.match((await repliesTo(stage, pull, fix.id))[0] ?? '', /works with the App only/);
  const talk = await stage.sayOnLine(pull, { ...line, body: 'Fine.' });
  assert.deepEqual([talk.exitCode, await repliesTo(stage, pull, talk.id)], [0, []]);

  const accepted = await stage.say(pull, '/accept');
  assertRefused(accepted, 'JOB_STATE_INVALID', /works with the App only.*"Ready for review"/);
  const revised = await stage.say(pull, '/revise Only shouting, please.');
  assert.equal(revised.exitCode, 0, revised.raw);
  assert.equal(revised.outputs['state'], 'WAITING_SPEC_APPROVAL');
  const shown = await whatIsShown(stage);
  const kinds = ['status', 'plan-1', 'answer', 'plan-2'];
  assert.deepEqual(kindsOf(shown.ours), kinds);
  assert.match(shown.body, /Plan revision 2/);

  const stopped = await stage.say(pull, '/stop not now');
  assert.equal(stopped.exitCode, 0, stopped.raw);
  assert.equal(stopped.outputs['state'], 'FAILED');
  const { ours, pulls } = await whatIsShown(stage);
  assert.deepEqual(kindsOf(ours), [...kinds, 'end']);
  assert.match(ours.at(-1) ?? '', /stopped[^]*not now/);
  assert.deepEqual(pulls, [{ number: pull, draft: true, state: 'open' }]);
  assert.equal((await readKept(stage)).carried.tables.jobs.at(-1)?.state, 'FAILED');
  assert.deepEqual(stage.forge.schemaViolations, []);
});

async function repliesTo(
  { octokit }: ActionsStage,
  pull_number: number,
  root: number,
): Promise<string[]> {
  const { data } = await octokit.pulls.listReviewComments({ ...PLACE, pull_number });
  const ours = data.filter(({ user, in_reply_to_id: to }) => user?.type === 'Bot' && to === root);
  return ours.map(({ body }) => body);
}
