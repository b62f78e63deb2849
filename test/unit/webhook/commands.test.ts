import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { applyEvent } from '../../../app/engine/apply.ts';
import type { OutcomeBody } from '../../../app/job/events.ts';
import { createStore } from '../../../app/store/store.ts';
import { revisionMeant } from '../../../app/webhook/revision.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const FIRST = '5f1d7a84-9c1b-4c3e-8f57-2b1c9a0d4e6f';
const SECOND = '7c0a4d1e-2b3c-4d5e-9f60-718293a4b5c6';

/** A world whose job 12 waits for the approval of its plan, on pull request 13. */
async function waiting() {
  const world = await webhookWorld();
  await world.send(labeled());
  const { rows } = await world.client.query<{ id: string }>('select id from jobs');
  const jobId = rows[0]?.id ?? '';
  world.pulls.set(13, jobId);
  await drive(world, jobId, [
    { type: 'start' },
    { type: 'reserved' },
    { type: 'planned', revision: FIRST, strategies: 1 },
    { type: 'strategy_chosen', strategy: 1 },
  ]);
  await world.told();
  world.github.reactions.length = 0;
  return { world, jobId };
}

/** Reports outcomes of the job's effects, one after the other. */
async function drive(
  world: WebhookWorld,
  jobId: string,
  outcomes: (OutcomeBody | { type: 'start' })[],
): Promise<void> {
  const store = createStore({ url: world.databaseUrl });
  try {
    for (const outcome of outcomes) {
      await store.transaction(async (records) => {
        const record = await records.jobs.find(jobId);
        const effect = record?.job.effectNumber ?? 0;
        const event = outcome.type === 'start' ? outcome : { ...outcome, effect };
        const applied = await applyEvent(records, jobId, { event, actor: 'test' });
        assert.ok(applied.ok, applied.ok ? '' : `${outcome.type}: ${applied.reason}`);
      });
    }
  } finally {
    await store.close();
  }
}

async function stateOf(world: WebhookWorld, jobId: string): Promise<string> {
  const { rows } = await world.client.query('select state from jobs where id = $1', [jobId]);
  return rows[0]?.state;
}

