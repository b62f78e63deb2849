import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import { AppError } from '../../../app/errors.ts';
import type { Permission } from '../../../app/github/port.ts';
import { createStore } from '../../../app/store/store.ts';
import { until } from '../../support/waiting.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

describe('a label', () => {
  test('starts one job, in one transaction with what became of its delivery', async () => {
    await using world = await webhookWorld();
    const guid = randomUUID();
    const { status } = await world.send({ ...labeled(), guid });
    assert.equal(status, 200);
    const { rows } = await world.client.query(
      `select jobs.state, job_key, issue_number, outcome, event, action, hook_id,
              webhook_deliveries.installation_id, work.worker
         from webhook_deliveries join jobs on jobs.id = job_id join work on work.job_id = jobs.id
        where guid = $1`,
      [guid],
    );
    assert.deepEqual(rows, [
      {
        state: 'PENDING',
        job_key: 'issue:9:12',
        issue_number: 12,
        outcome: 'accepted',
        event: 'issues',
        action: 'labeled',
        hook_id: 1001,
        installation_id: 5,
        worker: null,
      },
    ]);
    const audit = await world.client.query(
      `select actor, action, detail from audit_events where subject = 'delivery'`,
    );
    assert.equal(audit.rows[0]?.actor, 'mona');
    assert.match(audit.rows[0]?.detail.issueDigest, /^[0-9a-f]{64}$/);
    await world.told();
    assert.deepEqual(world.github.reactions, [{ target: { issue: 12 }, reaction: 'eyes' }]);
    assert.deepEqual(world.github.comments, []);
  });

  test('delivered 200 times, 20 at once, starts one job and is told once', async () => {
    await using world = await webhookWorld();
    const delivery = { ...labeled(), guid: randomUUID() };
    const statuses = new Set<number>();
    for (let sent = 0; sent < 200; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => world.send(delivery)));
      for (const { status } of answers) statuses.add(status);
    }
    assert.deepEqual([...statuses], [200]);
    assert.equal(await world.count('jobs'), 1);
    assert.equal(await world.count('webhook_deliveries'), 1);
    await world.told();
    assert.equal(world.github.reactions.length, 1);
  });

  test('put on twice at once, by two deliveries, starts one job', async () => {
    await using world = await webhookWorld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.send(labeled())));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(await world.count('jobs'), 1);
    assert.equal(await world.count('webhook_deliveries', `outcome = 'accepted'`), 1);
    assert.equal(await world.count('webhook_deliveries', `outcome = 'ignored'`), 7);
  });

  test('delivered again after its job has ended starts no other', async () => {
    await using world = await webhookWorld();
    const delivery = { ...labeled(), guid: randomUUID() };
    await world.send(delivery);
    await world.send(commented('/stop', { number: 12, isPull: false }));
    assert.equal((await world.send(delivery)).status, 200);
    assert.equal(await world.count('jobs'), 1);
    assert.equal(await world.count('jobs', `state = 'FAILED'`), 1);
  });

  test('with the same GUID from another hook is another delivery', async () => {
    await using world = await webhookWorld();
    const guid = randomUUID();
    await world.send({ ...labeled({ number: 1 }), guid });
    await world.send({ ...labeled({ number: 2 }), guid, hookId: '2002' });
    assert.equal(await world.count('jobs'), 2);
  });

  test('on twenty issues by someone with write access starts twenty jobs', async () => {
    await using world = await webhookWorld();
    for (let number = 1; number <= 20; number += 1) await world.send(labeled({ number }));
    assert.equal(await world.count('jobs'), 20);
  });

  test('on twenty issues by someone with triage starts nothing and is explained once', async () => {
    await using world = await webhookWorld();
    world.github.permissions.set('mona', 'triage');
    for (let number = 1; number <= 20; number += 1) {
      assert.equal((await world.send(labeled({ number }))).status, 200);
    }
    await world.told();
    assert.equal(await world.count('jobs'), 0);
    assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 20);
    assert.equal(await world.count('audit_events', `action = 'refused'`), 20);
    assert.equal(world.github.comments.length, 1);
    assert.match(world.github.comments[0]?.body ?? '', /needs the write role.*has triage\.$/);
  });

  test('of every role below write starts nothing', async () => {
    await using world = await webhookWorld();
    const roles: Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
    for (const [index, role] of roles.entries()) {
      world.github.permissions.set('mona', role);
      await world.send(labeled({ number: index + 1 }));
    }
    const { rows } = await world.client.query('select issue_number from jobs order by 1');
    assert.deepEqual(
      rows.map(({ issue_number: number }) => number),
      [4, 5, 6],
    );
  });

  test('of another name, by a bot or by ourselves costs no call to GitHub and gets no answer', async () => {
    await using world = await webhookWorld();
    const bot = { id: 41, login: 'echo[bot]', type: 'Bot' };
    const own = { id: 7700, login: 'redgreen[bot]', type: 'Bot' };
    await world.send(labeled({ label: 'bug' }));
    await world.send(labeled({ sender: bot }));
    await world.send(labeled({ sender: own }));
    await world.told();
    assert.equal(world.github.asked, 0);
    assert.deepEqual([world.github.comments, world.github.reactions], [[], []]);
    assert.equal(await world.count('jobs'), 0);
    assert.equal(await world.count('webhook_deliveries', `reason is not null`), 3);
  });

  test('that is gone by now, or on a closed issue, starts nothing', async () => {
    await using world = await webhookWorld();
    world.github.labels = ['bug'];
    await world.send(labeled({ number: 1 }));
    world.github.labels = ['redgreen'];
    world.github.state = 'closed';
    await world.send(labeled({ number: 2 }));
    assert.equal(await world.count('jobs'), 0);
    assert.equal(await world.count('webhook_deliveries', `outcome = 'ignored'`), 2);
  });

  test('put on again and again after each end opens the breaker', async () => {
    await using world = await webhookWorld();
    for (let round = 1; round <= 8; round += 1) {
      await world.send(labeled());
      if (round > 5) continue;
      await world.send(commented('/stop', { number: 12, isPull: false }));
    }
    await world.told();
    assert.equal(await world.count('jobs'), 5);
    assert.equal(await world.count('webhook_deliveries', `reason like '5 jobs were begun%'`), 3);
    assert.equal(world.github.comments.length, 1);
  });
});

