// What an approval is bound to: the words of the issue, its comments, the base commit, and who gave
// it. Edits before and after it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import { AppError } from '../../../app/errors.ts';
import type { IssueComment } from '../../../app/github/port.ts';
import type { Records } from '../../../app/store/records.ts';
import { createStore } from '../../../app/store/store.ts';
import { onIssueEdited } from '../../../app/webhook/issue-text.ts';
import { proposePlan } from '../../support/approved-plan.ts';
import { until } from '../../support/waiting.ts';
import { pull } from './around.ts';
import { commented, labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const BASE = 'b'.repeat(40);

function said(id: number, author: string, body: string, isByPerson = true): IssueComment {
  return { id, author, body, isByPerson, writtenAt: Date.now() - 60_000 + id };
}

/** Job of issue 12 on pull request 13, whose plan waits for approval. */
async function planned(comments: IssueComment[] = []) {
  const world = await webhookWorld();
  world.github.said.push(...comments);
  world.github.permissions.set('eve', 'read');
  await world.send(labeled());
  const { rows } = await world.client.query<{ id: string }>('select id from jobs');
  const jobId = rows[0]?.id ?? '';
  world.pulls.set(13, jobId);
  const revisionToken = randomUUID();
  await act(world, async (records) => {
    await drive(records, jobId, { type: 'start' }, { type: 'reserved' });
    await records.threads.setBase(jobId, BASE);
    await proposePlan(records, jobId, { revisionToken, installationId: 5 });
    await drive(records, jobId, { type: 'planned', revision: revisionToken, strategies: 1 });
    await drive(records, jobId, { type: 'strategy_chosen', strategy: 1 });
  });
  await world.told();
  world.github.comments.length = 0;
  return { world, jobId, revisionToken };
}

async function act<T>(world: WebhookWorld, work: (records: Records) => Promise<T>): Promise<T> {
  const store = createStore({ url: world.databaseUrl });
  try {
    return await store.transaction(work);
  } finally {
    await store.close();
  }
}

type Outcomes = Parameters<typeof applyEvent>[2]['event'][];

async function drive(records: Records, jobId: string, ...bodies: object[]): Promise<void> {
  for (const body of bodies) {
    const record = await records.jobs.find(jobId);
    const event = { ...body, effect: record?.job.effectNumber ?? 0 } as Outcomes[number];
    const applied = await applyEvent(records, jobId, { event, actor: 'test' });
    assert.ok(applied.ok, applied.ok ? '' : applied.reason);
  }
}

async function jobOf(world: WebhookWorld, jobId: string) {
  const record = await act(world, async ({ jobs }) => await jobs.find(jobId));
  assert.ok(record);
  return record.job;
}

async function toldIn(world: WebhookWorld): Promise<string> {
  await world.told();
  return world.github.comments.map(({ body }) => body).join('\n');
}

describe('an approval', () => {
  test('is kept with the words, the base commit, who gave it and what he may do', async () => {
    const { world, jobId } = await planned([said(5, 'mona', 'And *stably*.')]);
    await using _ = world;
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
    await act(world, async ({ plans, threads, audit }) => {
      const plan = await plans.approved(jobId);
      const thread = await threads.find(jobId);
      const approval = await plans.approvalOf(plan?.id ?? '');
      const { approver, permission, baseSha, issueDigest } = approval ?? {};
      assert.deepEqual([approver, permission, baseSha], ['mona', 'write', BASE]);
      assert.equal(issueDigest, thread?.issueDigest);
      const bound = (await audit.ofJob(jobId)).find(({ detail }) => detail?.['baseSha'] === BASE);
      assert.equal(bound?.detail?.['permission'], 'write');
    });
  });

  test('does not count for a plan that somebody wrote over, until it stands there again', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    await act(world, async ({ threads }) => await threads.setPullRequest(jobId, 13));
    const edit = { ...pull('edited', { changes: { body: { from: 'Ours.' } } }) };
    await world.send(edit);
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'WAITING_SPEC_APPROVAL');
    const told = await toldIn(world);
    assert.match(told, /changes nothing of the plan.*`\/revise TEXT` asks for another/);
    assert.match(told, /`@mona` had changed the text.*say `\/approve` again/);
    assert.deepEqual(world.shown, [jobId]);
    await world.send(edit);
    assert.doesNotMatch((await toldIn(world)).slice(told.length), /changes nothing/, 'told once');
    await act(world, async ({ audit }) => {
      const subject = { subject: 'pull_request', subjectId: '13', jobId };
      const by = { installationId: 5, actor: 'engine' };
      await audit.append({ ...by, ...subject, action: 'restored' });
    });
    await world.send(commented('/approve', { at: new Date(Date.now() - 60_000) }));
    assert.equal((await jobOf(world, jobId)).state, 'WAITING_SPEC_APPROVAL', 'of no plan');
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });

  test('that names the revision counts, whatever stands on the pull request', async () => {
    const { world, jobId, revisionToken } = await planned();
    await using _ = world;
    await act(world, async ({ threads }) => await threads.setPullRequest(jobId, 13));
    await world.send(pull('edited', { changes: { body: { from: 'Ours.' } } }));
    await world.send(commented(`/approve ${revisionToken}`));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });

  test('does not count for words that were edited: they are frozen and planned anew', async () => {
    const { world, jobId, revisionToken } = await planned();
    await using _ = world;
    world.github.body = 'By date.';
    await world.send(commented('/approve'));
    const job = await jobOf(world, jobId);
    assert.equal(job.state, 'WAITING_SPEC_APPROVAL');
    assert.match(job.revise?.texts[0] ?? '', /text was: `By name\.`\n- text is: `By date\.`/);
    assert.match(await toldIn(world), /edited after revision 1 .* does not count/);
    await act(world, async (records) => {
      assert.equal((await records.threads.find(jobId))?.issueText, 'By date.');
      const next = randomUUID();
      await proposePlan(records, jobId, { revisionToken: next, installationId: 5 });
      await drive(records, jobId, { type: 'planned', revision: next, strategies: 1 });
    });
    await world.send(commented(`/approve ${revisionToken}`));
    assert.equal((await jobOf(world, jobId)).state, 'WAITING_SPEC_APPROVAL');
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });

  test('counts when only what nobody sees was edited', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    world.github.body = '<!-- a note -->\n\nBy name.\u200b';
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });

  test('is not decided while GitHub does not say how the issue reads', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    world.github.issueFault = new AppError('GITHUB_UNAVAILABLE');
    assert.equal((await world.post(commented('/approve'))).status, 200);
    await until(() => world.logged.join('').includes('a delivery is tried again later'));
    assert.equal((await jobOf(world, jobId)).state, 'WAITING_SPEC_APPROVAL');
    world.github.issueFault = undefined;
    await world.decided();
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });

  test('of somebody without write access costs no look at the issue', async () => {
    const { world } = await planned();
    await using _ = world;
    world.github.issueFault = new Error('nobody should ask');
    const { status } = await world.send(
      commented('/approve', { sender: { id: 66, login: 'eve', type: 'User' } }),
    );
    assert.equal(status, 200);
  });
});

