// What the network does to a call of GitHub: each fault is a GitHub that is away, so the job waits;
// none is a crash, and none carries an address, a stack or a foreign word to people.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import nock from 'nock';
import { pino } from 'pino';
import { absenceOf } from '../../../app/engine/absence.ts';
import { AppError } from '../../../app/errors.ts';
import { createGitHub } from '../../../app/github/octokit.ts';
import type { GitHub } from '../../../app/github/port.ts';
import { Secret } from '../../../app/secret.ts';
import { createWorkspaces } from '../../../app/workspace/git.ts';
import { NETWORK_FAULTS, networkError, useNock } from './nock.ts';
import { brokenServer, nobody, untrustedServer, WIRE_FAULTS } from './raw-server.ts';

const REPOSITORY = { owner: 'acme', name: 'shop', installationId: 1 };
const SHA = 'a'.repeat(40);
const API = 'https://api.github.com';
const REF = '/repos/acme/shop/git/ref/heads%2Fmain';
const COMMENTS = '/repos/acme/shop/issues/7/comments';

function connect(baseUrl: string): GitHub {
  return createGitHub({
    token: new Secret('ghs_canary'),
    appId: 1,
    baseUrl: baseUrl === API ? API : `${baseUrl}/api/v3`,
    log: pino({ level: 'silent' }),
    request: { fetch: async (url, init) => await fetch(url, init), backOffMs: 1 },
  });
}

/** A read and a write; both say what happened and nothing of how. */
async function assertAway(github: GitHub): Promise<void> {
  const asked = [
    async () => await github.branchSha(REPOSITORY, 'main'),
    async () => await github.comment(REPOSITORY, 7, 'Hello'),
  ];
  for (const ask of asked) {
    const fault = await ask().then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof AppError, String(fault));
    assert.equal(fault.code, 'GITHUB_UNAVAILABLE');
    assert.match(absenceOf(fault)?.detail ?? '', /^GitHub did not answer: [a-z0-9 ]+\.$/);
    assert.equal(absenceOf(fault)?.isAskedEnough, true);
  }
}

describe('a broken wire to GitHub', () => {
  for (const fault of WIRE_FAULTS) {
    test(`${fault}: GitHub is away, and was asked three times for each`, async () => {
      await using server = await brokenServer(fault);
      await assertAway(connect(server.url));
      assert.ok(server.asked() >= 6, `${server.asked()} times`);
    });
  }

  test('a certificate that nobody trusts: GitHub is away', async () => {
    await using server = await untrustedServer();
    await assertAway(connect(server.url));
  });

  test('TLS to a server that speaks none: GitHub is away', async () => {
    await using server = await brokenServer('nonsense instead of HTTP');
    await assertAway(connect(server.url.replace('http:', 'https:')));
  });

  test('nobody listens, or the name does not resolve: GitHub is away', async () => {
    await assertAway(connect(await nobody()));
    await assertAway(connect('http://no-such-host.invalid'));
  });
});

describe('a broken wire to git', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-wire-'));
  after(async () => await rm(directory, { recursive: true, force: true }));
  const clone = async (url: string) => {
    const github = {
      readToken: async () => ({ token: 'ghs_canary', cloneUrl: `${url}/acme/shop.git` }),
    };
    const workspaces = createWorkspaces({ github, directory });
    const request = { repository: REPOSITORY, sha: SHA };
    const fault = await workspaces.pack(request, new AbortController().signal).then(
      () => assert.fail('it was cloned'),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof AppError, String(fault));
    assert.doesNotMatch(`${fault.message} ${JSON.stringify(fault.details)}`, /127\.0\.0\.1|canary/);
    return fault;
  };

  for (const fault of WIRE_FAULTS) {
    test(`${fault}: GitHub is away`, async () => {
      await using server = await brokenServer(fault);
      assert.equal((await clone(server.url)).code, 'GITHUB_UNAVAILABLE');
    });
  }

  test('nobody listens, no such name, a certificate that nobody trusts: GitHub is away', async () => {
    await using untrusted = await untrustedServer();
    for (const url of [await nobody(), 'http://no-such-host.invalid', untrusted.url]) {
      assert.equal((await clone(url)).code, 'GITHUB_UNAVAILABLE', url);
    }
  });
});

describe('names, certificates and wrong answers, by nock', () => {
  useNock();

  for (const code of Object.keys(NETWORK_FAULTS) as (keyof typeof NETWORK_FAULTS)[]) {
    test(`${code}: GitHub is away, and a later try finds it`, async () => {
      nock(API).get(REF).times(3).replyWithError(networkError(code));
      nock(API).get(COMMENTS).query(true).times(3).replyWithError(networkError(code));
      await assertAway(connect(API));
      nock(API).get(REF).times(2).replyWithError(networkError(code));
      nock(API)
        .get(REF)
        .reply(200, { object: { sha: SHA, type: 'commit' } });
      assert.equal(await connect(API).branchSha(REPOSITORY, 'main'), SHA);
    });
  }

  const WRONG: [what: string, body: string, type: string][] = [
    ['half a JSON', '{"object": {"sha": "', 'application/json'],
    ['a page', '<html>Unicorn!</html>', 'text/html'],
    ['nothing', '', 'application/json'],
    ['JSON of another shape', '{"message": "ok"}', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
  ];
  for (const [what, body, type] of WRONG) {
    test(`${what} with status 200 is no answer that is believed`, async () => {
      nock(API).get(REF).reply(200, body, { 'content-type': type });
      const fault = await connect(API)
        .branchSha(REPOSITORY, 'main')
        .catch((error: unknown) => error);
      assert.ok(fault instanceof AppError, String(fault));
      assert.equal(fault.message, 'GitHub’s answer cannot be read: branch main.');
      assert.equal(absenceOf(fault)?.isAskedEnough, true);
    });
  }

  const LIMITS: [what: string, status: number, headers: Record<string, string>, body: object][] = [
    [
      'the primary limit',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'RESET' },
      { message: 'API rate limit exceeded for installation ID 1.' },
    ],
    [
      'a secondary limit',
      403,
      { 'retry-after': '1800' },
      { message: 'You have exceeded a secondary rate limit' },
    ],
    ['too many requests', 429, { 'retry-after': '1800' }, {}],
  ];
  for (const [what, status, headers, body] of LIMITS) {
    test(`${what} is waited out until its time`, async () => {
      const reset = String(Math.ceil(Date.now() / 1000) + 1800);
      const isReset = 'x-ratelimit-reset' in headers;
      const told = isReset ? { ...headers, 'x-ratelimit-reset': reset } : headers;
      nock(API).get(REF).reply(status, body, told);
      const fault = await connect(API)
        .branchSha(REPOSITORY, 'main')
        .catch((error: unknown) => error);
      const { retryAfterMs = 0 } = absenceOf(fault) ?? {};
      assert.ok(Math.abs(retryAfterMs - 1_800_000) < 60_000, String(retryAfterMs));
    });
  }
});
