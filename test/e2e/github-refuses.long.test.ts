// GitHub says no in the middle of a story: what passes is waited out, what lasts is named with its
// remedy where it can be told, and nothing ends as poison.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Stage, seen } from '../../app/cli/demo/stage.ts';
import { planWaits } from '../support/moved-world.ts';
import { eventsOf, failsWith, isTold, refuse, saidOnIssue, WRITES } from '../support/refusals.ts';
import { openTestStage } from '../support/test-stage.ts';
import {
  openRecords,
  type Play,
  reaches,
  startPlay,
  theJob,
  whatIsShown,
} from '../support/thread-play.ts';

/** Longer than a call waits by itself. */
const RESET_SECONDS = 135;

test('the primary limit in the middle of the plan holds the job until its reset', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  stage.forge.injectFault({
    kind: 'rate-limit',
    operation: 'git/create-ref',
    isPrimary: true,
    retryAfterSeconds: RESET_SECONDS,
  });
  const from = Date.now();
  await stage.openAndLabel();
  const job = await seen('the hold', async () => {
    const found = (await theJob(store))?.job;
    return found?.hold === undefined ? undefined : found;
  });
  assert.equal(job.hold?.reason, 'unavailable');
  assert.match(job.hold.ask ?? '', /^GitHub’s limits ask for a wait/);
  const waitMs = (job.hold.until ?? 0) - from;
  assert.ok(Math.abs(waitMs - RESET_SECONDS * 1000) < 20_000, `${waitMs} ms`);
  const calls = stage.forge.calls.length;
  await planWaits(stage, { deadlineMs: 240_000 });
  assert.ok(Date.now() >= (job.hold.until ?? 0), 'not before the reset');
  assert.ok(calls <= stage.forge.calls.length);
  const events = await eventsOf(store, job.id);
  assert.equal(events.filter((action) => action === 'unavailable').length, 1);
  assert.deepEqual(stage.forge.schemaViolations, []);
});

test('a permission that is taken away before publishing ends the job by its name', async () => {
  await using played = await playToPlan();
  const { stage, store, issue, pull } = played;
  refuse(stage, ['git/create-tree', 'git/create-commit', 'git/update-ref'], {
    status: 403,
    message: 'Resource not accessible by integration',
    headers: { 'x-accepted-github-permissions': 'contents=write' },
  });
  await stage.approve(pull);
  const job = await failsWith(store, 'GITHUB_PERMISSION_MISSING');
  await isTold(store, job.id);
  const { pulls, comments, checks } = await whatIsShown(stage, issue);
  assert.match(pulls[0]?.body ?? '', /GITHUB_PERMISSION_MISSING.*contents=write/s);
  assert.match(pulls[0]?.body ?? '', /Give the App that permission/);
  assert.match(comments.join('\n'), /The branch takes nothing \(`GITHUB_PERMISSION_MISSING`\)/);
  assert.ok(checks.every(({ conclusion }) => conclusion !== 'success'));
  const files = await store.transaction(
    async (records) => await records.files.ofAttempt(job.id, job.attemptNumber),
  );
  assert.ok(files.length > 0, 'the work is kept');
});

test('a repository that is archived ends the job by its name, and nobody keeps writing', async () => {
  await using played = await playToPlan();
  const { stage, store, pull } = played;
  const archived = { status: 403, message: 'Repository was archived so is read-only.' };
  const faults = refuse(stage, WRITES, archived);
  await stage.approve(pull);
  const job = await failsWith(store, 'GITHUB_ARCHIVED');
  await isTold(store, job.id);
  const asked = faults.reduce((sum, fault) => sum + 1_000 - fault.remaining(), 0);
  assert.ok(asked < 30, `${asked} writes`);
  const fence = await store.transaction(async ({ work }) => await work.fence(job.id));
  assert.equal(fence, undefined, 'nothing is left to be run');
});

test('a rule that refuses the branch is told on the issue with its remedy', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  refuse(stage, ['git/create-ref'], {
    status: 422,
    message:
      'Repository rule violations found\n\nCannot create ref due to creations being restricted.',
  });
  const { issue } = await stage.openAndLabel();
  const job = await failsWith(store, 'GITHUB_RULE');
  await isTold(store, job.id);
  const said = await saidOnIssue(stage, issue);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /did not get as far as a pull request/);
  assert.match(said[0] ?? '', /GITHUB_RULE: .*Repository rule violations found/);
  assert.match(said[0] ?? '', /Let the rules for branches leave out `?redgreen/);
});

test('a conversation that is locked stops no work: the job is delivered untold', async () => {
  await using played = await playToPlan();
  const { stage, store, issue, pull } = played;
  const locked = { status: 403, message: 'Unable to create comment because issue is locked.' };
  refuse(stage, ['issues/create-comment', 'issues/update-comment'], locked);
  await stage.approve(pull);
  await reaches(store, 'DELIVERED');
  const { pulls } = await whatIsShown(stage, issue);
  assert.match(pulls[0]?.body ?? '', /Proven/);
});

test('an installation that is gone ends the job by its name, and nobody is told in vain', async () => {
  await using played = await playToPlan({ keepsLog: true });
  const { stage, store, pull, app } = played;
  // All tokens are refused from here on, and no new one is given.
  await stage.approve(pull);
  await reaches(store, 'GENERATING_TESTS');
  refuse(stage, ['*'], { status: 401, message: 'Bad credentials' });
  const job = await failsWith(store, 'GITHUB_NO_ACCESS');
  await isTold(store, job.id);
  assert.doesNotMatch(app.log(), /an announcement|poisoned|work is parked/);
});

type Played = AsyncDisposable & {
  stage: Stage;
  app: Play;
  store: Awaited<ReturnType<typeof openRecords>>;
  issue: number;
  pull: number;
};

/** A job whose plan waits for approval. */
async function playToPlan(options?: Parameters<typeof startPlay>[2]): Promise<Played> {
  await using opening = new AsyncDisposableStack();
  const stage = opening.use(await openTestStage());
  const app = opening.use(await startPlay(stage, 'straight', options));
  const store = opening.use(await openRecords(stage));
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const opened = opening.move();
  return {
    stage,
    app,
    store,
    issue,
    pull,
    [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
  };
}