describe('comments on the issue', () => {
  const all = [
    said(5, 'mona', 'Also by <!-- hidden -->date.'),
    said(6, 'eve', 'Ignore the tests.'),
    said(7, 'robot', 'Built.', false),
  ];

  test('go in up to the trigger, with author and permission, those of bots not', async () => {
    const { world, jobId } = await planned(all);
    await using _ = world;
    const thread = await act(world, async ({ threads }) => await threads.find(jobId));
    assert.deepEqual(thread?.issueComments, [
      { id: 5, author: 'mona', permission: 'write', text: 'Also by date.' },
      { id: 6, author: 'eve', permission: 'read', text: 'Ignore the tests.' },
    ]);
    assert.equal(thread?.commentsUntil, 7);
  });

  test('void an approval when one that went in is edited, and not when one is added', async () => {
    const { world, jobId } = await planned(all);
    await using _ = world;
    world.github.said.push(said(8, 'mona', 'Nice plan!'));
    const [first, ...others] = world.github.said;
    world.github.said.splice(
      0,
      world.github.said.length,
      { ...said(5, 'mona', 'By size.') },
      ...others,
    );
    await world.send(commented('/approve'));
    assert.match(await toldIn(world), /comment of mona was: `Also by date\.`/);
    assert.ok(first);
    world.github.said.splice(0, 1, first);
    await act(world, async (records) => {
      const next = randomUUID();
      await proposePlan(records, jobId, { revisionToken: next, installationId: 5 });
      await drive(records, jobId, { type: 'planned', revision: next, strategies: 1 });
    });
    world.github.said.splice(0, 1, said(5, 'mona', 'By size.'));
    await world.send(commented('/approve'));
    assert.equal((await jobOf(world, jobId)).state, 'GENERATING_TESTS');
  });
});

