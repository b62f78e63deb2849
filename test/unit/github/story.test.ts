// The adapter against the forge: what a job does on GitHub from the reaction to the report.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusalOf } from '../../../app/github/port.ts';
import { closeForge, NAME, OWNER, REPO, REPOSITORY } from '../forge/seeded-forge.ts';
import { BRANCH, begin, bytes, type Connected, connect } from './connected.ts';

describe('the adapter on the forge', () => {
  let connected: Connected;
  before(async () => {
    // A clock that runs fast enough for no test to reach a limit.
    let now = Date.now();
    connected = await connect({ now: () => (now += 2000), request: { callMs: 10_000_000 } });
  });
  after(async () => {
    await closeForge(connected.seeded);
  });

  it('reads an issue as people see it', async () => {
    const { seeded, github, repository } = connected;
    const opened = await seeded
      .user('ann')
      .issues.create({ ...REPO, title: 'Totals', body: 'Sum.' });
    await seeded.user('ann').issues.addLabels({
      ...REPO,
      issue_number: opened.data.number,
      labels: ['bug'],
    });
    assert.deepEqual(await github.issue(repository, opened.data.number), {
      number: opened.data.number,
      title: 'Totals',
      body: 'Sum.',
      author: 'ann',
      state: 'open',
      labels: ['bug'],
      comments: 0,
    });
    await assert.rejects(github.issue(repository, 999), { code: 'NOT_FOUND' });
  });

  it('tells who may do what, live', async () => {
    const { seeded, github, repository } = connected;
    const roles = async () =>
      await Promise.all(
        ['ann', 'rita', 'theo', 'eve', 'nobody'].map(
          async (login) => await github.permission(repository, login),
        ),
      );
    assert.deepEqual(await roles(), ['write', 'read', 'triage', 'read', 'none']);
    seeded.forge.operator.setPermission({
      repository: REPOSITORY,
      login: 'rita',
      permission: 'maintain',
    });
    assert.equal(await github.permission(repository, 'rita'), 'maintain');
  });

  it('makes a branch, an empty first commit and a draft, each once', async () => {
    const { seeded, github, repository, made } = connected;
    const first = await begin(connected);
    const base = await seeded.bot.git.getCommit({ ...REPO, commit_sha: seeded.headSha });
    assert.equal(first.treeSha, base.data.tree.sha);
    assert.equal(await github.branchSha(repository, BRANCH), first.sha);
    assert.equal(await github.branchSha(repository, 'redgreen/issue-99'), undefined);
    assert.deepEqual(await begin(connected), first, 'the second time is the same commit');

    const wanted = { branch: BRANCH, base: 'main', title: '[redgreen] Totals', body: 'The plan' };
    const pull = await github.ensureDraftPullRequest(repository, wanted);
    assert.deepEqual(await github.ensureDraftPullRequest(repository, wanted), pull);
    assert.deepEqual(
      [pull.isDraft, pull.state, pull.headSha, pull.title, pull.body],
      [true, 'open', first.sha, '[redgreen] Totals', 'The plan'],
    );
    assert.match(pull.url, new RegExp(`/${REPOSITORY}/pull/${pull.number}$`));
    assert.deepEqual([made('git/create-ref'), made('pulls/create')], [1, 1]);
  });

  it('waits for nothing in a usual job', async () => {
    const { another, seeded, repository } = connected;
    const github = another({ now: () => Date.now() });
    const usual = { ...connected, github };
    const branch = 'redgreen/issue-3';
    const { sha } = await begin(usual, branch);
    const wanted = { branch, base: 'main', title: '[redgreen] Usual', body: 'The plan' };
    const { number } = await github.ensureDraftPullRequest(repository, wanted);
    const { id } = await github.putStatusComment(repository, number, { body: 'start' });
    for (const step of ['plan', 'tests', 'baseline', 'code', 'verify', 'publish']) {
      await github.putStatusComment(repository, number, { id, body: step });
    }
    const files = [{ path: 'a.txt', mode: '100644', content: bytes('a') }] as const;
    await github.commit(repository, { branch, parent: sha, message: 'x', files });
    await github.updatePullRequest(repository, number, { body: 'The report' });
    const check = { sha: seeded.headSha, status: 'in_progress', title: 'x', summary: 'x' } as const;
    await github.putCheckRun(repository, check);
    assert.equal(github.waitedMs(), 0);
  });

  it('commits text, programs, links, binary files and removals byte for byte', async () => {
    const { seeded, github, repository } = connected;
    const parent = (await github.branchSha(repository, BRANCH)) ?? '';
    const binary = Uint8Array.from({ length: 300 }, (_one, index) => index % 256);
    const files = [
      { path: 'src/cart.ts', mode: '100644', content: bytes('\uFEFFa\r\nb — ü\n') },
      { path: 'bin/run', mode: '100755', content: bytes('#!/bin/sh\n') },
      { path: 'link', mode: '120000', content: bytes('src/cart.ts') },
      { path: 'logo.png', mode: '100644', content: binary },
      { path: 'empty', mode: '100644', content: bytes('') },
      { path: 'README.md', deleted: true },
    ] as const;
    const wanted = { branch: BRANCH, parent, message: 'Totals', files };
    const made = await github.commit(repository, wanted);
    assert.deepEqual(await github.commit(repository, wanted), made);
    const tree = await seeded.bot.git.getTree({ ...REPO, tree_sha: made.sha, recursive: '1' });
    const blobs = tree.data.tree.filter(({ type }) => type === 'blob');
    const found = await Promise.all(
      blobs.map(async ({ path, mode, sha }) => {
        const { data } = await seeded.bot.git.getBlob({ ...REPO, file_sha: sha });
        return { path, mode, content: Buffer.from(data.content, 'base64') };
      }),
    );
    const written = files.flatMap((file) => ('deleted' in file ? [] : [file]));
    const byPath = (one: { path: string }, other: { path: string }) =>
      one.path < other.path ? -1 : 1;
    assert.deepEqual(
      found.sort(byPath).map(({ path, mode, content }) => [path, mode, content.toString('hex')]),
      [...written]
        .sort(byPath)
        .map(({ path, mode, content }) => [path, mode, Buffer.from(content).toString('hex')]),
    );
  });

  it('never moves a branch that somebody else moved', async () => {
    const { seeded, github, repository } = connected;
    const parent = (await github.branchSha(repository, BRANCH)) ?? '';
    const pushed = await seeded.forge
      .as('ann')
      .push(REPOSITORY, { branch: BRANCH, files: { 'mine.txt': 'mine\n' }, message: 'mine' });
    const files = [{ path: 'x', mode: '100644', content: bytes('x') }] as const;
    const late = github.commit(repository, { branch: BRANCH, parent, message: 'late', files });
    await assert.rejects(late, (error) => refusalOf(error) === 'branch-moved');
    assert.equal(await github.branchSha(repository, BRANCH), pushed.sha);
    const none = { branch: 'redgreen/issue-77', parent, message: 'x', files };
    await assert.rejects(
      github.commit(repository, none),
      (error) => refusalOf(error) === 'branch-moved',
    );
  });

  it('writes to branches of jobs only, and to paths of the repository only', async () => {
    const { seeded, github, repository } = connected;
    const calls = seeded.forge.calls.length;
    const pull = { base: 'main', title: 'x', body: 'x' };
    for (const branch of ['main', 'redgreen/../main', 'redgreen/issue-1/x', 'refs/heads/main']) {
      const commit = { branch, parent: seeded.headSha, message: 'x', files: [] };
      const refused = { code: 'VALIDATION_ERROR' };
      await assert.rejects(github.ensureBranch(repository, branch, seeded.headSha), refused);
      await assert.rejects(github.commit(repository, commit), refused);
      await assert.rejects(github.ensureDraftPullRequest(repository, { ...pull, branch }), refused);
    }
    for (const path of ['../x', '/x', '.git/config', 'a/.GIT/config', '']) {
      const files = [{ path, mode: '100644', content: bytes('x') }] as const;
      const commit = { branch: BRANCH, parent: seeded.headSha, message: 'x', files };
      await assert.rejects(github.commit(repository, commit), { code: 'VALIDATION_ERROR' }, path);
    }
    assert.equal(seeded.forge.calls.length, calls);
  });

  it('edits one status comment in place, and never somebody else’s', async () => {
    const { seeded, github, repository, made } = connected;
    const { data: issue } = await seeded.user('ann').issues.create({ ...REPO, title: 'Status' });
    const first = await github.putStatusComment(repository, issue.number, { body: 'one' });
    const again = await github.putStatusComment(repository, issue.number, {
      ...first,
      body: 'two',
    });
    assert.deepEqual(again, first);
    const theirs = await seeded.user('ann').issues.createComment({
      ...REPO,
      issue_number: issue.number,
      body: `mine <!-- redgreen:status-${issue.number} -->`,
    });
    const wrong = { id: theirs.data.id, body: 'three' };
    assert.deepEqual(await github.putStatusComment(repository, issue.number, wrong), first);
    const { data: comments } = await seeded.bot.issues.listComments({
      ...REPO,
      issue_number: issue.number,
    });
    assert.deepEqual(
      comments.map(({ body }) => body?.split('\n')[0]),
      ['three', `mine <!-- redgreen:status-${issue.number} -->`],
    );
    const updates = made('issues/update-comment');
    await github.putStatusComment(repository, issue.number, { ...first, body: 'three' });
    assert.equal(made('issues/update-comment'), updates, 'the same body is not sent again');
    await seeded.bot.issues.deleteComment({ ...REPO, comment_id: first.id });
    const fresh = await github.putStatusComment(repository, issue.number, {
      ...first,
      body: 'four',
    });
    assert.notEqual(fresh.id, first.id);
  });

  it('says the same once, and other things besides', async () => {
    const { seeded, github, repository } = connected;
    const { data: issue } = await seeded.user('ann').issues.create({ ...REPO, title: 'Say' });
    const first = await github.comment(repository, issue.number, 'Refused: no.');
    assert.deepEqual(await github.comment(repository, issue.number, 'Refused: no.'), first);
    assert.notDeepEqual(await github.comment(repository, issue.number, 'Refused: later.'), first);
    assert.notDeepEqual(
      await github.comment(repository, issue.number, 'Refused: no.', 'job-2'),
      first,
    );
  });

  it('reacts, changes the pull request and keeps one check per commit', async () => {
    const { seeded, github, repository } = connected;
    const { data: issue } = await seeded.user('ann').issues.create({ ...REPO, title: 'React' });
    const { id } = await github.comment(repository, issue.number, 'hello');
    await github.react(repository, { issue: issue.number }, 'eyes');
    await github.react(repository, { issue: issue.number }, 'eyes');
    await github.react(repository, { comment: id }, '+1');
    const reactions = await seeded.bot.reactions.listForIssue({
      ...REPO,
      issue_number: issue.number,
    });
    assert.deepEqual(
      reactions.data.map(({ content }) => content),
      ['eyes'],
    );

    const { data: pulls } = await seeded.bot.pulls.list({ ...REPO, head: `${OWNER}:${BRANCH}` });
    const number = pulls[0]?.number ?? 0;
    await github.updatePullRequest(repository, number, { body: 'The report' });
    const pull = await github.pullRequest(repository, number);
    assert.deepEqual([pull.title, pull.body], ['[redgreen] Totals', 'The report']);

    const check = { sha: pull.headSha, title: 'Proven', summary: 'yes' };
    const first = await github.putCheckRun(repository, { ...check, status: 'in_progress' });
    const done = { ...check, status: 'completed', conclusion: 'success' } as const;
    assert.deepEqual(await github.putCheckRun(repository, done), first);
    const { data } = await seeded.bot.checks.listForRef({ ...REPO, ref: pull.headSha });
    assert.deepEqual(
      data.check_runs.map(({ name, status, conclusion }) => [name, status, conclusion]),
      [['redgreen', 'completed', 'success']],
    );
  });

  it('refuses what GitHub would not take, by name, and sends nothing', async () => {
    const { seeded, github, repository } = connected;
    const calls = seeded.forge.calls.length;
    const long = 'x'.repeat(65_536);
    const check = { sha: seeded.headSha, status: 'in_progress', title: 'x' } as const;
    const refused = [
      github.updatePullRequest(repository, 1, { body: long }),
      github.updatePullRequest(repository, 1, { title: 'x'.repeat(257) }),
      github.putStatusComment(repository, 1, { body: long }),
      github.putStatusComment(repository, 1, { body: ' ' }),
      github.comment(repository, 1, 'x', 'a --> b'),
      github.putCheckRun(repository, { ...check, summary: 'ü'.repeat(32_768) }),
      github.putCheckRun(repository, { ...check, status: 'completed', summary: 'x' }),
    ];
    for (const call of refused) await assert.rejects(call, { code: 'VALIDATION_ERROR' });
    assert.equal(seeded.forge.calls.length, calls);
  });

  it('hands out a token that can only read one repository', async () => {
    const { seeded, github, repository } = connected;
    const { token, cloneUrl } = await github.readToken(repository);
    assert.equal(cloneUrl, `${seeded.forge.url}/${OWNER}/${NAME}.git`);
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
    const ask = async (path: string, body?: unknown) =>
      (
        await fetch(
          `${seeded.forge.apiUrl}/repos/${REPOSITORY}${path}`,
          body === undefined
            ? { headers }
            : { headers, method: 'POST', body: JSON.stringify(body) },
        )
      ).status;
    assert.equal(await ask(`/git/commits/${seeded.headSha}`), 200);
    assert.equal(await ask('/issues', { title: 'x' }), 403);
    assert.equal(await ask('/git/refs', { ref: 'refs/heads/x', sha: seeded.headSha }), 403);
  });

  it('knows beforehand whether a workflow may be changed', async () => {
    const { seeded, github, repository } = connected;
    assert.equal(await github.mayChangeWorkflows(repository), false);
    const { operator } = seeded.forge;
    operator.createUser({ login: 'generous' });
    await operator.createRepository({ owner: 'generous', name: 'all' });
    const { id: installationId } = operator.installApp({
      slug: 'redgreen',
      repositories: ['generous/all'],
      permissions: { contents: 'write', workflows: 'write' },
    });
    const all = { owner: 'generous', name: 'all', installationId };
    assert.equal(await github.mayChangeWorkflows(all), true);
  });

  it('says when a repository has no drafts, and makes nothing', async () => {
    const { seeded, github } = connected;
    const { operator } = seeded.forge;
    const { headSha } = await operator.createRepository({
      owner: OWNER,
      name: 'small',
      hasDrafts: false,
    });
    const { id: installationId } = operator.installApp({
      slug: 'redgreen',
      repositories: [`${OWNER}/small`],
    });
    const repository = { owner: OWNER, name: 'small', installationId };
    await github.ensureBranch(repository, BRANCH, headSha);
    const pull = { branch: BRANCH, base: 'main', title: 'x', body: 'x' };
    await assert.rejects(
      github.ensureDraftPullRequest(repository, pull),
      (error) => refusalOf(error) === 'drafts-unsupported',
    );
    await operator.createRepository({ owner: OWNER, name: 'plain' });
    const plain = {
      owner: OWNER,
      name: 'plain',
      installationId: operator.installApp({ slug: 'redgreen', repositories: [`${OWNER}/plain`] })
        .id,
    };
    await github.ensureBranch(plain, BRANCH, (await github.branchSha(plain, 'main')) ?? '');
    await assert.rejects(
      github.ensureDraftPullRequest(plain, pull),
      (error) => refusalOf(error) === 'nothing-ahead',
    );
  });
});
