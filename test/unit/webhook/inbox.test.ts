import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { newWorker } from '../../../app/engine/worker.ts';
import { AppError } from '../../../app/errors.ts';
import type { Permission } from '../../../app/github/port.ts';
import { hear } from '../../../app/webhook/hear.ts';
import { deferred, until } from '../../support/waiting.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const NO_LIMITS = { leaseMs: 15_000, deciding: 100, telling: 100 };

async function outcomes({ client }: WebhookWorld): Promise<string[]> {
  const { rows } = await client.query<{ outcome: string | null }>(
    'select outcome from webhook_deliveries order by outcome',
  );
  return rows.map(({ outcome }) => outcome ?? 'undecided');
}

describe('a delivery', () => {
  test('is answered while GitHub keeps silent, and decided when it speaks', async () => {
    await using world = await webhookWorld();
    const answer = deferred<Permission>();
    world.deps.github.permission = async () => await answer.promise;
    assert.equal((await world.post(labeled())).status, 200);
    assert.deepEqual(await outcomes(world), ['undecided']);
    assert.equal(await world.count('jobs'), 0);
    answer.resolve('write');
    await world.decided();
    assert.deepEqual(await outcomes(world), ['accepted']);
    assert.equal(await world.count('jobs'), 1);
  });

  test('that was recorded is answered without asking anybody, decided or not', async () => {
    await using world = await webhookWorld();
    const delivery = { ...labeled(), guid: randomUUID() };
    await world.inbox.stop(0);
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await world.post(delivery)).status, 200);
    }
    assert.equal(world.github.asked, 0);
    await world.inbox.start();
    await world.decided();
    const { asked } = world.github;
    for (let times = 0; times < 20; times += 1) {
      assert.equal((await world.send(delivery)).status, 200);
    }
    await world.told();
    assert.equal(world.github.asked, asked);
    assert.deepEqual(await outcomes(world), ['accepted']);
    assert.equal(world.github.reactions.length, 1);
  });

  test('that the payload alone decides needs nobody behind the door', async () => {
    await using world = await webhookWorld();
    await world.inbox.stop(0);
    const own = { id: 7700, login: 'redgreen[bot]', type: 'Bot' };
    await world.post(commented('/status', { sender: own }));
    await world.post(labeled({ sender: own }));
    assert.deepEqual(await outcomes(world), ['ignored', 'ignored']);
    const { rows } = await world.client.query('select from inbox');
    assert.equal(rows.length, 0);
  });

  test('that is no command on the thread of no job asks nothing of GitHub', async () => {
    await using world = await webhookWorld();
    await world.send(commented('what a nice day'));
    await world.send(commented('/status'));
    assert.deepEqual(await outcomes(world), ['ignored', 'ignored']);
    assert.equal(world.github.asked, 0);
  });

  test('keeps what is needed of its payload, until it is decided', async () => {
    await using world = await webhookWorld();
    await world.inbox.stop(0);
    const { event, payload } = labeled({ body: 'nul \0 and more' });
    await world.post({ event, payload: { ...payload, secret: 'canary', organization: { id: 1 } } });
    const { rows } = await world.client.query<{ kept: string }>('select kept::text from inbox');
    assert.match(rows[0]?.kept ?? '', /nul . and more/);
    assert.doesNotMatch(rows[0]?.kept ?? '', /canary|organization/);
    await world.inbox.start();
    await world.told();
    assert.equal(await world.count('jobs'), 1);
    assert.equal((await world.client.query('select from inbox')).rowCount, 0);
  });
});

describe('forty labels at once', () => {
  test('are forty jobs, all answered with 200, also with two processes at work', async () => {
    await using world = await webhookWorld();
    const other = world.another();
    await other.start();
    try {
      const all = Array.from({ length: 40 }, (_, at) => labeled({ number: at + 1 }));
      const answers = await Promise.all(all.map(async (one) => await world.post(one)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      await world.told();
      assert.equal(await world.count('jobs'), 40);
      const audited = `subject = 'delivery' and action = 'accepted'`;
      assert.equal(await world.count('audit_events', audited), 40);
      assert.equal(world.github.reactions.length, 40);
    } finally {
      await other.stop(0);
    }
  });
});

describe('what is said in one thread', () => {
  test('is decided in the order in which it came', async () => {
    await using world = await webhookWorld();
    const patient = world.deps.github.permission;
    // The label waits longer for its answer than the comment behind it.
    let asked = 0;
    world.deps.github.permission = async (...question) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, asked <= 10 ? 50 : 0));
      return await patient(...question);
    };
    for (let number = 1; number <= 10; number += 1) {
      await world.post(labeled({ number }));
      await world.post(commented('/stop', { number, isPull: false }));
    }
    await world.decided();
    assert.equal(await world.count('jobs', `state = 'FAILED'`), 10);
    assert.deepEqual(new Set(await outcomes(world)), new Set(['accepted']));
  });

  test('is decided in the order in which it was said, when it came in another', async () => {
    await using world = await webhookWorld();
    await world.inbox.stop(0);
    const at = (second: number) => new Date(Date.UTC(2026, 10, 19, 12, 0, second));
    await world.post(commented('/stop', { number: 12, isPull: false, at: at(2) }));
    await world.post(labeled({ at: at(1) }));
    await world.inbox.start();
    await world.decided();
    assert.equal(await world.count('jobs', `state = 'FAILED'`), 1);
  });

  test('keeps no other thread waiting', async () => {
    await using world = await webhookWorld();
    const answer = deferred<Permission>();
    const { permission } = world.deps.github;
    world.deps.github.permission = async (repository, login) =>
      login === 'slow' ? await answer.promise : await permission(repository, login);
    const slow = { id: 4, login: 'slow', type: 'User' };
    world.github.permissions.set('slow', 'write');
    await world.post(labeled({ number: 1, sender: slow }));
    await world.post(commented('/status', { number: 1, isPull: false }));
    await world.post(labeled({ number: 2 }));
    await until(async () => (await world.count('jobs')) === 1);
    assert.equal(await world.count('webhook_deliveries', 'outcome is null'), 2);
    answer.resolve('write');
    await world.decided();
    assert.deepEqual(await outcomes(world), ['accepted', 'accepted', 'accepted']);
  });
});

