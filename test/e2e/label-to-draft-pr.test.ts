// The door of the App: from a labelled issue to a draft PR with a true matrix. Real Postgres, git,
// bubblewrap, probot, octokit and e2b SDK; only the model is scripted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { NAME, OWNER, openStage, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { problemsOf } from '../../app/cli/demo/tell.ts';
import { readReport } from '../../app/proof/read-report.ts';
import type { Records } from '../../app/store/records.ts';
import type { Store } from '../../app/store/store.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import {
  kindsOf,
  openRecords,
  reaches,
  sessionTexts,
  startPlay,
  whatIsShown,
} from '../support/thread-play.ts';

test('a labelled issue becomes a draft PR whose every criterion was red and is green', async () => {
  await using stage = await openStage();
  await using _app = await startPlay(stage, 'story');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await approvePlan(stage);
  const { id } = (await reaches(store, 'DELIVERED')).job;

  const shown = await seen('the end in the thread', async () => {
    const now = await whatIsShown(stage, issue);
    return kindsOf(now.comments).includes('end') ? now : undefined;
  });
  assert.equal(shown.pulls.length, 1);
  assert.deepEqual(kindsOf(shown.comments), ['status', 'plan-1', 'end']);
  assert.deepEqual(shown.reactions, ['eyes']);
  assert.deepEqual(shown.checks, [
    { name: 'redgreen', conclusion: 'success', title: 'Proven: all 3 criteria hold' },
  ]);
  const stored = await store.transaction(async (records) => ({
    reports: await records.proof.reportsOfJob(id),
    attempts: await records.attempts.ofJob(id),
    living: await records.sandboxes.living(id),
    sandboxes: await records.sandboxes.count(id),
    runs: await allRuns(records, id),
  }));
  const [pull] = shown.pulls;
  const facts = { state: 'DELIVERED', isDraft: pull?.draft === true, body: pull?.body ?? '' };
  const report = readReport(stored.reports.at(-1)?.content);
  assert.deepEqual(problemsOf({ ...facts, report }), []);
  assert.deepEqual(
    stored.attempts.map(({ number, status }) => [number, status]),
    [
      [1, 'red'],
      [2, 'green'],
    ],
  );
  assert.deepEqual(stored.living, []);
  assert.equal(stored.sandboxes.wiped, stored.sandboxes.created);
  // Its runs leave nothing behind, so they share a few sandboxes.
  assert.ok(stored.sandboxes.created < stored.runs, `for ${stored.runs} runs`);
  assert.deepEqual(await publishedFiles(stage, pull?.number ?? 0), [
    'src/greet.mjs',
    'test/redgreen/t1.test.mjs',
    'test/redgreen/t2.test.mjs',
    'test/redgreen/t3.test.mjs',
    'test/redgreen/t4.test.mjs',
    'test/redgreen/t5.test.mjs',
  ]);
  await assertAuthorSawNoImplementation(store, id);
  assert.deepEqual(stage.forge.schemaViolations, []);
});

/** Of hunks, twins and looks as well. */
async function allRuns({ proof, plans }: Records, jobId: string): Promise<number> {
  const plan = await plans.latest(jobId);
  return plan === undefined ? 0 : (await proof.runsOfPlan(plan.id)).length;
}

async function publishedFiles({ octokit }: Stage, pull_number: number): Promise<string[]> {
  const { data } = await octokit.pulls.listFiles({ owner: OWNER, repo: NAME, pull_number });
  return data.map(({ filename }) => filename).toSorted();
}

/** Its sandbox was gone before the first attempt began, and it searched it for what came later. */
async function assertAuthorSawNoImplementation(store: Store, jobId: string): Promise<void> {
  const { attempts, author, events } = await store.transaction(async (records) => ({
    attempts: await records.attempts.ofJob(jobId),
    author: await records.sandboxes.ofPurpose(jobId, 'write-tests'),
    events: await records.audit.ofJob(jobId),
  }));
  assert.equal(author.length, 1);
  assert.ok((author[0]?.endedAt ?? Infinity) <= (attempts[0]?.startedAt ?? 0));
  const texts = await sessionTexts(store, jobId, 'write-tests');
  assert.match(texts, /searched: 0 files/);
  const given = events.filter(({ action }) => action === 'given').map(({ detail }) => detail);
  const toAuthor = Given.parse(given.find((one) => one?.['step'] === 'write-tests'));
  assert.deepEqual(
    toAuthor.given.map(({ what }) => what),
    ['base commit', 'instruction', 'input', 'tools, rights and limits', 'runner'],
  );
  const toImplementer = Given.parse(given.find((one) => one?.['step'] === 'implement'));
  assert.ok(toImplementer.given.some(({ what }) => what === 'file'));
}

const Given = z.object({ given: z.array(z.object({ what: z.string() })) });
