import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { closeForge, type SeededForge, startSeededForge } from './seeded-forge.ts';
import { authorizeUrl, CALLBACK, codeFor, parametersOf, pkce } from './signed-in.ts';

const SECOND = 'http://localhost:9/other?kept=1';

describe('the web flow of the forge', () => {
  let seeded: SeededForge;
  let offsetMs = 0;
  before(async () => {
    seeded = await startSeededForge({
      options: { deps: { now: () => new Date(Date.now() + offsetMs) } },
      app: { callbackUrls: [CALLBACK, SECOND], name: 'Red & <Green>' },
    });
  });
  after(async () => {
    await closeForge(seeded);
  });

  const open = async (query: Record<string, string> = {}, cookie = ''): Promise<Response> =>
    await fetch(authorizeUrl(seeded, query), { redirect: 'manual', headers: { cookie } });

  const submit = async (fields: Record<string, string>, cookie: string): Promise<Response> =>
    await fetch(`${seeded.forge.url}/login/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(fields),
    });

  type Page = { html: string; formToken: string; cookie: string };
  const pageOf = async (query: Record<string, string> = {}, cookie = ''): Promise<Page> => {
    const response = await open(query, cookie);
    assert.equal(response.status, 200);
    const html = await response.text();
    const formToken = /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? '';
    assert.notEqual(formToken, '');
    const sent = response.headers.get('set-cookie') ?? '';
    return { html, formToken, cookie: sent.split(';')[0] ?? '' };
  };

  const errorOf = async (query: Record<string, string>): Promise<Record<string, string>> => {
    const response = await open(query);
    assert.equal(response.status, 302);
    return parametersOf(response.headers.get('location') ?? '');
  };

  it('shows a form without script that offers people, and only people', async () => {
    const response = await open();
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /<label for="login">Sign in as<\/label>\s*<select id="login" name="login"/);
    const offered = [...html.matchAll(/<option value="([^"]+)"/g)].map((found) => found[1]);
    assert.deepEqual(offered, ['ann', 'rita', 'theo', 'eve']);
    assert.match(html, /Authorize Red &amp; &lt;Green&gt;/);
    assert.doesNotMatch(html, /<script|<Green>| style="| on\w+="/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; style-src 'sha256-[^']+';/);
    assert.match(policy, /form-action 'self' http:\/\/127\.0\.0\.1:9;/);
    assert.doesNotMatch(policy, /unsafe/);
    const cookie = response.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^forge_browser=\w+; Path=\/login\/oauth; HttpOnly; SameSite=Lax$/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  it('preselects the suggested login, whatever its case', async () => {
    const { html } = await pageOf({ login: 'Theo' });
    assert.match(html, /<option value="theo" selected>/);
    const unknown = await pageOf({ login: 'nobody"><b>' });
    assert.doesNotMatch(unknown.html, / selected|<b>/);
  });

  it('sends the person back with a code and the state as it was', async () => {
    const state = 'a b&c=d+e%20é"';
    const { formToken, cookie } = await pageOf({ state });
    const fields = { form_token: formToken, login: 'ann', decision: 'authorize' };
    const response = await submit(fields, cookie);
    assert.equal(response.status, 302);
    const location = response.headers.get('location') ?? '';
    assert.ok(location.startsWith(`${CALLBACK}?`));
    const { code, ...rest } = parametersOf(location);
    assert.match(code ?? '', /^[0-9a-f]{20}$/);
    assert.deepEqual(rest, { state });
  });

  it('remembers who signed in, so that the second time takes one click', async () => {
    const first = await pageOf();
    const fields = { form_token: first.formToken, login: 'rita', decision: 'authorize' };
    await submit(fields, first.cookie);
    const second = await pageOf({}, `other=1; ${first.cookie}`);
    assert.equal(second.cookie, first.cookie);
    assert.match(second.html, /signed in as <strong>rita<\/strong>/);
    assert.match(second.html, /<option value="rita" selected>/);
    const elsewhere = await pageOf();
    assert.doesNotMatch(elsewhere.html, /signed in as/);
  });

  it('takes a form once, in its own browser, within ten minutes', async () => {
    const { formToken, cookie } = await pageOf();
    const fields = { form_token: formToken, login: 'ann', decision: 'authorize' };
    const other = await pageOf();
    assert.equal((await submit(fields, other.cookie)).status, 422);
    assert.equal((await submit(fields, '')).status, 422);
    assert.equal((await submit({ ...fields, form_token: 'guess' }, cookie)).status, 422);
    assert.equal((await submit(fields, cookie)).status, 302);
    const again = await submit(fields, cookie);
    assert.equal(again.status, 422);
    assert.match(await again.text(), /was used or is too old/);
    const late = await pageOf();
    offsetMs += 601_000;
    const tooLate = { ...fields, form_token: late.formToken };
    assert.equal((await submit(tooLate, late.cookie)).status, 422);
  });

  it('does not let organisations, bots or strangers sign in, nor half a form', async () => {
    for (const login of ['acme', 'redgreen[bot]', 'nobody']) {
      const { formToken, cookie } = await pageOf();
      const fields = { form_token: formToken, login, decision: 'authorize' };
      assert.equal((await submit(fields, cookie)).status, 422, login);
    }
    const { formToken, cookie } = await pageOf();
    assert.equal((await submit({ form_token: formToken }, cookie)).status, 422);
  });

  it('answers an unknown client with a page that is not found, and redirects nowhere', async () => {
    const response = await open({ client_id: 'Iv23nobody', redirect_uri: CALLBACK });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('location'), null);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const refused = seeded.forge.as('ann').authorize(authorizeUrl(seeded, { client_id: 'x' }));
    await assert.rejects(refused, (error) => isAppError(error, 'VALIDATION_ERROR'));
  });

  it('redirects to registered addresses only, letter by letter', async () => {
    const second = await seeded.forge
      .as('ann')
      .authorize(authorizeUrl(seeded, { redirect_uri: SECOND }));
    assert.match(second, /^http:\/\/localhost:9\/other\?kept=1&code=[0-9a-f]{20}$/);
    for (const redirect_uri of [`${CALLBACK}/`, `${CALLBACK}?a=1`, 'http://evil.example/', '']) {
      const response = await open({ redirect_uri, state: 's' });
      const location = response.headers.get('location') ?? '';
      assert.ok(location.startsWith(`${CALLBACK}?error=redirect_uri_mismatch&`), location);
      assert.equal(parametersOf(location)['state'], 's');
    }
  });

  it('tells the app when the person says no', async () => {
    const url = authorizeUrl(seeded, { state: 'x y' });
    const location = await seeded.forge.as('ann').authorize(url, { isDenied: true });
    const { error, error_description, state, code } = parametersOf(location);
    assert.deepEqual([error, state, code], ['access_denied', 'x y', undefined]);
    assert.equal(error_description, 'The user has denied your application access.');
  });

  it('takes a PKCE challenge of 43 characters with S256 and nothing else', async () => {
    const { challenge } = pkce();
    const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };
    assert.match(await codeFor(seeded, 'ann', s256), /^[0-9a-f]{20}$/);
    for (const wrong of [
      { code_challenge: challenge },
      { code_challenge: challenge, code_challenge_method: 'plain' },
      { code_challenge: challenge.slice(1), code_challenge_method: 'S256' },
      { code_challenge: `${challenge.slice(1)}+`, code_challenge_method: 'S256' },
      { code_challenge_method: 'S256' },
    ]) {
      assert.equal((await errorOf(wrong))['error'], 'invalid_request', JSON.stringify(wrong));
    }
  });

  it('lets the callback URLs be set later, and checks them', async () => {
    const { operator } = seeded.forge;
    const invalid = (error: unknown): boolean => isAppError(error, 'VALIDATION_ERROR');
    const made = await operator.createApp({ slug: 'late', owner: 'acme' });
    assert.match(made.clientSecret, /^\w{40,}$/);
    const url = authorizeUrl(seeded, { client_id: made.clientId, state: '1' });
    assert.equal((await fetch(url, { redirect: 'manual' })).status, 400);
    for (const urls of [
      ['ftp://x/'],
      ['/relative'],
      ['http://x/#part'],
      Array(11).fill(CALLBACK),
    ]) {
      assert.throws(() => operator.setCallbackUrls({ slug: 'late', urls }), invalid);
    }
    operator.setCallbackUrls({ slug: 'late', urls: ['http://127.0.0.1:8/cb'] });
    const location = await seeded.forge.as('ann').authorize(url);
    assert.match(location, /^http:\/\/127\.0\.0\.1:8\/cb\?code=\w+&state=1$/);
    await assert.rejects(
      operator.createApp({ slug: 'odd', owner: 'acme', callbackUrls: ['x'] }),
      invalid,
    );
  });

  it('answers what it does not do: 501 for the device flow, 404 for other verbs', async () => {
    const device = await fetch(`${seeded.forge.url}/login/device/code`, { method: 'POST' });
    assert.equal(device.status, 501);
    const wrong = await fetch(`${seeded.forge.url}/login/oauth/access_token`);
    assert.equal(wrong.status, 404);
    const large = { form_token: 'x'.repeat(70_000) };
    assert.equal((await submit(large, '')).status, 413);
  });
});
