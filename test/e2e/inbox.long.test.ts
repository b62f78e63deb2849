// Deliveries in numbers, and an app that dies between its answer and its decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSON, REPOSITORY } from '../../app/cli/demo/stage.ts';
import { DEFAULT_ADMISSION } from '../../app/command/admission-settings.ts';
import { WEBHOOK_PATH } from '../../app/webhook/middleware.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, startPlay } from '../support/thread-play.ts';
import { until } from '../support/waiting.ts';
import { OWNER } from '../unit/forge/seeded-forge.ts';
import { connect } from '../unit/github/connected.ts';
import { SECRET, webhookWorld } from '../unit/webhook/webhook-world.ts';

const REPOSITORIES = 6;
const ISSUES_OF_EACH = 50;
/** GitHub's limit for an installation is 900 points a minute; a label asks three questions. */
const DECIDED_MS = 400_000;

test('300 labels delivered at once are 300 jobs, and every answer is 200', async () => {
  const app = { webhookSecret: SECRET };
  const connected = await connect({}, { app });
  await using _forge = connected.seeded;
  const { forge } = connected.seeded;
  const names = Array.from({ length: REPOSITORIES }, (_, at) => `${OWNER}/many-${at + 1}`);
  for (const full of names) {
    const name = full.slice(OWNER.length + 1);
    await forge.operator.createRepository({
      owner: OWNER,
      name,
      files: { 'README.md': '# Many\n' },
    });
    forge.operator.setPermission({ repository: full, login: 'ann', permission: 'write' });
  }
  forge.operator.installApp({ slug: 'redgreen', repositories: names });
  // Nobody listens yet: what GitHub sends is taken from its log.
  forge.operator.setWebhookUrl({ slug: 'redgreen', url: 'http://127.0.0.1:1/' });
  for (const repository of names) {
    for (let at = 0; at < ISSUES_OF_EACH; at += 1) {
      const { number } = await forge.as('ann').openIssue(repository, { title: 'Sort the list' });
      await forge.as('ann').label({ repository, number }, 'redgreen');
    }
  }
  await forge.settled(60_000);
  const labels = forge.deliveries.filter(
    ({ event, action }) => event === 'issues' && action === 'labeled',
  );
  assert.equal(labels.length, REPOSITORIES * ISSUES_OF_EACH);
  const { id, bot } = connected.seeded.app;
  const admission = { ...DEFAULT_ADMISSION, app: { id, botUserId: bot.id } };
  await using world = await webhookWorld({ github: connected.another(), admission });
  const answers = await Promise.all(
    labels.map(async ({ payload: body, requestHeaders: headers }) => {
      const sent = { method: 'POST', headers: { ...headers }, body };
      return (await fetch(`${world.url}${WEBHOOK_PATH}`, sent)).status;
    }),
  );
  assert.deepEqual(new Set(answers), new Set([200]));
  const decided = async () => (await world.count('webhook_deliveries', 'outcome is null')) === 0;
  await until(decided, DECIDED_MS);
  assert.equal(await world.count('jobs'), labels.length);
  assert.equal(await world.count('webhook_deliveries', `outcome = 'accepted'`), labels.length);
});

test('kill -9 between answer and decision, and a label while nobody was there: a job for each', async () => {
  await using stage = await openTestStage();
  await using store = await openRecords(stage);
  const { forge } = stage;
  const first = await startPlay(stage, 'straight');
  const slow = forge.injectFault({
    kind: 'slow',
    operation: 'repos/get-collaborator-permission-level',
    delayMs: 60_000,
    times: 100,
  });
  const answered = await stage.openAndLabel();
  await forge.settled();
  assert.equal(forge.deliveries.find(({ action }) => action === 'labeled')?.statusCode, 200);
  const jobs = async () =>
    await store.transaction(async (records) => await records.jobs.list({ limit: 10 }));
  assert.deepEqual(await jobs(), []);
  await first.kill();
  const missed = await forge
    .as(PERSON)
    .openIssue(REPOSITORY, { title: 'Another', labels: ['redgreen'] });
  await forge.settled();
  slow.remove();
  await using _second = await startPlay(stage, 'straight');
  await until(async () => (await jobs()).length === 2, 120_000);
  const issues = new Set((await jobs()).map(({ issueNumber }) => issueNumber));
  assert.deepEqual(issues, new Set([answered.issue, missed.number]));
});