describe('a command on the pull request of a job', () => {
  test('approves the plan that was shown when it was written', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    assert.equal((await world.send(commented('/approve max=$3'))).status, 200);
    assert.equal(await stateOf(world, jobId), 'GENERATING_TESTS');
    await world.told();
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: '+1' }]);
    const { rows } = await world.client.query(
      `select actor, detail->'event' as event from audit_events where action = 'approve'`,
    );
    assert.deepEqual(rows, [
      { actor: 'mona', event: { type: 'approve', maxUsd: 3, revision: FIRST } },
    ]);
  });

  test('written before the newest revision is refused, as is a revision of old', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    const before = new Date();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await world.send(commented('/revise shorter'));
    await drive(world, jobId, [{ type: 'planned', revision: SECOND, strategies: 1 }]);
    await world.send(commented('/approve', { at: before }));
    await world.send(commented(`/approve ${FIRST}`));
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    await world.told();
    assert.equal(world.github.comments.length, 2);
    for (const { body } of world.github.comments) assert.match(body, /newer revision of the plan/);
    await world.send(commented(`/approve ${SECOND}`));
    assert.equal(await stateOf(world, jobId), 'GENERATING_TESTS');
  });

  test('delivered again changes nothing', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    const delivery = { ...commented('/revise shorter'), guid: randomUUID() };
    await Promise.all(Array.from({ length: 6 }, () => world.send(delivery)));
    const { rows } = await world.client.query(
      `select facts->'revise'->'texts' as texts from jobs where id = $1`,
      [jobId],
    );
    assert.deepEqual(rows[0]?.texts, ['shorter']);
    await world.told();
    assert.equal(world.github.reactions.length, 1);
  });

  test('that the state does not allow is refused with what can be said now', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/escalate yes'));
    await world.told();
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: 'confused' }]);
    const [{ number, body } = { number: 0, body: '' }] = world.github.comments;
    assert.equal(number, 13);
    assert.match(body, /^`\/escalate`: .+\n\nWhat can be said now:\n- `\/approve \[REVISION\]/);
    assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 1);
  });

  test('that cannot be understood is told how it is written', async () => {
    const { world } = await waiting();
    await using _ = world;
    await world.send(commented('/approve max=lots'));
    await world.told();
    assert.match(
      world.github.comments[0]?.body ?? '',
      /`max` needs an amount.*It is written `\/approve/,
    );
  });

  test('by a stranger, however often, moves nothing and is explained once', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    const sender = { id: 66, login: 'eve', type: 'User' };
    for (let times = 0; times < 5; times += 1) {
      await world.send(commented('/stop', { sender }));
      await world.send(commented('/gibberish', { sender }));
    }
    await world.told();
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.equal(world.github.comments.length, 1);
    assert.equal(await world.count('audit_events', `action = 'refused' and actor = 'eve'`), 10);
  });

  test('echoed by a bot for an hour moves nothing and is never answered', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    const sender = { id: 41, login: 'echo[bot]', type: 'Bot' };
    for (let times = 0; times < 30; times += 1) {
      await world.send(commented(['/stop', '> /stop', '/help'][times % 3] ?? '', { sender }));
    }
    await world.told();
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.deepEqual([world.github.comments, world.github.reactions], [[], []]);
  });

  test('is answered in place when it asks for status or help', async () => {
    const { world } = await waiting();
    await using _ = world;
    await world.send(commented('/status'));
    await world.send(commented('/help'));
    await world.told();
    const bodies = world.github.comments.map(({ body }) => body);
    assert.ok(bodies.some((body) => body.startsWith('`WAITING_SPEC_APPROVAL`: the plan waits')));
    assert.ok(bodies.some((body) => body.startsWith('What can be said now:')));
  });

  test('that is not in this version is refused with these words, and changes nothing', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/accept override'));
    await world.told();
    const body = '`/accept` is not in this version; `/help` lists what can be said now.';
    assert.deepEqual(world.github.comments, [{ number: 13, body }]);
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: 'confused' }]);
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 1);
  });

  test('keeps what it answers to a hold in its transaction', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/approve'));
    await drive(world, jobId, [{ type: 'held', reason: 'question', ask: 'Which?' }]);
    await world.send(commented('/answer the first'));
    const { rows } = await world.client.query(
      'select job_id, hold_number, kind, said, actor, comment_id from hold_answers',
    );
    assert.deepEqual(rows, [
      {
        job_id: jobId,
        hold_number: 1,
        kind: 'answer',
        said: { text: 'the first' },
        actor: 'mona',
        comment_id: 99,
      },
    ]);
    assert.equal(await world.count('jobs', `id not in (select job_id from holds)`), 1);
  });
});

test('a command on the issue works as long as its job is open; other threads are left alone', async () => {
  const { world, jobId } = await waiting();
  await using _ = world;
  const asked = world.github.asked;
  await world.send(commented('/stop', { number: 14 }));
  await world.send(commented('/stop', { number: 15, isPull: false }));
  assert.equal(world.github.asked, asked);
  await world.send(commented('/stop', { number: 12, isPull: false }));
  assert.equal(await stateOf(world, jobId), 'FAILED');
});

test('a comment means the revision planned last before it, seconds cut off', () => {
  const planned = (at: number, revision: string) => ({
    at,
    action: 'planned',
    detail: { event: { type: 'planned', revision } },
  });
  const events = [
    planned(10_000, 'a'),
    { at: 11_000, action: 'announced', detail: {} },
    { at: 12_000, action: 'planned', detail: { event: {} } },
    planned(20_500, 'b'),
  ];
  assert.equal(revisionMeant(events, 9_000), undefined);
  assert.equal(revisionMeant(events, 10_000), 'a');
  assert.equal(revisionMeant(events, 19_000), 'a');
  assert.equal(revisionMeant(events, 20_000), 'b');
});
