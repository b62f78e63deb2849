// The life of a session: what ends it, what keeps it, and what the database learns of it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { Secret } from '../../../app/secret.ts';
import { forgetPerson, sweepSignIns } from '../../../app/web/sign-ins.ts';
import { createBrowser, fieldsOf } from './browser-double.ts';
import { openWorld, SETTINGS, type WebWorld } from './web-world.ts';

const HOUR = 3_600_000;
let world: WebWorld;
before(async () => {
  world = await openWorld();
});
after(async () => await world[Symbol.asyncDispose]());

const tokenCalls = () =>
  world.forge.calls.filter(({ operationId }) => operationId === 'oauth/access-token').length;
const rows = async () =>
  (await world.sql.query<{ count: number }>('select count(*) from web_sessions')).rows[0]?.count;

suite('the end of a session', () => {
  test('eight idle hours end it, and its tokens are gone', async () => {
    const browser = await world.signedIn('mona');
    const earlier = await rows();
    world.step(8 * HOUR);
    assert.equal((await browser.get('/repositories')).status, 401);
    assert.equal(await rows(), (earlier ?? 0) - 1);
  });

  test('seven days end it, however busy it was', async () => {
    const browser = await world.signedIn('mona');
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      world.step(6 * HOUR);
      assert.equal((await browser.get('/')).html.includes('Signed in as'), true, `${hours} h`);
    }
    world.step(6 * HOUR);
    assert.equal((await browser.get('/repositories')).status, 401);
  });

  test('signing out ends it here and its token at GitHub', async () => {
    const browser = await world.signedIn('mona');
    const { html } = await browser.get('/');
    const cookie = browser.cookies.get('redgreen_session') ?? '';
    const page = await browser.post('/sign-out', fieldsOf(html));
    assert.equal(page.status, 303);
    assert.equal(page.location, `${world.url}/`);
    assert.ok(!browser.cookies.has('redgreen_session'));
    browser.cookies.set('redgreen_session', cookie);
    assert.equal((await browser.get('/repositories')).status, 401);
    const ended = world.forge.calls.findLast(
      ({ operationId }) => operationId === 'apps/delete-token',
    );
    assert.equal(ended?.status, 204);
  });

  test('signing out works when GitHub does not answer', async () => {
    const browser = await world.signedIn('mona');
    const fields = fieldsOf((await browser.get('/')).html);
    const earlier = await rows();
    world.forge.injectFault({ operation: 'apps/delete-token', kind: 'error' });
    assert.equal((await browser.post('/sign-out', fields)).status, 303);
    assert.equal(await rows(), (earlier ?? 0) - 1);
  });

  test('taking the consent back on GitHub ends it at the next request', async () => {
    const browser = await world.signedIn('nina');
    world.step(60_000);
    world.forge.as('nina').revokeAuthorization('redgreen');
    const earlier = await rows();
    const page = await browser.get(SETTINGS);
    assert.equal(page.status, 401);
    assert.match(page.html, /Sign in first/);
    assert.equal(await rows(), (earlier ?? 0) - 1);
  });

  test('forgetting a person ends all he holds and nothing else', async () => {
    const [one, two, other] = [
      await world.signedIn('ann'),
      await world.signedIn('ann'),
      await world.signedIn('mona'),
    ];
    const { rows: found } = await world.sql.query<{ subject: number }>(
      `select subject from identities where login = 'ann'`,
    );
    assert.equal(await forgetPerson(world, found[0]?.subject ?? 0), 2);
    assert.equal(await forgetPerson(world, 999_999), 0);
    for (const browser of [one, two])
      assert.equal((await browser.get('/repositories')).status, 401);
    assert.equal((await other.get('/repositories')).status, 200);
  });

  test('what is over is swept away, though nobody asks for it', async () => {
    await world.signedIn('mona');
    const living = await world.signedIn('nina');
    world.step(5 * HOUR);
    await living.get('/');
    world.step(5 * HOUR);
    assert.ok((await sweepSignIns(world)) > 0);
    assert.equal(await rows(), 1);
  });

  test('another session key opens nothing and ends the session', async () => {
    const browser = await world.signedIn('mona');
    const sessionKey = new Secret(randomBytes(32).toString('base64'));
    const people = {} as never;
    const other = createBrowser(await world.another({ signIn: { people, sessionKey } }));
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    assert.equal((await other.get('/repositories')).status, 401);
    assert.equal((await browser.get('/repositories')).status, 401);
  });
});

