// What people do around a job while it is at work: each stops it with its cause, or leaves it alone.
// Real forge, app, Postgres and sandboxes; only the model is scripted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NAME,
  OWNER,
  openStage,
  PERSON,
  REPOSITORY,
  type Stage,
  seen,
} from '../../app/cli/demo/stage.ts';
import type { Job, JobState } from '../../app/job/types.ts';
import type { Store } from '../../app/store/store.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import {
  openRecords,
  type Play,
  reaches,
  startPlay,
  theJob,
  whatIsShown,
} from '../support/thread-play.ts';

type Scene = { stage: Stage; store: Store; app: Play; issue: number };

/** A job that has come as far as this state. */
async function play(state: JobState, act: (scene: Scene) => Promise<void>): Promise<void> {
  await using stage = await openStage();
  await using app = await startPlay(stage, 'straight', { keepsLog: true });
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  if (state !== 'WAITING_SPEC_APPROVAL') await approvePlan(stage);
  await passes(store, state);
  await act({ stage, store, app, issue });
  assert.deepEqual(stage.forge.schemaViolations, []);
  assert.doesNotMatch(app.log(), /"level":"(?:error|fatal)"/);
}

async function passes(store: Store, state: JobState): Promise<void> {
  if (state === 'WAITING_SPEC_APPROVAL') await reaches(store, state);
  else
    await seen(state, async () => ((await theJob(store))?.job.state === state ? true : undefined));
}

async function stopped(store: Store): Promise<Job> {
  return await seen('the end of the job', async () => {
    const record = await theJob(store);
    return record?.job.state === 'FAILED' ? record.job : undefined;
  });
}

async function isAtRest(store: Store): Promise<void> {
  await seen('rest', async () => {
    const record = await theJob(store);
    const id = record?.job.id ?? '';
    const { rest, living } = await store.transaction(async ({ carry, sandboxes }) => ({
      rest: await carry.rest(id),
      living: await sandboxes.living(id),
    }));
    return rest.isAtRest && living.length === 0 ? true : undefined;
  });
}

test('an issue that is closed while tests are written stops the job, and its sandbox ends', async () => {
  await play('GENERATING_TESTS', async ({ stage, store, issue }) => {
    await stage.forge.as(PERSON).closeIssue({ repository: REPOSITORY, number: issue });
    const { failureReason, failureDetail } = await stopped(store);
    assert.equal(failureReason, 'USER_CANCELLED');
    assert.equal(failureDetail, 'the issue was closed by `@mona`');
    await isAtRest(store);
  });
});

test('a pull request that is closed stops the job and stays closed', async () => {
  await play('WAITING_SPEC_APPROVAL', async ({ stage, store, issue }) => {
    const { pulls } = await whatIsShown(stage, issue);
    const number = pulls[0]?.number ?? 0;
    await stage.forge.as(PERSON).closePull({ repository: REPOSITORY, number });
    const { failureDetail } = await stopped(store);
    assert.equal(failureDetail, 'the pull request was closed by `@mona`');
    await isAtRest(store);
    const { data } = await stage.octokit.pulls.get({
      owner: OWNER,
      repo: NAME,
      pull_number: number,
    });
    assert.equal(data.state, 'closed');
  });
});

test('an App that is uninstalled stops its jobs, and nothing is tried in vain', async () => {
  await play('GENERATING_TESTS', async ({ stage, store, app }) => {
    stage.forge.as(OWNER).uninstallApp('redgreen', REPOSITORY);
    const { failureDetail } = await stopped(store);
    // A call under way may be told first; it names the same cause.
    assert.match(failureDetail ?? '', /^the App was uninstalled by `@acme`$|^GITHUB_NO_ACCESS: /);
    await isAtRest(store);
    assert.doesNotMatch(app.log(), /an announcement|poisoned|work is parked/);
  });
});

test('a suspended installation stops its jobs, and they say so when it is back', async () => {
  await play('WAITING_SPEC_APPROVAL', async ({ stage, store, issue }) => {
    stage.forge.as(OWNER).suspendApp('redgreen', REPOSITORY);
    const { failureDetail } = await stopped(store);
    assert.equal(failureDetail, 'the installation was suspended by `@acme`');
    await isAtRest(store);
    stage.forge.as(OWNER).unsuspendApp('redgreen', REPOSITORY);
    await seen('word of it', async () => {
      const { comments } = await whatIsShown(stage, issue);
      return comments.some((text) => text.includes('was suspended by')) ? true : undefined;
    });
  });
});

test('a job whose repository is renamed delivers under the new name', async () => {
  await play('WAITING_SPEC_APPROVAL', async ({ stage, store }) => {
    await stage.forge.as(OWNER).renameRepository(REPOSITORY, 'welcomes');
    await stage.forge.settled();
    const place = { owner: OWNER, repo: 'welcomes' };
    const { data: pulls } = await stage.octokit.pulls.list(place);
    const number = pulls[0]?.number ?? 0;
    await stage.forge.as(PERSON).comment({ repository: `${OWNER}/welcomes`, number }, '/approve');
    await reaches(store, 'DELIVERED');
    const { data } = await stage.octokit.pulls.get({ ...place, pull_number: number });
    const checks = await stage.octokit.checks.listForRef({ ...place, ref: data.head.sha });
    assert.deepEqual(
      checks.data.check_runs.map(({ conclusion }) => conclusion),
      ['success'],
    );
    assert.match(data.body ?? '', /Proven/);
  });
});

test('a push after the delivery is told: the report no longer stands on the newest commit', async () => {
  await play('DELIVERED', async ({ stage, store, issue }) => {
    await isAtRest(store);
    const id = (await theJob(store))?.job.id ?? '';
    const around = await store.transaction(async ({ happenings }) => await happenings.ofJob(id));
    assert.deepEqual(around, [], 'what we did ourselves is nothing that happened to it');
    const { data } = await stage.octokit.pulls.list({ owner: OWNER, repo: NAME });
    const branch = data[0]?.head.ref ?? '';
    const files = { 'NOTES.md': 'Mine.\n' };
    await stage.forge.as(PERSON).push(REPOSITORY, { branch, files, message: 'Add notes' });
    await seen('word of it', async () => {
      const { comments } = await whatIsShown(stage, issue);
      const isTold = comments.some((text) =>
        text.includes('no longer stands on the newest commit'),
      );
      return isTold ? true : undefined;
    });
    assert.equal((await theJob(store))?.job.state, 'DELIVERED');
  });
});
