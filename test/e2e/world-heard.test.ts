// A person takes the label off while the plan waits for approval: the job is stopped, says who did it,
// and a label that is put on again begins another one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, OWNER, openStage, PERSON, REPOSITORY, seen } from '../../app/cli/demo/stage.ts';
import { openRecords, reaches, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

test('a label that is taken off stops the job, and the same label begins another', async () => {
  await using stage = await openStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const { job: first } = await reaches(store, 'WAITING_SPEC_APPROVAL');
  const where = { repository: REPOSITORY, number: issue };
  const mona = stage.forge.as(PERSON);
  await mona.unlabel(where, 'redgreen');

  const stopped = await seen('the end of the job', async () => {
    const found = await store.transaction(async ({ jobs }) => await jobs.find(first.id));
    return found?.job.state === 'FAILED' ? found.job : undefined;
  });
  assert.equal(stopped.failureReason, 'USER_CANCELLED');
  assert.equal(stopped.failureDetail, 'the label `redgreen` was taken off by `@mona`');
  await seen('why, on the pull request', async () => {
    const { pulls } = await whatIsShown(stage, issue);
    return pulls[0]?.body.includes('was taken off by') === true ? true : undefined;
  });

  await mona.label(where, 'redgreen');
  await seen('another job', async () => {
    const newest = await theJob(store);
    return newest?.job.id === first.id ? undefined : newest;
  });
  // The old delivery comes once more, after the new label.
  const old = stage.forge.deliveries.find(({ action }) => action === 'unlabeled');
  stage.forge.redeliver(old?.guid ?? '');
  await stage.forge.settled();
  const { job: second } = await reaches(store, 'WAITING_SPEC_APPROVAL');
  assert.notEqual(second.id, first.id);
  const { data: pulls } = await stage.octokit.pulls.list({ owner: OWNER, repo: NAME });
  assert.ok(pulls.every(({ draft }) => draft === true));
  assert.deepEqual(stage.forge.schemaViolations, []);
});