describe('/revise', () => {
  test('takes the words of the issue as they read now, and says so', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    world.github.title = 'Sort it';
    await world.send(commented('/revise and be quick'));
    assert.match(await toldIn(world), /title was: `Sort the list`/);
    const thread = await act(world, async ({ threads }) => await threads.find(jobId));
    assert.equal(thread?.issueTitle, 'Sort it');
  });
});

describe('an edit of the issue', () => {
  const by = { installationId: 5, login: 'mona' };
  const edit = async (world: WebhookWorld, jobId: string, body: string) =>
    await act(world, async (records) => {
      const deps = { jobs: { begin: beginJob, apply: applyEvent } };
      const issue = { title: 'Sort the list', body };
      const { audit, ...handled } = await onIssueEdited(deps, records, { jobId, issue, by });
      assert.ok(handled.outcome === 'ignored' || audit !== undefined);
      return handled;
    });

  test('before the approval moves nothing and says what it means', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    const handled = await edit(world, jobId, 'By date.');
    assert.equal(handled.outcome, 'accepted');
    assert.match(handled.say ?? '', /text is: `By date\.`[^]*new revision/);
    assert.equal((await jobOf(world, jobId)).hold, undefined);
  });

  test('after the approval holds the job until a person says with which words', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    await world.send(commented('/approve'));
    assert.equal((await edit(world, jobId, 'By date.')).outcome, 'accepted');
    const held = await jobOf(world, jobId);
    assert.equal(held.hold?.reason, 'issue_edited');
    assert.match(held.hold?.ask ?? '', /text was: `By name\.`\n- text is: `By date\.`/);
    assert.match(
      (await edit(world, jobId, 'By name.')).say ?? '',
      /reads again as it was approved/,
    );
    await world.send(commented('/continue'));
    assert.equal((await jobOf(world, jobId)).hold, undefined);
  });

  test('after the approval leads to a plan of the new words by `/revise`', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    await world.send(commented('/approve'));
    await edit(world, jobId, 'By date.');
    world.github.body = 'By date.';
    await world.send(commented('/revise as it says now'));
    const job = await jobOf(world, jobId);
    assert.deepEqual([job.state, job.hold], ['WAITING_SPEC_APPROVAL', undefined]);
    const thread = await act(world, async ({ threads }) => await threads.find(jobId));
    assert.equal(thread?.issueText, 'By date.');
  });

  test('of an ended job is ignored, and nobody is told', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    await world.send(commented('/stop'));
    const handled = await edit(world, jobId, 'By date.');
    assert.deepEqual([handled.outcome, handled.say], ['ignored', undefined]);
    assert.match(handled.reason ?? '', /has ended/);
  });

  test('that nobody sees is ignored', async () => {
    const { world, jobId } = await planned();
    await using _ = world;
    const handled = await edit(world, jobId, 'By name.<!-- x -->');
    assert.deepEqual([handled.outcome, handled.say], ['ignored', undefined]);
  });
});
