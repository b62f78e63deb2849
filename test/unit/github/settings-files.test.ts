// The settings files as the adapter finds them: the repository's own, and its organisation's as far
// as the installation may read it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ORGANISATION_FILE, SETTINGS_FILE, SETTINGS_PLACES } from '../../../app/settings/file.ts';
import { closeForge, NAME, OWNER, REPOSITORY } from '../forge/seeded-forge.ts';
import { type Connected, connect } from './connected.ts';

describe('the settings files', () => {
  const shared = `${OWNER}/${ORGANISATION_FILE.repository}`;
  let connected: Connected;
  before(async () => {
    connected = await connect();
  });
  after(async () => {
    await closeForge(connected.seeded);
  });
  const read = async () =>
    await connected.github.settingsFiles(connected.repository, SETTINGS_PLACES);

  it('are none where there is neither file nor repository', async () => {
    assert.deepEqual(await read(), { file: undefined, organisation: undefined });
  });

  it('of an organisation that the installation does not cover are none', async () => {
    const { forge } = connected.seeded;
    await forge.operator.createRepository({
      owner: OWNER,
      name: ORGANISATION_FILE.repository,
      isPrivate: true,
      files: { [ORGANISATION_FILE.path]: 'label: all\n', [SETTINGS_FILE]: 'label: own\n' },
    });
    assert.deepEqual(await read(), { file: undefined, organisation: undefined });
  });

  it('are both read where it does', async () => {
    const { forge } = connected.seeded;
    const { id: installationId } = forge.operator.installApp({
      slug: 'redgreen',
      repositories: [REPOSITORY, shared],
    });
    connected.repository = { ...connected.repository, installationId };
    await forge.as('ann').push(REPOSITORY, {
      branch: 'main',
      files: { [SETTINGS_FILE]: 'label: mine\n' },
      message: 'Settings',
    });
    assert.deepEqual(await read(), { file: 'label: mine\n', organisation: 'label: all\n' });
    const own = { ...connected.repository, name: ORGANISATION_FILE.repository };
    assert.deepEqual(await connected.github.settingsFiles(own, SETTINGS_PLACES), {
      file: 'label: own\n',
      organisation: 'label: all\n',
    });
    assert.equal(connected.repository.name, NAME);
  });

  it('that GitHub refuses to show are none of the organisation’s, and a fault of the own', async () => {
    const refusing = (part: string) => async (url: string, init: RequestInit) =>
      url.includes(part)
        ? Response.json({ message: 'Resource not accessible by integration' }, { status: 403 })
        : await fetch(url, init);
    const { another, repository } = connected;
    const shy = another({ request: { fetch: refusing(`/${shared}/contents/`) } });
    assert.deepEqual(await shy.settingsFiles(repository, SETTINGS_PLACES), {
      file: 'label: mine\n',
      organisation: undefined,
    });
    const blind = another({ request: { fetch: refusing(`/${REPOSITORY}/contents/`) } });
    await assert.rejects(blind.settingsFiles(repository, SETTINGS_PLACES), {
      code: 'GITHUB_PERMISSION_MISSING',
    });
  });
});
