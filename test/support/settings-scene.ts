// The settings pages in a real browser, on the real app, against the forge. Needs Chromium.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { NAME, OWNER, PERSON, type Stage } from '../../app/cli/demo/stage.ts';
import { STORY } from '../../app/cli/demo/story.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { findChromium, openBrowser, seriousProblems } from './browser.ts';
import { scriptedMessagesServer } from './scripted-messages-server.ts';
import { openTestStage } from './test-stage.ts';
import { openRecords, type Play, startPlay } from './thread-play.ts';

export const REPOSITORY = `${OWNER}/${NAME}`;
export const SETTINGS = `/repositories/${REPOSITORY}/settings`;
const FILE = 'label: agent\nbudget:\n  usd: 3\n';

const chromium = findChromium();
export const skip =
  chromium === undefined && 'NO CHROMIUM on PATH: the pages were NOT looked at with a browser';

export type Scene = AsyncDisposable & {
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

export async function openScene(executablePath = chromium ?? ''): Promise<Scene> {
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
export async function consent(page: Page, login: string): Promise<void> {
  await page.locator('[name="login"]').selectOption(login);
  await page.locator('button[value="authorize"]').click();
}

export async function inForce(page: Page, leaf: string): Promise<string> {
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
