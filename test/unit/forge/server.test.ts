import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { isAppError } from '../../../app/errors.ts';
import { startForge } from '../../../app/forge/forge.ts';
import { processesNaming } from './processes.ts';
import {
  closeForge,
  REPO,
  REPOSITORY,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

describe('the server of the forge', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge();
  });
  after(async () => {
    await closeForge(seeded);
  });

  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    await fetch(seeded.forge.url + path, { headers });

  it('serves the API at /api/v3 and at the root, the same', async () => {
    const { data } = await seeded.bot.request('GET /');
    assert.ok('repository_url' in data);
    const [long, short] = await Promise.all([
      get('/api/v3/repos/acme/shop'),
      get('/repos/acme/shop'),
    ]);
    assert.deepEqual(await long.json(), await short.json());
  });

  it('answers 501 with the operation’s name for what it does not do, and 404 for what GitHub does not do', async () => {
    for (const [path, id] of [
      ['/repos/acme/shop/releases', 'repos/list-releases'],
      ['/user/starred', 'activity/list-repos-starred-by-authenticated-user'],
      ['/api/graphql', 'graphql'],
    ] as const) {
      const response = await get(path);
      assert.equal(response.status, 501, path);
      assert.match(await response.text(), new RegExp(id));
    }
    assert.equal((await get('/repos/acme/shop/no-such-thing')).status, 404);
    const verb = await fetch(`${seeded.forge.apiUrl}/repos/acme/shop/installation`, {
      method: 'PUT',
    });
    assert.equal(verb.status, 404);
  });

  it('refuses what is not JSON, and bodies that are no objects', async () => {
    const send = async (body: string): Promise<Response> =>
      await fetch(`${seeded.forge.apiUrl}/repos/acme/shop/issues`, {
        method: 'POST',
        headers: { authorization: `token ${seeded.token('ann')}` },
        body,
      });
    const broken = await send('{"title":');
    assert.equal(broken.status, 400);
    assert.match(await broken.text(), /Problems parsing JSON/);
    assert.equal((await send('[1]')).status, 422);
    assert.equal((await send('')).status, 422);
  });

  it('understands a client that takes it for a proxy', async () => {
    const { port } = new URL(seeded.forge.url);
    const text = await new Promise<string>((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port, path: 'http://api.github.localhost/repos/acme/shop' },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            body += chunk;
          });
          response.on('end', () => {
            resolve(body);
          });
        },
      );
      call.on('error', reject).end();
    });
    assert.equal(JSON.parse(text).full_name, REPOSITORY);
  });

  it('shows a pull request to a person, with everything escaped', async () => {
    const ann = seeded.forge.as('ann');
    await ann.push(REPOSITORY, { branch: 'page', files: { page: '' }, message: 'page' });
    const { number } = await ann.openPull(REPOSITORY, {
      title: '<script>alert(1)</script>',
      head: 'page',
      base: 'main',
      body: '"><img src=x onerror=alert(2)>',
      draft: true,
    });
    await ann.comment({ repository: REPOSITORY, number }, '</pre><script>alert(3)</script>');
    const response = await get(`/acme/shop/pull/${number}`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    assert.match(html, /<strong>Draft<\/strong> page into main/);
    assert.match(html, /&lt;script&gt;alert\(1\)/);
    assert.doesNotMatch(html, /<script|<img|onerror=alert\(2\)>/);
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: number });
    assert.equal(data.html_url, `${seeded.forge.url}/acme/shop/pull/${number}`);
    assert.equal((await get('/acme/shop/issues/999')).status, 404);
  });

  it('hides the pages of private repositories', async () => {
    const { operator } = seeded.forge;
    await operator.createRepository({ owner: 'acme', name: 'secret', isPrivate: true });
    operator.setPermission({ repository: 'acme/secret', login: 'ann', permission: 'write' });
    await seeded.forge.as('ann').openIssue('acme/secret', { title: 'Quiet' });
    assert.equal((await get('/acme/secret/issues/1')).status, 404);
    const basic = Buffer.from(`ann:${seeded.token('ann')}`).toString('base64');
    const mine = await get('/acme/secret/issues/1', { authorization: `Basic ${basic}` });
    assert.equal(mine.status, 200);
  });

  it('refuses bad seeds with a clear error and changes nothing', async () => {
    const { operator } = seeded.forge;
    const invalid = (error: unknown): boolean => isAppError(error, 'VALIDATION_ERROR');
    assert.throws(() => operator.createUser({ login: 'ann' }), invalid);
    assert.throws(() => operator.createUser({ login: '../x' }), invalid);
    await assert.rejects(operator.createRepository({ owner: 'acme', name: '../up' }), invalid);
    await assert.rejects(operator.createRepository({ owner: 'acme', name: 'shop' }), invalid);
    await assert.rejects(
      operator.createRepository({ owner: 'acme', name: 'copy', from: '/no/such/place' }),
      invalid,
    );
    await assert.rejects(
      operator.createRepository({ owner: 'acme', name: 'odd', files: { '../x': '' } }),
    );
    await operator.createRepository({ owner: 'acme', name: 'odd' });
    await assert.rejects(operator.createApp({ slug: 'redgreen', owner: 'acme' }), invalid);
    assert.throws(() => operator.installApp({ slug: 'redgreen', repositories: [] }), invalid);
    const eve = seeded.forge.as('eve');
    const where = { repository: REPOSITORY, number: 1 };
    await assert.rejects(eve.label(where, 'redgreen'), invalid);
    await assert.rejects(eve.push(REPOSITORY, { branch: 'x', files: {}, message: 'x' }), (error) =>
      isAppError(error, 'ROLE_INSUFFICIENT'),
    );
  });
});

