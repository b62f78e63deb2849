// What people do on GitHub's pages: each act sends the webhook that GitHub sends, judged by GitHub's
// own schema, and has the effect that GitHub has.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  closeForge,
  OWNER,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

const APP = 'redgreen';

describe('acts of people', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge({ app: { webhookUrl: 'http://127.0.0.1:9/' } });
    seeded.forge.operator.setPermission({
      repository: REPOSITORY,
      login: 'eve',
      permission: 'admin',
    });
  });
  after(async () => await closeForge(seeded));

  const sent = async (work: () => unknown): Promise<string[]> => {
    const { forge } = seeded;
    await forge.settled();
    const start = forge.deliveries.length;
    await work();
    await forge.settled();
    assert.deepEqual(forge.schemaViolations, []);
    return forge.deliveries
      .slice(start)
      .map(({ event, action }) => (action === undefined ? event : `${event}.${action}`));
  };
  const ann = () => seeded.forge.as('ann');
  const eve = () => seeded.forge.as('eve');
  let branches = 0;
  const openPull = async (): Promise<{ repository: string; number: number; branch: string }> => {
    branches += 1;
    const branch = `feature-${branches}`;
    const files = { [`${branch}.txt`]: 'new\n' };
    await ann().push(REPOSITORY, { branch, files, message: 'Add a file' });
    const pull = { title: branch, head: branch, base: 'main', draft: true };
    const { number } = await ann().openPull(REPOSITORY, pull);
    return { repository: REPOSITORY, number, branch };
  };

  it('closes, opens, moves and deletes an issue', async () => {
    const { number } = await ann().openIssue(REPOSITORY, { title: 'Sort' });
    const issue = { repository: REPOSITORY, number };
    assert.deepEqual(await sent(async () => await ann().closeIssue(issue)), ['issues.closed']);
    assert.deepEqual(await sent(async () => await ann().reopenIssue(issue)), ['issues.reopened']);
    await seeded.forge.operator.createRepository({ owner: OWNER, name: 'other' });
    const moved = async () => await eve().transferIssue(issue, `${OWNER}/other`);
    assert.deepEqual(await sent(moved), ['issues.transferred']);
    assert.equal(
      (await refusalOf(seeded.bot.issues.get({ ...REPO, issue_number: number }))).status,
      404,
    );
    const { number: next } = await ann().openIssue(REPOSITORY, { title: 'Sort again' });
    const gone = { repository: REPOSITORY, number: next };
    assert.deepEqual(await sent(async () => await eve().deleteIssue(gone)), ['issues.deleted']);
    await assert.rejects(async () => await eve().deleteIssue(gone), /no issue/);
  });

  it('closes, opens, drafts, edits and merges a pull request', async () => {
    const pull = await openPull();
    assert.deepEqual(await sent(async () => await ann().closePull(pull)), ['pull_request.closed']);
    assert.deepEqual(await sent(async () => await ann().reopenPull(pull)), [
      'pull_request.reopened',
    ]);
    assert.deepEqual(await sent(async () => await ann().editPull(pull, { body: 'Mine.' })), [
      'pull_request.edited',
    ]);
    assert.deepEqual(await sent(async () => await ann().markReady(pull)), [
      'pull_request.ready_for_review',
    ]);
    assert.deepEqual(await sent(async () => await ann().convertToDraft(pull)), [
      'pull_request.converted_to_draft',
    ]);
    await assert.rejects(async () => await ann().mergePull(pull), /not mergeable/);
    await ann().markReady(pull);
    assert.deepEqual(await sent(async () => await ann().mergePull(pull)), [
      'push',
      'pull_request.closed',
    ]);
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: pull.number });
    assert.equal(data.merged, true);
  });

  it('writes a review and a comment on a line, which has reactions', async () => {
    const pull = await openPull();
    assert.deepEqual(await sent(async () => await ann().review(pull, '/status')), [
      'pull_request_review.submitted',
    ]);
    let id = 0;
    const write = async () => {
      ({ id } = await ann().reviewLine(pull, { path: 'README.md', line: 1, body: 'Why? /fix' }));
    };
    assert.deepEqual(await sent(write), ['pull_request_review_comment.created']);
    const { reactions } = seeded.bot;
    const given = { ...REPO, comment_id: id, content: 'eyes' } as const;
    const { status } = await reactions.createForPullRequestReviewComment(given);
    assert.equal(status, 201);
    const unknown = reactions.createForPullRequestReviewComment({ ...given, comment_id: 1 });
    assert.equal((await refusalOf(unknown)).status, 404);
  });

  it('deletes a branch, and its pull request is closed', async () => {
    const pull = await openPull();
    const deleted = async () => await ann().deleteBranch(REPOSITORY, pull.branch);
    assert.deepEqual(await sent(deleted), ['push', 'delete', 'pull_request.closed']);
  });

  it('asks for a check again, alone and with its suite', async () => {
    const pull = await openPull();
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: pull.number });
    const { sha } = data.head;
    await seeded.bot.checks.create({ ...REPO, head_sha: sha, name: 'redgreen' });
    const run = async () => await ann().rerequestCheck(REPOSITORY, { sha });
    assert.deepEqual(await sent(run), ['check_run.rerequested']);
    const suite = async () => await ann().rerequestCheck(REPOSITORY, { sha, isSuite: true });
    assert.deepEqual(await sent(suite), ['check_suite.rerequested']);
  });

  it('renames and deletes a label', async () => {
    const { number } = await ann().openIssue(REPOSITORY, { title: 'Labelled', labels: ['bug'] });
    const renamed = async () => await ann().renameLabel(REPOSITORY, { from: 'bug', to: 'fault' });
    assert.deepEqual(await sent(renamed), ['label.edited']);
    const deleted = async () => await ann().deleteLabel(REPOSITORY, 'fault');
    assert.deepEqual(await sent(deleted), ['label.deleted']);
    const { data } = await seeded.bot.issues.get({ ...REPO, issue_number: number });
    assert.deepEqual(data.labels, []);
  });

  it('archives a repository, which then takes no writing', async () => {
    const archived = async () => await eve().archiveRepository(REPOSITORY);
    assert.deepEqual(await sent(archived), ['repository.archived']);
    const writing = seeded.bot.issues.create({ ...REPO, title: 'No' });
    assert.match((await refusalOf(writing)).message, /archived so is read-only/);
    assert.equal((await seeded.bot.repos.get(REPO)).data.archived, true);
    const back = async () => await eve().unarchiveRepository(REPOSITORY);
    assert.deepEqual(await sent(back), ['repository.unarchived']);
  });

  it('suspends an app, which is heard once and then nothing', async () => {
    const suspended = () => eve().suspendApp(APP, REPOSITORY);
    assert.deepEqual(await sent(suspended), ['installation.suspend']);
    const issue = async () => await ann().openIssue(REPOSITORY, { title: 'Unheard' });
    assert.deepEqual(await sent(issue), []);
    assert.equal((await refusalOf(seeded.bot.repos.get(REPO))).status, 403);
    const back = () => eve().unsuspendApp(APP, REPOSITORY);
    assert.deepEqual(await sent(back), ['installation.unsuspend']);
    assert.deepEqual(await sent(() => eve().acceptPermissions(APP, REPOSITORY)), [
      'installation.new_permissions_accepted',
    ]);
  });

  it('takes a repository from the app and gives it back', async () => {
    const removed = () => eve().removeFromApp(APP, REPOSITORY);
    assert.deepEqual(await sent(removed), ['installation_repositories.removed']);
    const writing = seeded.bot.issues.create({ ...REPO, title: 'No' });
    assert.equal((await refusalOf(writing)).status, 403);
    const added = () => eve().addToApp(APP, REPOSITORY);
    assert.deepEqual(await sent(added), ['installation_repositories.added']);
  });

  it('renames, hides, moves and deletes a repository, and old names lead nowhere', async () => {
    const branch = 'trunk';
    await ann().push(REPOSITORY, { branch, files: { 'a.txt': 'a\n' }, message: 'Begin' });
    const base = async () => await eve().setDefaultBranch(REPOSITORY, branch);
    assert.deepEqual(await sent(base), ['repository.edited']);
    const hidden = async () => await eve().privatizeRepository(REPOSITORY);
    assert.deepEqual(await sent(hidden), ['repository.privatized']);
    const shown = async () => await eve().publicizeRepository(REPOSITORY);
    assert.deepEqual(await sent(shown), ['repository.publicized']);
    const renamed = async () => await eve().renameRepository(REPOSITORY, 'store');
    assert.deepEqual(await sent(renamed), ['repository.renamed']);
    assert.equal((await refusalOf(seeded.bot.repos.get(REPO))).status, 404);
    const { operator } = seeded.forge;
    await operator.createRepository({ owner: 'eve', name: 'other', files: {} });
    const { id } = operator.installApp({ slug: APP, repositories: ['eve/other'] });
    await seeded.forge.settled();
    const moved = async () => await eve().transferRepository(`${OWNER}/store`, 'eve');
    assert.deepEqual(await sent(moved), ['repository.transferred']);
    assert.equal(seeded.forge.deliveries.at(-1)?.installationId, id, 'where it came, it is heard');
    const { data } = await seeded.bot.repos.get({ owner: 'eve', repo: 'store' });
    assert.equal(data.default_branch, branch);
    const deleted = async () => await eve().deleteRepository('eve/store');
    assert.deepEqual(await sent(deleted), ['repository.deleted']);
  });
});

describe('an app', () => {
  it('that is uninstalled hears so, and its tokens are worth nothing', async () => {
    const seeded = await startSeededForge({ app: { webhookUrl: 'http://127.0.0.1:9/' } });
    const { forge, bot } = seeded;
    forge.operator.setPermission({ repository: REPOSITORY, login: 'eve', permission: 'admin' });
    await bot.repos.get(REPO);
    forge.as('eve').uninstallApp(APP, REPOSITORY);
    await forge.settled();
    assert.deepEqual(forge.deliveries.map(({ action }) => action).slice(-1), ['deleted']);
    assert.equal((await refusalOf(bot.repos.get(REPO))).status, 401);
    await closeForge(seeded);
  });
});
