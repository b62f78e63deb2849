// `/verify` from its comment to the row of a check: who may, on which pull requests, and
// why not.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { applyEvent } from '../../../app/engine/apply.ts';
import { AppError } from '../../../app/errors.ts';
import type { OutcomeBody } from '../../../app/job/events.ts';
import type { Records } from '../../../app/store/records.ts';
import { createStore } from '../../../app/store/store.ts';
import { addCase, proposePlan } from '../../support/approved-plan.ts';
import { until } from '../../support/waiting.ts';
import { APP_ID, commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const HEAD = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const EVE = { id: 66, login: 'eve', type: 'User' };

/** Job of issue 12 on pull request 13, at work on tests for an approved plan. */
async function approved(): Promise<{ world: WebhookWorld; jobId: string }> {
  const world = await webhookWorld();
  await world.send(labeled());
  const { rows } = await world.client.query<{ id: string }>('select id from jobs');
  const jobId = rows[0]?.id ?? '';
  world.pulls.set(13, jobId);
  world.github.pulls.set(13, { headSha: HEAD, body: 'Closes #12' });
  world.github.pulls.set(14, { headSha: OTHER, body: 'By hand. Fixes #12' });
  world.github.pulls.set(15, { headSha: OTHER, body: 'Fixes #4711' });
  const revision = randomUUID();
  await act(world, async (records) => {
    await drive(records, jobId, { type: 'start' }, { type: 'reserved' });
    await proposePlan(records, jobId, { revisionToken: revision, installationId: 5 });
    await drive(records, jobId, { type: 'planned', revision, strategies: 1 });
    await drive(records, jobId, { type: 'strategy_chosen', strategy: 1 });
  });
  await world.send(commented('/approve'));
  return { world, jobId };
}

/** The same with its test, stopped: nothing is left to be run for it. */
async function stopped(): Promise<{ world: WebhookWorld; jobId: string }> {
  const { world, jobId } = await approved();
  await act(world, async (records) => {
    const plan = await records.plans.approved(jobId);
    await addCase(records, jobId, plan?.id ?? '');
  });
  await world.send(commented('/stop'));
  await world.told();
  world.github.reactions.length = 0;
  world.github.comments.length = 0;
  return { world, jobId };
}

async function act(world: WebhookWorld, work: (records: Records) => Promise<void>): Promise<void> {
  const store = createStore({ url: world.databaseUrl });
  try {
    await store.transaction(work);
  } finally {
    await store.close();
  }
}

async function drive(
  records: Records,
  jobId: string,
  ...bodies: (OutcomeBody | { type: 'start' })[]
) {
  for (const body of bodies) {
    const effect = (await records.jobs.find(jobId))?.job.effectNumber ?? 0;
    const event = body.type === 'start' ? body : { ...body, effect };
    assert.ok((await applyEvent(records, jobId, { event, actor: 'test' })).ok, body.type);
  }
}

async function checksOf(world: WebhookWorld): Promise<unknown[]> {
  const { rows } = await world.client.query(
    `select pull_number, commit_sha, requested_by, comment_id, status from branch_checks
      order by requested_at`,
  );
  return rows;
}

describe('/verify', () => {
  test('on the pull request of its job is a row in the transaction of its delivery', async () => {
    const { world, jobId } = await stopped();
    await using _ = world;
    const delivery = { ...commented('/verify', { id: 99 }), guid: randomUUID() };
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await world.send(delivery)).status, 200);
    }
    await world.told();
    assert.deepEqual(await checksOf(world), [
      { pull_number: 13, commit_sha: HEAD, requested_by: 'mona', comment_id: 99, status: 'open' },
    ]);
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: 'eyes' }]);
    assert.deepEqual(world.github.comments, []);
    const { rows } = await world.client.query(
      `select actor, job_id, detail->>'commitSha' as sha from audit_events
        where subject = 'branch_check' and action = 'requested'`,
    );
    assert.deepEqual(rows, [{ actor: 'mona', job_id: jobId, sha: HEAD }]);
  });

  for (const [event, name] of [
    ['check_run', 'check_run'],
    ['check_suite', 'check_suite'],
  ] as const) {
    test(`by the button of our ${name} is a row for the commit of that check`, async () => {
      const { world } = await stopped();
      await using _ = world;
      const { installation, repository, sender } = commented('/verify').payload;
      const pull_requests = [{ number: 13 }];
      const check = { id: 500, head_sha: OTHER, app: { id: APP_ID }, pull_requests };
      const asked = { action: 'rerequested', installation, repository, sender, [name]: check };
      await world.send({ event, payload: asked });
      await world.send({ event, payload: { ...asked, sender: EVE } });
      await world.told();
      assert.deepEqual(await checksOf(world), [
        {
          pull_number: 13,
          commit_sha: OTHER,
          requested_by: 'mona',
          comment_id: null,
          status: 'open',
        },
      ]);
      assert.deepEqual(world.github.reactions, []);
    });
  }

  test('of a commit whose check has not ended starts no second one, however many ask at once', async () => {
    const { world } = await stopped();
    await using _ = world;
    const asked = Array.from({ length: 4 }, (_none, id) => commented('/verify', { id: id + 1 }));
    await Promise.all(asked.map(async (one) => await world.send(one)));
    await world.told();
    assert.equal((await checksOf(world)).length, 1);
    const reactions = world.github.reactions.map(({ reaction }) => reaction).toSorted();
    assert.deepEqual(reactions, ['confused', 'confused', 'confused', 'eyes']);
    const words = /`JOB_STATE_INVALID`\): a check of `aaaaaaa`, asked for by `mona`, is under way/;
    for (const { body } of world.github.comments) assert.match(body, words);
    assert.equal(world.github.comments.length, 3);
  });

  test('on a pull request that names the issue checks that commit', async () => {
    const { world } = await stopped();
    await using _ = world;
    await world.send(commented('/verify', { number: 14, id: 99 }));
    assert.deepEqual(await checksOf(world), [
      {
        pull_number: 14,
        commit_sha: OTHER,
        requested_by: 'mona',
        comment_id: 99,
        status: 'open',
      },
    ]);
  });

  test('without a plan is refused in one sentence, each time', async () => {
    const { world } = await stopped();
    await using _ = world;
    await world.send(commented('/verify', { number: 15, id: 1 }));
    await world.send(commented('/verify', { number: 15, id: 2 }));
    await world.told();
    assert.equal(world.github.comments.length, 2);
    for (const { number, body } of world.github.comments) {
      assert.equal(number, 15);
      assert.match(body, /^`\/verify` was refused \(`NOT_FOUND`\): [^.]*approved plan; [^.]*\.$/);
    }
    assert.deepEqual(await checksOf(world), []);
    assert.equal(await world.count('audit_events', `action = 'refused'`), 2);
  });

  test('while the job works, and before its tests are written, is refused', async () => {
    const { world, jobId } = await approved();
    await using _ = world;
    await world.send(commented('/verify'));
    await world.told();
    assert.match(world.github.comments.at(-1)?.body ?? '', /still at work \(the tests are being/);
    await act(world, async (records) => {
      await applyEvent(records, jobId, { event: { type: 'cancel' }, actor: 'mona' });
    });
    await world.send(commented('/verify'));
    await world.told();
    assert.match(world.github.comments.at(-1)?.body ?? '', /no tests were written/);
    assert.deepEqual(await checksOf(world), []);
  });

  test('by a stranger checks nothing, here and elsewhere', async () => {
    const { world } = await stopped();
    await using _ = world;
    for (const number of [13, 14, 15]) {
      await world.send(commented('/verify', { number, sender: EVE }));
    }
    await world.told();
    assert.deepEqual(await checksOf(world), []);
    assert.equal(world.github.comments.length, 1, 'explained once');
    assert.match(world.github.comments[0]?.body ?? '', /needs the write role/);
  });

  test('is decided once GitHub shows the pull request', async () => {
    const { world } = await stopped();
    await using _ = world;
    world.github.fault = new AppError('GITHUB_UNAVAILABLE');
    assert.equal((await world.post(commented('/verify', { number: 14 }))).status, 200);
    await until(() => world.logged.join('').includes('a delivery is tried again later'));
    assert.equal(await world.count('webhook_deliveries', 'outcome is null'), 1);
    assert.deepEqual(await checksOf(world), []);
    world.github.fault = undefined;
    await world.decided();
    assert.equal((await checksOf(world)).length, 1);
  });

  test('said on the issue has no commit to check', async () => {
    const { world } = await approved();
    await using _ = world;
    await world.send(commented('/verify', { number: 12, isPull: false }));
    await world.told();
    assert.match(world.github.comments.at(-1)?.body ?? '', /`VALIDATION_ERROR`.*no pull request/);
  });
});
