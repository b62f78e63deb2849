// The adapter against the forge: what people ask for when a job is delivered.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Secret } from '../../../app/secret.ts';
import { closeForge, REPO, REPOSITORY } from '../forge/seeded-forge.ts';
import { BRANCH, begin, bytes, type Connected, connect } from './connected.ts';

const OURS = { body: 'It is.', key: 'errand-5' };
const PULL = { branch: BRANCH, base: 'main', title: 'Totals', body: 'The report.' };

describe('what is asked of a delivered job', () => {
  let connected: Connected;
  let delivered: string;
  before(async () => {
    let now = Date.now();
    connected = await connect({ now: () => (now += 2000), request: { callMs: 10_000_000 } });
    const first = await begin(connected);
    const { github, repository } = connected;
    const files = [
      { path: 'src/cart.ts', mode: '100644', content: bytes('export const total = 1;\n') },
      { path: 'src/sum.ts', mode: '100755', content: bytes('export {};\n') },
      { path: 'README.md', deleted: true },
    ] as const;
    const wanted = { branch: BRANCH, parent: first.sha, message: 'Totals', files };
    delivered = (await github.commit(repository, wanted)).sha;
  });
  after(async () => {
    await closeForge(connected.seeded);
  });

  const paths = ['src/cart.ts', 'src/sum.ts', 'README.md'];
  const revert = async () => {
    const { github, repository, seeded } = connected;
    const wanted = { branch: BRANCH, delivered, before: seeded.headSha, paths };
    return await github.revert(repository, { ...wanted, message: 'Revert it' });
  };
  const file = async (path: string) =>
    await connected.github.file(connected.repository, { path, ref: BRANCH });

  it('marks a draft ready, and is content with one that is', async () => {
    const { github, repository, made } = connected;
    const { number } = await github.ensureDraftPullRequest(repository, PULL);
    assert.equal(await github.markReady(repository, number), 'ready');
    assert.equal((await github.pullRequest(repository, number)).isDraft, false);
    assert.equal(await github.markReady(repository, number), 'ready');
    assert.equal(made('graphql/markPullRequestReadyForReview'), 1);
  });

  it('takes GitHub’s FORBIDDEN for an answer, not for a fault', async () => {
    const { seeded, github, repository, another } = connected;
    const branch = 'redgreen/issue-2';
    await github.ensureBranch(repository, branch, delivered);
    const { number } = await github.ensureDraftPullRequest(repository, { ...PULL, branch });
    const { data } = await seeded.asApp.apps.createInstallationAccessToken({
      installation_id: seeded.installationId,
      permissions: { pull_requests: 'write', contents: 'read' },
    });
    const narrow = another({ token: new Secret(data.token) });
    assert.equal(await narrow.markReady(repository, number), 'forbidden');
    assert.equal((await github.pullRequest(repository, number)).isDraft, true);
  });

  it('answers in the thread of a review, once, and never below an answer', async () => {
    const { seeded, github, repository, another } = connected;
    const branch = 'redgreen/issue-4';
    await github.ensureBranch(repository, branch, delivered);
    const { number } = await github.ensureDraftPullRequest(repository, { ...PULL, branch });
    const line = { path: 'src/cart.ts', line: 1, body: 'This is wrong.\n/fix' };
    const where = { repository: REPOSITORY, number };
    const { id: inReplyTo } = await seeded.forge.as('ann').reviewLine(where, line);
    const thread = { pull: number, inReplyTo };
    const said = { body: 'A follow-up begins.', key: 'errand-1' };
    const [one, two] = [
      await github.replyToReview(repository, thread, said),
      await another().replyToReview(repository, thread, said),
    ];
    assert.deepEqual(one, two);
    const { data } = await seeded.bot.pulls.listReviewComments({ ...REPO, pull_number: number });
    assert.deepEqual(
      data.map(({ in_reply_to_id, user }) => [in_reply_to_id, user.login]),
      [
        [undefined, 'ann'],
        [inReplyTo, 'redgreen[bot]'],
      ],
    );
    const below = { ...thread, inReplyTo: one.id };
    const another2 = { ...said, key: 'errand-2' };
    await assert.rejects(github.replyToReview(repository, below, another2), { code: 'NOT_FOUND' });
  });

  it('reads comments on lines with their place, their thread and their review', async () => {
    const { seeded, github, repository } = connected;
    const branch = 'redgreen/issue-5';
    await github.ensureBranch(repository, branch, delivered);
    const { number } = await github.ensureDraftPullRequest(repository, { ...PULL, branch });
    const where = { repository: REPOSITORY, number };
    const ann = seeded.forge.as('ann');
    const line = { path: 'src/cart.ts', line: 3, body: 'Is it?' };
    const { id: root } = await ann.reviewLine(where, line);
    const lines = [
      { ...line, inReplyTo: root },
      { ...line, isOutdated: true },
    ];
    const { id: reviewId, comments } = await ann.reviewLines(where, { body: '/fix', lines });
    await github.replyToReview(repository, { pull: number, inReplyTo: root }, OURS);
    const [first, second, third, ours] = await github.lineRemarks(repository, number);
    const { writtenAt: _at, ...said } = first ?? { writtenAt: 0 };
    const place = { path: 'src/cart.ts', diffHunk: '@@ -3,1 +3,1 @@' };
    const by = { author: 'ann', isByPerson: true };
    assert.deepEqual(said, { id: root, ...by, body: 'Is it?', ...place, line: 3 });
    const found = [second?.id, second?.inReplyToId, second?.reviewId];
    assert.deepEqual(found, [comments[0], root, reviewId]);
    assert.deepEqual([third?.line, third?.wasLine, third?.inReplyToId], [undefined, 3, undefined]);
    assert.deepEqual([ours?.isByPerson, ours?.inReplyToId], [false, root]);
  });

  it('takes an issue that GitHub leads on to another repository for none', async () => {
    const { seeded, repository, another } = connected;
    const { number } = await seeded.forge.as('ann').openIssue(REPOSITORY, { title: 'Moved' });
    const leadOn = async (url: string, init: RequestInit) =>
      await fetch(url.replace(/\/issues\/4711$/, `/issues/${number}`), init);
    const moved = another({ request: { fetch: leadOn } });
    assert.equal((await moved.issue(repository, number)).number, number);
    await assert.rejects(moved.issue(repository, 4711), { code: 'NOT_FOUND' });
  });

  it('opens a pull request that is ready, where nobody opened one', async () => {
    const { github, repository } = connected;
    const branch = 'redgreen/issue-3';
    await github.ensureBranch(repository, branch, delivered);
    const wanted = { ...PULL, branch, isReady: true } as const;
    const pull = await github.ensureDraftPullRequest(repository, wanted);
    assert.equal(pull.isDraft, false);
    assert.equal((await github.ensureDraftPullRequest(repository, wanted)).number, pull.number);
  });

  it('reverts nothing that somebody changed since, and names it', async () => {
    const { seeded } = connected;
    const change = { branch: BRANCH, message: 'mine' };
    const files = { 'src/cart.ts': 'export const total = 2;\n', 'NOTES.md': 'mine\n' };
    await seeded.forge.as('ann').push(REPOSITORY, { ...change, files });
    assert.deepEqual(await revert(), { kind: 'overlap', paths: ['src/cart.ts'] });
    assert.equal(await file('src/cart.ts'), 'export const total = 2;\n');
    const back = { 'src/cart.ts': 'export const total = 1;\n' };
    await seeded.forge.as('ann').push(REPOSITORY, { ...change, files: back });
  });

  it('puts files back as they were, modes and all, and leaves what others added', async () => {
    const { seeded } = connected;
    const done = await revert();
    assert.ok(done.kind === 'reverted');
    assert.deepEqual(done.paths, ['README.md', 'src/cart.ts', 'src/sum.ts']);
    assert.equal(await file('src/cart.ts'), 'export const total = 0;\n');
    assert.equal(await file('README.md'), '# Shop\n');
    assert.equal(await file('src/sum.ts'), undefined);
    assert.equal(await file('NOTES.md'), 'mine\n');
    const { data } = await seeded.bot.git.getCommit({ ...REPO, commit_sha: done.sha });
    assert.equal(data.message, 'Revert it');
    assert.equal(data.parents.length, 1);
  });

  it('says so when it was done, or the branch is gone', async () => {
    const { seeded } = connected;
    assert.equal((await revert()).kind, 'nothing');
    await seeded.bot.git.deleteRef({ ...REPO, ref: `heads/${BRANCH}` });
    assert.deepEqual(await revert(), { kind: 'branch-gone' });
  });
});
