// The door of people: an admin signs in, changes a setting, sees it in force and signs out.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { PERSON } from '../../app/cli/demo/stage.ts';
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
});
