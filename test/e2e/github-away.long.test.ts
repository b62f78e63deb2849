// GitHub fails for a while, or has no drafts: one story each. The others are in the long file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSON, REPOSITORY, seen } from '../../app/cli/demo/stage.ts';
import { planWaits } from '../support/moved-world.ts';
import { eventsOf, saidOnIssue } from '../support/refusals.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

test('servers of GitHub that fail at publishing are waited out: one attempt, one draft', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const down = { kind: 'error', status: 503, operation: 'git/update-ref', times: 4 } as const;
  const fault = stage.forge.injectFault(down);
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');
  assert.equal(fault.remaining(), 0);
  const events = await eventsOf(store, job.id);
  const waits = events.filter((action) => action === 'unavailable').length;
  assert.ok(waits >= 1, events.join(', '));
  assert.equal(events.filter((action) => action === 'hold_ended').length, waits, 'by themselves');
  assert.equal(job.attemptNumber, 1);
  assert.equal(job.awaySince, undefined);
  const { pulls, checks } = await whatIsShown(stage, issue);
  assert.equal(pulls.length, 1);
  assert.equal(pulls[0]?.draft, true);
  assert.deepEqual(
    checks.map(({ conclusion }) => conclusion),
    ['success'],
  );
  assert.deepEqual(stage.forge.schemaViolations, []);
});

test('a repository without drafts is asked about before anything is spent, and /open goes on', async () => {
  await using stage = await openTestStage({ hasDrafts: false });
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const [said] = await seen('the question on the issue', async () => {
    const comments = await saidOnIssue(stage, issue);
    return comments.length > 0 ? comments : undefined;
  });
  assert.match(said ?? '', /no draft pull requests/);
  assert.match(said ?? '', /`\/open` opens an ordinary pull request/);
  const held = (await theJob(store))?.job;
  assert.deepEqual([held?.state, held?.hold?.reason], ['ANALYZING', 'no_drafts']);
  assert.equal(held?.spent.costUsd, 0);
  assert.deepEqual((await whatIsShown(stage, issue)).pulls, []);
  await stage.forge.as(PERSON).comment({ repository: REPOSITORY, number: issue }, '/open');
  await planWaits(stage);
  const { pulls } = await whatIsShown(stage, issue);
  assert.deepEqual(
    pulls.map(({ draft }) => draft),
    [false],
  );
  assert.deepEqual(stage.forge.schemaViolations, []);
});
