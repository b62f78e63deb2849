// What the pages must withstand: foreign forms, hostile texts, wrong requests, and their own faults.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settingsSchemaText } from '../../../app/settings/json-schema.ts';
import { type Browser, createBrowser, fieldsOf } from './browser-double.ts';
import { openWorld, REPOSITORY, SETTINGS, type WebWorld } from './web-world.ts';

let world: WebWorld;
let mona: Browser;
before(async () => {
  world = await openWorld();
  mona = await world.signedIn('mona');
});
after(async () => await world[Symbol.asyncDispose]());

const savedRows = async () => (await world.sql.query('select from repository_settings')).rowCount;
const sessionRows = async () => (await world.sql.query('select from web_sessions')).rowCount;

suite('forms of other sites', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another origin alone', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['the origin null', { origin: 'null' }],
    ['cross-site with our origin', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['none', { 'sec-fetch-site': 'none' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['https instead of http', { origin: 'https://127.0.0.1' }],
    ['a longer name', { origin: 'http://127.0.0.1.evil.example' }],
  ];
  for (const [how, headers] of foreign) {
    test(`${how}: neither settings nor session change, even with the right token`, async () => {
      const fields = fieldsOf((await mona.get(SETTINGS)).html);
      const earlier = await sessionRows();
      for (const path of [SETTINGS, '/sign-out']) {
        const page = await mona.post(path, { ...fields, label: 'evil' }, headers);
        assert.equal(page.status, 403, path);
        assert.match(page.html, /did not come from this site/);
      }
      assert.equal(await savedRows(), 0);
      assert.equal(await sessionRows(), earlier);
    });
  }

  const tokens = ['', 'x', 'A'.repeat(43), 'é'.repeat(43), '0'.repeat(10_000)];
  for (const token of [undefined, ...tokens]) {
    test(`the token ${token?.slice(0, 10) ?? 'left out'} is not taken`, async () => {
      const { form_token: _, ...rest } = fieldsOf((await mona.get(SETTINGS)).html);
      const fields = { ...rest, ...(token !== undefined && { form_token: token }) };
      assert.equal((await mona.post(SETTINGS, { ...fields, label: 'evil' })).status, 403);
      assert.equal((await mona.post('/sign-out', fields)).status, 403);
      assert.equal(await savedRows(), 0);
      assert.equal((await mona.get('/repositories')).status, 200);
    });
  }

  test('the token of another person or session is not taken', async () => {
    const nina = await world.signedIn('nina');
    const fields = fieldsOf((await nina.get(SETTINGS)).html);
    assert.equal((await mona.post(SETTINGS, { ...fields, label: 'evil' })).status, 403);
    assert.equal(await savedRows(), 0);
  });
});

suite('the schema for editors', () => {
  test('is open to whoever asks, and is fetched once', async () => {
    const stranger = createBrowser(world.url);
    const { status, headers, html } = await stranger.get('/schema/settings.json');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/schema+json; charset=utf-8');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(html, settingsSchemaText());
    const again = await fetch(new URL('/schema/settings.json', world.url), {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    assert.equal((await mona.post('/schema/settings.json', {})).status, 405);
  });
});

suite('the frame of every answer', () => {
  const paths = ['/', '/style.css', '/repositories', SETTINGS, '/nothing', '/sign-in/callback'];
  for (const path of paths) {
    test(`${path} allows no script, no frame, no foreign address`, async () => {
      const { headers } = await mona.get(path);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      const isAsset = path === '/style.css';
      assert.equal(headers.get('cache-control'), isAsset ? 'public, max-age=300' : 'no-store');
      assert.equal(headers.get('strict-transport-security'), null, 'not over http');
      assert.equal(headers.get('access-control-allow-origin'), null);
    });
  }

  test('no page holds a script or an inline style', async () => {
    for (const path of ['/', '/repositories', SETTINGS, '/nothing']) {
      const { html } = await mona.get(path);
      assert.ok(!/<script|\son\w+=|\sstyle=|javascript:/i.test(html), path);
    }
  });
});

suite('hostile texts', () => {
  const HOSTILE = [
    '"><script>alert(1)</script>',
    "' onfocus='alert(1)' x='",
    '</textarea><img src=https://evil.example/x>',
    '</option></select><svg onload=alert(1)>',
    '![x](https://evil.example/x.png)',
    '<https://evil.example/>',
    '&lt;b&gt; &amp; &#x27;',
    '${7*7} {{7*7}} <%= 7*7 %>',
  ];
  for (const text of HOSTILE) {
    test(`${text} is shown as text and nothing else`, async () => {
      const typed = { label: text, setup: text, 'notify.mention': text, 'models.plan': text };
      const { html, status } = await mona.submit(SETTINGS, typed);
      assert.equal(status, 422);
      const fields = fieldsOf(html);
      for (const leaf of Object.keys(typed)) assert.equal(fields[leaf], text);
      assertPlain(html);
    });
  }

  test('a saved value and a hostile settings file are shown as text', async () => {
    const label = '"><script>alert(1)</script>';
    await world.forge.as('mona').push(REPOSITORY, {
      branch: 'main',
      files: { '.github/redgreen.yml': '"<img src=//evil.example>": 1\n' },
      message: 'Hostile',
    });
    const { status } = await mona.submit(SETTINGS, { label });
    assert.equal(status, 303);
    const { html } = await mona.get(SETTINGS);
    assert.equal(fieldsOf(html)['label'], label);
    await world.sql.query('delete from repository_settings');
    assert.ok(html.includes('&lt;img src=//evil.example&gt;'));
    assertPlain(html);
  });

  /** Nothing but tags that we wrote, and every address in them is ours or GitHub's. */
  function assertPlain(html: string): void {
    const tag = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g;
    const rest = html.replace('<!doctype html>', '').replaceAll(tag, '');
    assert.ok(!rest.includes('<'), 'a tag that is not ours');
    for (const [, name = '', attributes = ''] of html.matchAll(tag)) {
      assert.ok(!['script', 'img', 'svg', 'iframe', 'object', 'b'].includes(name), name);
      for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
        assert.ok(!attribute.startsWith('on'), attribute);
        if (!['src', 'href', 'action', 'formaction'].includes(attribute)) continue;
        const { origin } = new URL(value, world.url);
        assert.ok([world.url, world.forge.url].includes(origin), value);
      }
    }
  }
});

suite('wrong requests', () => {
  const methods: [string, string, string][] = [
    ['POST', '/', 'GET'],
    ['DELETE', '/repositories', 'GET'],
    ['GET', '/sign-out', 'POST'],
    ['PUT', SETTINGS, 'GET, POST'],
    ['POST', '/sign-in', 'GET'],
  ];
  for (const [method, path, allow] of methods) {
    test(`${method} ${path} is told what is allowed`, async () => {
      const headers = { origin: world.url, 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetch(world.url + path, { method, headers });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), allow);
      assert.match(await response.text(), /<h1>Not like this<\/h1>/);
    });
  }

  test('HEAD is answered as GET, without a body', async () => {
    const response = await fetch(world.url, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  test('an unknown address is a page', async () => {
    for (const path of ['/nothing', '/repositories/', '/.env', '/repositories/acme/shop', '/%ff']) {
      const { status, html } = await mona.get(path);
      assert.equal(status, 404, path);
      assert.match(html, /<h1>Not found<\/h1>/);
    }
  });

  test('more than 64 KB is refused and not read', async () => {
    const page = await mona.submit(SETTINGS, { setup: 'x'.repeat(70_000) });
    assert.equal(page.status, 413);
    assert.equal(await savedRows(), 0);
  });

  test('what is no form is refused', async () => {
    for (const type of ['application/json', 'text/plain', '']) {
      const page = await mona.post(SETTINGS, { label: 'x' }, { 'content-type': type });
      assert.equal(page.status, 415, type);
    }
    const type = 'multipart/form-data; boundary=x';
    const broken = await mona.post(SETTINGS, { label: 'x' }, { 'content-type': type });
    assert.equal(broken.status, 400);
    assert.equal(await savedRows(), 0);
  });

  test('a form without its version is refused', async () => {
    const { version: _, ...fields } = fieldsOf((await mona.get(SETTINGS)).html);
    for (const version of ['', '-1', '1e9', 'x']) {
      assert.equal((await mona.post(SETTINGS, { ...fields, version })).status, 400);
    }
    assert.equal(await savedRows(), 0);
  });
});

suite('its own faults', () => {
  const secret = 'postgres://user:hunter2@db/app';
  async function brokenBy(error: Error) {
    const transaction = async () => {
      await sleep(1);
      throw error;
    };
    const url = await world.another({ store: { transaction } });
    const browser = createBrowser(url);
    browser.cookies.set('redgreen_session', 'A'.repeat(43));
    return await browser.get('/repositories');
  }

  test('a bug is a page without a stack, a message or an address', async () => {
    const { status, html } = await brokenBy(new Error(secret));
    assert.equal(status, 500);
    assert.match(html, /INTERNAL_ERROR/);
    assert.doesNotMatch(html, /hunter2|\.ts:|at async|Error:/);
  });

  test('a request that takes too long is ended', async () => {
    const url = await world.another({
      permission: async (_repository, _login, signal) => {
        await sleep(60_000, undefined, { signal });
        return 'admin';
      },
      limits: { requestMs: 400 },
    });
    const browser = createBrowser(url);
    for (const [name, value] of mona.cookies) browser.cookies.set(name, value);
    const { status, html } = await browser.get(SETTINGS);
    assert.equal(status, 503);
    assert.match(html, /nothing was shown or saved/);
  });
});

test('without the settings for sign-in each page says in one line what to set', async () => {
  const url = await world.another({ signIn: { missing: ['CLIENT_SECRET', 'SESSION_KEY'] } });
  const browser = createBrowser(url);
  for (const path of ['/', '/sign-in', '/sign-in/callback', '/repositories', SETTINGS]) {
    const { status, html } = await browser.get(path);
    assert.equal(status, 503, path);
    assert.match(
      html,
      /<p>Nobody can sign in: set CLIENT_SECRET and SESSION_KEY and start again\./,
    );
  }
  assert.equal((await browser.get('/style.css')).status, 200);
  assert.equal((await browser.get('/nothing')).status, 404);
});

test('under a path of the public address, links and redirects have it', async () => {
  const inner = await world.another({ publicUrl: 'http://127.0.0.1/tools/redgreen' });
  const { html } = await createBrowser(inner).get('/');
  for (const [, url] of html.matchAll(/href="(\/[^"]*)"/g)) {
    assert.match(url ?? '', /^\/tools\/redgreen\//);
  }
});
