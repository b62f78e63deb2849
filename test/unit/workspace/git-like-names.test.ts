// Names that git takes for its own folder on some file system: what git itself refuses in a tree is
// refused before it is published, by the same names.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { workProblems } from '../../../app/proof/hand-over.ts';
import { RepositoryPath } from '../../../sandbox/protocol/plan.ts';
import { closeForge, REPO, refusalOf, startSeededForge } from '../forge/seeded-forge.ts';

const execute = promisify(execFile);

const NAMES = [
  '.git',
  '.GIT',
  '.Git ',
  '.git.',
  '.git . .',
  'git~1',
  'GIT~1',
  '.g\u200cit',
  '.\ufeffgit',
  '.gi\u206at',
  '.git::$INDEX_ALLOCATION',
  '.git:x',
  '..',
  '.gitx',
  'git~2',
  '.g\u200bit',
  'a.git',
  '.gitignore',
  '...',
  ' .git',
  '. git',
];

test('a name is refused where git, which knows every file system, refuses it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'redgreen-names-'));
  try {
    const git = async (...args: string[]) => await execute('git', ['-C', place, ...args]);
    await git('init', '--quiet');
    const all = ['-c', 'core.protectHFS=true', '-c', 'core.protectNTFS=true'];
    const { stdout } = await git('hash-object', '-w', '-t', 'blob', '/dev/null');
    for (const name of NAMES) {
      const paths = [`a/${name}/x`, `a/${name}`];
      for (const path of paths) {
        const entry = `100644,${stdout.trim()},${path}`;
        const isTaken = await git(...all, 'update-index', '--add', '--cacheinfo', entry).then(
          () => true,
          () => false,
        );
        assert.equal(RepositoryPath.safeParse(path).success, isTaken, JSON.stringify(path));
        await git('read-tree', '--empty');
      }
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});

test('GitHub refuses them too, and their author is told while he can mend it', async () => {
  const seeded = await startSeededForge();
  try {
    const tree = [{ path: 'a/.g\u200cit/x', mode: '100644', type: 'blob', content: 'x' }] as const;
    const asked = { ...REPO, base_tree: seeded.headSha, tree: [...tree] };
    const { status, message } = await refusalOf(seeded.bot.git.createTree(asked));
    assert.deepEqual([status, message], [422, 'tree.path contains a malformed path component']);
    const changed = [{ path: 'a/.g\u200cit/x', mode: '100644' }];
    assert.match(workProblems(changed, { mayChangeWorkflows: true }).join(), /No commit can hold/);
  } finally {
    await closeForge(seeded);
  }
});
