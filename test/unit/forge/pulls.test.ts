import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  closeForge,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

describe('pull requests on the forge', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge();
  });
  after(async () => {
    await closeForge(seeded);
  });

  const branch = async (name: string, text = name): Promise<string> => {
    const files = { [`${name}.txt`]: `${text}\n` };
    const pushed = await seeded.forge
      .as('ann')
      .push(REPOSITORY, { branch: name, files, message: name });
    return pushed.sha;
  };

  it('opens a draft by the app and shows it as a draft of the bot', async () => {
    const headSha = await branch('draft');
    const made = await seeded.bot.pulls.create({
      ...REPO,
      title: '[redgreen] Totals',
      body: 'The plan',
      head: 'draft',
      base: 'main',
      draft: true,
    });
    assert.equal(made.status, 201);
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: made.data.number });
    assert.equal(data.draft, true);
    assert.equal(data.user.login, 'redgreen[bot]');
    assert.equal(data.head.sha, headSha);
    assert.equal(data.head.label, 'acme:draft');
    assert.equal(data.base.sha, seeded.headSha);
    assert.deepEqual([data.mergeable, data.mergeable_state], [true, 'draft']);
    assert.deepEqual([data.commits, data.additions, data.changed_files], [1, 1, 1]);
    const issue = await seeded.bot.issues.get({ ...REPO, issue_number: data.number });
    assert.equal(issue.data.pull_request?.html_url, data.html_url);
  });

  it('opens on an empty commit: ahead of the base, no changed file', async () => {
    const { bot } = seeded;
    const base = await bot.git.getCommit({ ...REPO, commit_sha: seeded.headSha });
    const empty = await bot.git.createCommit({
      ...REPO,
      message: 'Begin',
      tree: base.data.tree.sha,
      parents: [seeded.headSha],
    });
    await bot.git.createRef({ ...REPO, ref: 'refs/heads/empty', sha: empty.data.sha });
    const { data } = await bot.pulls.create({
      ...REPO,
      title: 'Early',
      head: 'empty',
      base: 'main',
    });
    assert.deepEqual([data.commits, data.changed_files], [1, 0]);
  });

  it('refuses a missing head, a missing base and a head of another owner', async () => {
    const { bot } = seeded;
    const input = { ...REPO, title: 'x', base: 'main' };
    const missing = { resource: 'PullRequest', field: 'head', code: 'invalid' };
    const none = await refusalOf(bot.pulls.create({ ...input, head: 'nowhere' }));
    assert.deepEqual(
      [none.status, none.message, none.errors],
      [422, 'Validation Failed', [missing]],
    );
    const fork = await refusalOf(bot.pulls.create({ ...input, head: 'ann:main' }));
    assert.deepEqual(fork.errors, [missing]);
    await branch('no-base');
    const base = await refusalOf(bot.pulls.create({ ...input, head: 'no-base', base: 'nowhere' }));
    assert.deepEqual(base.errors, [{ ...missing, field: 'base' }]);
  });

  it('refuses a pull request without commits, drafts too', async () => {
    const { bot, headSha } = seeded;
    await bot.git.createRef({ ...REPO, ref: 'refs/heads/same', sha: headSha });
    for (const draft of [false, true]) {
      const input = { ...REPO, title: 'x', head: 'same', base: 'main', draft };
      const refused = await refusalOf(bot.pulls.create(input));
      assert.equal(refused.status, 422);
      assert.deepEqual(refused.errors, [
        { resource: 'PullRequest', code: 'custom', message: 'No commits between main and same' },
      ]);
    }
  });

  it('refuses a second open pull request for the same branches, also at the same moment', async () => {
    await branch('twice');
    const input = { ...REPO, title: 'x', head: 'acme:twice', base: 'main' };
    const outcomes = await Promise.allSettled([
      seeded.bot.pulls.create(input),
      seeded.bot.pulls.create(input),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = await refusalOf(seeded.bot.pulls.create(input));
    assert.deepEqual(refused.errors, [
      {
        resource: 'PullRequest',
        code: 'custom',
        message: 'A pull request already exists for acme:twice.',
      },
    ]);
    const listed = await seeded.bot.pulls.list({ ...REPO, head: 'acme:twice' });
    assert.equal(listed.data.length, 1);
  });

  it('refuses drafts where the plan has none, and writes nothing', async () => {
    const { forge, bot } = seeded;
    await forge.operator.createRepository({ owner: 'acme', name: 'small', hasDrafts: false });
    forge.operator.installApp({ slug: 'redgreen', repositories: ['acme/small'] });
    forge.operator.setPermission({ repository: 'acme/small', login: 'ann', permission: 'write' });
    await forge.as('ann').push('acme/small', { branch: 'x', files: { x: '' }, message: 'x' });
    const ann = seeded.user('ann');
    const input = { owner: 'acme', repo: 'small', title: 'x', head: 'x', base: 'main' };
    const refused = await refusalOf(ann.pulls.create({ ...input, draft: true }));
    assert.equal(refused.status, 422);
    assert.equal(refused.message, 'Draft pull requests are not supported in this repository.');
    assert.equal((await ann.pulls.create(input)).data.draft, false);
    // The installation of the first repository does not reach into this one.
    assert.equal((await refusalOf(bot.pulls.create(input))).status, 403);
  });

  it('changes title, body and base, and reads them back', async () => {
    await branch('edit');
    await branch('other-base');
    const made = await seeded.bot.pulls.create({ ...REPO, title: 'a', head: 'edit', base: 'main' });
    const where = { ...REPO, pull_number: made.data.number };
    await seeded.bot.pulls.update({ ...where, title: 'b', body: 'Report', base: 'other-base' });
    const { data } = await seeded.bot.pulls.get(where);
    assert.deepEqual([data.title, data.body, data.base.ref], ['b', 'Report', 'other-base']);
    const long = await refusalOf(seeded.bot.pulls.update({ ...where, body: 'x'.repeat(65_537) }));
    assert.equal(long.status, 422);
    const foreign = await refusalOf(seeded.user('rita').pulls.update({ ...where, title: 'c' }));
    assert.equal(foreign.status, 403);
  });

  it('follows its branch, and lists its files and commits', async () => {
    await branch('grow');
    const made = await seeded.bot.pulls.create({ ...REPO, title: 'g', head: 'grow', base: 'main' });
    const second = await branch('grow', 'more');
    await seeded.forge.as('ann').push(REPOSITORY, {
      branch: 'main',
      files: { 'elsewhere.txt': 'x\n' },
      message: 'base moves',
    });
    const where = { ...REPO, pull_number: made.data.number };
    assert.equal((await seeded.bot.pulls.get(where)).data.head.sha, second);
    const files = await seeded.bot.pulls.listFiles(where);
    assert.deepEqual(
      files.data.map(({ filename, patch }) => [filename, patch]),
      [['grow.txt', '@@ -0,0 +1 @@\n+more']],
    );
    const commits = await seeded.bot.pulls.listCommits({ ...where, per_page: 1, page: 2 });
    assert.deepEqual(
      commits.data.map(({ sha }) => sha),
      [second],
    );
    const diff = await seeded.bot.pulls.get({ ...where, mediaType: { format: 'diff' } });
    const text: unknown = diff.data;
    assert.ok(typeof text === 'string');
    assert.match(text, /^diff --git a\/grow.txt b\/grow.txt\n/);
  });

  it('says when the branches conflict', async () => {
    await branch('clash', 'ours');
    await seeded.forge.as('ann').push(REPOSITORY, {
      branch: 'main',
      files: { 'clash.txt': 'theirs\n' },
      message: 'clash',
    });
    const { data } = await seeded.bot.pulls.create({
      ...REPO,
      title: 'c',
      head: 'clash',
      base: 'main',
    });
    assert.deepEqual([data.mergeable, data.mergeable_state], [false, 'dirty']);
  });

  it('closes with its branch and cannot be opened again without it', async () => {
    await branch('doomed');
    const made = await seeded.bot.pulls.create({
      ...REPO,
      title: 'd',
      head: 'doomed',
      base: 'main',
    });
    const where = { ...REPO, pull_number: made.data.number };
    await seeded.bot.git.deleteRef({ ...REPO, ref: 'heads/doomed' });
    assert.equal((await seeded.bot.pulls.get(where)).data.state, 'closed');
    const refused = await refusalOf(seeded.bot.pulls.update({ ...where, state: 'open' }));
    assert.equal(refused.status, 422);
  });

  it('is reopened only while no other one is open for its branches', async () => {
    await branch('again');
    const input = { ...REPO, title: 'a', head: 'again', base: 'main' };
    const where = { ...REPO, pull_number: (await seeded.bot.pulls.create(input)).data.number };
    await seeded.bot.pulls.update({ ...where, state: 'closed' });
    const second = await seeded.bot.pulls.create(input);
    const refused = await refusalOf(seeded.bot.pulls.update({ ...where, state: 'open' }));
    assert.match(JSON.stringify(refused.errors), /A pull request already exists for acme:again/);
    await seeded.bot.pulls.update({ ...REPO, pull_number: second.data.number, state: 'closed' });
    assert.equal((await seeded.bot.pulls.update({ ...where, state: 'open' })).data.state, 'open');
  });

  it('is merged when the base contains its head, and stays merged', async () => {
    const sha = await branch('merged');
    const made = await seeded.bot.pulls.create({
      ...REPO,
      title: 'm',
      head: 'merged',
      base: 'main',
    });
    await seeded.bot.git.updateRef({ ...REPO, ref: 'heads/main', sha });
    const { data } = await seeded.bot.pulls.get({ ...REPO, pull_number: made.data.number });
    assert.deepEqual([data.state, data.merged], ['closed', true]);
    const listed = await seeded.bot.pulls.list({ ...REPO, state: 'closed', base: 'main' });
    assert.ok(listed.data.some(({ number }) => number === made.data.number));
    const open = await refusalOf(
      seeded.bot.pulls.update({ ...REPO, pull_number: made.data.number, state: 'open' }),
    );
    assert.equal(open.status, 422);
  });
});