describe('what cannot be decided or written', () => {
  const faults: [string, Error][] = [
    ['a 404', new AppError('NOT_FOUND')],
    ['a limit', new AppError('RATE_LIMITED')],
    ['a timeout', new AppError('TIMEOUT')],
    ['a fault of ours', new TypeError('fetch failed')],
  ];
  test('for want of GitHub starts nothing, and is decided when it answers', async () => {
    await using world = await webhookWorld();
    for (const [index, [name, fault]] of faults.entries()) {
      const delivery = { ...labeled({ number: index + 1 }), guid: randomUUID() };
      world.github.fault = fault;
      assert.equal((await world.post(delivery)).status, 200, name);
      const isTriedAgain = async () => (await tries(world)) > 1;
      await until(isTriedAgain);
      assert.equal(await world.count('jobs'), index);
      assert.equal(await world.count('webhook_deliveries', 'outcome is null'), 1);
      world.github.fault = undefined;
      await world.decided();
      assert.equal(await world.count('jobs'), index + 1);
      assert.equal((await world.post(delivery)).status, 200, name);
    }
    assert.equal(await world.count('webhook_deliveries', `outcome = 'accepted'`), faults.length);
  });

  test('a database that is down is answered with 503, without its name or address', async () => {
    const store = createStore({ url: 'postgres://u:hidden-password@127.0.0.1:1/nowhere' });
    try {
      await using world = await webhookWorld({ store });
      const { status, body } = await world.send(labeled());
      assert.equal(status, 503);
      assert.ok(!body.includes('nowhere') && !body.includes('127.0.0.1'));
      assert.ok(!world.logged.join('').includes('hidden-password'));
    } finally {
      await store.close();
    }
  });

  test('a job that cannot be begun takes what was decided back with it', async () => {
    let isBroken = true;
    const jobs = {
      begin: async (...job: Parameters<typeof beginJob>) => {
        await beginJob(...job);
        if (isBroken) throw new AppError('DATABASE_UNREACHABLE');
      },
      apply: applyEvent,
    };
    await using world = await webhookWorld({ jobs });
    assert.equal((await world.post(labeled())).status, 200);
    await until(async () => (await tries(world)) > 1);
    assert.equal(await world.count('jobs'), 0);
    assert.equal(await world.count('webhook_deliveries', 'outcome is null'), 1);
    assert.equal(await world.count('audit_events'), 0);
    isBroken = false;
    await world.decided();
    assert.equal(await world.count('jobs'), 1);
  });
});

async function tries({ client }: WebhookWorld): Promise<number> {
  const { rows } = await client.query<{ tries: number }>('select max(tries) as tries from inbox');
  return rows[0]?.tries ?? 0;
}
