// LEDGER: G4. The settings pages in a real browser, on the real app, against the forge: sign in, change
// a setting, see it in force, sign out; and what must not work. Needs Chromium.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, type TestContext, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { NAME, OWNER, PERSON, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { STORY } from '../../app/cli/demo/story.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { findChromium, openBrowser, seriousProblems } from '../support/browser.ts';
import { scriptedMessagesServer } from '../support/scripted-messages-server.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, type Play, startPlay } from '../support/thread-play.ts';

const REPOSITORY = `${OWNER}/${NAME}`;
const SETTINGS = `/repositories/${REPOSITORY}/settings`;
const FILE = 'label: agent\nbudget:\n  usd: 3\n';

const chromium = findChromium();
const skip =
  chromium === undefined && 'NO CHROMIUM on PATH: the pages were NOT looked at with a browser';

suite('the settings pages in a browser', { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene(chromium ?? '');
  });
  after(async () => await scene[Symbol.asyncDispose]());

  test('an admin signs in, changes a setting, sees it in force and signs out', async (t) => {
    const page = await scene.visit();
    await page.goto(scene.url);
    await scene.look(t, page, 'home');
    await page.getByRole('link', { name: 'Sign in with GitHub' }).click();
    await consent(page, PERSON);
    await page.waitForURL(`${scene.url}/repositories`);
    await scene.look(t, page, 'repositories');
    await page.getByRole('link', { name: REPOSITORY }).click();
    assert.equal(await inForce(page, 'label'), 'In force: agent from .github/redgreen.yml');
    await scene.look(t, page, 'settings');
    await page.getByLabel('Label', { exact: true }).fill('fix-this');
    await page.getByLabel('Dollars').fill('7.5');
    await page.getByLabel('Model for tests and code').selectOption('claude-haiku-5-5');
    await page.getByLabel('Setup').fill('npm ci\nnpm run build');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.waitForURL(`${scene.url}${SETTINGS}?saved=1`);
    assert.match(await page.getByRole('status').innerText(), /^Saved\./);
    assert.equal(await inForce(page, 'label'), 'In force: fix-this from this page');
    assert.equal(await inForce(page, 'budget.usd'), 'In force: 7.5 from this page');
    await scene.look(t, page, 'saved');
    assert.deepEqual((await scene.saved())?.settings, {
      label: 'fix-this',
      setup: 'npm ci\nnpm run build',
      models: { code: 'claude-haiku-5-5' },
      budget: { usd: 7.5 },
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${scene.url}/`);
    assert.equal(await page.getByRole('link', { name: 'Sign in with GitHub' }).count(), 1);
    await page.goto(scene.url + SETTINGS);
    await page.getByRole('heading', { name: 'Sign in first' }).waitFor();
    await scene.look(t, page, 'signed-out');
  });

  test('a label, a budget and a model saved here are used by the next trigger', async () => {
    const page = await scene.signedIn(PERSON);
    await page.goto(scene.url + SETTINGS);
    await page.getByLabel('Label', { exact: true }).fill('by-page');
    await page.getByLabel('Dollars').fill('2.25');
    await page.getByLabel('Model for the plan').selectOption('claude-haiku-5-5');
    await page.getByLabel('Setup').fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').waitFor();
    const { stage } = scene;
    await stage.openAndLabel('agent');
    await stage.openAndLabel('by-page');
    const planned = await seen('a plan', async () => {
      const [record, ...others] = await scene.jobs();
      assert.deepEqual(others, [], 'the label of the file no longer starts a job');
      return record?.job.state === 'WAITING_SPEC_APPROVAL' ? record : undefined;
    });
    assert.equal(planned.job.budget.costUsd, 2.25);
    assert.deepEqual([...scene.modelsAsked()], ['claude-haiku-5-5']);
  });

  test('all of it works with scripts switched off', async () => {
    const page = await scene.visit({ javaScriptEnabled: false });
    await page.goto(`${scene.url}/sign-in`);
    await consent(page, PERSON);
    await page.getByRole('link', { name: REPOSITORY }).click();
    await page.getByLabel('Base branch').fill('next');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').waitFor();
    assert.equal(await inForce(page, 'base'), 'In force: next from this page');
    await page.getByLabel('Base branch').fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').waitFor();
    assert.equal(await inForce(page, 'base'), 'In force: not set');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${scene.url}/`);
  });

  test('what is not valid is shown beside its field, and nothing typed is lost', async (t) => {
    const earlier = await scene.saved();
    const page = await scene.signedIn(PERSON);
    await page.goto(scene.url + SETTINGS);
    await page.getByLabel('Dollars').fill('a lot');
    await page.getByLabel('Allowed hosts').fill('registry.example.com\nnot a host');
    await page.getByLabel('Instructions').fill('docs/agents');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('alert').waitFor();
    const dollars = page.getByLabel('Dollars');
    assert.equal(await dollars.inputValue(), 'a lot');
    assert.equal(await dollars.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Instructions').inputValue(), 'docs/agents');
    await scene.look(t, page, 'not-valid');
    await page.getByRole('link', { name: 'Dollars' }).click();
    assert.deepEqual(await scene.saved(), earlier);
  });

  test('two admins at once: the later one is told what changed', async (t) => {
    const [one, other] = [await scene.signedIn(PERSON), await scene.signedIn(OWNER)];
    for (const page of [one, other]) await page.goto(scene.url + SETTINGS);
    await one.getByLabel('Label', { exact: true }).fill('first');
    await one.getByRole('button', { name: 'Save settings' }).click();
    await one.getByRole('status').waitFor();
    await other.getByLabel('Label', { exact: true }).fill('second');
    await other.getByRole('button', { name: 'Save settings' }).click();
    assert.match(await other.getByRole('alert').innerText(), /someone else changed these settings/);
    assert.equal(await other.getByLabel('Label', { exact: true }).inputValue(), 'second');
    await scene.look(t, other, 'conflict');
  });

  test('who is no admin is refused', async (t) => {
    const reader = await scene.signedIn('rita');
    assert.equal((await reader.goto(scene.url + SETTINGS))?.status(), 403);
    await scene.look(t, reader, 'no-admin');
    const stranger = await scene.signedIn('eve');
    assert.equal((await stranger.goto(scene.url + SETTINGS))?.status(), 404);
    await scene.look(t, stranger, 'not-found');
  });

  test('a callback that was started in another browser signs nobody in', async (t) => {
    const attacker = await scene.visit();
    const started = await attacker.request.get(`${scene.url}/sign-in`, { maxRedirects: 0 });
    const callback = await scene.stage.forge
      .as('eve')
      .authorize(started.headers()['location'] ?? '');
    const victim = await scene.visit();
    assert.equal((await victim.goto(callback))?.status(), 400);
    await victim.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await scene.look(t, victim, 'forged-callback');
    await victim.goto(scene.url);
    assert.equal(await victim.getByRole('button', { name: 'Sign out' }).count(), 0);
  });

  for (const host of ['localhost', '127.0.0.1']) {
    test(`a form on a page of http://${host} changes nothing`, async () => {
      const page = await scene.signedIn(PERSON);
      const earlier = await scene.saved();
      await using evil = await evilSite(host, scene.url);
      for (const name of ['settings', 'sign-out']) {
        await page.goto(evil.url);
        const answered = page.waitForResponse((response) => response.url().startsWith(scene.url));
        await page.getByRole('button', { name }).click();
        assert.equal((await answered).status(), 403);
      }
      assert.deepEqual(await scene.saved(), earlier);
      await page.goto(`${scene.url}/repositories`);
      assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 1);
    });
  }

  test('the pages ask nothing of any other site', async () => {
    const page = await scene.signedIn(PERSON);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    for (const path of ['/', '/repositories', SETTINGS]) await page.goto(scene.url + path);
    assert.deepEqual([...new Set(asked)], [scene.url]);
  });
});

