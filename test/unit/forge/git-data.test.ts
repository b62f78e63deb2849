import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  closeForge,
  NAME,
  OWNER,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

const run = promisify(execFile);

describe('the git data API on the forge', () => {
  let seeded: SeededForge;
  let place: string;
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'forge-git-data-'));
    seeded = await startSeededForge({ options: { signsBotCommits: true } });
  });
  after(async () => {
    await rm(place, { recursive: true, force: true });
    await closeForge(seeded);
  });

  const baseTree = async (): Promise<string> =>
    (await seeded.bot.git.getCommit({ ...REPO, commit_sha: seeded.headSha })).data.tree.sha;

  const commitOf = async (tree: string, message = 'change'): Promise<string> =>
    (await seeded.bot.git.createCommit({ ...REPO, message, tree, parents: [seeded.headSha] })).data
      .sha;

  it('makes a branch that a real git clone sees, byte for byte', async () => {
    const { bot } = seeded;
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    const blob = await bot.git.createBlob({
      ...REPO,
      content: bytes.toString('base64'),
      encoding: 'base64',
    });
    const tree = await bot.git.createTree({
      ...REPO,
      base_tree: await baseTree(),
      tree: [
        { path: 'data/raw.bin', mode: '100644', type: 'blob', sha: blob.data.sha },
        { path: 'bin/run', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
        { path: 'src/cart.ts', mode: '100644', type: 'blob', sha: null },
        { path: 'zażółć/ü.txt', mode: '100644', type: 'blob', content: 'ź\n' },
      ],
    });
    const sha = await commitOf(tree.data.sha, 'Add raw data\n\nBody with trailing space \n');
    await bot.git.createRef({ ...REPO, ref: 'refs/heads/redgreen/issue-1', sha });
    const clone = join(place, 'clone');
    const url = `http://x-access-token:${seeded.token('ann')}@127.0.0.1:${new URL(seeded.forge.url).port}`;
    await run('git', [
      'clone',
      '-q',
      '--branch',
      'redgreen/issue-1',
      `${url}/${OWNER}/${NAME}.git`,
      clone,
    ]);
    assert.deepEqual(await readFile(join(clone, 'data/raw.bin')), bytes);
    assert.equal(await readFile(join(clone, 'zażółć/ü.txt'), 'utf8'), 'ź\n');
    assert.equal((await stat(join(clone, 'bin/run'))).mode & 0o100, 0o100);
    await assert.rejects(stat(join(clone, 'src/cart.ts')));
    const log = await run('git', ['-C', clone, 'log', '-1', '--format=%H %an <%ae>%n%B']);
    assert.match(log.stdout, new RegExp(`^${sha} redgreen\\[bot\\] <\\d+\\+redgreen\\[bot\\]@`));
    assert.match(log.stdout, /Body with trailing space \n/);
  });

  it('reads blobs, trees and commits back', async () => {
    const { bot } = seeded;
    const tree = await bot.git.getTree({ ...REPO, tree_sha: 'main', recursive: 'true' });
    assert.deepEqual(
      tree.data.tree.map(({ path, type }) => `${type} ${path}`),
      ['blob README.md', 'tree src', 'blob src/cart.ts'],
    );
    const file = tree.data.tree.find(({ path }) => path === 'README.md');
    const blob = await bot.git.getBlob({ ...REPO, file_sha: file?.sha ?? '' });
    assert.equal(Buffer.from(blob.data.content, 'base64').toString(), '# Shop\n');
    const raw = await bot.git.getBlob({
      ...REPO,
      file_sha: file?.sha ?? '',
      mediaType: { format: 'raw' },
    });
    assert.ok(raw.data instanceof ArrayBuffer);
    assert.equal(Buffer.from(raw.data).toString(), '# Shop\n');
    const absent = await refusalOf(bot.git.getBlob({ ...REPO, file_sha: 'f'.repeat(40) }));
    assert.equal(absent.status, 404);
  });

  it('signs what the bot commits without naming an author, and says so', async () => {
    const { bot } = seeded;
    const tree = await baseTree();
    const own = await bot.git.createCommit({ ...REPO, message: 'mine', tree, parents: [] });
    assert.equal(own.data.verification.verified, true);
    const named = await bot.git.createCommit({
      ...REPO,
      message: 'theirs',
      tree,
      parents: [],
      author: { name: 'Ann', email: 'ann@example.org', date: '2026-01-02T03:04:05+02:00' },
    });
    assert.equal(named.data.verification.reason, 'unsigned');
    assert.equal(named.data.author.date, '2026-01-02T01:04:05Z');
    assert.equal(named.data.committer.name, 'Ann');
  });

  it('refuses trees and commits made of things that do not exist', async () => {
    const { bot } = seeded;
    const absent = 'e'.repeat(40);
    const entry = { path: 'a', mode: '100644', type: 'blob' } as const;
    const refusals = await Promise.all([
      refusalOf(bot.git.createTree({ ...REPO, tree: [{ ...entry, sha: absent }] })),
      refusalOf(bot.git.createTree({ ...REPO, tree: [{ ...entry, path: '../a', content: '' }] })),
      refusalOf(bot.git.createTree({ ...REPO, tree: [{ ...entry, path: '.git/x', content: '' }] })),
      refusalOf(
        bot.git.createTree({ ...REPO, base_tree: seeded.headSha, tree: [{ ...entry, sha: null }] }),
      ),
      refusalOf(bot.git.createTree({ ...REPO, tree: [] })),
      refusalOf(bot.git.createCommit({ ...REPO, message: 'x', tree: absent })),
      refusalOf(
        bot.git.createCommit({ ...REPO, message: 'x', tree: await baseTree(), parents: [absent] }),
      ),
    ]);
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [422, 422, 422, 422, 422, 422, 422],
    );
  });

  it('replaces a directory by a tree object', async () => {
    const { bot } = seeded;
    const inner = await bot.git.createTree({
      ...REPO,
      tree: [{ path: 'only.ts', mode: '100644', type: 'blob', content: '' }],
    });
    const outer = await bot.git.createTree({
      ...REPO,
      base_tree: await baseTree(),
      tree: [{ path: 'src', mode: '040000', type: 'tree', sha: inner.data.sha }],
    });
    const entry = outer.data.tree.find(({ path }) => path === 'src');
    assert.equal(entry?.sha, inner.data.sha);
  });

  it('keeps refs as GitHub does: no second creation, no silent rewind', async () => {
    const { bot } = seeded;
    const tree = await baseTree();
    const [one, other] = [await commitOf(tree, 'one'), await commitOf(tree, 'other')];
    const created = await bot.git.createRef({ ...REPO, ref: 'refs/heads/topic', sha: one });
    assert.equal(created.data.object.sha, one);
    const twice = await refusalOf(
      bot.git.createRef({ ...REPO, ref: 'refs/heads/topic', sha: one }),
    );
    assert.deepEqual([twice.status, twice.message], [422, 'Reference already exists']);
    const rewind = await refusalOf(bot.git.updateRef({ ...REPO, ref: 'heads/topic', sha: other }));
    assert.deepEqual([rewind.status, rewind.message], [422, 'Update is not a fast forward']);
    const forced = await bot.git.updateRef({
      ...REPO,
      ref: 'heads/topic',
      sha: other,
      force: true,
    });
    assert.equal(forced.data.object.sha, other);
    const matching = await bot.git.listMatchingRefs({ ...REPO, ref: 'heads/top' });
    assert.deepEqual(
      matching.data.map(({ ref }) => ref),
      ['refs/heads/topic'],
    );
    await bot.git.deleteRef({ ...REPO, ref: 'heads/topic' });
    assert.equal((await refusalOf(bot.git.getRef({ ...REPO, ref: 'heads/topic' }))).status, 404);
    const gone = await refusalOf(bot.git.deleteRef({ ...REPO, ref: 'heads/topic' }));
    assert.deepEqual([gone.status, gone.message], [422, 'Reference does not exist']);
  });

  it('refuses bad names, missing objects and the refs of pull requests', async () => {
    const { bot } = seeded;
    const sha = seeded.headSha;
    const wanted = [
      { ref: 'topic', sha },
      { ref: 'refs/heads/a..b', sha },
      { ref: 'refs/heads/none', sha: 'd'.repeat(40) },
      { ref: 'refs/pull/9/head', sha },
    ];
    for (const input of wanted) {
      assert.equal((await refusalOf(bot.git.createRef({ ...REPO, ...input }))).status, 422);
    }
  });

  it('refuses changed workflow files without the workflows permission', async () => {
    const tree = await seeded.bot.git.createTree({
      ...REPO,
      base_tree: await baseTree(),
      tree: [
        { path: '.github/workflows/ci.yml', mode: '100644', type: 'blob', content: 'on: push' },
      ],
    });
    const sha = await commitOf(tree.data.sha);
    const refused = await refusalOf(
      seeded.bot.git.createRef({ ...REPO, ref: 'refs/heads/ci', sha }),
    );
    assert.equal(refused.status, 403);
    assert.equal(
      refused.headers['x-accepted-github-permissions'],
      'contents=write; contents=write,workflows=write',
    );
    const person = await seeded.user('ann').git.createRef({ ...REPO, ref: 'refs/heads/ci', sha });
    assert.equal(person.status, 201);
  });

  it('shows files, directories, links and raw content', async () => {
    const { bot } = seeded;
    const tree = await bot.git.createTree({
      ...REPO,
      base_tree: await baseTree(),
      tree: [{ path: 'link', mode: '120000', type: 'blob', content: 'README.md' }],
    });
    await bot.git.createRef({
      ...REPO,
      ref: 'refs/heads/links',
      sha: await commitOf(tree.data.sha),
    });
    const file = await bot.repos.getContent({ ...REPO, path: 'src/cart.ts' });
    assert.ok(!Array.isArray(file.data) && file.data.type === 'file');
    assert.equal(Buffer.from(file.data.content, 'base64').toString(), 'export const total = 0;\n');
    const link = await bot.repos.getContent({ ...REPO, path: 'link', ref: 'links' });
    assert.ok(!Array.isArray(link.data) && link.data.type === 'symlink');
    assert.equal(link.data.target, 'README.md');
    const root = await bot.repos.getContent({ ...REPO, path: '' });
    assert.ok(Array.isArray(root.data));
    assert.deepEqual(
      root.data.map(({ name, type }) => `${type} ${name}`),
      ['file README.md', 'dir src'],
    );
    const raw = await bot.repos.getContent({
      ...REPO,
      path: 'README.md',
      mediaType: { format: 'raw' },
    });
    // Octokit types the answer as JSON; with `raw` it is text.
    assert.equal(raw.data, '# Shop\n');
    assert.equal((await refusalOf(bot.repos.getContent({ ...REPO, path: 'no' }))).status, 404);
  });

  it('shows branches and commits and compares them', async () => {
    const { bot, forge } = seeded;
    const text = 'export const total = 1;\nexport const tax = 2;\n';
    const { sha } = await forge.as('ann').push(REPOSITORY, {
      branch: 'feature/tax',
      files: { 'src/cart.ts': text, 'README.md': undefined },
      message: 'Add tax',
    });
    const branch = await bot.repos.getBranch({ ...REPO, branch: 'feature/tax' });
    assert.equal(branch.data.commit.sha, sha);
    const commit = await bot.repos.getCommit({ ...REPO, ref: 'feature/tax' });
    assert.equal(commit.data.author?.login, 'ann');
    assert.deepEqual(commit.data.stats, { total: 4, additions: 2, deletions: 2 });
    const compared = await bot.repos.compareCommitsWithBasehead({
      ...REPO,
      basehead: 'main...feature/tax',
    });
    assert.equal(compared.data.status, 'ahead');
    assert.deepEqual(
      compared.data.files?.map(({ filename, status }) => [filename, status]),
      [
        ['README.md', 'removed'],
        ['src/cart.ts', 'modified'],
      ],
    );
    assert.match(
      compared.data.files?.[1]?.patch ?? '',
      /^@@ -1 \+1,2 @@\n-export const total = 0;\n/,
    );
    const behind = await bot.repos.compareCommitsWithBasehead({
      ...REPO,
      basehead: `${sha}...main`,
    });
    assert.deepEqual([behind.data.status, behind.data.behind_by], ['behind', 1]);
    const same = await bot.repos.compareCommitsWithBasehead({ ...REPO, basehead: 'main...main' });
    assert.equal(same.data.status, 'identical');
    assert.equal((await refusalOf(bot.repos.getBranch({ ...REPO, branch: 'no' }))).status, 404);
  });
});
