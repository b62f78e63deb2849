import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  closeForge,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

describe('faults and limits of the forge', () => {
  let seeded: SeededForge;
  let offsetMs = 0;
  before(async () => {
    seeded = await startSeededForge({
      options: {
        deps: { now: () => new Date(Date.now() + offsetMs) },
        limits: { perHour: 120, hasSecondary: true },
      },
    });
    await seeded.forge.as('ann').openIssue(REPOSITORY, { title: 'First' });
  });
  after(async () => {
    await closeForge(seeded);
  });

  const where = { ...REPO, issue_number: 1 };

  it('fails before the commit: nothing is done, and the next call works', async () => {
    const { bot, forge } = seeded;
    const made = (): number =>
      forge.calls.filter(({ operationId }) => operationId === 'issues/create-comment').length;
    const fault = forge.injectFault({
      operation: 'issues/create-comment',
      kind: 'error',
      times: 2,
    });
    for (const left of [1, 0]) {
      assert.equal(
        (await refusalOf(bot.issues.createComment({ ...where, body: 'x' }))).status,
        502,
      );
      assert.equal(fault.remaining(), left);
    }
    assert.equal(made(), 0);
    assert.deepEqual((await bot.issues.listComments(where)).data, []);
    assert.equal((await bot.issues.createComment({ ...where, body: 'x' })).status, 201);
  });

  it('loses the answer after the commit: the client sees a broken connection, the work is there', async () => {
    const { bot, forge } = seeded;
    forge.injectFault({ operation: 'issues/create-comment', kind: 'lost-answer' });
    await assert.rejects(bot.issues.createComment({ ...where, body: 'unheard' }), {
      status: 500,
    });
    const comments = await bot.issues.listComments(where);
    assert.equal(comments.data.at(-1)?.body, 'unheard');
    const last = forge.calls.at(-1);
    assert.deepEqual([last?.operationId, last?.isAnswered], ['issues/create-comment', false]);
  });

  it('refuses with a secondary or a primary rate limit, as asked', async () => {
    const { bot, forge } = seeded;
    const user = seeded.user('ann');
    const limit = { operation: 'issues/get', kind: 'rate-limit' } as const;
    forge.injectFault({ ...limit, retryAfterSeconds: 7 });
    const secondary = await refusalOf(user.issues.get(where));
    assert.equal(secondary.status, 403);
    assert.equal(secondary.headers['retry-after'], '7');
    assert.match(secondary.message, /^You have exceeded a secondary rate limit/);
    forge.injectFault({ ...limit, isPrimary: true });
    const primary = await refusalOf(user.issues.get(where));
    assert.equal(primary.headers['x-ratelimit-remaining'], '0');
    assert.equal((await bot.issues.get(where)).status, 200);
  });

  it('answers late, and not at all to a client that has gone away', async () => {
    const { bot, forge } = seeded;
    forge.injectFault({ operation: '*', kind: 'slow', delayMs: 80, skip: 1 });
    await bot.issues.get(where);
    const start = performance.now();
    await bot.issues.get(where);
    assert.ok(performance.now() - start >= 75);
    forge.injectFault({ operation: 'issues/get', kind: 'slow', delayMs: 60_000 });
    const signal = AbortSignal.timeout(50);
    await assert.rejects(bot.issues.get({ ...where, request: { signal } }));
  });

  it('lets one operation fail alone: the permission of a collaborator', async () => {
    const { bot, forge } = seeded;
    const operation = 'repos/get-collaborator-permission-level';
    const fault = forge.injectFault({ operation, kind: 'error', status: 500, times: 100 });
    const ask = { ...REPO, username: 'ann' };
    assert.equal((await refusalOf(bot.repos.getCollaboratorPermissionLevel(ask))).status, 500);
    assert.equal((await bot.repos.get(REPO)).status, 200);
    fault.remove();
    assert.equal((await bot.repos.getCollaboratorPermissionLevel(ask)).data.permission, 'write');
  });

  it('counts requests and does not charge for what has not changed', async () => {
    const client = seeded.user('theo');
    const first = await client.issues.get(where);
    const { etag } = first.headers;
    const used = Number(first.headers['x-ratelimit-used']);
    const same = await refusalOf304(
      client.issues.get({ ...where, headers: { 'if-none-match': etag ?? '' } }),
    );
    assert.equal(same, 304);
    const { data } = await client.rateLimit.get();
    assert.deepEqual([data.resources.core.used, data.resources.core.limit], [used, 120]);
  });

  it('stops a caller who writes more than 80 times a minute, until the minute is over', async () => {
    const client = seeded.user('rita');
    const comment = async (n: number): Promise<unknown> =>
      await client.issues.createComment({ ...where, body: `c${n}` });
    for (let n = 0; n < 80; n += 1) await comment(n);
    const refused = await refusalOf(comment(80));
    assert.equal(refused.status, 403);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    offsetMs = 61_000;
    await comment(81);
  });

  it('stops a caller at the hourly limit and starts again in the next hour', async () => {
    const client = seeded.user('eve');
    offsetMs += 3_700_000;
    for (let n = 0; n < 5; n += 1) await client.rateLimit.get();
    for (let n = 0; n < 120; n += 1) await client.request('GET /meta');
    const refused = await refusalOf(client.request('GET /meta'));
    assert.deepEqual([refused.status, refused.message], [403, 'API rate limit exceeded']);
    offsetMs += 3_700_000;
    assert.equal((await client.request('GET /meta')).status, 200);
  });
});

async function refusalOf304(call: Promise<unknown>): Promise<number> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof Error && 'status' in error);
  return Number(error.status);
}
