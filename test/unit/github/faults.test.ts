// What goes wrong on the way: answers lost after the work was done, servers that fail, limits, old
// tokens, slow answers. Nothing is made twice, nothing waits for ever.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeForge, OWNER, REPO } from '../forge/seeded-forge.ts';
import { begin, type Connected, connect } from './connected.ts';

let connected: Connected;
before(async () => {
  connected = await connect();
});
after(async () => {
  await closeForge(connected.seeded);
});

describe('lost answers', () => {
  /** Loses the answer to the next call of that operation. */
  const lose = (operation: string) =>
    connected.seeded.forge.injectFault({ kind: 'lost-answer', operation });

  it('one branch, one commit on it and one pull request', async () => {
    const { seeded, github, repository, made } = connected;
    const branch = 'redgreen/issue-1';
    for (const operation of [
      'git/create-ref',
      'git/create-commit',
      'git/update-ref',
      'pulls/create',
    ])
      lose(operation);
    const { sha } = await begin(connected, branch);
    const wanted = { branch, base: 'main', title: '[redgreen] x', body: 'x' };
    const pull = await github.ensureDraftPullRequest(repository, wanted);
    assert.deepEqual(
      [made('git/create-ref'), made('git/update-ref'), made('pulls/create')],
      [1, 1, 1],
    );
    const { data: pulls } = await seeded.bot.pulls.list({
      ...REPO,
      head: `${OWNER}:${branch}`,
      state: 'all',
    });
    assert.deepEqual(
      pulls.map(({ number }) => number),
      [pull.number],
    );
    const { data: commits } = await seeded.bot.pulls.listCommits({
      ...REPO,
      pull_number: pull.number,
    });
    assert.deepEqual(
      commits.map((one) => one.sha),
      [sha],
    );
  });

  it('one comment, also when the process died before it stored the id', async () => {
    const { seeded, github, repository, another } = connected;
    const { data: issue } = await seeded.user('ann').issues.create({ ...REPO, title: 'x' });
    const bodies = async () => {
      const { data } = await seeded.bot.issues.listComments({
        ...REPO,
        issue_number: issue.number,
      });
      return data.map(({ body }) => body?.split('\n')[0]);
    };
    lose('issues/create-comment');
    const first = await github.putStatusComment(repository, issue.number, { body: 'one' });
    assert.deepEqual(await bodies(), ['one']);
    assert.deepEqual(
      await another().putStatusComment(repository, issue.number, { body: 'two' }),
      first,
    );
    assert.deepEqual(await bodies(), ['two']);
    lose('issues/create-comment');
    await github.comment(repository, issue.number, 'Refused.');
    await another().comment(repository, issue.number, 'Refused.');
    assert.deepEqual(await bodies(), ['two', 'Refused.']);
  });

  it('one check run', async () => {
    const { seeded, github, repository, made } = connected;
    lose('checks/create');
    lose('checks/update');
    const check = { sha: seeded.headSha, title: 'x', summary: 'x' };
    await github.putCheckRun(repository, { ...check, status: 'in_progress' });
    await github.putCheckRun(repository, { ...check, status: 'completed', conclusion: 'failure' });
    assert.equal(made('checks/create'), 1);
  });

  it('half an answer is no answer', async () => {
    const { github, repository, another } = connected;
    let cuts = 0;
    const cutting = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (!url.includes('/git/ref/') || cuts > 0) return response;
      cuts += 1;
      const { readable, writable } = new TransformStream();
      await writable.getWriter().abort(new Error('cut'));
      return new Response(readable, { status: 200, headers: response.headers });
    };
    const main = await another({ request: { fetch: cutting } }).branchSha(repository, 'main');
    assert.equal(cuts, 1);
    assert.equal(main, await github.branchSha(repository, 'main'));
  });
});

