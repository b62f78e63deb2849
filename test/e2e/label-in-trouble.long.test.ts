// A labelled issue whose model lies, or whose app is killed: the PR says the truth all the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../app/cli/demo/stage.ts';
import { approvePlan, playStory } from '../chaos/thread/story.ts';
import type { Strike } from '../chaos/thread/strikes.ts';
import { openTestStage } from '../support/test-stage.ts';
import {
  openRecords,
  reaches,
  sessionTexts,
  startPlay,
  whatIsShown,
} from '../support/thread-play.ts';

/** `npm run chaos -- thread` strikes in every state, and at the sandboxes and the database too. */
const STRIKE: Strike = { kind: 'app', at: 'REFACTORING/verify', delayMs: 500 };

test('a model that claims success while tests are red delivers nothing, and the PR says why', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'liar');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await approvePlan(stage);
  const { job } = await reaches(store, 'WAITING_INTERVENTION');
  const { pulls, checks } = await seen('the reason on the PR', async () => {
    const shown = await whatIsShown(stage, issue);
    // Until then it says that the work is under way.
    return shown.checks.some(({ conclusion }) => conclusion !== null) ? shown : undefined;
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
  const transcripts = await sessionTexts(store, job.id, 'implement');
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
