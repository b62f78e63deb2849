// Signing in, against the forge's own OAuth: what works, and what must not.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createBrowser } from './browser-double.ts';
import { openWorld, SETTINGS, type WebWorld } from './web-world.ts';

let world: WebWorld;
before(async () => {
  world = await openWorld();
});
after(async () => await world[Symbol.asyncDispose]());

async function sessions(): Promise<number> {
  const { rows } = await world.sql.query<{ count: number }>('select count(*) from web_sessions');
  return rows[0]?.count ?? -1;
}

const query = (url: string) => new URL(url).searchParams;

suite('the way to GitHub and back', () => {
  test('a person is sent to GitHub with PKCE and a state, and comes back signed in', async () => {
    const browser = world.browser();
    const { status, location, headers } = await browser.get('/sign-in');
    assert.equal(status, 302);
    assert.ok(location.startsWith(`${world.forge.url}/login/oauth/authorize?`));
    const sent = query(location);
    assert.equal(sent.get('client_id'), world.app.clientId);
    assert.equal(sent.get('redirect_uri'), `${world.url}/sign-in/callback`);
    assert.equal(sent.get('code_challenge_method'), 'S256');
    assert.match(sent.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.match(sent.get('state') ?? '', /^[\w-]{43}$/);
    assert.match(
      headers.get('set-cookie') ?? '',
      /^redgreen_sign_in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const callback = await browser.get(await world.forge.as('mona').authorize(location));
    assert.equal(callback.status, 303);
    assert.equal(callback.location, `${world.url}/repositories`);
    assert.ok(!browser.cookies.has('redgreen_sign_in'));
    assert.match(
      callback.headers.getSetCookie().join('\n'),
      /^redgreen_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/m,
    );
    assert.match((await browser.get('/')).html, /Signed in as <strong>mona<\/strong>/);
  });

  test('state and challenge are new at every sign-in', async () => {
    const [one, other] = await Promise.all([
      world.browser().get('/sign-in'),
      world.browser().get('/sign-in'),
    ]);
    for (const name of ['state', 'code_challenge']) {
      assert.notEqual(query(one.location).get(name), query(other.location).get(name));
    }
  });

  test('he comes back to the page he wanted', async () => {
    const browser = world.browser();
    const asked = await browser.get(SETTINGS);
    assert.equal(asked.status, 401);
    const path = `/sign-in?return=${encodeURIComponent(SETTINGS)}`;
    assert.ok(asked.html.includes(`href="${path}"`));
    const { location } = await browser.get(await browser.authorize(world.forge, 'mona', path));
    assert.equal(location, world.url + SETTINGS);
  });

  test('no address leads him to another site afterwards', async () => {
    const hostile = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      `${world.url}.evil.example/`,
      '/sign-in/../..//evil.example',
    ];
    for (const target of hostile) {
      const browser = world.browser();
      const path = `/sign-in?return=${encodeURIComponent(target)}`;
      const { location } = await browser.get(await browser.authorize(world.forge, 'mona', path));
      assert.equal(new URL(location).origin, world.url, target);
    }
  });

  test('on https the cookies are Secure and bound to this host alone', async () => {
    const publicUrl = 'https://redgreen.example';
    const url = await world.another({ publicUrl });
    const urls = [`${publicUrl}/sign-in/callback`, `${world.url}/sign-in/callback`];
    world.forge.operator.setCallbackUrls({ slug: 'redgreen', urls });
    const browser = createBrowser(url);
    const callback = new URL(await browser.authorize(world.forge, 'mona'));
    assert.equal(callback.origin, publicUrl);
    assert.ok(browser.cookies.has('__Host-redgreen_sign_in'));
    const { headers } = await browser.get(callback.pathname + callback.search);
    const set = headers.getSetCookie().find((line) => line.startsWith('__Host-redgreen_session='));
    assert.match(set ?? '', /; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  });
});

suite('what is no sign-in', () => {
  /** Each gets a genuine callback of its own and spoils it. */
  const forged: Record<string, (url: URL) => Promise<{ url: string; cookies?: boolean }>> = {
    'without a state': async (url) => without(url, 'state'),
    'with an empty state': async (url) => having(url, 'state', ''),
    'with another state': async (url) => having(url, 'state', 'A'.repeat(43)),
    'with a state that only begins right': async (url) =>
      having(url, 'state', query(url.href).get('state')?.slice(0, 20) ?? ''),
    'with the state twice, a wrong one first': async (url) => {
      const state = query(url.href).get('state') ?? '';
      url.searchParams.delete('state');
      url.searchParams.append('state', 'B'.repeat(43));
      url.searchParams.append('state', state);
      return { url: url.href };
    },
    'in another browser': async (url) => ({ url: url.href, cookies: false }),
    'without a code': async (url) => without(url, 'code'),
    'with a made-up code': async (url) => having(url, 'code', '0123456789abcdef0123'),
    'with an error beside the code': async (url) => having(url, 'error', 'access_denied'),
    'with a code that was made for another sign-in': async (url) => {
      const other = await world.browser().authorize(world.forge, 'eve');
      return having(url, 'code', query(other).get('code') ?? '');
    },
    'eleven minutes later': async (url) => {
      world.step(11 * 60_000);
      return { url: url.href };
    },
  };
  for (const [how, forge] of Object.entries(forged)) {
    test(`a callback ${how} makes no session and says what to do`, async () => {
      const earlier = await sessions();
      const browser = world.browser();
      const genuine = new URL(await browser.authorize(world.forge, 'mona'));
      const { url, cookies = true } = await forge(genuine);
      const page = await (cookies ? browser : world.browser()).get(url);
      assert.equal(page.status, 400);
      assert.match(page.html, /You are not signed in/);
      assert.match(page.html, /href="\/sign-in"/);
      assert.equal(await sessions(), earlier);
      assert.ok(!browser.cookies.has('redgreen_session'));
    });
  }

  test('a callback counts once, even with its cookie kept', async () => {
    const browser = world.browser();
    const callback = await browser.authorize(world.forge, 'mona');
    const kept = new Map(browser.cookies);
    const thief = createBrowser(world.url);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    assert.equal((await browser.get(callback)).status, 303);
    const earlier = await sessions();
    const again = await thief.get(callback);
    assert.equal(again.status, 400);
    assert.match(again.html, /finished before/);
    assert.equal(await sessions(), earlier);
  });

  test('ten at once with the same state make one session', async () => {
    const browser = world.browser();
    const callback = await browser.authorize(world.forge, 'mona');
    const cookies = [...browser.cookies];
    const earlier = await sessions();
    const pages = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const one = createBrowser(world.url);
        for (const [name, value] of cookies) one.cookies.set(name, value);
        return (await one.get(callback)).status;
      }),
    );
    assert.equal(pages.filter((status) => status === 303).length, 1);
    assert.equal(await sessions(), earlier + 1);
  });

  test('a changed or foreign cookie is worth nothing', async () => {
    const earlier = await sessions();
    const cookies = ['', 'x', 'A'.repeat(200), Buffer.from('{"state":"s"}').toString('base64url')];
    for (const cookie of cookies) {
      const browser = world.browser();
      const callback = await browser.authorize(world.forge, 'mona');
      browser.cookies.set('redgreen_sign_in', cookie);
      assert.equal((await browser.get(callback)).status, 400, cookie);
    }
    assert.equal(await sessions(), earlier);
  });

  test('who says no on GitHub is not signed in', async () => {
    const browser = world.browser();
    const { location } = await browser.get('/sign-in');
    const back = await world.forge.as('mona').authorize(location, { isDenied: true });
    const page = await browser.get(back);
    assert.equal(page.status, 400);
    assert.match(page.html, /said no/);
  });
});