describe('starting and closing the forge', () => {
  it('seeds from a directory, keeps what was given and removes what it made', async () => {
    const place = await mkdtemp(join(tmpdir(), 'forge-start-'));
    try {
      const source = join(place, 'fixture');
      await mkdir(join(source, 'lib'), { recursive: true });
      await writeFile(join(source, '.gitignore'), 'out/\n');
      await mkdir(join(source, 'out'));
      await writeFile(join(source, 'out', 'x.js'), '');
      await writeFile(join(source, 'lib', 'a.js'), 'a\n', { mode: 0o755 });
      const directory = join(place, 'repositories');
      const forge = await startForge({ directory });
      forge.operator.createUser({ login: 'ann' });
      const repository = { owner: 'ann', name: 'toy', from: source, defaultBranch: 'trunk' };
      const { headSha } = await forge.operator.createRepository(repository);
      await forge.close();
      const bare = join(directory, 'ann', 'toy.git');
      const run = promisify(execFile);
      const tree = await run('git', ['--git-dir', bare, 'ls-tree', '-r', 'trunk']);
      assert.match(tree.stdout, /^100644 .*\t\.gitignore\n100755 .*\tlib\/a\.js\n$/);
      const head = await run('git', ['--git-dir', bare, 'rev-parse', 'HEAD']);
      assert.equal(head.stdout.trim(), headSha);
      assert.deepEqual(
        (await readdir(bare)).filter((name) => name.startsWith('index-')),
        [],
      );
      await assert.rejects(fetch(forge.url));
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });

  it('ends its git processes, also those that stand by, before it is closed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'forge-end-'));
    try {
      const forge = await startForge({ directory });
      forge.operator.createUser({ login: 'ann' });
      await forge.operator.createRepository({ owner: 'ann', name: 'toy' });
      const asked = await fetch(`${forge.apiUrl}/repos/ann/toy/commits/main`);
      assert.equal(asked.status, 200);
      assert.equal(processesNaming(directory).length, 1);
      await forge.close();
      assert.deepEqual(processesNaming(directory), []);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('says when its port is taken or git is missing', async () => {
    await using first = await startForge();
    const port = Number(new URL(first.url).port);
    const unusable = (error: unknown): boolean => isAppError(error, 'CONFIG_INVALID');
    await assert.rejects(startForge({ port }), unusable);
    await assert.rejects(startForge({ gitPath: '/nowhere' }), unusable);
  });
});
