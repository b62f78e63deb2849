// A branch and a base that move beside a job. Nothing is ever written over, and nothing is called
// proven that was not verified as it stands there. Real forge, git, Postgres.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, OWNER, PERSON, REPOSITORY, seen } from '../../app/cli/demo/stage.ts';
import {
  BRANCH,
  commitOf,
  headOf,
  isHeld,
  newestReport,
  planWaits,
  pushTo,
  say,
  textAt,
} from '../support/moved-world.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

const SUITE = `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets by name', () => {
  assert.equal(greet('Ada'), 'Hello, Ada!');
});
`;

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

test('a commit in a file of the work holds the job, and is neither overwritten nor proven', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const before = await headOf(stage, BRANCH);
  const theirs = await pushTo(stage, BRANCH, {
    'src/greet.mjs': 'export const greet = () => 1;\n',
  });
  await stage.approve(pull);
  const held = await isHeld(store);
  assert.match(held.hold?.ask ?? '', /`redgreen\/issue-1`.*`src\/greet\.mjs`.*\/continue/);
  assert.equal(await headOf(stage, BRANCH), theirs, 'nothing was written over it');
  const shown = await whatIsShown(stage, issue);
  assert.ok(!shown.checks.some(({ conclusion }) => conclusion === 'success'), 'nothing is green');
  assert.doesNotMatch(shown.pulls[0]?.body ?? '', /Proven: all/);

  // Said too early, it is asked again.
  await say(stage, pull, '/continue');
  await seen('the next hold', async () => {
    const job = (await theJob(store))?.job;
    return (job?.hold?.number ?? 0) > (held.hold?.number ?? 0) ? job : undefined;
  });
  await isHeld(store);
  await stage.forge.as(PERSON).resetBranch(REPOSITORY, { branch: BRANCH, sha: before });
  await say(stage, pull, '/continue');
  await reaches(store, 'DELIVERED');
  const { parents } = await commitOf(stage, await headOf(stage, BRANCH));
  assert.deepEqual(parents, [before]);
  assert.deepEqual(stage.forge.schemaViolations, []);
});

test('a pull request that got another base while the job was held is asked about when it goes on', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const before = await headOf(stage, BRANCH);
  await pushTo(stage, 'next', { 'docs/next.md': 'next\n' });
  await pushTo(stage, BRANCH, { 'src/greet.mjs': 'export const greet = () => 1;\n' });
  await stage.approve(pull);
  const held = await isHeld(store);
  const where = { owner: OWNER, repo: NAME, pull_number: pull };
  await stage.octokit.pulls.update({ ...where, base: 'next' });
  await stage.forge.as(PERSON).resetBranch(REPOSITORY, { branch: BRANCH, sha: before });
  await say(stage, pull, '/continue');
  await seen('the next hold', async () => {
    const job = (await theJob(store))?.job;
    assert.notEqual(job?.state, 'DELIVERED', 'into a branch that nobody verified it for');
    return (job?.hold?.number ?? 0) > (held.hold?.number ?? 0) ? job : undefined;
  });
  assert.match((await isHeld(store)).hold?.ask ?? '', /into `next`.*stands on `main`.*\/stop/);
  const { checks } = await whatIsShown(stage, issue);
  assert.ok(!checks.some(({ conclusion }) => conclusion === 'success'), 'nothing is green');

  await stage.octokit.pulls.update({ ...where, base: 'main' });
  await say(stage, pull, '/continue');
  await reaches(store, 'DELIVERED');
});

test('a push that breaks the suite holds the job, and mended it is delivered on top of it', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const broken = SUITE.replace('Hello, Ada!', 'Good evening, Ada!');
  await pushTo(stage, BRANCH, { 'test/greet.test.mjs': broken });
  await stage.approve(pull);
  const held = await isHeld(store);
  assert.match(held.hold?.ask ?? '', /together with what somebody else put on this branch/);
  const { checks } = await whatIsShown(stage, issue);
  assert.ok(!checks.some(({ conclusion }) => conclusion === 'success'));
  const mended = await pushTo(stage, BRANCH, {
    'test/greet.test.mjs': SUITE,
    'docs/why.md': 'x\n',
  });
  await say(stage, pull, '/continue');
  await reaches(store, 'DELIVERED');
  const { parents } = await commitOf(stage, await headOf(stage, BRANCH));
  assert.deepEqual(parents, [mended]);
});

test('a push between verification and publishing is verified too, without anybody being asked', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  // The commit that publishes finds the branch gone on.
  const slow = { operation: 'git/create-commit', kind: 'slow', delayMs: 5_000 } as const;
  const fault = stage.forge.injectFault(slow);
  await stage.approve(pull);
  await seen('the first try to publish', async () => (fault.remaining() === 0 ? true : undefined));
  const theirs = await pushTo(stage, BRANCH, { 'docs/late.md': 'late\n' });
  const { job } = await reaches(store, 'DELIVERED');
  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [theirs]);
  assert.equal(await textAt(stage, head, 'docs/late.md'), 'late\n');
  assert.ok(job.attemptNumber > 1, 'verified again, as an attempt of its own');
});

test('a test that the base got meanwhile runs on the work, and is merged in', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  const before = await headOf(stage, BRANCH);
  const more = `${SUITE}\ntest('greets twice', () => {\n  assert.equal(greet('Bo'), 'Hello, Bo!');\n});\n`;
  const tip = await pushTo(stage, 'main', { 'test/greet.test.mjs': more });
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');
  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [before, tip]);
  assert.equal(await textAt(stage, head, 'test/greet.test.mjs'), more);
  const report = await newestReport(store, job.id);
  assert.deepEqual(report.moved?.base, { tip, commits: 1, isJoined: true });
  const { data: files } = await stage.octokit.pulls.listFiles({
    owner: OWNER,
    repo: NAME,
    pull_number: pull,
  });
  assert.ok(!files.some(({ filename }) => filename === 'test/greet.test.mjs'), 'no change of ours');
});

test('a base that moved in a file of the work holds the job, and names it', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  await pushTo(stage, 'main', { 'src/greet.mjs': 'export const greet = () => 2;\n' });
  await stage.approve(pull);
  const held = await isHeld(store);
  assert.match(held.hold?.ask ?? '', /`main`.*`src\/greet\.mjs`/);
  const { checks } = await whatIsShown(stage, issue);
  assert.ok(!checks.some(({ conclusion }) => conclusion === 'success'));
});

test('a second job of an issue stands on a branch of its own, and leaves the first as it is', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await stage.approve(await planWaits(stage));
  await reaches(store, 'DELIVERED');
  const first = await headOf(stage, BRANCH);
  const where = { repository: REPOSITORY, number: issue };
  await stage.forge.as(PERSON).unlabel(where, 'redgreen');
  await stage.forge.as(PERSON).label(where, 'redgreen');
  await stage.approve(await planWaits(stage));
  await seen('the second delivery', async () => {
    const jobs = await store.transaction(async (records) => await records.jobs.list({ limit: 5 }));
    assert.ok(jobs.every(({ job }) => job.state !== 'FAILED'));
    return jobs.filter(({ job }) => job.state === 'DELIVERED').length === 2 ? jobs : undefined;
  });
  assert.equal(await headOf(stage, BRANCH), first);
  const second = await commitOf(stage, await headOf(stage, `${BRANCH}-2`));
  assert.equal(second.tree, (await commitOf(stage, first)).tree, 'the same work on the same base');
  assert.equal((await whatIsShown(stage, issue)).pulls.length, 2);
});
