// LEDGER: G1, G3, G5, G6, E2, E3, E5, E6, E7, S1, S3. From a labelled issue to a draft PR with a true
// matrix: real Postgres, git, bubblewrap, probot, octokit and e2b SDK; only the model is scripted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { NAME, OWNER, openStage, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { problemsOf } from '../../app/cli/demo/tell.ts';
import type { JobState } from '../../app/job/types.ts';
import { readReport } from '../../app/proof/report.ts';
import type { Store } from '../../app/store/store.ts';
import { approvePlan, playStory } from '../chaos/thread/story.ts';
import type { Strike } from '../chaos/thread/strikes.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

/** `npm run chaos -- thread` strikes in every state, and at the sandboxes and the database too. */
const STRIKE: Strike = { kind: 'app', at: 'REFACTORING/verify', delayMs: 500 };

test('a labelled issue becomes a draft PR whose every criterion was red and is green', async () => {
  await using stage = await openStage();
  await using _app = await startPlay(stage, 'story');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await approvePlan(stage);
  const { id } = await reaches(store, 'DELIVERED');

  const shown = await whatIsShown(stage, issue);
  assert.equal(shown.pulls.length, 1);
  assert.equal(shown.comments.length, 1, 'one status comment');
  assert.deepEqual(shown.reactions, ['eyes']);
  assert.deepEqual(shown.checks, [
    { name: 'redgreen', conclusion: 'success', title: 'Proven: all 3 criteria hold' },
  ]);
  const stored = await store.transaction(async (records) => ({
    reports: await records.proof.reportsOfJob(id),
    attempts: await records.attempts.ofJob(id),
    living: await records.sandboxes.living(id),
    sandboxes: await records.sandboxes.count(id),
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
  assert.ok(stored.sandboxes.created < (report?.runs.length ?? 0));
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

test('a model that claims success while tests are red delivers nothing, and the PR says why', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'liar');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await approvePlan(stage);
  await reaches(store, 'WAITING_INTERVENTION');
  const { pulls, checks } = await seen('the reason on the PR', async () => {
    const shown = await whatIsShown(stage, issue);
    return shown.checks.length > 0 ? shown : undefined;
  });
  assert.deepEqual(
    checks.map(({ conclusion }) => conclusion),
    ['failure'],
  );
  const [pull] = pulls;
  assert.equal(pull?.draft, true);
  assert.match(pull?.body ?? '', /the same failure came three times/i);
  assert.match(pull?.body ?? '', /T1 shouts a greeting .*🔴 red/);
  assert.doesNotMatch(pull?.body ?? '', /Proven: all/);
  // Of a withheld test the implementer learned its title and nothing else.
  const transcripts = await implementerTexts(store);
  assert.match(transcripts, /shouts another name/);
  assert.doesNotMatch(transcripts, /Grace Hopper/i);
});

test('kill -9 of the app that verifies: the story still ends with one PR and one status comment', async () => {
  const told = await playStory({ script: 'straight', strikes: [STRIKE] });
  assert.deepEqual(told.problems, []);
  assert.deepEqual(Object.values(told.invariants?.findings ?? { none: ['not read'] }).flat(), []);
  const [hit] = told.hits;
  assert.ok(hit?.isHit, `it struck in ${hit?.place}`);
});

/** Fails at once when the job can no longer get there. */
async function reaches(store: Store, state: JobState): Promise<{ id: string }> {
  return await seen(`the state ${state}`, async () => {
    const record = await theJob(store);
    if (record?.job.state === state) return { id: record.job.id };
    assert.notEqual(record?.job.state, 'FAILED', record?.job.failureDetail);
    return undefined;
  });
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

async function implementerTexts(store: Store): Promise<string> {
  const record = await theJob(store);
  return await sessionTexts(store, record?.job.id ?? '', 'implement');
}

async function sessionTexts(store: Store, jobId: string, step: string): Promise<string> {
  const rows = await store.transaction(async ({ sessions }) => {
    const found = await sessions.ofStep(jobId, step);
    return await Promise.all(found.map(async (id) => await sessions.transcript(id)));
  });
  return JSON.stringify(rows);
}
