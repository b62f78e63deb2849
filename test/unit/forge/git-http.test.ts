import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  closeForge,
  REPO,
  REPOSITORY,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

const run = promisify(execFile);

describe('git over HTTP on the forge', () => {
  let seeded: SeededForge;
  let place: string;
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'forge-git-http-'));
    seeded = await startSeededForge({ repository: { isPrivate: true } });
  });
  after(async () => {
    await rm(place, { recursive: true, force: true });
    await closeForge(seeded);
  });

  const urlFor = (token: string | undefined): string => {
    const url = new URL(`${seeded.forge.url}/${REPOSITORY}.git`);
    if (token !== undefined) {
      url.username = 'x-access-token';
      url.password = token;
    }
    return url.href;
  };
  const git = async (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    await run('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: place,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: place,
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_NOSYSTEM: '1',
      },
    });
  const refused = async (...args: string[]): Promise<string> => {
    const outcome = await git(...args).catch((error: unknown) => error);
    assert.ok(outcome instanceof Error && 'stderr' in outcome, 'git was not refused');
    return String(outcome.stderr);
  };
  const commit = async (clone: string, file: string, text: string): Promise<void> => {
    await mkdir(join(place, clone, file, '..'), { recursive: true });
    await writeFile(join(place, clone, file), text);
    await git('-C', clone, 'add', '--all');
    await git('-C', clone, 'commit', '-qm', `change ${file}`);
  };
  const installationToken = async (permissions?: object): Promise<string> => {
    const { data } = await seeded.asApp.apps.createInstallationAccessToken({
      installation_id: seeded.installationId,
      ...(permissions === undefined ? {} : { permissions }),
    });
    return data.token;
  };

  it('clones shallow and bare with an installation token', async () => {
    const token = await installationToken({ contents: 'read' });
    await git('clone', '-q', '--bare', '--depth=1', urlFor(token), 'bare.git');
    const head = await git('-C', 'bare.git', 'rev-parse', 'HEAD');
    assert.equal(head.stdout.trim(), seeded.headSha);
    assert.match(
      await refused('-C', 'bare.git', 'push', urlFor(token), 'main:refs/heads/x'),
      /403/,
    );
  });

  it('refuses strangers, wrong tokens and readers who push', async () => {
    assert.match(await refused('ls-remote', urlFor(undefined)), /could not read Username|401/);
    assert.match(await refused('ls-remote', urlFor('ghp_wrong')), /Authentication failed|401/);
    assert.match(await refused('ls-remote', urlFor(seeded.token('eve'))), /not found|404/);
    await git('clone', '-q', urlFor(seeded.token('rita')), 'reader');
    await commit('reader', 'a.txt', 'a');
    assert.match(await refused('-C', 'reader', 'push', 'origin', 'main'), /403/);
  });

  it('takes a push, moves the pull request and tells it as an event', async () => {
    await git('clone', '-q', urlFor(seeded.token('ann')), 'writer');
    await git('-C', 'writer', 'checkout', '-qb', 'topic');
    await commit('writer', 'src/cart.ts', 'export const total = 1;\n');
    await git('-C', 'writer', 'push', '-q', 'origin', 'topic');
    const made = await seeded.bot.pulls.create({
      ...REPO,
      title: 't',
      head: 'topic',
      base: 'main',
    });
    await commit('writer', 'src/cart.ts', 'export const total = 2;\n');
    await git('-C', 'writer', 'push', '-q', 'origin', 'topic');
    const head = (await git('-C', 'writer', 'rev-parse', 'HEAD')).stdout.trim();
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: made.data.number });
    assert.deepEqual([data.head.sha, data.commits], [head, 2]);
    const pushed = seeded.forge.calls.filter(
      ({ operationId }) => operationId === 'git/receive-pack',
    );
    assert.deepEqual(
      pushed.map(({ actor, path }) => [actor, path]),
      [
        ['ann', 'refs/heads/topic'],
        ['ann', 'refs/heads/topic'],
      ],
    );
    const fetched = await git(
      'ls-remote',
      urlFor(seeded.token('ann')),
      `refs/pull/${data.number}/*`,
    );
    assert.match(fetched.stdout, new RegExp(`^${head}\trefs/pull/${data.number}/head`));
  });

  it('takes a push that is too large for one request of known length', async () => {
    await git('clone', '-q', urlFor(seeded.token('ann')), 'large');
    await git('-C', 'large', 'checkout', '-qb', 'large');
    await commit('large', 'large.hex', randomBytes(1_500_000).toString('hex'));
    await git('-C', 'large', 'push', '-q', 'origin', 'large');
    const head = (await git('-C', 'large', 'rev-parse', 'HEAD')).stdout.trim();
    const { data } = await seeded.bot.git.getRef({ ...REPO, ref: 'heads/large' });
    assert.equal(data.object.sha, head);
  });

  it('keeps apps without permission away from workflows, and everybody from refs/pull', async () => {
    const token = await installationToken();
    await git('clone', '-q', urlFor(token), 'app');
    await git('-C', 'app', 'checkout', '-qb', 'ci');
    await commit('app', '.github/workflows/ci.yml', 'on: push\n');
    const message = await refused('-C', 'app', 'push', 'origin', 'ci');
    assert.match(message, /refusing to allow a GitHub App to create or update workflow `\.github/);
    await git('-C', 'app', 'push', '-q', urlFor(seeded.token('ann')), 'ci');
    await git('-C', 'app', 'checkout', '-q', '-b', 'plain', 'origin/main');
    await commit('app', 'plain.txt', 'x');
    await git('-C', 'app', 'push', '-q', 'origin', 'plain');
    const hidden = await refused('-C', 'app', 'push', 'origin', 'plain:refs/pull/77/head');
    assert.match(hidden, /hidden ref/);
  });

  it('commits a push whose answer is lost, and lets the client see it on the next try', async () => {
    await git('clone', '-q', urlFor(seeded.token('ann')), 'lossy');
    await git('-C', 'lossy', 'checkout', '-qb', 'lossy');
    await commit('lossy', 'lossy.txt', 'x');
    seeded.forge.injectFault({ operation: 'git/receive-pack', kind: 'lost-answer' });
    await refused('-C', 'lossy', 'push', 'origin', 'lossy');
    const head = (await git('-C', 'lossy', 'rev-parse', 'HEAD')).stdout.trim();
    const { data } = await seeded.bot.git.getRef({ ...REPO, ref: 'heads/lossy' });
    assert.equal(data.object.sha, head);
    seeded.forge.injectFault({ operation: 'git/upload-pack', kind: 'error', status: 503 });
    assert.match(await refused('clone', '-q', urlFor(seeded.token('ann')), 'never'), /503/);
  });

  it('serves no file of the repository by its path', async () => {
    for (const path of ['config', 'HEAD', 'objects/info/packs', '../../etc/passwd']) {
      const response = await fetch(`${seeded.forge.url}/${REPOSITORY}.git/${path}`, {
        headers: { authorization: `token ${seeded.token('ann')}` },
      });
      assert.equal(response.status, 404, path);
    }
  });
});