describe('a GitHub', () => {
  test('that is silent for a while costs nothing but time', async () => {
    await using world = await webhookWorld();
    world.github.fault = new AppError('RATE_LIMITED', { details: { retryAfterMs: 4_000 } });
    for (let number = 1; number <= 5; number += 1) await world.post(labeled({ number }));
    await until(async () => {
      // Not before it said.
      const { rowCount } = await world.client.query(
        `select from inbox where worker is null and due_at > clock_timestamp() + interval '1 s'`,
      );
      return rowCount === 5;
    });
    world.github.fault = undefined;
    await world.decided();
    assert.equal(await world.count('jobs'), 5);
  });

  test('whose no will not change is believed after some tries, and the thread is told once', async () => {
    await using world = await webhookWorld();
    world.github.fault = new AppError('NOT_FOUND', { problem: 'there is no such issue' });
    for (let number = 1; number <= 2; number += 1) await world.post(labeled({ number }));
    await world.decided();
    assert.deepEqual(await outcomes(world), ['ignored', 'ignored']);
    await world.told();
    assert.equal(world.github.comments.length, 1);
    assert.match(
      world.github.comments[0]?.body ?? '',
      /^Nothing was done: it could not be decided: there is no such issue\. Say it again/,
    );
    assert.equal(await world.count('jobs'), 0);
  });

  test('that does not take an answer gets it later', async () => {
    await using world = await webhookWorld();
    const { react } = world.deps.github;
    let refusals = 2;
    world.deps.github.react = async (...reaction) => {
      refusals -= 1;
      if (refusals >= 0) throw new AppError('GITHUB_UNAVAILABLE');
      await react(...reaction);
    };
    await world.send(labeled());
    await world.told();
    assert.deepEqual(world.github.reactions, [{ target: { issue: 12 }, reaction: 'eyes' }]);
  });
});

describe('a worker that died', () => {
  test('before it decided leaves the delivery to the next', async () => {
    await using world = await webhookWorld();
    await world.inbox.stop(0);
    await world.post(labeled());
    // Claimed by a process whose session, and with it its lock, is gone.
    const claimed = await world.store.transaction(
      async ({ inbox }) => await inbox.claim(newWorker('inbox'), NO_LIMITS),
    );
    assert.equal(claimed?.event, 'issues');
    const next = world.another();
    await next.start();
    await world.told();
    await next.stop(0);
    assert.equal(await world.count('jobs'), 1);
    assert.equal(world.github.reactions.length, 1);
  });

  test('and comes back to life writes nothing over what the next one wrote', async () => {
    await using world = await webhookWorld();
    await world.inbox.stop(0);
    await world.post(labeled());
    const dead = newWorker('inbox');
    const claim = async (worker = dead) =>
      await world.store.transaction(async ({ inbox }) => await inbox.claim(worker, NO_LIMITS));
    const first = await claim();
    assert.ok(first);
    assert.equal(await claim(newWorker('inbox')), undefined, 'held by one');
    await world.store.transaction(async ({ inbox }) => await inbox.reclaim());
    assert.equal((await claim(newWorker('inbox')))?.id, first.id);
    const late = world.store.transaction(async ({ deliveries }) => {
      await deliveries.decide(dead, first, { outcome: 'ignored', reason: 'late' });
    });
    await assert.rejects(late, { code: 'STALE_WORKER' });
    assert.deepEqual(await outcomes(world), ['undecided']);
  });
});

describe('what is heard twice', () => {
  const caughtUp = (guid: string, event: string, action: string) => ({
    hookId: 0,
    guid,
    event,
    action,
  });

  test('is a comment acted upon once, whichever way is first', async () => {
    await using world = await webhookWorld();
    await world.send(labeled());
    const at = { number: 12, isPull: false };
    const first = commented('/status', { ...at, id: 1001 });
    const second = commented('/status', { ...at, id: 1002 });
    await world.send(first);
    const again = await hear(world.deps, caughtUp('c1', first.event, 'created'), first.payload);
    assert.equal(again, 'repeated');
    const early = await hear(world.deps, caughtUp('c2', second.event, 'created'), second.payload);
    assert.equal(early, 'queued');
    await world.send(second);
    await world.told();
    assert.equal(world.github.reactions.length, 3);
  });

  test('is a label acted upon once, also when its job has ended between', async () => {
    for (const isWebhookFirst of [true, false]) {
      await using world = await webhookWorld();
      const one = labeled({ at: new Date() });
      const byWebhook = async () => void (await world.send(one));
      const byCatchUp = async () =>
        void (await hear(world.deps, caughtUp('l1', 'issues', 'labeled'), one.payload));
      const ways = isWebhookFirst ? [byWebhook, byCatchUp] : [byCatchUp, byWebhook];
      await ways[0]?.();
      await world.decided();
      await world.send(commented('/stop', { number: 12, isPull: false }));
      await ways[1]?.();
      await world.decided();
      assert.equal(await world.count('jobs'), 1, `webhook first: ${isWebhookFirst}`);
      // A day later it is put on anew.
      await world.send(labeled({ at: new Date(Date.now() + 86_400_000) }));
      assert.equal(await world.count('jobs'), 2);
    }
  });
});