test('an id that was known before the sign-in is unusable after it', async () => {
  const planted = 'Z'.repeat(43);
  const browser = world.browser();
  browser.cookies.set('redgreen_session', planted);
  await browser.signIn(world.forge, 'mona');
  assert.notEqual(browser.cookies.get('redgreen_session'), planted);
  const attacker = world.browser();
  attacker.cookies.set('redgreen_session', planted);
  assert.equal((await attacker.get(SETTINGS)).status, 401);
});

test('signing in again ends the session before it', async () => {
  const browser = await world.signedIn('mona');
  const old = browser.cookies.get('redgreen_session') ?? '';
  await browser.signIn(world.forge, 'mona');
  const earlier = world.browser();
  earlier.cookies.set('redgreen_session', old);
  assert.equal((await earlier.get('/repositories')).status, 401);
  assert.equal((await browser.get('/repositories')).status, 200);
});

test('when GitHub does not answer, nobody is signed in and the page says so', async () => {
  const browser = world.browser();
  const callback = await browser.authorize(world.forge, 'mona');
  const earlier = await sessions();
  world.forge.injectFault({ operation: 'oauth/access-token', kind: 'error' });
  const page = await browser.get(callback);
  assert.equal(page.status, 503);
  assert.match(page.html, /GitHub does not answer/);
  assert.equal(await sessions(), earlier);
});

test('the forge was asked in the ways GitHub describes', () => {
  assert.deepEqual(world.forge.schemaViolations, []);
});

function having(url: URL, name: string, value: string): { url: string } {
  url.searchParams.set(name, value);
  return { url: url.href };
}

function without(url: URL, name: string): { url: string } {
  url.searchParams.delete(name);
  return { url: url.href };
}
