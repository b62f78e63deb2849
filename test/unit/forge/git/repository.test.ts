import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { commitTree, createBareRepository, treeOfFiles } from '../../../../app/forge/git/create.ts';
import { NO_OBJECT } from '../../../../app/forge/git/objects.ts';
import {
  createGitRepositories,
  type GitRepositories,
  type GitRepository,
} from '../../../../app/forge/git/repository.ts';
import { processesNaming } from '../processes.ts';

const run = promisify(execFile);
const MAIN = 'refs/heads/main';
const FILES = { 'a.txt': 'a\n', 'src/b.ts': 'bb\n', 'src/deep/c.sh': '#!/bin/sh\n', 'ü z.txt': '' };

describe('a repository of the forge', () => {
  let place: string;
  let closing: AbortController;
  let repositories: GitRepositories;
  let git: GitRepository;
  let head: string;

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'redgreen-git-'));
    closing = new AbortController();
    const machine = { path: '/usr/local/bin:/usr/bin:/bin', home: place };
    repositories = createGitRepositories(machine, closing.signal);
    git = await createBareRepository(repositories, join(place, 'shop.git'), 'main');
    head = await commit(FILES, 'Initial commit\n');
  });

  afterEach(async () => {
    closing.abort();
    await repositories.ended();
    assert.deepEqual(processesNaming(place), []);
    await rm(place, { recursive: true, force: true });
  });

  async function commit(files: Record<string, string>, message: string): Promise<string> {
    const before = (await git.ref(MAIN))?.sha;
    const author = { name: 'Ann', email: 'ann@example.com', date: '2026-01-01T00:00:00Z' };
    const tree = await treeOfFiles(git, before, files);
    return await commitTree(git, { ref: MAIN, before }, { tree, parent: before, author, message });
  }

  async function plain(...args: string[]): Promise<string> {
    const who = ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.com'];
    const { stdout } = await run('git', ['-C', git.directory, ...who, ...args]);
    return stdout.trimEnd();
  }

  it('answers many callers from one process, each with his own', async () => {
    const blobs = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => await git.writeObject('blob', `${n}`.repeat(n))),
    );
    const read = await Promise.all(
      blobs.map(async (sha, n) => ({
        text: (await git.readObject(sha))?.content.toString('utf8'),
        type: await git.typeOf(n % 2 === 0 ? sha : 'nobody'),
      })),
    );
    assert.deepEqual(
      read,
      blobs.map((_, n) => ({
        text: `${n}`.repeat(n),
        type: n % 2 === 0 ? 'blob' : undefined,
      })),
    );
    assert.equal(processesNaming(place).length, 1);
  });

  it('has nothing for names that are no objects, and no answer goes to another', async () => {
    const names = ['', 'a\nb', `${head}\n`, 'a b', `${head} commit 3`, 'main\0', 'HEAD:none', '\r'];
    const answers = await Promise.all(names.map(async (name) => await git.typeOf(name)));
    assert.deepEqual(new Set(answers), new Set([undefined]));
    assert.equal(await git.typeOf(head), 'commit');
    assert.deepEqual(await git.readCommits([]), []);
  });

  it('finds objects and refs that others bring, loose and packed', async () => {
    await git.typeOf(head);
    const clone = join(place, 'clone');
    await run('git', ['clone', '-q', git.directory, clone]);
    const inClone = async (...args: string[]) =>
      await run('git', ['-C', clone, '-c', 'user.name=Bob', '-c', 'user.email=b@b', ...args]);
    for (const unpackLimit of ['100', '1']) {
      await plain('config', 'receive.unpackLimit', unpackLimit);
      const absent = (await git.ref(`refs/heads/topic-${unpackLimit}`))?.sha;
      await inClone('commit', '-q', '--allow-empty', '-m', `limit ${unpackLimit}`);
      await inClone('push', '-q', 'origin', `HEAD:topic-${unpackLimit}`);
      const pushed = (await inClone('rev-parse', 'HEAD')).stdout.trim();
      const [read] = await git.readCommits([pushed]);
      assert.equal(read?.message, `limit ${unpackLimit}\n`);
      assert.equal(absent, undefined);
      assert.equal((await git.ref(`refs/heads/topic-${unpackLimit}`))?.sha, pushed);
    }
    await plain('pack-refs', '--all');
    await plain('repack', '-q', '-a', '-d');
    const next = await commit({ 'a.txt': 'b\n' }, 'Next\n');
    assert.deepEqual(await git.tips(MAIN, 'refs/heads/none'), [next, undefined]);
    assert.equal(processesNaming(place).length, 1);
  });

  it('takes a ref by its exact name only', async () => {
    const refs = ['refs/heads/refs/heads/x', 'refs/tags/refs/heads/y', 'refs/heads/ü', 'refs/a/b'];
    for (const ref of refs) assert.ok(await git.moveRef(ref, NO_OBJECT, head));
    for (const ref of refs) assert.equal((await git.ref(ref))?.sha, head);
    const others = ['refs/heads/x', 'refs/heads/y', 'main', `${MAIN}~0`, `${MAIN}^{tree}`, 'HEAD'];
    const described = `refs/heads/x-g${head.slice(0, 8)}`;
    for (const name of [...others, described, head, `${MAIN}/`, 'refs/heads/*']) {
      assert.equal(await git.ref(name), undefined, name);
    }
    await plain('tag', '-a', '-m', 'one', 'v1', head);
    assert.equal((await git.ref('refs/tags/v1'))?.type, 'tag');
    assert.equal(await git.resolveCommit('v1'), head);
  });

  it('lists a tree as git does', async () => {
    await plain('update-index', '--add', '--cacheinfo', `160000,${head},lib`);
    await plain(
      'update-index',
      '--add',
      '--cacheinfo',
      `120000,${await git.writeObject('blob', 'a')},l`,
    );
    const tree = await plain('write-tree');
    for (const [name, flags] of [
      [head, ['-r', '-t']],
      [head, []],
      [tree, ['-r', '-t']],
    ] as const) {
      const lines = (await plain('ls-tree', '-z', '--long', ...flags, name))
        .split('\0')
        .slice(0, -1);
      const listed = await git.listTree(name, flags.length > 0);
      const told = listed.map(
        ({ mode, type, sha, size, path }) =>
          `${mode} ${type} ${sha} ${String(size ?? '-').padStart(7)}\t${path}`,
      );
      assert.deepEqual(told, lines);
    }
    await assert.rejects(git.listTree(NO_OBJECT, false), { code: 'INTERNAL_ERROR' });
  });

  it('goes on when the process was killed, between questions and during one', async () => {
    await git.typeOf(head);
    const [first = 0] = processesNaming(place);
    process.kill(first, 'SIGKILL');
    assert.equal(await git.typeOf(head), 'commit');
    const [second = 0] = processesNaming(place);
    process.kill(second, 'SIGSTOP');
    const asked = Promise.all([git.readObject(head), git.typeOf(MAIN)]);
    process.kill(second, 'SIGKILL');
    const [object, type] = await asked;
    assert.deepEqual([object?.sha, type], [head, 'commit']);
    assert.equal(processesNaming(place).length, 1);
  });

  it('reads a large object whole and refuses one beyond its limit', async () => {
    const large = Buffer.alloc(5_000_000, 'large ');
    assert.ok((await git.readObject(await git.writeObject('blob', large)))?.content.equals(large));
    const sha = await git.writeObject('blob', Buffer.alloc(64 * 1024 * 1024 + 1));
    assert.equal(await git.typeOf(sha), 'blob');
    await assert.rejects(git.readObject(sha), { code: 'INTERNAL_ERROR' });
    assert.equal(await git.typeOf(head), 'commit');
  });

  it('ends its process when it is closed, and what is asked then is refused', async () => {
    await git.typeOf(head);
    const [pid = 0] = processesNaming(place);
    process.kill(pid, 'SIGSTOP');
    const asked = git.typeOf(head);
    closing.abort();
    await assert.rejects(asked, { code: 'CANCELLED' });
    await assert.rejects(git.typeOf(head), { code: 'CANCELLED' });
    await repositories.ended();
    assert.deepEqual(processesNaming(place), []);
  });
});
