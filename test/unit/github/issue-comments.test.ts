// The comments of an issue, read from the forge: whose they are, and the newest of many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeForge, REPO } from '../forge/seeded-forge.ts';
import { connect } from './connected.ts';

test('comments of people, of a bot and of ourselves are told apart', async () => {
  const { seeded, github, repository } = await connect();
  try {
    const { data } = await seeded.user('ann').issues.create({ ...REPO, title: 'Totals', body: '' });
    const place = { ...REPO, issue_number: data.number };
    await seeded.user('ann').issues.createComment({ ...place, body: 'Please.' });
    await seeded.user('eve').issues.createComment({ ...place, body: 'Now!' });
    await seeded.bot.issues.createComment({ ...place, body: 'Working.' });
    const issue = await github.issue(repository, data.number);
    assert.equal(issue.comments, 3);
    const comments = await github.issueComments(repository, data.number, issue.comments);
    assert.deepEqual(
      comments.map(({ body, isByPerson }) => [body, isByPerson]),
      [
        ['Please.', true],
        ['Now!', true],
        ['Working.', false],
      ],
    );
    assert.deepEqual(
      comments.slice(0, 2).map(({ author }) => author),
      ['ann', 'eve'],
    );
    assert.ok(comments.every(({ writtenAt }) => Math.abs(Date.now() - writtenAt) < 600_000));
  } finally {
    await closeForge(seeded);
  }
});

test('of very many comments the newest are read', async () => {
  let now = Date.now();
  // A clock that runs fast enough for no test to reach a limit.
  const { seeded, github, repository } = await connect({ now: () => (now += 2000) });
  try {
    const { data } = await seeded.user('ann').issues.create({ ...REPO, title: 'Many', body: '' });
    const { issues } = seeded.user('ann');
    for (let number = 1; number <= 230; number += 1) {
      await issues.createComment({ ...REPO, issue_number: data.number, body: `no. ${number}` });
    }
    const comments = await github.issueComments(repository, data.number, 230);
    assert.ok(comments.length >= 100);
    assert.equal(comments[0]?.body, 'no. 101');
    assert.equal(comments.at(-1)?.body, 'no. 230');
  } finally {
    await closeForge(seeded);
  }
});