suite('renewing the token', () => {
  /** Used often enough to live, and a moment before its token ends. */
  async function nearTheEnd() {
    const browser = await world.signedIn('mona');
    world.step(4 * HOUR);
    assert.equal((await browser.get('/')).status, 200);
    world.step(4 * HOUR - 30_000);
    return browser;
  }

  test('a token that ends is renewed, and the session goes on', async () => {
    const browser = await nearTheEnd();
    const earlier = tokenCalls();
    assert.equal((await browser.get(SETTINGS)).status, 200);
    assert.equal(tokenCalls(), earlier + 1);
    assert.equal((await browser.get(SETTINGS)).status, 200);
    assert.equal(tokenCalls(), earlier + 1);
  });

  test('eight requests at once renew it once, and none loses the session', async () => {
    const browser = await nearTheEnd();
    const earlier = tokenCalls();
    world.forge.injectFault({ operation: 'oauth/access-token', kind: 'slow', delayMs: 300 });
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => (await browser.get(SETTINGS)).status),
    );
    assert.deepEqual(new Set(pages), new Set([200]));
    assert.equal(tokenCalls(), earlier + 1);
  });

  test('two processes renew it once', async () => {
    const browser = await nearTheEnd();
    const other = createBrowser(await world.another());
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const earlier = tokenCalls();
    const pages = await Promise.all([browser.get(SETTINGS), other.get(SETTINGS)]);
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(tokenCalls(), earlier + 1);
  });

  test('GitHub not answering is no end: the next request renews', async () => {
    const browser = await nearTheEnd();
    world.forge.injectFault({ operation: 'oauth/access-token', kind: 'error' });
    assert.equal((await browser.get(SETTINGS)).status, 503);
    assert.equal((await browser.get(SETTINGS)).status, 200);
  });

  test('a refresh token that GitHub does not take ends the session', async () => {
    const browser = await nearTheEnd();
    world.forge.as('mona').revokeAuthorization('redgreen');
    assert.equal((await browser.get(SETTINGS)).status, 401);
    assert.equal((await browser.get('/')).html.includes('Signed in as'), false);
  });

  test('who died while renewing is replaced', async () => {
    const browser = await nearTheEnd();
    await world.sql.query(`update web_sessions set renewing_until = $1`, [
      new Date(world.now() + 1000),
    ]);
    const waiting = browser.get(SETTINGS);
    world.step(2000);
    assert.equal((await waiting).status, 200);
  });
});

test('no column holds a secret in clear', async () => {
  const browser = await world.signedIn('mona');
  const id = browser.cookies.get('redgreen_session') ?? '';
  const tables = ['users', 'identities', 'web_sessions', 'used_sign_ins'];
  let text = '';
  for (const table of tables) {
    const found = await world.sql.query(`select * from ${table}`);
    text += JSON.stringify(found.rows.map((row: object) => Object.values(row).map(shown)));
  }
  assert.match(text, /mona/, 'the rows were read');
  const raw = Buffer.from(id, 'base64url');
  const secrets = [id, raw.toString('hex'), raw.toString('base64'), world.app.clientSecret];
  for (const secret of secrets) assert.ok(!text.includes(secret));
  assert.doesNotMatch(text, /gh[ur]_|Z2h1X|Z2hyX/);
});

/** As text, hex and base64: a dump would have it in one of them. */
function shown(value: unknown): string {
  if (!Buffer.isBuffer(value)) return String(value);
  return [value.toString('latin1'), value.toString('hex'), value.toString('base64')].join(' ');
}
