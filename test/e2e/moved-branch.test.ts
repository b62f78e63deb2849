// What is published is what was verified, on what it was verified on: one story of a base and a branch
// that move beside a job. The others are in moved-branch.long.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BRANCH,
  commitOf,
  headOf,
  newestReport,
  planWaits,
  pushTo,
  textAt,
} from '../support/moved-world.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, whatIsShown } from '../support/thread-play.ts';

test('what others put beside the work is verified with it, kept, and told', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  await pushTo(stage, 'main', { 'NOTES.md': 'one\n' });
  await pushTo(stage, 'main', { 'NOTES.md': 'two\n' });
  const theirs = await pushTo(stage, BRANCH, { 'docs/mine.md': 'mine\n' });
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');

  const head = await headOf(stage, BRANCH);
  const { parents } = await commitOf(stage, head);
  assert.deepEqual(parents, [theirs], 'on their commit, and on nothing else');
  assert.equal(await textAt(stage, head, 'docs/mine.md'), 'mine\n');
  const { moved } = await newestReport(store, job.id);
  assert.deepEqual(moved?.branch, { sha: theirs, commits: 1 });
  assert.equal(moved.base?.commits, 2);
  assert.equal(moved.base.isJoined, false);
  const { pulls, checks } = await whatIsShown(stage, issue);
  assert.match(pulls[0]?.body ?? '', /has moved by 2 commits/);
  assert.match(pulls[0]?.body ?? '', /Somebody put 1 commit on this branch/);
  assert.deepEqual(
    checks.map(({ conclusion }) => conclusion),
    ['success'],
  );
  assert.deepEqual(stage.forge.schemaViolations, []);
});
