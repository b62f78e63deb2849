// What happened while the app was down, heard after it: on the real forge, whose webhooks lead to
// the real door, or nowhere.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_ADMISSION } from '../../../app/command/admission-settings.ts';
import type { Missed } from '../../../app/github/missed/port.ts';
import { catchUp } from '../../../app/webhook/catch-up/catch-up.ts';
import type { CatchUpDeps } from '../../../app/webhook/catch-up/place.ts';
import { WEBHOOK_PATH } from '../../../app/webhook/middleware.ts';
import { until } from '../../support/waiting.ts';
import { closeForge, REPOSITORY } from '../forge/seeded-forge.ts';
import { type Connected, connect } from '../github/connected.ts';
import { SECRET, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const NOWHERE = 'http://127.0.0.1:1/';

let connected: Connected;
before(async () => {
  connected = await connect({}, { app: { webhookSecret: SECRET } });
});
after(async () => await closeForge(connected.seeded));

type Town = AsyncDisposable & {
  world: WebhookWorld;
  github: CatchUpDeps['github'];
  pass(): Promise<void>;
  goDown(): Promise<void>;
  comeUp(): void;
};

/** An app that has just been started for the first time, on the one forge of this file. */
async function town(wishes: Partial<Missed> = {}): Promise<Town> {
  const { seeded } = connected;
  const { forge, app } = seeded;
  // GitHub cuts its times to seconds: what another test did belongs to an earlier one.
  const second = Math.floor(Date.now() / 1_000);
  await until(async () => await Promise.resolve(Date.now() >= (second + 1) * 1_000));
  const client = connected.another();
  const { signal } = new AbortController();
  const github = { ...client, ...client.missed(signal), ...wishes };
  const admission = { ...DEFAULT_ADMISSION, app: { id: app.id, botUserId: app.bot.id } };
  const world = await webhookWorld({
    github,
    admission,
    tell: async ({ repository, threadNumber }, { text }) => {
      await github.comment(repository, threadNumber, text);
    },
  });
  const deps: CatchUpDeps = { ...world.deps, github };
  const comeUp = () => {
    forge.operator.setWebhookUrl({ slug: 'redgreen', url: `${world.url}${WEBHOOK_PATH}` });
  };
  comeUp();
  const pass = async () => {
    await catchUp(deps, 0);
    await forge.settled();
    await world.told();
  };
  await pass();
  return {
    world,
    github,
    pass,
    async goDown() {
      await forge.settled();
      await world.decided();
      forge.operator.setWebhookUrl({ slug: 'redgreen', url: NOWHERE });
    },
    comeUp,
    [Symbol.asyncDispose]: async () => {
      await forge.settled();
      await world[Symbol.asyncDispose]();
    },
  };
}

const ann = () => connected.seeded.forge.as('ann');
const issue = async () => {
  const { number } = await ann().openIssue(REPOSITORY, { title: 'Sort the list', body: 'By name' });
  return { repository: REPOSITORY, number };
};
const redelivered = () => connected.made('apps/redeliver-webhook-delivery');

async function jobsOf({ world }: Town): Promise<string[]> {
  const { rows } = await world.client.query<{ job: string }>(
    `select issue_number || ' ' || case state when 'FAILED' then failure_reason else state end
       as job from jobs order by issue_number`,
  );
  return rows.map(({ job }) => job);
}

describe('an app that was down', () => {
  for (const log of ['with', 'without'] as const) {
    test(`does ${log} GitHub’s log of deliveries for each issue exactly what it should`, async () => {
      await using here = await town();
      const fault =
        log === 'without' &&
        connected.seeded.forge.injectFault({
          kind: 'error',
          status: 403,
          operation: 'apps/list-webhook-deliveries',
          times: 100,
        });
      const running = await issue();
      await ann().label(running, 'redgreen');
      await here.goDown();
      const all = [await issue(), await issue(), await issue(), await issue(), await issue()];
      const [fresh, closed, unlabelled, stopped, byTriage] = all as [
        typeof running,
        typeof running,
        typeof running,
        typeof running,
        typeof running,
      ];
      for (const one of [fresh, closed, unlabelled, stopped]) await ann().label(one, 'redgreen');
      await connected.seeded.forge.as('theo').label(byTriage, 'redgreen');
      await ann().editIssue(closed, { state: 'closed' });
      await ann().unlabel(unlabelled, 'redgreen');
      await ann().comment(fresh, 'I would like to have this soon.');
      await ann().comment(stopped, '/stop');
      await ann().comment(running, '/stop');
      await connected.seeded.forge.settled();
      assert.deepEqual(await jobsOf(here), [`${running.number} PENDING`]);
      here.comeUp();
      for (let times = 0; times < 3; times += 1) await here.pass();
      if (fault) fault.remove();
      assert.deepEqual(await jobsOf(here), [
        `${running.number} USER_CANCELLED`,
        `${fresh.number} PENDING`,
        `${stopped.number} USER_CANCELLED`,
      ]);
      const decided = `outcome = 'accepted' and event = 'issue_comment'`;
      assert.equal(await here.world.count('webhook_deliveries', decided), 2);
      const explained = await connected.seeded.bot.issues.listComments({
        owner: 'acme',
        repo: 'shop',
        issue_number: byTriage.number,
      });
      assert.equal(explained.data.length, 1, 'told once');
    });
  }

  test('that lost only its answers asks for nothing again', async () => {
    await using here = await town();
    const fault = connected.seeded.forge.injectFault({
      kind: 'lost-answer',
      operation: 'webhook/issues',
      times: 2,
    });
    const one = await issue();
    await ann().label(one, 'redgreen');
    await connected.seeded.forge.settled();
    fault.remove();
    await here.world.decided();
    const asked = redelivered();
    await here.pass();
    assert.equal(redelivered(), asked);
    assert.deepEqual(await jobsOf(here), [`${one.number} PENDING`]);
  });

  test('asks GitHub for a delivery again at most three times', async () => {
    await using here = await town();
    await here.goDown();
    const one = await issue();
    await ann().label(one, 'redgreen');
    await connected.seeded.forge.settled();
    const asked = redelivered();
    for (let times = 0; times < 5; times += 1) await here.pass();
    assert.equal(redelivered() - asked, 3);
    // Its label was heard of all the same.
    assert.deepEqual(await jobsOf(here), [`${one.number} PENDING`]);
  });

  test('for longer than GitHub keeps deliveries ends what is over by now, and nothing else', async () => {
    await using here = await town();
    const { seeded } = connected;
    const [closed, unlabelled, edited] = [await issue(), await issue(), await issue()];
    const [back, withPull, retried] = [await issue(), await issue(), await issue()];
    const all = [closed, unlabelled, edited, back, withPull, retried];
    for (const one of all) await ann().label(one, 'redgreen');
    await seeded.forge.settled();
    await here.world.decided();
    const branch = `redgreen/issue-${withPull.number}`;
    await ann().push(REPOSITORY, { branch, files: { 'a.txt': 'a' }, message: 'a' });
    const pull = await ann().openPull(REPOSITORY, { title: 'x', head: branch, base: 'main' });
    await here.world.client.query('update threads set pull_number = $2 where issue_number = $1', [
      withPull.number,
      pull.number,
    ]);
    await here.goDown();
    await ann().unlabel(retried, 'redgreen');
    // Begun by `/retry` after its label was taken off: what was before does not end it.
    await here.world.client.query('set session_replication_role = replica');
    await here.world.client.query(
      `update jobs set parent_job_id = (select id from jobs where issue_number = $1),
         created_at = now() + interval '5 seconds' where issue_number = $2`,
      [edited.number, retried.number],
    );
    await ann().editIssue(closed, { state: 'closed' });
    await ann().unlabel(unlabelled, 'redgreen');
    await ann().editIssue(edited, { title: 'Sort the list twice' });
    await ann().editIssue(back, { state: 'closed' });
    await ann().editIssue(back, { state: 'open' });
    await ann().closePull({ repository: REPOSITORY, number: pull.number });
    await seeded.forge.settled();
    here.comeUp();
    // Its log has forgotten them.
    const fault = seeded.forge.injectFault({
      kind: 'error',
      status: 403,
      operation: 'apps/list-webhook-deliveries',
      times: 100,
    });
    for (let times = 0; times < 3; times += 1) await here.pass();
    fault.remove();
    assert.deepEqual(await jobsOf(here), [
      `${closed.number} USER_CANCELLED`,
      `${unlabelled.number} USER_CANCELLED`,
      `${edited.number} PENDING`,
      `${back.number} PENDING`,
      `${withPull.number} USER_CANCELLED`,
      `${retried.number} PENDING`,
    ]);
    const { rows } = await here.world.client.query<{ detail: string }>(
      `select facts->>'failureDetail' as detail from jobs where state = 'FAILED' order by issue_number`,
    );
    assert.match(rows[0]?.detail ?? '', /the issue was closed by/);
    assert.match(rows[1]?.detail ?? '', /the label `redgreen` was taken off by/);
    assert.match(rows[2]?.detail ?? '', /the pull request was closed by/);
    const heard = `event <> 'issue_comment' and hook_id = 0 and outcome is not null`;
    assert.equal(await here.world.count('webhook_deliveries', heard), 3, 'each once');
  });
});

test('the first start greets in the log, and hears nothing of what was before', async () => {
  const { forge } = connected.seeded;
  forge.operator.setWebhookUrl({ slug: 'redgreen', url: NOWHERE });
  await ann().label(await issue(), 'redgreen');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const calls = forge.calls.length;
  await using here = await town();
  assert.match(here.world.logged.join(''), /Welcome: what happens on GitHub from now on is heard/);
  await here.pass();
  assert.equal(forge.calls.slice(calls).filter(({ actor }) => actor === 'redgreen[bot]').length, 0);
  assert.deepEqual(await jobsOf(here), []);
});

test('of two processes one looks, and a repository that shows nothing hides no other', async () => {
  const { forge } = connected.seeded;
  let asked = 0;
  const { installations } = connected.another().missed(new AbortController().signal);
  await using here = await town({
    installations: async () => {
      asked += 1;
      return [...(await installations()), 404];
    },
  });
  const deps: CatchUpDeps = { ...here.world.deps, github: here.github };
  await here.goDown();
  const one = await issue();
  await ann().label(one, 'redgreen');
  await forge.settled();
  asked = 0;
  // The start itself was a moment ago.
  await Promise.all([catchUp(deps, 600_000), catchUp(deps, 600_000)]);
  assert.equal(asked, 0);
  await here.pass();
  assert.equal(asked, 1);
  assert.deepEqual(await jobsOf(here), [`${one.number} PENDING`]);
});
