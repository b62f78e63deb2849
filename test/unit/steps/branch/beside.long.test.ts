// What is laid beside the work, read from real commits: git, the forge, and its comparison of commits.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { startForge } from '../../../../app/forge/forge.ts';
import { createGitHub } from '../../../../app/github/octokit.ts';
import { Secret } from '../../../../app/secret.ts';
import { readBeside, type Work } from '../../../../app/steps/branch/beside.ts';
import type { RebaseValidation } from '../../../../app/store/movements.ts';
import { createWorkspaces } from '../../../../app/workspace/git.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

const signal = new AbortController().signal;
const repository = { owner: 'acme', name: 'app', installationId: 1 };
const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const BRANCH = 'redgreen/issue-1';

/** The numbers in words, with some of them replaced. */
function text(changed: Record<string, string> = {}): string {
  return LINES.map((line) => `${changed[line] ?? line}\n`).join('');
}

function file(path: string, content: string): FileChange {
  return { path, mode: 0o644, content: Buffer.from(content).toString('base64') };
}

const A = 'src/a.mjs';
const OURS: Work = { ours: [file(A, text({ one: 'ours' }))], authored: new Set() };

test('what the base changed elsewhere in the file is merged, and told apart from the work', async () => {
  await using place = await prepare();
  const tip = await place.push('main', { [A]: text({ seven: 'base' }), 'src/b.mjs': 'b\n' });
  const seen = await place.read({ tipSha: tip, baseCommits: 1, base: 'joined' }, OURS);
  assert.deepEqual(seen, {
    files: [file('src/b.mjs', 'b\n')],
    merged: [
      {
        file: file(A, text({ one: 'ours', seven: 'base' })),
        without: file(A, text({ seven: 'base' })),
      },
    ],
  });
});

test('both the branch and the base are merged, on top of work in progress', async () => {
  await using place = await prepare();
  const own = await place.push(BRANCH, { [A]: text({ three: 'earlier' }) });
  const branchSha = await place.push(BRANCH, { [A]: text({ three: 'earlier', five: 'push' }) });
  const tip = await place.push('main', { [A]: text({ seven: 'base' }) });
  const places = { ownSha: own, branchSha, branchCommits: 1, tipSha: tip, baseCommits: 1 };
  const seen = await place.read({ ...places, base: 'joined' }, OURS);
  const theirs = { five: 'push', seven: 'base' };
  assert.deepEqual(seen, {
    files: [],
    merged: [{ file: file(A, text({ one: 'ours', ...theirs })), without: file(A, text(theirs)) }],
  });
});

test('where the branch and the base changed one file that the work has not, both are laid', async () => {
  await using place = await prepare();
  const branchSha = await place.push(BRANCH, { 'src/c.mjs': text({ one: 'push' }) });
  const tip = await place.push('main', { 'src/c.mjs': text({ seven: 'base' }), [A]: text() });
  const places = { branchSha, branchCommits: 1, tipSha: tip, baseCommits: 1 };
  const seen = await place.read({ ...places, base: 'joined' }, OURS);
  assert.deepEqual(seen, {
    files: [file('src/c.mjs', text({ one: 'push', seven: 'base' }))],
    merged: [],
  });
});

const CONFLICTS = {
  'the same line': [{ [A]: text({ one: 'base' }) }, /`src\/a\.mjs` \(line 1\)$/],
  'lines that touch': [{ [A]: text({ two: 'base' }) }, /`src\/a\.mjs` \(lines 1 to 2\)$/],
  'a deleted file': [{ [A]: undefined }, /`src\/a\.mjs` \(deleted or renamed on one side\)$/],
} as const;
for (const [what, [files, problem]] of Object.entries(CONFLICTS)) {
  test(`a person is asked about ${what}`, async () => {
    await using place = await prepare();
    const tip = await place.push('main', files);
    const seen = await place.read({ tipSha: tip, baseCommits: 1, base: 'joined' }, OURS);
    assert.ok('problem' in seen);
    assert.match(seen.problem, /^1 commit on `main` and the work both change /);
    assert.match(seen.problem, problem);
  });
}

test('a test of the job is kept byte for byte, unless the base has the same', async () => {
  await using place = await prepare();
  const tip = await place.push('main', { [A]: text({ seven: 'base' }) });
  const places = { tipSha: tip, baseCommits: 1, base: 'joined' } as const;
  const asked = await place.read(places, { ...OURS, authored: new Set([A]) });
  assert.ok('problem' in asked);
  assert.match(asked.problem, /\(a test of this job, which is kept byte for byte\)$/);
  const same = file(A, text({ seven: 'base' }));
  const seen = await place.read(places, { ours: [same], authored: new Set([A]) });
  assert.deepEqual(seen, { files: [], merged: [{ file: same, without: same }] });
});

