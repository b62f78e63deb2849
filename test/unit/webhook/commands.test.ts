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
    assert.equal((await world.send(commented('/approve max=$3', { id: 99 }))).status, 200);
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
    await world.send(commented('/escalate yes', { id: 99 }));
    await world.told();
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: 'confused' }]);
    const [{ number, body } = { number: 0, body: '' }] = world.github.comments;
    assert.equal(number, 13);
    assert.match(
      body,
      /^`\/escalate` is not possible now: .+\n\nWhat can be said now:\n\n- `\/approve \[REVISION\]/,
    );
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

  test('is answered when it asks for status or help', async () => {
    const { world } = await waiting();
    await using _ = world;
    await world.send(commented('/status'));
    await world.send(commented('/help'));
    await world.told();
    const bodies = world.github.comments.map(({ body }) => body);
    assert.ok(bodies.some((body) => body.startsWith('**The plan waits for approval.**')));
    assert.ok(bodies.some((body) => body.startsWith('What can be said now:')));
  });

  test('of a job that has not ended is no errand: refused, with what can be said', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/accept override', { id: 99 }));
    await world.told();
    const [{ body } = { body: '' }] = world.github.comments;
    assert.match(body, /^`\/accept`: not possible now: the plan waits for approval\.\n\nWhat can/);
    assert.deepEqual(world.github.reactions, [{ target: { comment: 99 }, reaction: 'confused' }]);
    assert.equal(await stateOf(world, jobId), 'WAITING_SPEC_APPROVAL');
    assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 1);
  });

  test('chooses the model of the coming turns, and says so from then on', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/model opus-of-yesterday'));
    await world.send(commented('/model sonnet'));
    await world.send(commented('/status'));
    await world.send(commented('/config'));
    await world.told();
    const [refused = '', chosen = '', status = '', config = ''] = world.github.comments.map(
      ({ body }) => body,
    );
    assert.match(refused, /^`\/model` was refused: It is not known\./);
    assert.match(chosen, /^From the next turn on `sonnet` is asked/);
    for (const body of [status, config]) assert.match(body, /ask `sonnet`, as `mona` chose/);
    assert.match(status, /\n- models are paid by: API key of ANTHROPIC_API_KEY\n/);
    const { rows } = await world.client.query('select * from job_models');
    assert.deepEqual(
      rows.map(({ job_id, model_class, model, chosen_by }) => [
        job_id,
        model_class,
        model,
        chosen_by,
      ]),
      [[jobId, 'L1', 'sonnet', 'mona']],
    );
    const audited = `action = 'accepted' and detail->>'command' = 'model'`;
    assert.equal(
      await world.count('audit_events', `${audited} and detail->>'model' = 'sonnet'`),
      1,
    );
  });

  test('answers who pays for models and where that is changed', async () => {
    const { world } = await waiting();
    await using _ = world;
    await world.send(commented('/login'));
    await world.send(commented('/logout'));
    await world.told();
    for (const { body } of world.github.comments) {
      assert.match(body, /^Models are paid by: API key of ANTHROPIC_API_KEY\..*operates this/);
    }
    assert.equal(world.github.comments.length, 2);
  });

  test('rates a job that has ended, one word a person, the last one', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/rate 2'));
    assert.equal(await world.count('webhook_deliveries', `outcome = 'refused'`), 1);
    await world.send(commented('/stop'));
    await world.send(commented('/rate 2 too slow'));
    await world.send(commented('/rate 4 good after all'));
    const { rows } = await world.client.query(
      'select job_id, person_id, person, stars, why, goal from task_ratings',
    );
    assert.deepEqual(rows, [
      {
        job_id: jobId,
        person_id: 3,
        person: 'mona',
        stars: 4,
        why: 'good after all',
        goal: 'Sort the list',
      },
    ]);
  });

  test('that is an errand is a row in the transaction of its delivery, once', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/stop'));
    const delivery = { ...commented('/retry', { id: 99 }), guid: randomUUID() };
    for (let times = 0; times < 3; times += 1) await world.send(delivery);
    await world.told();
    const { rows } = await world.client.query(
      'select job_id, kind, requested_by, status, request from errands',
    );
    assert.equal(rows.length, 1);
    const [{ request, ...row }] = rows;
    assert.deepEqual(row, { job_id: jobId, kind: 'retry', requested_by: 'mona', status: 'open' });
    assert.deepEqual(request.thread, { number: 13, isPullRequest: true });
    assert.equal(request.permission, 'write');
    assert.deepEqual(world.github.reactions.at(-1), { target: { comment: 99 }, reaction: 'eyes' });
  });

  test('is not needed for a hint: talk while a question is open gets one, once', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('Before any question.'));
    await world.send(commented('/approve'));
    await drive(world, jobId, [{ type: 'held', reason: 'question', ask: 'Which?' }]);
    const eve = { id: 66, login: 'eve', type: 'User' };
    await world.send(commented('Let me in.', { sender: eve }));
    await world.told();
    assert.equal(world.github.comments.length, 0);
    await world.send(commented('The first one, I think.'));
    await world.send(commented('Or the second?'));
    await world.told();
    assert.equal(world.github.comments.length, 1);
    assert.match(world.github.comments[0]?.body ?? '', /^A question is open\. .*`\/answer`/);
    await world.send(commented('/answer the first'));
    assert.equal(await world.count('jobs', 'id not in (select job_id from holds)'), 1);
  });

  test('keeps what it answers to a hold in its transaction', async () => {
    const { world, jobId } = await waiting();
    await using _ = world;
    await world.send(commented('/approve'));
    await drive(world, jobId, [{ type: 'held', reason: 'question', ask: 'Which?' }]);
    await world.send(commented('/answer the first', { id: 99 }));
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
