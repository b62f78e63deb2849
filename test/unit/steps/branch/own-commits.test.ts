// Our own commits on a branch, known by name whatever happened between GitHub and the records. On the
// forge and a database of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isAppError } from '../../../../app/errors.ts';
import { refusalOf } from '../../../../app/github/port.ts';
import { putCommit } from '../../../../app/steps/branch/commit.ts';
import { findPlanned, ownAt, ownCommits } from '../../../../app/steps/branch/own-commits.ts';
import type { BasedThread } from '../../../../app/steps/thread.ts';
import type { Store } from '../../../../app/store/store.ts';
import { engineWorld, type World } from '../../../support/engine-world.ts';
import { closeForge, REPO, REPOSITORY } from '../../forge/seeded-forge.ts';
import { bytes, type Connected, connect } from '../../github/connected.ts';

describe('a commit of ours', () => {
  let world: World;
  let connected: Connected;
  let based: BasedThread;
  let fence: number;
  let issues = 0;

  before(async () => {
    world = await engineWorld();
    connected = await connect();
  });
  after(async () => {
    await closeForge(connected.seeded);
    await world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const { github, repository, seeded } = connected;
    const jobId = await world.addJob();
    issues += 1;
    const branch = `redgreen/issue-${issues}`;
    const thread = { jobId, branch, baseBranch: 'main', baseSha: seeded.headSha };
    const said = { issueTitle: '', issueText: '', issueDigest: '', requestedBy: 'ann' };
    based = { repository, thread: { ...thread, ...said, repositoryId: 1, issueNumber: issues } };
    fence = (await world.store.transaction(async ({ work }) => await work.fence(jobId))) ?? -1;
    await github.ensureBranch(repository, branch, seeded.headSha);
  });

  const deps = (store: Store = world.store) => ({ store, github: connected.github });
  const files = [{ path: 'src/a.ts', mode: '100644' as const, content: bytes('1\n') }];
  const wanted = (message = 'Ours') => ({
    branch: based.thread.branch,
    parent: based.thread.baseSha,
    message,
    files,
    kind: 'work' as const,
    attemptNumber: 1,
    fence,
  });
  const head = async () => await connected.github.branchSha(based.repository, based.thread.branch);
  const push = async () => {
    const change = { branch: based.thread.branch, files: { 'mine.md': 'x\n' }, message: 'Mine' };
    return (await connected.seeded.forge.as('ann').push(REPOSITORY, change)).sha;
  };
  const names = async () => (await ownCommits(deps(), based)).map(({ sha }) => sha);

  /** Killed after this many transactions. */
  function dying(left: number): Store {
    let count = left;
    return {
      ...world.store,
      async transaction(work) {
        count -= 1;
        if (count < 0) throw new Error('killed');
        return await world.store.transaction(work);
      },
    };
  }

  it('is found by its name after a kill before it was recorded, also under a push', async () => {
    await assert.rejects(putCommit(deps(dying(1)), based, wanted()), /killed/);
    const ours = await head();
    assert.notEqual(ours, based.thread.baseSha, 'the branch was moved');
    const theirs = await push();
    assert.deepEqual(await names(), [ours]);
    assert.deepEqual(await findPlanned(deps(), based), [], 'and is recorded');
    assert.equal(await head(), theirs);
  });

  it('does not move the branch before its name is written down', async () => {
    await assert.rejects(putCommit(deps(dying(0)), based, wanted()), /killed/);
    assert.equal(await head(), based.thread.baseSha);
    assert.deepEqual(await names(), []);
  });

  it('does not move the branch for a worker whose claim has ended', async () => {
    const stale = putCommit(deps(), based, { ...wanted(), fence: fence - 1 });
    await assert.rejects(stale, (error) => isAppError(error, 'STALE_WORKER'));
    assert.equal(await head(), based.thread.baseSha);
  });

  it('is the one that was asked for, although nobody heard of it and a push is on it', async () => {
    const { forge } = connected.seeded;
    forge.injectFault({ kind: 'lost-answer', operation: 'git/update-ref' });
    let theirs: string | undefined;
    const github = {
      ...connected.github,
      commit: async (...[repository, asked]: Parameters<Connected['github']['commit']>) => {
        await connected.github.commit(repository, asked);
        theirs = await push();
        return await connected.github.commit(repository, asked);
      },
    };
    const made = await putCommit({ store: world.store, github }, based, wanted());
    const { parents } = await connected.github.commitFacts(based.repository, theirs ?? '');
    assert.deepEqual(parents, [made.sha]);
    assert.deepEqual(await names(), [made.sha]);
  });

  it('is none that only looks like it: another parent, another name', async () => {
    const theirs = await push();
    const looks = putCommit(deps(), based, wanted());
    await assert.rejects(looks, (error) => refusalOf(error) === 'branch-moved');
    assert.deepEqual(await names(), []);
    assert.equal(await head(), theirs);
  });

  it('that no branch ever got to is nobody’s, also when GitHub has forgotten it', async () => {
    const { jobId } = based.thread;
    const lost = { jobId, kind: 'work', attemptNumber: 1, treeSha: 'b'.repeat(40) } as const;
    await world.store.transaction(async ({ movements }) => {
      await movements.planCommit(fence, { ...lost, sha: 'a'.repeat(40) });
    });
    assert.deepEqual(await names(), []);
  });

  it('is where the branch is, also when somebody took it back to an older one', async () => {
    const first = await putCommit(deps(), based, wanted());
    const second = await putCommit(deps(), based, { ...wanted('Again'), parent: first.sha });
    const commits = await ownCommits(deps(), based);
    assert.equal(ownAt(commits, second.sha)?.sha, second.sha);
    const ref = `heads/${based.thread.branch}`;
    await connected.seeded.user('ann').git.updateRef({ ...REPO, ref, sha: first.sha, force: true });
    assert.equal(ownAt(commits, await head())?.sha, first.sha);
    assert.equal(ownAt(commits, await push())?.sha, second.sha, 'with a push on it: the newest');
  });
});
