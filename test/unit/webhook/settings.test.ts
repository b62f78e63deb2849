// The settings of a repository decide what starts a job and what the job begins with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../../app/store/store.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const REPOSITORY = 9;

test('a label of the settings file starts a job, the usual one no longer does', async () => {
  await using world = await webhookWorld();
  world.github.settingsFile = 'label: agent\n';
  world.github.labels = ['redgreen', 'agent'];
  await world.send(labeled({ number: 1 }));
  assert.equal(await world.count('jobs'), 0);
  await world.send(labeled({ number: 1, label: 'agent' }));
  assert.equal(await world.count('jobs'), 1);
});

test('what admins saved wins over the file, leaf by leaf, and a job keeps what it began with', async () => {
  await using world = await webhookWorld();
  world.github.settingsFile = 'label: agent\nbudget: {usd: 2, attempts: 3}\nbase: develop\n';
  await save(world, { label: 'redgreen', budget: { usd: 7.5 } });
  await world.send(labeled());
  const { rows } = await world.client.query(
    `select facts->'budget' as budget, file, page from jobs join settings_snapshots on job_id = id`,
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0].budget.costUsd, 7.5);
  assert.equal(rows[0].budget.attempts, 3);
  assert.deepEqual(rows[0].file, {
    label: 'agent',
    budget: { usd: 2, attempts: 3 },
    base: 'develop',
  });
  assert.deepEqual(rows[0].page, { label: 'redgreen', budget: { usd: 7.5 } });
});

test('a settings file that cannot be used starts nothing, and the thread hears which line', async () => {
  await using world = await webhookWorld();
  world.github.settingsFile = 'label: redgreen\nbudget:\n  usd: many\n';
  await world.send(labeled());
  await world.told();
  assert.equal(await world.count('jobs'), 0);
  assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 1);
  const [said] = world.github.comments;
  assert.match(said?.body ?? '', /budget\.usd \(line 3\)/);
  assert.match(said?.body ?? '', /must be a number of dollars/);
  assert.match(said?.body ?? '', /Correct it on/);
});

test('the organisation’s file holds where the repository says nothing, and is frozen with the job', async () => {
  await using world = await webhookWorld();
  world.github.organisationFile = 'label: agent\nbudget: {usd: 2, attempts: 3}\n';
  world.github.settingsFile = 'budget: {attempts: 4}\n';
  world.github.labels = ['agent'];
  await world.send(labeled());
  assert.equal(await world.count('jobs'), 0, 'the usual label is another one here');
  await world.send(labeled({ label: 'agent' }));
  const { rows } = await world.client.query(
    `select facts->'budget' as budget, organisation, file
       from jobs join settings_snapshots on job_id = id`,
  );
  assert.equal(rows[0].budget.costUsd, 2);
  assert.equal(rows[0].budget.attempts, 4);
  assert.deepEqual(rows[0].organisation, { label: 'agent', budget: { usd: 2, attempts: 3 } });
  assert.deepEqual(rows[0].file, { budget: { attempts: 4 } });
  world.github.organisationFile = 'budget: {usd: 9}\n';
  await world.send(commented('/config', { number: 12, isPull: false }));
  await world.told();
  const said = world.github.comments.at(-1)?.body ?? '';
  assert.match(said, /\| `budget\.usd` \| `2` \| organisation: `redgreen\.yml` in `\.github` \|/);
  assert.match(said, /\| `budget\.attempts` \| `4` \| `\.github\/redgreen\.yml` \|/);
});

test('an organisation’s file that cannot be used starts nothing, and is told by name and line', async () => {
  await using world = await webhookWorld();
  world.github.organisationFile = 'budget:\n  dolars: 5\n';
  await world.send(labeled());
  await world.told();
  assert.equal(await world.count('jobs'), 0);
  const [said] = world.github.comments;
  assert.match(said?.body ?? '', /`redgreen\.yml` of `octo\/\.github` cannot be used/);
  assert.match(said?.body ?? '', /budget\.dolars \(line 2\)/);
  assert.match(said?.body ?? '', /did you mean `budget\.usd`/);
  assert.match(said?.body ?? '', /Correct it on the default branch of `octo\/\.github`/);
});

test('another label is no reason to speak of a broken settings file', async () => {
  await using world = await webhookWorld();
  world.github.settingsFile = 'label: [\n';
  await world.send(labeled({ label: 'bug' }));
  await world.told();
  assert.deepEqual(world.github.comments, []);
});

test('a role that admins ask for counts at once, also for a job that is under way', async () => {
  await using world = await webhookWorld();
  await world.send(labeled());
  await save(world, { approval: { role: 'maintain' } });
  await world.send(commented('/stop', { number: 12, isPull: false }));
  assert.equal(await world.count('jobs', `state = 'FAILED'`), 0);
  await world.told();
  assert.match(world.github.comments.at(-1)?.body ?? '', /needs the maintain role/);
});

test('the role for /accept is its own, and asked for in the organisation’s file too', async () => {
  await using world = await webhookWorld();
  world.github.organisationFile = 'approval: {accept: maintain}\n';
  await world.send(labeled());
  const accept = async () => {
    await world.send(commented('/accept', { number: 12, isPull: false }));
    await world.told();
    return world.github.comments.at(-1)?.body ?? '';
  };
  assert.match(await accept(), /needs the maintain role/);
  world.github.permissions.set('mona', 'maintain');
  assert.doesNotMatch(await accept(), /needs the maintain role/);
});

test('a person can ask which settings are in force and who set them', async () => {
  await using world = await webhookWorld();
  world.github.settingsFile = 'budget: {usd: 2}\n';
  await world.send(labeled());
  await save(world, { paths: { protect: ['src/legal', 'a|b'] } });
  await world.send(commented('/config', { number: 12, isPull: false }));
  await world.told();
  const said = world.github.comments.at(-1)?.body ?? '';
  assert.match(said, /\| `budget\.usd` \| `2` \| `\.github\/redgreen\.yml` \|/);
  assert.match(said, /\| `paths\.protect` \| `src\/legal, a\\\|b` \| settings page \|/);
  assert.match(said, /\| `label` \| `redgreen` \| default \|/);
});

async function save(world: WebhookWorld, settings: object): Promise<void> {
  const store = createStore({ url: world.databaseUrl });
  try {
    await store.transaction(async (records) => {
      const place = { id: REPOSITORY, installationId: 5, owner: 'octo', name: 'hello' };
      await records.installations.saveInstallation({ id: 5, accountId: 1, accountLogin: 'octo' });
      await records.installations.saveRepository({
        ...place,
        defaultBranch: 'main',
        isPrivate: false,
      });
      const version = (await records.settings.find(REPOSITORY))?.version ?? 0;
      await records.settings.save({ repositoryId: REPOSITORY, settings, version, by: 'mona' });
    });
  } finally {
    await store.close();
  }
}
