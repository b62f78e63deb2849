import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SeededApp } from '../../../app/forge/seed/apps.ts';
import { closeForge, type SeededForge, startSeededForge } from './seeded-forge.ts';
import { askToken, CALLBACK, codeFor, pkce, signIn } from './signed-in.ts';

describe('user access tokens of the forge', () => {
  let seeded: SeededForge;
  let other: SeededApp;
  let offsetMs = 0;
  before(async () => {
    seeded = await startSeededForge({
      options: { deps: { now: () => new Date(Date.now() + offsetMs) } },
      app: { callbackUrls: [CALLBACK] },
    });
    other = await seeded.forge.operator.createApp({ slug: 'other', owner: 'acme' });
  });
  after(async () => {
    await closeForge(seeded);
  });

  const errorOf = async (fields: Record<string, string | number>): Promise<unknown> =>
    (await askToken(seeded, fields))['error'];

  const statusOf = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${seeded.forge.apiUrl}/user`, { headers })).status;
  };

  it('exchanges a code once for a token of eight hours and a refresh token', async () => {
    const code = await codeFor(seeded, 'ann');
    const { access_token, refresh_token, ...rest } = await askToken(seeded, { code });
    assert.match(String(access_token), /^ghu_\w{36,}$/);
    assert.match(String(refresh_token), /^ghr_\w{76,}$/);
    assert.deepEqual(rest, {
      expires_in: 28_800,
      refresh_token_expires_in: 15_897_600,
      scope: '',
      token_type: 'bearer',
    });
    const again = await askToken(seeded, { code });
    assert.deepEqual(
      [again['error'], again['error_description']],
      ['bad_verification_code', 'The code passed is incorrect or expired.'],
    );
    assert.equal(await statusOf(String(access_token)), 200);
  });

  it('takes a form as well, and answers one unless JSON is asked for', async () => {
    const send = async (body: URLSearchParams): Promise<Response> =>
      await fetch(`${seeded.forge.url}/login/oauth/access_token`, { method: 'POST', body });
    const { clientId, clientSecret } = seeded.app;
    const code = await codeFor(seeded, 'ann');
    const right = { client_id: clientId, client_secret: clientSecret, code };
    const response = await send(new URLSearchParams(right));
    assert.match(response.headers.get('content-type') ?? '', /^application\/x-www-form-urlencoded/);
    const answer = new URLSearchParams(await response.text());
    assert.match(answer.get('access_token') ?? '', /^ghu_/);
    assert.deepEqual([answer.get('scope'), answer.get('expires_in')], ['', '28800']);
    const wrong = await send(new URLSearchParams({ ...right, client_secret: 'x' }));
    assert.equal(wrong.status, 200);
    assert.match(await wrong.text(), /^error=incorrect_client_credentials&error_description=The\+/);
  });

  it('refuses what is no JSON', async () => {
    for (const body of ['{', '[]', '{"code":{}}']) {
      const response = await fetch(`${seeded.forge.url}/login/oauth/access_token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(response.status, 400, body);
    }
  });

  it('gives nothing to wrong credentials, and keeps the code for the right ones', async () => {
    const code = await codeFor(seeded, 'ann');
    const wrong = 'incorrect_client_credentials';
    assert.equal(await errorOf({ code, client_secret: 'guess' }), wrong);
    assert.equal(await errorOf({ code, client_secret: '' }), wrong);
    assert.equal(await errorOf({ code, client_id: 'Iv23nobody' }), wrong);
    const stranger = { client_id: other.clientId, client_secret: other.clientSecret };
    assert.equal(await errorOf({ code, ...stranger }), 'bad_verification_code');
    assert.equal(await errorOf({ code }), undefined);
  });

  it('binds the code to its address', async () => {
    const moved = { code: await codeFor(seeded, 'ann'), redirect_uri: `${CALLBACK}/` };
    assert.equal(await errorOf(moved), 'redirect_uri_mismatch');
    const same = { code: await codeFor(seeded, 'ann'), redirect_uri: CALLBACK };
    assert.equal(await errorOf(same), undefined);
  });

  it('binds the code to the PKCE verifier, if there was a challenge', async () => {
    const { verifier, challenge } = pkce();
    const query = { code_challenge: challenge, code_challenge_method: 'S256' };
    const tried = async (code_verifier?: string): Promise<unknown> => {
      const code = await codeFor(seeded, 'ann', query);
      return await errorOf({ code, ...(code_verifier === undefined ? {} : { code_verifier }) });
    };
    assert.equal(await tried(verifier), undefined);
    for (const wrong of [undefined, '', challenge, pkce().verifier, `${verifier}x`]) {
      assert.equal(await tried(wrong), 'bad_verification_code');
    }
  });

  it('forgets a code after ten minutes', async () => {
    const code = await codeFor(seeded, 'ann');
    offsetMs += 601_000;
    assert.equal(await errorOf({ code }), 'bad_verification_code');
  });

  it('ends an access token after eight hours', async () => {
    const { token } = await signIn(seeded, 'ann');
    offsetMs += 28_790_000;
    assert.equal(await statusOf(token), 200);
    offsetMs += 11_000;
    assert.equal(await statusOf(token), 401);
  });

  it('rotates a refresh token once and ends the old access token', async () => {
    const old = await signIn(seeded, 'ann');
    const grant = { grant_type: 'refresh_token', refresh_token: old.refreshToken };
    const stranger = { client_id: other.clientId, client_secret: other.clientSecret };
    assert.equal(await errorOf({ ...grant, ...stranger }), 'bad_refresh_token');
    assert.equal(await statusOf(old.token), 200);
    const answer = await askToken(seeded, grant);
    const fresh = String(answer['access_token']);
    assert.deepEqual([answer['expires_in'], answer['scope']], [28_800, '']);
    assert.notEqual(answer['refresh_token'], old.refreshToken);
    assert.deepEqual([await statusOf(old.token), await statusOf(fresh)], [401, 200]);
    assert.equal(await errorOf(grant), 'bad_refresh_token');
    assert.equal(await statusOf(fresh), 200);
  });

  it('refreshes after the access token has ended, for half a year', async () => {
    const first = await signIn(seeded, 'ann');
    offsetMs += 15_890_000_000;
    const grant = { grant_type: 'refresh_token', refresh_token: first.refreshToken };
    const answer = await askToken(seeded, grant);
    assert.equal(await statusOf(String(answer['access_token'])), 200);
    offsetMs += 15_898_000_000;
    const late = { ...grant, refresh_token: String(answer['refresh_token']) };
    assert.equal(await errorOf(late), 'bad_refresh_token');
  });

  it('knows two kinds of grant and whole numbers of repositories only', async () => {
    assert.equal(await errorOf({ grant_type: 'password' }), 'unsupported_grant_type');
    const code = await codeFor(seeded, 'ann');
    assert.equal(await errorOf({ code, repository_id: 'x' }), 'invalid_request');
    assert.equal(await errorOf({ code, grant_type: 'authorization_code' }), undefined);
  });

  it('lets a lost answer use the code up, and tells it in the log of calls without secrets', async () => {
    const { forge } = seeded;
    const code = await codeFor(seeded, 'ann');
    const known = forge.calls.length;
    forge.injectFault({ operation: 'oauth/access-token', kind: 'error', status: 503 });
    await assert.rejects(askToken(seeded, { code }), /503/);
    forge.injectFault({ operation: 'oauth/access-token', kind: 'lost-answer' });
    await assert.rejects(askToken(seeded, { code }), /fetch failed/);
    assert.equal(await errorOf({ code }), 'bad_verification_code');
    const calls = forge.calls.slice(known);
    assert.deepEqual(
      calls.map(({ operationId, isAnswered }) => [operationId, isAnswered]),
      [
        ['oauth/access-token', false],
        ['oauth/access-token', true],
      ],
    );
    const log = JSON.stringify(calls);
    for (const secret of [code, seeded.app.clientSecret, 'ghu_']) assert.ok(!log.includes(secret));
  });
});