describe('a failing GitHub', () => {
  it('is asked again a few times, then it is said', async () => {
    const { seeded, github, repository } = connected;
    const { forge } = seeded;
    forge.injectFault({ kind: 'error', operation: 'git/get-ref', times: 2 });
    assert.equal(await github.branchSha(repository, 'main'), seeded.headSha);
    assert.ok(github.waitedMs() > 0, 'pauses between repeats are counted');
    const fault = forge.injectFault({
      kind: 'error',
      operation: 'git/get-ref',
      status: 503,
      times: 10,
    });
    await assert.rejects(github.branchSha(repository, 'main'), { code: 'GITHUB_UNAVAILABLE' });
    assert.equal(fault.remaining(), 7);
    fault.remove();
  });

  it('gives nobody a permission', async () => {
    const { seeded, github, repository } = connected;
    const operation = 'repos/get-collaborator-permission-level';
    const fault = seeded.forge.injectFault({ kind: 'error', operation, times: 10 });
    const asked = github.permission(repository, 'ann');
    await assert.rejects(asked, { code: 'GITHUB_UNAVAILABLE' });
    fault.remove();
    const odd = async () => Response.json({ permission: 'write', user: { login: 'eve' } });
    const fetchOdd = async (url: string, init: RequestInit) =>
      url.includes('/permission') ? await odd() : await fetch(url, init);
    const { another } = connected;
    assert.equal(
      await another({ request: { fetch: fetchOdd } }).permission(repository, 'ann'),
      'none',
    );
    assert.equal(await github.permission(repository, 'ann'), 'write');
  });

  it('is waited for as long as it asks, and the wait is counted', async () => {
    const { seeded, another, repository } = connected;
    const github = another();
    seeded.forge.injectFault({
      kind: 'rate-limit',
      operation: 'issues/create-comment',
      retryAfterSeconds: 1,
    });
    const { data: issue } = await seeded.user('ann').issues.create({ ...REPO, title: 'x' });
    await github.comment(repository, issue.number, 'later');
    assert.ok(github.waitedMs() >= 900 && github.waitedMs() < 20_000, String(github.waitedMs()));
    const { data } = await seeded.bot.issues.listComments({ ...REPO, issue_number: issue.number });
    assert.equal(data.length, 1);
  });

  it('is not waited for longer than a call may take', async () => {
    const { seeded, another, repository } = connected;
    const rule = { kind: 'rate-limit', operation: 'git/get-ref', retryAfterSeconds: 600 } as const;
    seeded.forge.injectFault(rule);
    const github = another({ request: { callMs: 5000 } });
    const started = performance.now();
    await assert.rejects(github.branchSha(repository, 'main'), { code: 'RATE_LIMITED' });
    assert.ok(performance.now() - started < 10_000);
  });

  it('is not waited for when it is silent, nor when the caller gives up', async () => {
    const { seeded, another, repository } = connected;
    const slow = { kind: 'slow', operation: 'git/get-ref', delayMs: 20_000, times: 10 } as const;
    const fault = seeded.forge.injectFault(slow);
    const impatient = another({ request: { timeoutMs: 100, callMs: 400 } });
    await assert.rejects(impatient.branchSha(repository, 'main'), (error: { code?: string }) =>
      ['GITHUB_UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED'].includes(error.code ?? ''),
    );
    const stop = new AbortController();
    const waiting = another().withSignal(stop.signal).branchSha(repository, 'main');
    setTimeout(() => stop.abort(), 50);
    const started = performance.now();
    await assert.rejects(waiting, { code: 'CANCELLED' });
    assert.ok(performance.now() - started < 10_000);
    fault.remove();
  });

  it('is no refusal when it limits or fails the making of a token', async () => {
    const { seeded, another, repository } = connected;
    const operation = 'apps/create-installation-access-token';
    const limit = { kind: 'rate-limit', operation, retryAfterSeconds: 600 } as const;
    seeded.forge.injectFault(limit);
    await assert.rejects(another().branchSha(repository, 'main'), { code: 'RATE_LIMITED' });
    const fault = seeded.forge.injectFault({ kind: 'error', operation, times: 20 });
    await assert.rejects(another().branchSha(repository, 'main'), { code: 'GITHUB_UNAVAILABLE' });
    assert.equal(fault.remaining(), 17, 'three times, and not for each try of what it is for');
    fault.remove();
    const message = 'This installation has been suspended';
    seeded.forge.injectFault({ kind: 'error', operation, status: 403, message });
    await assert.rejects(another().branchSha(repository, 'main'), {
      code: 'GITHUB_NO_ACCESS',
      message: /has been suspended/,
    });
  });

  it('gets a new token when it does not take the old one', async () => {
    const { seeded, another, repository } = connected;
    let token = '';
    const noting = async (url: string, init: RequestInit) => {
      token = new Headers(init.headers).get('authorization') ?? '';
      return await fetch(url, init);
    };
    const github = another({ request: { fetch: noting } });
    await github.branchSha(repository, 'main');
    const revoked = await fetch(`${seeded.forge.apiUrl}/installation/token`, {
      method: 'DELETE',
      headers: { authorization: token },
    });
    assert.equal(revoked.status, 204);
    const old = token;
    assert.equal(await github.branchSha(repository, 'main'), seeded.headSha);
    assert.notEqual(token, old);
  });

  it('gives a new token a moment to be known, and says when none is taken', async () => {
    const { seeded, another, repository } = connected;
    const refusal = { kind: 'error', status: 401, message: 'Bad credentials' } as const;
    const operation = 'git/get-ref';
    seeded.forge.injectFault({ ...refusal, operation, times: 3 });
    assert.equal(await another().branchSha(repository, 'main'), seeded.headSha);
    const lasting = seeded.forge.injectFault({ ...refusal, operation, times: 10 });
    await assert.rejects(another().branchSha(repository, 'main'), { code: 'GITHUB_NO_ACCESS' });
    assert.equal(lasting.remaining(), 6);
    lasting.remove();
  });

  it('asks for one token however many calls begin at once', async () => {
    const { another, repository, made } = connected;
    const operation = 'apps/create-installation-access-token';
    const tokens = made(operation);
    const github = another();
    const calls = Array.from({ length: 8 }, async () => await github.branchSha(repository, 'main'));
    await Promise.all(calls);
    assert.equal(made(operation) - tokens, 1);
  });

  it('says so when the app is not installed or a permission is missing', async () => {
    const { another, repository } = connected;
    const gone = { ...repository, installationId: 999_999 };
    await assert.rejects(another().branchSha(gone, 'main'), { code: 'GITHUB_NO_ACCESS' });
    const { seeded } = connected;
    const { id: installationId } = seeded.forge.operator.installApp({
      slug: 'redgreen',
      repositories: [`${repository.owner}/${repository.name}`],
      permissions: { contents: 'read' },
    });
    const weak = { ...repository, installationId };
    await assert.rejects(another().ensureBranch(weak, 'redgreen/issue-5', seeded.headSha), {
      code: 'GITHUB_PERMISSION_MISSING',
      message: /It needs contents=write or contents=write,workflows=write\./,
    });
  });
});