type Scene = AsyncDisposable & {
  url: string;
  stage: Stage;
  /** A browser of his own for each person. */
  visit(options?: Parameters<Browser['newContext']>[0]): Promise<Page>;
  signedIn(login: string): Promise<Page>;
  saved(): Promise<{ settings: object; version: number } | undefined>;
  jobs(): Promise<JobRecord[]>;
  /** By the app, of the provider. */
  modelsAsked(): Set<string>;
  /** No serious problem by axe, in light, dark and narrow; and a picture for people. */
  look(t: TestContext, page: Page, name: string): Promise<void>;
};

async function openScene(executablePath: string): Promise<Scene> {
  const stack = new AsyncDisposableStack();
  try {
    return await fill(stack, executablePath);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function fill(stack: AsyncDisposableStack, executablePath: string): Promise<Scene> {
  const stage = stack.use(await openTestStage({ files: { '.github/redgreen.yml': FILE } }));
  const { url, env } = await webSettings(stage);
  const onStage = {
    ...stage,
    env: { ...stage.env, ...env },
    listensAt: (at: string) =>
      stage.forge.operator.setWebhookUrl({
        slug: 'redgreen-pages',
        url: `${at}/api/github/webhooks`,
      }),
  };
  const provider = stack.use(
    await scriptedMessagesServer(STORY, { apiKey: stage.env['ANTHROPIC_API_KEY'] ?? '' }),
  );
  onStage.env['ANTHROPIC_BASE_URL'] = provider.url;
  const app: Play = stack.use(await startPlay(onStage, 'provider'));
  assert.equal(app.child.exitCode, null);
  const store: Store = stack.use(await openRecords(onStage));
  const browser = stack.adopt(await openBrowser(executablePath), async (one) => await one.close());
  const pictures = await mkdtemp('/tmp/redgreen-pages-');
  // Kept on purpose where somebody wants to look at them.
  if (process.env['REDGREEN_KEEP_PICTURES'] === undefined) {
    stack.defer(async () => await rm(pictures, { recursive: true, force: true }));
  }
  const { data: repository } = await stage.octokit.repos.get({ owner: OWNER, repo: NAME });
  const visit: Scene['visit'] = async (options = {}) => {
    const context: BrowserContext = await browser.newContext(options);
    // Only to tell an end from no end: machines that run tests are busy.
    context.setDefaultTimeout(90_000);
    return await context.newPage();
  };
  return {
    url,
    stage,
    visit,
    async signedIn(login) {
      const page = await visit();
      await page.goto(`${url}/sign-in`);
      await consent(page, login);
      await page.waitForURL(`${url}/repositories`);
      return page;
    },
    saved: async () => {
      const row = await store.transaction(
        async ({ settings }) => await settings.find(repository.id),
      );
      return row && { settings: row.settings, version: row.version };
    },
    jobs: async () =>
      await store.transaction(async (records) => await records.jobs.list({ limit: 5 })),
    modelsAsked: () => new Set(provider.received.map(({ body }) => String(JSON.parse(body).model))),
    look: async (t, page, name) => await look(t, page, join(pictures, name)),
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

/** An App of its own on the stage's GitHub, which knows where people come back to. */
async function webSettings({
  forge,
}: Stage): Promise<{ url: string; env: Record<string, string> }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { operator } = forge;
  const webhookSecret = randomBytes(32).toString('hex');
  const app = await operator.createApp({
    slug: 'redgreen-pages',
    owner: OWNER,
    webhookSecret,
    callbackUrls: [`${url}/sign-in/callback`],
  });
  operator.installApp({ slug: app.slug, repositories: [REPOSITORY] });
  for (const login of ['rita', 'eve']) operator.createUser({ login });
  operator.setPermission({ repository: REPOSITORY, login: PERSON, permission: 'admin' });
  operator.setPermission({ repository: REPOSITORY, login: 'rita', permission: 'read' });
  const env = {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    CLIENT_SECRET: app.clientSecret,
    SESSION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: url,
    PORT: new URL(url).port,
  };
  return { url, env };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** On the forge's page. */
async function consent(page: Page, login: string): Promise<void> {
  await page.locator('[name="login"]').selectOption(login);
  await page.locator('button[value="authorize"]').click();
}

async function inForce(page: Page, leaf: string): Promise<string> {
  const text = await page.locator(`[id="${leaf}-force"]`).innerText();
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function look(t: TestContext, page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousProblems(page), [], `${path} ${colorScheme}`);
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true });
  }
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 740 });
  assert.deepEqual(await seriousProblems(page), [], `${path} narrow`);
  const isTooWide: unknown = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(isTooWide, false, `${path} must not scroll sideways on a phone`);
  await page.screenshot({ path: `${path}-narrow.png`, fullPage: true });
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  t.diagnostic(`looked at ${path}-{light,dark,narrow}.png`);
}

async function evilSite(host: string, target: string) {
  const html = `<!doctype html><title>evil</title>
<form method="post" action="${target}${SETTINGS}"><input name="label" value="evil">
<input name="version" value="0"><input name="form_token" value="guess"><button>settings</button></form>
<form method="post" action="${target}/sign-out"><button>sign-out</button></form>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
