// What else the settings pages must do in a browser, and what must not work.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { OWNER, PERSON, seen } from '../../app/cli/demo/stage.ts';
import {
  consent,
  inForce,
  openScene,
  REPOSITORY,
  type Scene,
  SETTINGS,
  skip,
} from '../support/settings-scene.ts';

suite('the settings pages in a browser', { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(async () => await scene[Symbol.asyncDispose]());

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
