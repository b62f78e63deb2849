// What people say when a job is delivered: one story of a fix on the same pull request and its
// acceptance. The others are in after-delivery.long.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, childReaches, deliver, ours, pullOf } from '../support/after-delivery.ts';
import { ASKED, FOLLOWED_UP } from '../support/follow-up.ts';
import {
  BRANCH,
  commitOf,
  headOf,
  newestReport,
  planWaits,
  textAt,
} from '../support/moved-world.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, startPlay } from '../support/thread-play.ts';

test('a delivered job is fixed on its own pull request, and the fix is accepted', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, FOLLOWED_UP);
  await using store = await openRecords(stage);
  const { pull, job: first } = await deliver(stage, store);
  const delivered = await headOf(stage, BRANCH);

  const asked = { body: `/fix ${ASKED}`, fits: /^A follow-up job \(`[0-9a-f-]{36}`\) begins/ };
  assert.match(await answerTo(stage, pull, asked), new RegExp(delivered.slice(0, 7)));
  assert.equal(await planWaits(stage), pull, 'its plan is on the same pull request');
  await stage.approve(pull);
  const followUp = await childReaches(store, first.job.id, 'DELIVERED');

  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [delivered], 'on the old head');
  assert.match(await textAt(stage, head, 'src/greet.mjs'), /whisper/);
  assert.match(await textAt(stage, head, 'test/redgreen/t1.test.mjs'), /shout/);
  const report = await newestReport(store, followUp.job.id);
  assert.equal(report.baseSha, delivered, 'the report names what it stands on');
  assert.equal(report.headline, 'Proven', JSON.stringify(report.verdict));

  const accepted = { body: '/accept', fits: /approved the report of/ };
  const said = await answerTo(stage, pull, accepted);
  assert.match(
    said,
    new RegExp(`^\`mona\` \\(write\\) approved the report of \`${head.slice(0, 7)}`),
  );
  assert.match(said, /The pull request is ready for review\./);
  assert.equal((await pullOf(stage, pull)).draft, false);
  const { approval, before, after } = await store.transaction(async ({ verdicts, jobs }) => ({
    approval: await verdicts.approvalOf(followUp.job.id),
    before: await verdicts.approvalOf(first.job.id),
    after: await jobs.find(followUp.job.id),
  }));
  assert.equal(before, undefined);
  assert.deepEqual(after, followUp, 'the row of the job is not touched');
  const { approvedBy, permission, commitSha, isOverride } = approval ?? {};
  assert.deepEqual([approvedBy, permission, commitSha, isOverride], ['mona', 'write', head, false]);
  const comments = await ours(stage, pull);
  assert.ok(
    comments.some(({ text }) => /\*\*Accepted:/.test(text)),
    'the phase is done',
  );

  const again = { body: '/accept', fits: /approved the report of `\w{7}` already/ };
  await answerTo(stage, pull, again);
  const refused = { body: '/fix more', fits: /Convert it to a draft/ };
  await answerTo(stage, pull, refused);
  assert.deepEqual(stage.forge.schemaViolations, []);
});
