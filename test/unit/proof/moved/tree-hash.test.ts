// The name of a changed tree, as git itself computes it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { treeHash } from '../../../../app/proof/moved/tree-hash.ts';
import type { TreeEntry } from '../../../../app/workspace/port.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

const execute = promisify(execFile);

const file = (path: string, text: string, mode: 0o644 | 0o755 | 0o120000 = 0o644): FileChange => ({
  path,
  mode,
  content: Buffer.from(text).toString('base64'),
});

/** Names that sort otherwise as folders than as files, and what git is particular about. */
const BEFORE = {
  'a.txt': '1',
  'a/b.txt': '2',
  'a-b': '3',
  a0: '4',
  'ä/ü ö.md': '5',
  'deep/er/and/deeper': '6',
  'gone/only': '7',
  'was/a/folder': '8',
};
const CHANGES: FileChange[] = [
  { path: 'gone/only', deleted: true },
  { path: 'was/a/folder', deleted: true },
  file('was', 'now a file'),
  file('a/b.txt', 'changed'),
  file('run.sh', '#!/bin/sh\n', 0o755),
  file('link', 'a.txt', 0o120000),
  file('deep/er/new', ''),
];

test('a changed tree has the name that git gives it', async () => {
  const work = await mkdtemp(join(tmpdir(), 'redgreen-tree-'));
  try {
    const git = async (...args: string[]) =>
      (await execute('git', ['-C', work, '-c', 'core.quotePath=false', ...args])).stdout.trim();
    await git('init', '--quiet');
    for (const [path, text] of Object.entries(BEFORE)) await put(work, path, text);
    await git('add', '--all');
    const before = await git('write-tree');
    const entries = readEntries(await git('ls-tree', '-r', '-z', before));
    assert.equal(treeHash({ entries, folders: new Map() }, []), before);
    for (const change of CHANGES) await apply(work, change);
    await git('add', '--all');
    assert.equal(treeHash({ entries, folders: new Map() }, CHANGES), await git('write-tree'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});

async function put(work: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(work, path)), { recursive: true });
  await writeFile(join(work, path), text);
}

async function apply(work: string, change: FileChange): Promise<void> {
  const path = join(work, change.path);
  await rm(path, { recursive: true, force: true });
  if ('deleted' in change) {
    await rm(dirname(path), { recursive: true, force: true });
    return;
  }
  const text = Buffer.from(change.content, 'base64').toString();
  if (change.mode === 0o120000) return await symlink(text, path);
  await put(work, change.path, text);
  await chmod(path, change.mode);
}

function readEntries(listing: string): Map<string, TreeEntry> {
  const lines = listing.split('\0').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, mode = '', object = '', path = ''] = /^(\d+) \w+ (\w+)\t([\s\S]*)$/.exec(line) ?? [];
      return [path, { mode, object }];
    }),
  );
}