test('where the branch has a part of the base already, nobody guesses what was taken back', async () => {
  await using place = await prepare();
  const first = await place.push('main', { [A]: text({ seven: 'base' }) });
  const branchSha = await place.push(BRANCH, { 'docs/merged.md': 'x\n' }, first);
  const tip = await place.push('main', { [A]: text({ six: 'later' }) });
  const places = { branchSha, branchCommits: 2, tipSha: tip, baseCommits: 2 };
  const seen = await place.read({ ...places, base: 'joined' }, OURS);
  assert.ok('problem' in seen);
  assert.match(seen.problem, /\(a part of `main` was merged into the branch\)$/);
});

test('a push on top of what we merged ourselves is merged again', async () => {
  await using place = await prepare();
  const tip = await place.push('main', { [A]: text({ seven: 'base' }) });
  const merged = { one: 'ours', seven: 'base' };
  const ownSha = await place.push(BRANCH, { [A]: text(merged) }, tip);
  const branchSha = await place.push(BRANCH, { [A]: text({ ...merged, four: 'push' }) });
  const places = { ownSha, branchSha, branchCommits: 1, tipSha: tip, baseCommits: 1 };
  const seen = await place.read({ ...places, base: 'joined' }, OURS);
  assert.deepEqual(seen, {
    files: [],
    merged: [
      {
        file: file(A, text({ ...merged, four: 'push' })),
        without: file(A, text({ four: 'push', seven: 'base' })),
      },
    ],
  });
});

test('a person who took over may have settled what the base changed too; else it is merged', async () => {
  await using place = await prepare();
  const tip = await place.push('main', { [A]: text({ seven: 'base' }) });
  const places = { tipSha: tip, baseCommits: 1, base: 'joined', isAdopted: true } as const;
  const settled = text({ seven: 'settled' });
  const merged = await place.push('settled', { [A]: settled }, tip);
  const work = { ours: [file(A, settled)], authored: new Set<string>() };
  const kept = await place.read({ ...places, ownSha: merged, branchSha: merged }, work);
  assert.deepEqual(kept, { files: [], merged: [] });

  const mine = await place.push(BRANCH, { [A]: text({ one: 'ours' }) });
  const seen = await place.read({ ...places, ownSha: mine, branchSha: mine }, OURS);
  const both = { one: 'ours', seven: 'base' };
  const without = file(A, text({ seven: 'base' }));
  assert.deepEqual(seen, { files: [], merged: [{ file: file(A, text(both)), without }] });
});

async function prepare() {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-beside-'));
  const clones = join(directory, 'clones');
  await mkdir(clones);
  const forge = await startForge();
  const { token } = forge.operator.createUser({ login: 'acme' });
  const made = await forge.operator.createRepository({
    owner: 'acme',
    name: 'app',
    isPrivate: true,
    files: { [A]: text(), 'src/c.mjs': text() },
  });
  const baseSha = made.headSha;
  const github = createGitHub({
    token: new Secret(token),
    appId: 1,
    baseUrl: forge.apiUrl,
    log: pino({ level: 'silent' }),
  });
  const source = { readToken: async () => ({ token, cloneUrl: made.cloneUrl }) };
  const workspaces = createWorkspaces({ github: source, directory: clones });
  const thread = { branch: BRANCH, baseBranch: 'main', baseSha };
  const still: RebaseValidation = {
    jobId: 'j',
    attemptNumber: 1,
    branchSha: baseSha,
    ownSha: baseSha,
    tipSha: baseSha,
    branchCommits: 0,
    baseCommits: 0,
    base: 'unmoved',
  };
  return {
    push: async (
      branch: string,
      files: Record<string, string | undefined>,
      from: string = baseSha,
    ) => {
      const change = { branch, files, message: 'Change it', from };
      return (await forge.as('acme').push('acme/app', change)).sha;
    },
    read: async (
      { isAdopted = false, ...places }: Partial<RebaseValidation> & { isAdopted?: boolean },
      work: Work,
    ) => {
      const validation = { ...still, ...places };
      const ground = { repository, thread, validation, isAdopted, signal };
      return await readBeside({ github, workspaces }, ground, work);
    },
    async [Symbol.asyncDispose]() {
      await forge.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
