// The host's clone against a real git server: what is in the tar, and what is not.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Octokit } from '@octokit/rest';
import { isAppError } from '../../../app/errors.ts';
import { startForge } from '../../../app/forge/forge.ts';
import { createWorkspaces } from '../../../app/workspace/git.ts';

const execute = promisify(execFile);
const signal = new AbortController().signal;
const repository = { owner: 'acme', name: 'app', installationId: 1 };

test('packs a private commit without token, remote or hook, and leaves nothing on the host', async () => {
  await using place = await prepare();
  const tar = await place.workspaces.pack({ repository, sha: place.sha }, signal);
  const out = join(place.directory, 'out');
  await mkdir(out);
  await writeFile(join(place.directory, 'bare.tar'), tar);
  await execute('tar', ['-C', out, '-xf', join(place.directory, 'bare.tar')]);
  const git = ['--git-dir', out];
  const shown = await execute('git', [...git, 'show', 'base:README.md']);
  assert.equal(shown.stdout, '# app\n');
  assert.doesNotMatch(await readFile(join(out, 'config'), 'utf8'), /remote|http|Authorization/);
  assert.equal(Buffer.from(tar).includes(place.token), false);
  assert.equal((await readdir(out)).includes('hooks'), false);
  assert.deepEqual(await readdir(place.clones), []);
});

test('looks into a commit: all paths, and the texts that are wanted', async () => {
  await using place = await prepare();
  const asked: string[][] = [];
  const wanted = (paths: readonly string[]) => {
    asked.push([...paths]);
    return ['README.md', 'long.txt', 'link', 'nowhere'];
  };
  const look = await place.workspaces.look({ repository, sha: place.sha, wanted }, signal);
  const paths = ['README.md', 'a b/ü.txt', 'long.txt'];
  assert.deepEqual(look.paths, paths);
  assert.deepEqual(asked, [paths]);
  assert.deepEqual([...look.texts], [['README.md', '# app\n']]);
  assert.deepEqual(await readdir(place.clones), []);
});

test('packs a commit that only refs/pull holds, as the head of a fork', async () => {
  await using place = await prepare();
  const { forge, token } = place;
  const change = { branch: 'topic', files: { 'README.md': '# other\n' }, message: 'Change it' };
  const { sha } = await forge.as('acme').push('acme/app', change);
  await forge.as('acme').openPull('acme/app', { title: 'x', head: 'topic', base: 'main' });
  const octokit = new Octokit({ baseUrl: forge.apiUrl, auth: token });
  await octokit.git.deleteRef({ owner: 'acme', repo: 'app', ref: 'heads/topic' });
  const wanted = () => ['README.md'];
  const look = await place.workspaces.look({ repository, sha, wanted }, signal);
  assert.deepEqual([...look.texts], [['README.md', '# other\n']]);
});

test('tells what differs between two commits, byte by byte, whatever files are called', async () => {
  await using place = await prepare();
  const { forge, workspaces } = place;
  const before = {
    branch: 'topic',
    message: 'Before',
    files: { 'gone.txt': 'x', 'same.txt': 's' },
  };
  const { sha: from } = await forge.as('acme').push('acme/app', before);
  const files = { 'gone.txt': undefined, 'new "ü".txt': '\0\n', 'a b/ü.txt': 'no longer empty' };
  const { sha: to } = await forge
    .as('acme')
    .push('acme/app', { branch: 'topic', message: 'After', files });
  const read = await workspaces.changes({ repository, from, to }, signal);
  assert.ok(read.ok);
  const told = read.files.map((one) => [
    one.path,
    'deleted' in one ? undefined : Buffer.from(one.content, 'base64').toString(),
  ]);
  assert.deepEqual(told, [
    ['a b/ü.txt', 'no longer empty'],
    ['gone.txt', undefined],
    ['new "ü".txt', '\0\n'],
  ]);
  const back = await workspaces.changes({ repository, from: to, to: from }, signal);
  assert.equal(back.ok && back.files.length, 3);
  const { sha: odd } = await forge
    .as('acme')
    .push('acme/app', { branch: 'topic', message: 'Odd', files: { 'a\nb': 'x' } });
  const refused = await workspaces.changes({ repository, from: to, to: odd }, signal);
  assert.deepEqual(refused, { ok: false, problem: '`a?b` cannot be laid anywhere; rename it' });
  assert.deepEqual(await readdir(place.clones), []);
});

const REFUSED: [string, string][] = [
  ['a commit that does not exist', '0'.repeat(40)],
  ['a name that is no commit', '--upload-pack=touch /tmp/pwned'],
];
for (const [what, sha] of REFUSED) {
  test(`refuses ${what}, and leaves nothing on the host`, async () => {
    await using place = await prepare();
    await assert.rejects(place.workspaces.pack({ repository, sha }, signal), (error) =>
      isAppError(error, 'WORKSPACE_UNAVAILABLE'),
    );
    assert.deepEqual(await readdir(place.clones), []);
  });
}

async function prepare() {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-workspace-'));
  const clones = join(directory, 'clones');
  await mkdir(clones);
  const forge = await startForge();
  const { token } = forge.operator.createUser({ login: 'acme' });
  const made = await forge.operator.createRepository({
    owner: 'acme',
    name: 'app',
    isPrivate: true,
    files: { 'README.md': '# app\n', 'a b/ü.txt': '', 'long.txt': 'x'.repeat(70_000) },
  });
  const github = { readToken: async () => ({ token, cloneUrl: made.cloneUrl }) };
  return {
    forge,
    directory,
    clones,
    token,
    sha: made.headSha,
    workspaces: createWorkspaces({ github, directory: clones }),
    async [Symbol.asyncDispose]() {
      await forge.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
