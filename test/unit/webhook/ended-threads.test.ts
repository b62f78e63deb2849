// What is said on the issue of a job that has ended: nothing that a person may say is passed over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PULL, theJob } from './around.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const ISSUE = 12;
const onIssue = { number: ISSUE, isPull: false };

/** A job that ended before it had a pull request. */
async function endedWorld(): Promise<WebhookWorld> {
  const world = await webhookWorld();
  await world.send(labeled());
  await world.send(commented('/stop', onIssue));
  await world.told();
  world.github.reactions.length = 0;
  return world;
}

async function said(world: WebhookWorld, body: string, wishes: object = onIssue): Promise<string> {
  world.github.comments.length = 0;
  await world.send(commented(body, wishes));
  await world.told();
  assert.ok(world.github.comments.length <= 1);
  return world.github.comments[0]?.body ?? '';
}

test('the issue of an ended job without a pull request answers whatever is said there', async () => {
  await using world = await endedWorld();
  const notNow = /^`\/continue` is not possible now: the job has failed.+\n\nWhat can be said now:/;
  assert.match(await said(world, '/continue'), notNow);
  assert.match(await said(world, '/stop'), /^`\/stop` is not possible now: the job has failed/);
  assert.match(await said(world, '/retri'), /did you mean `\/retry`\?/);
  assert.match(await said(world, '/verify'), /this is no pull request/);
  assert.deepEqual(
    world.github.reactions.map(({ reaction }) => reaction),
    ['confused', 'confused', 'confused', 'confused'],
  );
  assert.equal(await said(world, 'Thank you.'), '');
});

test('a plan is revised there too, as `/help` says', async () => {
  await using world = await endedWorld();
  const { job } = await theJob(world);
  await world.client.query('set session_replication_role = replica');
  await world.client.query(
    `update jobs set state = 'FALLBACK_REQUIRED', failure_reason = null where id = $1`,
    [job.id],
  );
  assert.match(await said(world, '/help'), /- `\/revise TEXT`/);
  await said(world, '/revise shorter');
  assert.equal((await theJob(world)).job.state, 'WAITING_SPEC_APPROVAL');
});

test('with a pull request its thread is there, and whoever speaks elsewhere is shown it', async () => {
  await using world = await endedWorld();
  const { job } = await theJob(world);
  await world.store.transaction(async ({ threads }) => await threads.setPullRequest(job.id, PULL));
  const eve = { id: 66, login: 'eve', type: 'User' };
  assert.equal(await said(world, 'Thank you.'), '');
  assert.equal(await said(world, '/nonsense'), '');
  assert.match(
    await said(world, '/retry', { ...onIssue, sender: eve }),
    /`@eve` needs the write role/,
  );
  assert.equal(await said(world, '/retry', { ...onIssue, sender: eve }), '');
  assert.match(
    await said(world, '/retry'),
    /^The job of this issue is talked to on its pull request, number 13; say it there\.$/,
  );
  assert.match(await said(world, '/stop'), /number 13/);
  assert.equal(await world.count('webhook_deliveries', `reason = 'no job has this thread'`), 1);
});
