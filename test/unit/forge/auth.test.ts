import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import {
  closeForge,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  SILENT,
  startSeededForge,
} from './seeded-forge.ts';

describe('credentials on the forge', () => {
  let seeded: SeededForge;
  let offsetMs = 0;
  const now = (): Date => new Date(Date.now() + offsetMs);
  before(async () => {
    seeded = await startSeededForge({
      options: { deps: { now } },
      repository: { isPrivate: true },
      // Nobody listens on the discard port: every delivery fails at once.
      app: { webhookUrl: 'http://127.0.0.1:9/' },
    });
  });
  after(async () => {
    await closeForge(seeded);
  });

  const withToken = (auth: string): Octokit =>
    new Octokit({ baseUrl: seeded.forge.apiUrl, auth, log: SILENT });

  const tokenFor = async (narrow: object = {}): Promise<string> => {
    const installation_id = seeded.installationId;
    const made = await seeded.asApp.apps.createInstallationAccessToken({
      installation_id,
      ...narrow,
    });
    return made.data.token;
  };

  const jwt = (claims: object, key = seeded.app.privateKey, alg = 'RS256'): string => {
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
    const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey(key));
    return `${text}.${signature.toString('base64url')}`;
  };

  it('shows the app to its own JWT, by id and by client id', async () => {
    const { data } = await seeded.asApp.apps.getAuthenticated();
    assert.equal(data?.slug, 'redgreen');
    const seconds = Math.floor(Date.now() / 1000);
    const byClient = jwt({ iss: seeded.app.clientId, iat: seconds, exp: seconds + 60 });
    assert.equal((await withToken(byClient).apps.getAuthenticated()).data?.id, seeded.app.id);
  });

  it('refuses JWTs that are too long, expired, from the future, or signed by another key', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const iss = seeded.app.id;
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const tokens = [
      jwt({ iss, iat: seconds, exp: seconds + 700 }),
      jwt({ iss, iat: seconds - 700, exp: seconds - 100 }),
      jwt({ iss, iat: seconds + 300, exp: seconds + 500 }),
      jwt({ iss, iat: seconds, exp: seconds + 60 }, other.privateKey),
      jwt({ iss, iat: seconds, exp: seconds + 60 }, seeded.app.privateKey, 'none'),
    ];
    for (const token of tokens) {
      assert.equal((await refusalOf(withToken(token).apps.getAuthenticated())).status, 401);
    }
    const unknown = jwt({ iss: 1, iat: seconds, exp: seconds + 60 });
    assert.equal((await refusalOf(withToken(unknown).apps.getAuthenticated())).status, 404);
  });

  it('lists installations and finds the one of a repository', async () => {
    const { asApp, installationId } = seeded;
    const listed = await asApp.apps.listInstallations();
    assert.deepEqual(
      listed.data.map(({ id }) => id),
      [installationId],
    );
    const found = await asApp.apps.getRepoInstallation(REPO);
    assert.equal(found.data.id, installationId);
    const read = await asApp.apps.getInstallation({ installation_id: installationId });
    assert.equal(
      read.data.account && 'login' in read.data.account && read.data.account.login,
      'acme',
    );
    assert.equal((await refusalOf(asApp.apps.getInstallation({ installation_id: 5 }))).status, 404);
  });

  it('gives long installation tokens that end after an hour', async () => {
    const token = await tokenFor();
    assert.match(token, new RegExp(`^ghs_${seeded.app.id}_`));
    assert.ok(token.length > 40);
    assert.equal((await withToken(token).repos.get(REPO)).status, 200);
    offsetMs = 61 * 60_000;
    const late = await refusalOf(withToken(token).repos.get(REPO));
    offsetMs = 0;
    assert.deepEqual([late.status, late.message], [401, 'Bad credentials']);
  });

  it('narrows tokens by permission and repository, and never widens them', async () => {
    const narrow = await tokenFor({ permissions: { issues: 'read' }, repositories: ['shop'] });
    const client = withToken(narrow);
    assert.equal((await client.issues.listForRepo(REPO)).status, 200);
    const write = await refusalOf(client.issues.create({ ...REPO, title: 'x' }));
    assert.deepEqual(
      [write.status, write.message],
      [403, 'Resource not accessible by integration'],
    );
    assert.equal(write.headers['x-accepted-github-permissions'], 'issues=write');
    const pulls = await refusalOf(client.pulls.list(REPO));
    assert.equal(pulls.status, 403);
    const wide = await refusalOf(tokenFor({ permissions: { administration: 'write' } }));
    assert.equal(wide.status, 422);
    assert.equal((await refusalOf(tokenFor({ repositories: ['other'] }))).status, 422);
  });

  it('lets pull_requests alone comment on pull requests and not on issues', async () => {
    const person = seeded.forge.as('ann');
    await person.push(REPOSITORY, { branch: 'b', files: { b: '' }, message: 'b' });
    const { number: issue } = await person.openIssue(REPOSITORY, { title: 'i' });
    const pull = await person.openPull(REPOSITORY, { title: 'p', head: 'b', base: 'main' });
    const client = withToken(await tokenFor({ permissions: { pull_requests: 'write' } }));
    const comment = { ...REPO, body: 'hello' };
    assert.equal(
      (await client.issues.createComment({ ...comment, issue_number: pull.number })).status,
      201,
    );
    const refused = await refusalOf(
      client.issues.createComment({ ...comment, issue_number: issue }),
    );
    assert.equal(refused.status, 403);
    assert.equal(
      refused.headers['x-accepted-github-permissions'],
      'issues=write; pull_requests=write',
    );
  });

  it('forgets deliveries after three days', async () => {
    await seeded.forge.settled();
    const listAt = async (laterMs: number): Promise<number> => {
      offsetMs = laterMs;
      const seconds = Math.floor(now().getTime() / 1000);
      const token = jwt({ iss: seeded.app.id, iat: seconds, exp: seconds + 60 });
      const listed = await withToken(token).apps.listWebhookDeliveries();
      offsetMs = 0;
      return listed.data.length;
    };
    assert.ok((await listAt(0)) > 0);
    assert.equal(await listAt(3 * 24 * 3_600_000 + 60_000), 0);
  });

  it('forgets a revoked token', async () => {
    const client = withToken(await tokenFor());
    const { data } = await client.apps.listReposAccessibleToInstallation();
    assert.deepEqual([data.total_count, data.repositories[0]?.full_name], [1, REPOSITORY]);
    assert.equal((await client.apps.revokeInstallationAccessToken()).status, 204);
    assert.equal((await refusalOf(client.repos.get(REPO))).status, 401);
  });

  it('hides a private repository from whoever has no access', async () => {
    const nobody = new Octokit({ baseUrl: seeded.forge.apiUrl, log: SILENT });
    assert.equal((await refusalOf(nobody.repos.get(REPO))).status, 404);
    assert.equal((await refusalOf(seeded.user('eve').repos.get(REPO))).status, 404);
    const { data } = await seeded.user('rita').repos.get(REPO);
    assert.deepEqual([data.permissions?.push, data.permissions?.pull], [false, true]);
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: seeded.app.id, iat: seconds, exp: seconds + 60 };
    assert.equal((await refusalOf(withToken(jwt(claims)).repos.get(REPO))).status, 404);
  });

  it('answers 401 to unknown tokens and to tokens of the wrong kind', async () => {
    assert.equal((await refusalOf(withToken('ghp_unknown').repos.get(REPO))).status, 401);
    assert.equal((await refusalOf(seeded.user('ann').apps.getAuthenticated())).status, 401);
    const bot = await refusalOf(withToken(await tokenFor()).users.getAuthenticated());
    assert.equal(bot.status, 403);
    assert.equal((await seeded.user('ann').users.getAuthenticated()).data.login, 'ann');
  });

  it('tells the permission of a collaborator, with the role’s own name', async () => {
    const { bot, forge } = seeded;
    const levelOf = async (username: string): Promise<unknown[]> => {
      const { data } = await bot.repos.getCollaboratorPermissionLevel({ ...REPO, username });
      return [data.permission, data.role_name, data.user?.permissions?.push];
    };
    assert.deepEqual(await levelOf('ann'), ['write', 'write', true]);
    assert.deepEqual(await levelOf('theo'), ['read', 'triage', false]);
    assert.deepEqual(await levelOf('eve'), ['none', 'none', false]);
    assert.deepEqual(await levelOf('redgreen[bot]'), ['none', 'none', false]);
    forge.operator.setPermission({ repository: REPOSITORY, login: 'eve', permission: 'maintain' });
    assert.deepEqual(await levelOf('eve'), ['write', 'maintain', true]);
    forge.operator.setPermission({ repository: REPOSITORY, login: 'eve', permission: 'none' });
    assert.deepEqual(await levelOf('eve'), ['none', 'none', false]);
    const unknown = bot.repos.getCollaboratorPermissionLevel({ ...REPO, username: 'ghost' });
    assert.equal((await refusalOf(unknown)).status, 404);
  });

  it('works with the installation strategy of octokit for a second installation', async () => {
    const { forge, app } = seeded;
    await forge.operator.createRepository({ owner: 'acme', name: 'second', isPrivate: true });
    const second = forge.operator.installApp({ slug: 'redgreen', repositories: ['acme/second'] });
    const client = new Octokit({
      baseUrl: forge.apiUrl,
      log: SILENT,
      authStrategy: createAppAuth,
      auth: { appId: app.id, privateKey: app.privateKey, installationId: second.id },
    });
    assert.equal((await client.repos.get({ owner: 'acme', repo: 'second' })).status, 200);
    assert.equal((await refusalOf(client.repos.get(REPO))).status, 404);
  });
});
