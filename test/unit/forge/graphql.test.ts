import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Octokit } from '@octokit/rest';
import {
  closeForge,
  REPO,
  REPOSITORY,
  type SeededForge,
  SILENT,
  startSeededForge,
} from './seeded-forge.ts';

const READY = `mutation ($pullRequestId: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $pullRequestId }) {
    pullRequest { id number isDraft }
  }
}`;

describe('GraphQL on the forge', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge();
  });
  after(async () => {
    await closeForge(seeded);
  });

  const draft = async (head: string) => {
    const files = { [`${head}.txt`]: 'x\n' };
    const change = { branch: head, files, message: head };
    await seeded.forge.as('ann').push(REPOSITORY, change);
    const wanted = { ...REPO, title: head, head, base: 'main', draft: true };
    const { data } = await seeded.bot.pulls.create(wanted);
    return { number: data.number, pullRequestId: data.node_id };
  };
  const isDraft = async (pull_number: number) =>
    (await seeded.bot.pulls.get({ ...REPO, pull_number })).data.draft;

  it('makes a draft ready for review, once, and tells of it once', async () => {
    const { number, pullRequestId } = await draft('ready');
    for (let times = 0; times < 2; times += 1) {
      const answer = await seeded.bot.graphql(READY, { pullRequestId });
      const pullRequest = { id: pullRequestId, number, isDraft: false };
      assert.deepEqual(answer, { markPullRequestReadyForReview: { pullRequest } });
    }
    assert.equal(await isDraft(number), false);
  });

  it('forbids it to an app that may only write pull requests, with status 200', async () => {
    const { number, pullRequestId } = await draft('forbidden');
    const { data } = await seeded.asApp.apps.createInstallationAccessToken({
      installation_id: seeded.installationId,
      permissions: { pull_requests: 'write', contents: 'read' },
    });
    const narrow = new Octokit({ baseUrl: seeded.forge.apiUrl, auth: data.token, log: SILENT });
    await assert.rejects(narrow.graphql(READY, { pullRequestId }), (error) => {
      assert.match(String(error), /Resource not accessible by integration/);
      const errors = error instanceof Error && 'errors' in error ? error.errors : undefined;
      const [first] = Array.isArray(errors) ? errors : [];
      assert.equal(first.type, 'FORBIDDEN');
      return true;
    });
    assert.equal(await isDraft(number), true);
  });

  it('forbids it to a person without the right, and knows no other pull request', async () => {
    const { number, pullRequestId } = await draft('reader');
    await assert.rejects(seeded.user('rita').graphql(READY, { pullRequestId }), /not accessible/);
    await seeded.user('ann').graphql(READY, { pullRequestId });
    assert.equal(await isDraft(number), false);
    await assert.rejects(
      seeded.bot.graphql(READY, { pullRequestId: 'PR_none' }),
      /Could not resolve to a node/,
    );
  });

  it('answers what it does not know with 501, and nobody with 401', async () => {
    const { pullRequestId } = await draft('other');
    const others = [
      '{ viewer { login } }',
      READY.replace('isDraft', 'isSecret'),
      READY.replace('markPullRequestReadyForReview', 'closePullRequest'),
      `${READY} { viewer { login } }`,
    ];
    for (const query of others) {
      const asked = seeded.bot.graphql(query, { pullRequestId });
      await assert.rejects(asked, { status: 501 }, query);
    }
    const nobody = new Octokit({ baseUrl: seeded.forge.apiUrl, log: SILENT });
    await assert.rejects(nobody.graphql(READY, { pullRequestId }), { status: 401 });
  });
});
