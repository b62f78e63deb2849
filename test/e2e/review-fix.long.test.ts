// `/fix` in reviews of a delivered pull request: refused where it was said, or one follow-up job for
// the whole review, which is answered in every thread it is about. The review alone, so that each
// thread is looked at; what a follow-up does is in fix-and-accept.long.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, OWNER, PERSON, REPOSITORY, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { Store } from '../../app/store/store.ts';
import { answerTo, childReaches, deliver, jobsOf } from '../support/after-delivery.ts';
import { ASKED, FOLLOWED_UP } from '../support/follow-up.ts';
import { BRANCH, headOf, planWaits } from '../support/moved-world.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, startPlay } from '../support/thread-play.ts';

const PLACE = { owner: OWNER, repo: NAME };
const PATH = 'src/greet.mjs';

test('a review is fixed by one follow-up job, which is told in each of its threads', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, FOLLOWED_UP);
  await using store = await openRecords(stage);
  const { pull, job } = await deliver(stage, store);
  const where = { repository: REPOSITORY, number: pull };
  const mona = stage.forge.as(PERSON);

  await refusedInThread(stage, pull);
  const before = await stage.forge.as('eve').reviewLine(where, remark(2, 'Is 2 < 3 here?'));
  const reply = { ...remark(2, `No.\r\n\r\n/fix  \r\n\r\n`), inReplyTo: before.id };
  const other = { ...remark(1, `${ASKED}\r\n/fix \r\n`), isOutdated: true };
  const talk = remark(3, 'Fine as it is.');
  const review = await mona.reviewLines(where, { lines: [other, reply, talk] });
  const [first = 0, , third = 0] = review.comments;

  await inThread(stage, pull, { root: first, says: /^A follow-up job \(`[0-9a-f-]{36}`\) begins/ });
  await inThread(stage, pull, { root: before.id, says: /is about this too/ });
  assert.equal(await planWaits(stage), pull);
  await stage.approve(pull);
  const followUp = await childReaches(store, job.job.id, 'DELIVERED');
  assert.equal((await jobsOf(store)).length, 2, 'one job for the review');
  const text = await askedOf(store, followUp.job.id);
  assert.match(text, /by mona \(write\)[^]*small letters\.[^]*line 1 of an earlier commit, about:/);
  assert.match(
    text,
    /In the same review, at src\/greet\.mjs, line 2:\n\nNo\.\n\nabout:\n\n@@ -2,1/,
  );
  assert.match(text, /eve \(read; no write access: .*\) wrote there:\n\nIs 2 < 3 here\?/);
  assert.doesNotMatch(text, /Fine as it is/);
  const done = new RegExp(`^This is done in \`${(await headOf(stage, BRANCH)).slice(0, 7)}\``);
  await inThread(stage, pull, { root: first, says: done });
  await inThread(stage, pull, { root: before.id, says: done });
  assert.deepEqual(await repliesTo(stage, pull, third), [], 'nobody asked there');

  await reviewedAsAWhole(stage, store, { pull, parentId: followUp.job.id });
  assert.deepEqual(stage.forge.schemaViolations, []);
});

/** Somebody without the right, a pull request that is ready, and what is only quoted. */
async function refusedInThread(stage: Stage, pull: number): Promise<void> {
  const where = { repository: REPOSITORY, number: pull };
  const { operator } = stage.forge;
  operator.createUser({ login: 'eve' });
  operator.setPermission({ repository: REPOSITORY, login: 'eve', permission: 'read' });
  const asked = remark(1, `${ASKED}\n/fix`);
  const strange = await stage.forge.as('eve').reviewLine(where, asked);
  await inThread(stage, pull, { root: strange.id, says: /needs the write role/ });

  const mona = stage.forge.as(PERSON);
  await mona.markReady(where);
  const early = await mona.reviewLine(where, asked);
  await inThread(stage, pull, {
    root: early.id,
    says: /is ready for review.*Convert it to a draft/,
  });
  await mona.convertToDraft(where);

  for (const body of ['Not so.\n> /fix', 'Say:\n````\n```\n/fix', `Say:\n\n    /fix`]) {
    await mona.reviewLine(where, remark(1, body));
  }
  await answerTo(stage, pull, { body: '/status', fits: /The job is delivered/ });
  const { data } = await stage.octokit.pulls.listReviewComments({ ...PLACE, pull_number: pull });
  assert.equal(data.filter(({ user }) => user?.type === 'Bot').length, 2);
}

/** `/fix` as the text of a review means every comment that was submitted with it. */
async function reviewedAsAWhole(
  stage: Stage,
  store: Store,
  { pull, parentId }: { pull: number; parentId: string },
): Promise<void> {
  const mona = stage.forge.as(PERSON);
  const where = { repository: REPOSITORY, number: pull };
  const lines = [remark(1, 'Name it better.'), remark(2, 'And this.')];
  await mona.reviewLines(where, { body: '/fix', lines });
  const child = await seen('a follow-up of the whole review', async () =>
    (await jobsOf(store)).find(({ parentJobId }) => parentJobId === parentId),
  );
  assert.match(await askedOf(store, child.job.id), /line 1:\n\nName it better\.[^]*And this\./);
}

function remark(line: number, body: string) {
  return { path: PATH, line, body };
}

async function askedOf(store: Store, jobId: string): Promise<string> {
  const thread = await store.transaction(async ({ threads }) => await threads.find(jobId));
  return thread?.issueText ?? '';
}

async function repliesTo({ octokit }: Stage, pull_number: number, root: number): Promise<string[]> {
  const { data } = await octokit.pulls.listReviewComments({ ...PLACE, pull_number });
  const ours = data.filter(({ user, in_reply_to_id: to }) => user?.type === 'Bot' && to === root);
  return ours.map(({ body }) => body);
}

async function inThread(
  stage: Stage,
  pull: number,
  { root, says }: { root: number; says: RegExp },
): Promise<void> {
  await seen(`${says} below ${root}`, async () =>
    (await repliesTo(stage, pull, root)).find((body) => says.test(body)),
  );
}
