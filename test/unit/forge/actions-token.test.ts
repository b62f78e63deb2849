import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Octokit } from '@octokit/rest';
import { isAppError } from '../../../app/errors.ts';
import type { Permissions } from '../../../app/forge/world/state.ts';
import {
  closeForge,
  REPO,
  REPOSITORY,
  refusalOf,
  type SeededForge,
  SILENT,
  startSeededForge,
} from './seeded-forge.ts';

const run = promisify(execFile);
const WRITER: Permissions = { contents: 'write', issues: 'write', pull_requests: 'write' };

describe('a workflow’s token on the forge', () => {
  let seeded: SeededForge;
  let place: string;
  let offsetMs = 0;
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'forge-actions-'));
    seeded = await startSeededForge({
      options: { deps: { now: () => new Date(Date.now() + offsetMs) } },
      repository: { isPrivate: true },
      // Nobody listens on the discard port: every delivery fails at once, and is recorded.
      app: { webhookUrl: 'http://127.0.0.1:9/' },
    });
    await seeded.forge.operator.createRepository({
      owner: 'acme',
      name: 'other',
      isPrivate: true,
    });
  });
  after(async () => {
    await rm(place, { recursive: true, force: true });
    await closeForge(seeded);
  });

  const tokenFor = (permissions: Permissions): string =>
    seeded.forge.operator.createActionsToken({ repository: REPOSITORY, permissions }).token;
  const withToken = (auth: string): Octokit =>
    new Octokit({ baseUrl: seeded.forge.apiUrl, auth, log: SILENT });
  const git = async (token: string, ...args: string[]): Promise<string> => {
    const url = new URL(`${seeded.forge.url}/${REPOSITORY}.git`);
    Object.assign(url, { username: 'x-access-token', password: token });
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: place,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
    };
    const chosen = args.map((arg) => (arg === 'URL' ? url.href : arg));
    return (await run('git', chosen, { cwd: place, env })).stdout;
  };
  const commitOn = async (octokit: Octokit, parent: string, message: string): Promise<string> => {
    const { data: base } = await octokit.git.getCommit({ ...REPO, commit_sha: parent });
    const commit = { ...REPO, message, tree: base.tree.sha, parents: [parent] };
    return (await octokit.git.createCommit(commit)).data.sha;
  };

  it('acts as github-actions[bot], with the ids of github.com', async () => {
    const octokit = withToken(tokenFor(WRITER));
    const { data } = await octokit.issues.create({ ...REPO, title: 'From a workflow' });
    assert.deepEqual([data.user?.login, data.user?.id], ['github-actions[bot]', 41_898_282]);
    assert.equal(data.user?.type, 'Bot');
    const app = data.performed_via_github_app;
    assert.deepEqual([app?.id, app?.slug], [15_368, 'github-actions']);
    const { data: reach } = await octokit.apps.listReposAccessibleToInstallation();
    assert.deepEqual(
      reach.repositories.map(({ full_name }) => full_name),
      [REPOSITORY],
    );
  });

  it('may do what its permissions say and nothing more', async () => {
    const octokit = withToken(tokenFor({ contents: 'read' }));
    assert.equal((await octokit.repos.getContent({ ...REPO, path: 'README.md' })).status, 200);
    const issue = await refusalOf(octokit.issues.create({ ...REPO, title: 'x' }));
    assert.deepEqual(
      [issue.status, issue.message],
      [403, 'Resource not accessible by integration'],
    );
    assert.equal(issue.headers['x-accepted-github-permissions'], 'issues=write');
    const pull = { ...REPO, title: 'x', head: 'x', base: 'main' };
    const refused = await refusalOf(octokit.pulls.create(pull));
    assert.equal(refused.message, 'Resource not accessible by integration');
    const none = withToken(tokenFor({}));
    assert.equal((await none.repos.get(REPO)).status, 200);
    const content = none.repos.getContent({ ...REPO, path: 'README.md' });
    assert.equal((await refusalOf(content)).status, 403);
  });

  it('does not see other private repositories, also after they had tokens of their own', async () => {
    const octokit = withToken(tokenFor(WRITER));
    const other = { owner: 'acme', repo: 'other' };
    seeded.forge.operator.createActionsToken({ repository: 'acme/other', permissions: WRITER });
    assert.equal((await refusalOf(octokit.repos.get(other))).status, 404);
    const url = `${seeded.forge.url}/acme/other.git`;
    await assert.rejects(git(tokenFor(WRITER), 'ls-remote', url));
  });

  it('creates pull requests only where the repository allows it', async () => {
    const { operator } = seeded.forge;
    const octokit = withToken(tokenFor(WRITER));
    await seeded.forge
      .as('ann')
      .push(REPOSITORY, { branch: 'work', files: { work: '' }, message: 'work' });
    const pull = { ...REPO, title: 'Work', head: 'work', base: 'main', draft: true };
    const refused = await refusalOf(octokit.pulls.create(pull));
    assert.deepEqual(
      [refused.status, refused.message],
      [403, 'GitHub Actions is not permitted to create or approve pull requests.'],
    );
    operator.setActionsMayCreatePulls({ repository: REPOSITORY, isAllowed: true });
    const { data } = await octokit.pulls.create(pull);
    assert.deepEqual([data.user?.login, data.draft], ['github-actions[bot]', true]);
    await seeded.forge.settled();
    const last = seeded.forge.deliveries.findLast(({ event }) => event === 'pull_request');
    assert.deepEqual(
      [last?.action, JSON.parse(last?.payload ?? '{}').sender.login],
      ['opened', 'github-actions[bot]'],
    );
    operator.setActionsMayCreatePulls({ repository: REPOSITORY, isAllowed: false });
    assert.equal((await refusalOf(octokit.pulls.create(pull))).status, 403);
  });

  it('is no JWT and no person', async () => {
    const octokit = withToken(tokenFor(WRITER));
    assert.equal((await refusalOf(octokit.apps.getAuthenticated())).status, 401);
    assert.equal((await refusalOf(octokit.apps.listInstallations())).status, 401);
    const token = octokit.apps.createInstallationAccessToken({ installation_id: 1 });
    assert.equal((await refusalOf(token)).status, 401);
    assert.equal((await refusalOf(octokit.users.getAuthenticated())).status, 403);
    const { data } = await seeded.asApp.apps.listInstallations();
    assert.deepEqual(
      data.map(({ id }) => id),
      [seeded.installationId],
    );
  });

  it('has a thousand requests an hour and ends after a day', async () => {
    const token = tokenFor(WRITER);
    const { headers } = await withToken(token).repos.get(REPO);
    assert.equal(headers['x-ratelimit-limit'], '1000');
    offsetMs = 24 * 3_600_000 + 1000;
    assert.equal((await refusalOf(withToken(token).repos.get(REPO))).status, 401);
    offsetMs = 0;
  });

  it('cannot be made for what a workflow cannot have', async () => {
    const { operator } = seeded.forge;
    const invalid = (error: unknown): boolean => isAppError(error, 'VALIDATION_ERROR');
    for (const permissions of [
      { workflows: 'write' },
      { administration: 'read' },
      { contents: 'admin' },
    ] satisfies Permissions[]) {
      assert.throws(() => tokenFor(permissions), invalid);
    }
    const elsewhere = { repository: 'acme/nowhere', permissions: {} };
    assert.throws(() => operator.createActionsToken(elsewhere), invalid);
    await assert.rejects(operator.createApp({ slug: 'github-actions', owner: 'acme' }), invalid);
    await assert.rejects(operator.createApp({ slug: 'x', owner: 'acme', id: 15_368 }), invalid);
  });

  it('keeps refs outside the branches, moves them forward, and deletes them', async () => {
    const token = tokenFor({ contents: 'write' });
    const octokit = withToken(token);
    const ref = 'refs/redgreen/jobs/7';
    const short = 'redgreen/jobs/7';
    const [one, side] = [
      await commitOn(octokit, seeded.headSha, 'one'),
      await commitOn(octokit, seeded.headSha, 'side'),
    ];
    const made = await octokit.git.createRef({ ...REPO, ref, sha: one });
    assert.deepEqual([made.data.ref, made.data.object.sha], [ref, one]);
    const twice = await refusalOf(octokit.git.createRef({ ...REPO, ref, sha: one }));
    assert.deepEqual([twice.status, twice.message], [422, 'Reference already exists']);
    const two = await commitOn(octokit, one, 'two');
    const moved = await octokit.git.updateRef({ ...REPO, ref: short, sha: two });
    assert.equal(moved.data.object.sha, two);
    const aside = await refusalOf(octokit.git.updateRef({ ...REPO, ref: short, sha: side }));
    assert.deepEqual([aside.status, aside.message], [422, 'Update is not a fast forward']);
    const forced = { ...REPO, ref: short, sha: side, force: true };
    assert.equal((await octokit.git.updateRef(forced)).data.object.sha, side);
    assert.equal((await octokit.git.getRef({ ...REPO, ref: short })).data.object.sha, side);
    const { data: matching } = await octokit.git.listMatchingRefs({ ...REPO, ref: 'redgreen/' });
    assert.deepEqual(
      matching.map((found) => found.ref),
      [ref],
    );
    assert.equal(await git(token, 'ls-remote', 'URL', ref), `${side}\t${ref}\n`);
    await git(token, 'clone', '--quiet', 'URL', 'clone');
    const cloned = await git(token, '-C', 'clone', 'for-each-ref', '--format=%(refname)');
    assert.doesNotMatch(cloned, /redgreen\/jobs/);
    assert.match(cloned, /refs\/remotes\/origin\/main/);
    await assert.rejects(git(token, '-C', 'clone', 'cat-file', '-e', side));
    await git(token, '-C', 'clone', 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
    assert.equal(await git(token, '-C', 'clone', 'rev-parse', ref), `${side}\n`);
    const reader = withToken(tokenFor({ contents: 'read' }));
    const denied = await refusalOf(reader.git.deleteRef({ ...REPO, ref: short }));
    assert.deepEqual(
      [denied.status, denied.message],
      [403, 'Resource not accessible by integration'],
    );
    assert.equal((await octokit.git.deleteRef({ ...REPO, ref: short })).status, 204);
    assert.equal((await refusalOf(octokit.git.getRef({ ...REPO, ref: short }))).status, 404);
    assert.equal(await git(token, 'ls-remote', 'URL', ref), '');
  });

  it('announces no push for such refs, and takes them from git as well', async () => {
    const token = tokenFor({ contents: 'write' });
    const ref = 'refs/redgreen/jobs/8';
    await seeded.forge.settled();
    const known = seeded.forge.deliveries.length;
    await git(token, '-C', 'clone', 'push', '--quiet', 'URL', `HEAD:${ref}`);
    const { data } = await withToken(token).git.getRef({ ...REPO, ref: 'redgreen/jobs/8' });
    assert.equal(data.object.sha, seeded.headSha);
    await seeded.forge.settled();
    assert.equal(seeded.forge.deliveries.length, known);
  });
});
