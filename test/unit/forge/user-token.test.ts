import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { verify } from '@octokit/webhooks-methods';
import { isAppError } from '../../../app/errors.ts';
import {
  closeForge,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  SILENT,
  startSeededForge,
} from './seeded-forge.ts';
import { askToken, CALLBACK, codeFor, signIn } from './signed-in.ts';

const run = promisify(execFile);
const SECRET = { owner: 'acme', repo: 'secret' };
const OPEN = { owner: 'acme', repo: 'open' };

type Heard = { event: string; signature: string; body: string };

describe('a person’s token of an app', () => {
  let seeded: SeededForge;
  let listener: Server;
  const heard: Heard[] = [];
  before(async () => {
    listener = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const signature = String(request.headers['x-hub-signature-256']);
        heard.push({ event: String(request.headers['x-github-event']), signature, body });
        response.writeHead(202).end();
      });
    });
    const webhookUrl = await listen(listener);
    seeded = await startSeededForge({
      repository: { isPrivate: true },
      app: { callbackUrls: [CALLBACK], webhookUrl, events: [] },
    });
    const { operator } = seeded.forge;
    await operator.createRepository({ owner: 'acme', name: 'secret', isPrivate: true });
    await operator.createRepository({ owner: 'acme', name: 'open' });
    for (const repository of ['acme/secret', 'acme/open']) {
      operator.setPermission({ repository, login: 'ann', permission: 'admin' });
    }
  });
  after(async () => {
    await closeForge(seeded);
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  const withToken = (auth: string): Octokit =>
    new Octokit({ baseUrl: seeded.forge.apiUrl, auth, log: SILENT });
  const userOfApp = async (login: string): Promise<Octokit> =>
    withToken((await signIn(seeded, login)).token);
  const client = (clientSecret = seeded.app.clientSecret): Octokit => {
    const { id: appId, privateKey, clientId } = seeded.app;
    const auth = { appId, privateKey, clientId, clientSecret };
    const { apiUrl: baseUrl } = seeded.forge;
    return new Octokit({ baseUrl, authStrategy: createAppAuth, auth, log: SILENT });
  };
  const about = (access_token: string) => ({ client_id: seeded.app.clientId, access_token });
  const isDead = async (token: string): Promise<boolean> =>
    (await refusalOf(withToken(token).users.getAuthenticated())).status === 401;
  const heardSince = async (work: () => Promise<unknown>): Promise<Heard[]> => {
    await seeded.forge.settled();
    const start = heard.length;
    await work();
    await seeded.forge.settled();
    return heard.slice(start);
  };

  it('says who the person is, and keeps his address to itself', async () => {
    const octokit = await userOfApp('ann');
    const { data } = await octokit.users.getAuthenticated();
    assert.deepEqual([data.login, data.type, data.email], ['ann', 'User', null]);
    assert.ok(!('private_gists' in data));
    const own = await seeded.user('ann').users.getAuthenticated();
    assert.match(own.data.email ?? '', /ann@users/);
  });

  it('is what octokit’s own app strategy gets for a code', async () => {
    const code = await codeFor(seeded, 'ann');
    const auth = await client().auth({ type: 'oauth-user', code });
    assert.ok(typeof auth === 'object' && auth !== null && 'token' in auth);
    const { data } = await withToken(String(auth.token)).users.getAuthenticated();
    assert.equal(data.login, 'ann');
  });

  it('lists the installations in which the person has a role', async () => {
    const listed = async (login: string): Promise<number[]> => {
      const octokit = await userOfApp(login);
      const { data } = await octokit.apps.listInstallationsForAuthenticatedUser();
      assert.equal(data.total_count, data.installations.length);
      return data.installations.map(({ id }) => id);
    };
    assert.deepEqual(await listed('ann'), [seeded.installationId]);
    assert.deepEqual(await listed('rita'), [seeded.installationId]);
    assert.deepEqual(await listed('eve'), []);
    const refused = seeded.user('ann').apps.listInstallationsForAuthenticatedUser();
    assert.equal((await refusalOf(refused)).status, 403);
    const bot = seeded.bot.apps.listInstallationsForAuthenticatedUser();
    assert.equal((await refusalOf(bot)).status, 403);
    const nobody = new Octokit({ baseUrl: seeded.forge.apiUrl, log: SILENT });
    const anonymous = nobody.apps.listInstallationsForAuthenticatedUser();
    assert.equal((await refusalOf(anonymous)).status, 401);
  });

  it('lists the repositories of an installation that the person can read, with his rights', async () => {
    const { operator } = seeded.forge;
    await operator.createRepository({ owner: 'acme', name: 'two', isPrivate: true });
    operator.setPermission({ repository: 'acme/two', login: 'ann', permission: 'admin' });
    const slug = 'redgreen';
    const { id } = operator.installApp({ slug, repositories: ['acme/two', 'acme/open'] });
    operator.setPermission({ repository: 'acme/open', login: 'rita', permission: 'read' });
    const listed = async (login: string): Promise<unknown[]> => {
      const { data } = await (
        await userOfApp(login)
      ).apps.listInstallationReposForAuthenticatedUser({ installation_id: id });
      assert.equal(data.total_count, data.repositories.length);
      return data.repositories.map(({ full_name, permissions }) => [full_name, permissions?.admin]);
    };
    assert.deepEqual(await listed('ann'), [
      ['acme/two', true],
      ['acme/open', true],
    ]);
    assert.deepEqual(await listed('rita'), [['acme/open', false]]);
    await assert.rejects(listed('eve'), /Not Found/);
    const page = await (await userOfApp('ann')).apps.listInstallationReposForAuthenticatedUser({
      installation_id: id,
      per_page: 1,
    });
    assert.match(page.headers.link ?? '', /rel="next"/);
  });

  it('may do what both the person and the installation may', async () => {
    const ann = await userOfApp('ann');
    const issue = await ann.issues.create({ ...REPO, title: 'By hand and app' });
    assert.equal(issue.data.user?.login, 'ann');
    assert.equal(issue.data.performed_via_github_app?.slug, 'redgreen');
    // The installation may write contents; a reader may not.
    const rita = await userOfApp('rita');
    assert.equal((await rita.repos.get(REPO)).data.permissions?.pull, true);
    const ref = { ref: 'refs/heads/x', sha: seeded.headSha };
    const byReader = await refusalOf(rita.git.createRef({ ...REPO, ...ref }));
    assert.deepEqual(
      [byReader.status, byReader.message],
      [403, 'Resource not accessible by integration'],
    );
    assert.match(String(byReader.headers['x-accepted-github-permissions']), /^contents=write/);
    assert.equal((await ann.git.createRef({ ...REPO, ...ref })).status, 201);
  });

  it('does not see private repositories without the app, and changes no public ones', async () => {
    const ann = await userOfApp('ann');
    assert.equal((await seeded.user('ann').repos.get(SECRET)).status, 200);
    assert.equal((await refusalOf(ann.repos.get(SECRET))).status, 404);
    const eve = await userOfApp('eve');
    assert.equal((await refusalOf(eve.repos.get(REPO))).status, 404);
    const { forge } = seeded;
    await forge.operator.createRepository({ owner: 'acme', name: 'public' });
    const place = { owner: 'acme', repo: 'public' };
    assert.equal((await ann.repos.get(place)).status, 200);
    assert.equal((await refusalOf(ann.issues.create({ ...place, title: 'x' }))).status, 403);
  });

  it('is held to the permissions of the installation, also on a thread and in git', async () => {
    const { operator } = seeded.forge;
    await operator.createRepository({ owner: 'acme', name: 'narrow', isPrivate: true });
    operator.setPermission({ repository: 'acme/narrow', login: 'ann', permission: 'admin' });
    operator.installApp({
      slug: 'redgreen',
      repositories: ['acme/narrow'],
      permissions: { pull_requests: 'write' },
    });
    const place = { owner: 'acme', repo: 'narrow' };
    const { token } = await signIn(seeded, 'ann');
    const ann = withToken(token);
    const { number } = await seeded.forge.as('ann').openIssue('acme/narrow', { title: 'x' });
    const comment = { ...place, issue_number: number, body: 'x' };
    assert.equal((await refusalOf(ann.issues.createComment(comment))).status, 403);
    assert.equal((await refusalOf(ann.repos.getContent({ ...place, path: '' }))).status, 403);
    const lsRemote = async (path: string): Promise<unknown> => {
      const url = new URL(`${seeded.forge.url}/${path}.git`);
      Object.assign(url, { username: 'x-access-token', password: token });
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', GIT_TERMINAL_PROMPT: '0' };
      return await run('git', ['ls-remote', url.href], { cwd: tmpdir(), env });
    };
    await assert.rejects(lsRemote('acme/narrow'), /403/);
    await lsRemote(REPOSITORY);
  });

  it('can be cut down to one repository', async () => {
    const { data } = await seeded.user('ann').repos.get(OPEN);
    const { token } = await signIn(seeded, 'ann', { repository_id: data.id });
    const ann = withToken(token);
    assert.equal((await refusalOf(ann.repos.get(REPO))).status, 404);
    assert.equal((await ann.issues.create({ ...OPEN, title: 'x' })).status, 201);
  });

  it('lets the app tell an admin from a writer', async () => {
    const { operator } = seeded.forge;
    operator.setPermission({ repository: REPOSITORY, login: 'theo', permission: 'admin' });
    const levelOf = async (username: string): Promise<unknown[]> => {
      const { data } = await seeded.bot.repos.getCollaboratorPermissionLevel({ ...REPO, username });
      return [data.permission, data.role_name, data.user?.permissions?.admin];
    };
    assert.deepEqual(await levelOf('theo'), ['admin', 'admin', true]);
    assert.deepEqual(await levelOf('ann'), ['write', 'write', false]);
  });

  it('is shown to its own app, by client id and secret', async () => {
    const { token } = await signIn(seeded, 'ann');
    const { data } = await client().apps.checkToken(about(token));
    assert.deepEqual(
      [data.user?.login, data.app.client_id, data.token_last_eight, data.scopes],
      ['ann', seeded.app.clientId, token.slice(-8), []],
    );
    const leftMs = Date.parse(data.expires_at ?? '') - Date.now();
    assert.ok(leftMs > 28_000_000 && leftMs <= 28_800_000);
    assert.equal((await refusalOf(client().apps.checkToken(about('ghu_x')))).status, 404);
    assert.equal((await refusalOf(client('wrong').apps.checkToken(about(token)))).status, 401);
    const path = { client_id: 'Iv23other', access_token: token };
    assert.equal((await refusalOf(client().apps.checkToken(path))).status, 404);
    const byUser = withToken(token).apps.checkToken(about(token));
    assert.equal((await refusalOf(byUser)).status, 404);
    const nobody = new Octokit({ baseUrl: seeded.forge.apiUrl, log: SILENT });
    assert.equal((await refusalOf(nobody.apps.checkToken(about(token)))).status, 401);
  });

  it('dies alone, with its refresh token, when the app deletes it', async () => {
    const [one, two] = [await signIn(seeded, 'ann'), await signIn(seeded, 'ann')];
    const events = await heardSince(async () => {
      assert.equal((await client().apps.deleteToken(about(one.token))).status, 204);
    });
    assert.deepEqual(events, []);
    assert.ok(await isDead(one.token));
    const grant = { grant_type: 'refresh_token', refresh_token: one.refreshToken };
    assert.equal((await askToken(seeded, grant))['error'], 'bad_refresh_token');
    assert.equal((await withToken(two.token).users.getAuthenticated()).status, 200);
    assert.equal((await refusalOf(client().apps.deleteToken(about(one.token)))).status, 404);
  });

  it('dies with all others of the person when the app gives its grant back', async () => {
    const [one, two] = [await signIn(seeded, 'ann'), await signIn(seeded, 'ann')];
    const rita = await signIn(seeded, 'rita');
    const events = await heardSince(async () => {
      assert.equal((await client().apps.deleteAuthorization(about(one.token))).status, 204);
    });
    assert.ok((await isDead(one.token)) && (await isDead(two.token)));
    assert.equal((await withToken(rita.token).users.getAuthenticated()).status, 200);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['github_app_authorization'],
    );
  });

  it('dies when the person revokes, and the app hears of it, signed', async () => {
    const { token } = await signIn(seeded, 'ann');
    const code = await codeFor(seeded, 'ann');
    const person = seeded.forge.as('ann');
    const events = await heardSince(async () => {
      await Promise.resolve(person.revokeAuthorization('redgreen'));
    });
    assert.ok(await isDead(token));
    assert.equal((await askToken(seeded, { code }))['error'], 'bad_verification_code');
    const [{ event, signature, body } = { event: '', signature: '', body: '{}' }] = events;
    assert.equal(event, 'github_app_authorization');
    assert.ok(await verify(seeded.app.webhookSecret, body, signature));
    const { action, sender, installation } = JSON.parse(body);
    assert.deepEqual([action, sender.login, installation], ['revoked', 'ann', undefined]);
    const invalid = (error: unknown): boolean => isAppError(error, 'VALIDATION_ERROR');
    assert.throws(() => person.revokeAuthorization('redgreen'), invalid);
    assert.throws(() => person.revokeAuthorization('no-such-app'), invalid);
  });

  it('shows the app its client id', async () => {
    const { data } = await seeded.asApp.apps.getAuthenticated();
    assert.equal(data?.client_id, seeded.app.clientId);
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}/`;
}
