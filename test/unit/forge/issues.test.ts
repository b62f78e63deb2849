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

describe('issues on the forge', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge();
  });
  after(async () => {
    await closeForge(seeded);
  });

  it('opens, reads, edits and closes an issue as a person', async () => {
    const ann = seeded.user('ann');
    const opened = await ann.issues.create({
      ...REPO,
      title: 'Totals',
      body: 'Wrong',
      labels: ['bug'],
    });
    assert.equal(opened.status, 201);
    assert.equal(opened.data.user?.login, 'ann');
    assert.equal(opened.data.author_association, 'MEMBER');
    assert.equal(opened.data.performed_via_github_app, null);
    const where = { ...REPO, issue_number: opened.data.number };
    await ann.issues.update({ ...where, title: 'Cart totals', state: 'closed' });
    const { data } = await ann.issues.get(where);
    assert.equal(data.title, 'Cart totals');
    assert.equal(data.state, 'closed');
    assert.equal(data.state_reason, 'completed');
    assert.equal(data.closed_by?.login, 'ann');
    const reopened = await ann.issues.update({ ...where, state: 'open' });
    assert.equal(reopened.data.state_reason, 'reopened');
    assert.equal(reopened.data.closed_at, null);
  });

  it('says that an app acted, as slug[bot], without an association', async () => {
    const { data } = await seeded.bot.issues.create({ ...REPO, title: 'From the app' });
    assert.equal(data.user?.login, 'redgreen[bot]');
    assert.equal(data.user?.type, 'Bot');
    assert.equal(data.author_association, 'NONE');
    assert.equal(data.performed_via_github_app?.slug, 'redgreen');
    assert.match(data.user?.url ?? '', /redgreen%5Bbot%5D$/);
  });

  it('filters and sorts the list', async () => {
    const ann = seeded.user('ann');
    await ann.issues.create({ ...REPO, title: 'List me', labels: ['listed'] });
    const closed = await ann.issues.create({ ...REPO, title: 'Closed', labels: ['listed'] });
    await ann.issues.update({ ...REPO, issue_number: closed.data.number, state: 'closed' });
    const titles = async (query: object): Promise<string[]> =>
      (await ann.issues.listForRepo({ ...REPO, labels: 'listed', ...query })).data.map(
        ({ title }) => title,
      );
    assert.deepEqual(await titles({}), ['List me']);
    assert.deepEqual(await titles({ state: 'all', direction: 'asc' }), ['List me', 'Closed']);
    assert.deepEqual(await titles({ creator: 'rita' }), []);
  });

  it('refuses a body of more than 65,536 characters and a title of more than 256', async () => {
    const ann = seeded.user('ann');
    const body = await refusalOf(
      ann.issues.create({ ...REPO, title: 'x', body: 'x'.repeat(65_537) }),
    );
    assert.equal(body.status, 422);
    assert.deepEqual(body.errors, [
      {
        resource: 'Issue',
        field: 'body',
        code: 'custom',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ]);
    // 65,536 characters outside the basic plane are 131,072 UTF-16 units, and still allowed.
    const wide = await ann.issues.create({ ...REPO, title: 'wide', body: '😀'.repeat(65_536) });
    assert.equal(wide.status, 201);
    const title = await refusalOf(ann.issues.create({ ...REPO, title: 'x'.repeat(257) }));
    assert.match(JSON.stringify(title.errors), /title is too long \(maximum is 256 characters\)/);
  });

  it('refuses what breaks the schema of the request with 422 and GitHub’s words', async () => {
    const ann = seeded.user('ann');
    const missing = await refusalOf(ann.request('POST /repos/acme/shop/issues', { body: 'x' }));
    assert.equal(missing.status, 422);
    assert.equal(missing.message, 'Invalid request.\n\n"title" wasn\'t supplied.');
    const wrong = await refusalOf(
      ann.request('PATCH /repos/acme/shop/issues/1', { state: 'melted' }),
    );
    assert.equal(wrong.status, 422);
    const path = await refusalOf(ann.request('GET /repos/acme/shop/issues/first'));
    assert.equal(path.status, 404);
  });

  it('answers 501 to inputs it would have to ignore', async () => {
    const ann = seeded.user('ann');
    const refused = await refusalOf(ann.issues.create({ ...REPO, title: 'x', assignees: ['ann'] }));
    assert.equal(refused.status, 501);
    assert.match(refused.message, /issues\/create with assignees/);
    assert.equal((await ann.issues.create({ ...REPO, title: 'x', assignees: [] })).status, 201);
  });

  it('lets a reader open issues but drops the labels he may not set', async () => {
    const rita = seeded.user('rita');
    const { data } = await rita.issues.create({ ...REPO, title: 'Reader', labels: ['bug'] });
    assert.deepEqual(data.labels, []);
    const refused = await refusalOf(
      rita.issues.addLabels({ ...REPO, issue_number: data.number, labels: ['bug'] }),
    );
    assert.equal(refused.status, 403);
    const others = await refusalOf(rita.issues.update({ ...REPO, issue_number: 1, title: 'Mine' }));
    assert.equal(others.status, 403);
  });

  it('adds labels once, creates unknown ones, and removes them', async () => {
    const theo = seeded.user('theo');
    const { number } = await seeded.forge.as('ann').openIssue(REPOSITORY, { title: 'Labels' });
    const where = { ...REPO, issue_number: number };
    await theo.issues.addLabels({ ...where, labels: ['redgreen'] });
    const twice = await theo.issues.addLabels({ ...where, labels: ['redgreen', 'bug'] });
    assert.deepEqual(twice.data.map(({ name }) => name).sort(), ['bug', 'redgreen']);
    const left = await theo.issues.removeLabel({ ...where, name: 'bug' });
    assert.deepEqual(
      left.data.map(({ name }) => name),
      ['redgreen'],
    );
    assert.equal((await refusalOf(theo.issues.removeLabel({ ...where, name: 'bug' }))).status, 404);
    const listed = await theo.issues.listLabelsOnIssue(where);
    assert.deepEqual(
      listed.data.map(({ name }) => name),
      ['redgreen'],
    );
  });

  it('creates a label once and finds it without regard to case', async () => {
    await seeded.bot.issues.createLabel({ ...REPO, name: 'Ready/Now', color: '00ff00' });
    const { data } = await seeded.bot.issues.getLabel({ ...REPO, name: 'ready/now' });
    assert.equal(data.color, '00ff00');
    const again = await refusalOf(seeded.bot.issues.createLabel({ ...REPO, name: 'ready/now' }));
    assert.deepEqual(again.errors, [{ resource: 'Label', code: 'already_exists', field: 'name' }]);
  });

  it('creates, edits, lists and deletes comments', async () => {
    const { number } = await seeded.forge.as('ann').openIssue(REPOSITORY, { title: 'Talk' });
    const where = { ...REPO, issue_number: number };
    const made = await seeded.bot.issues.createComment({ ...where, body: 'one' });
    assert.equal(made.data.performed_via_github_app?.slug, 'redgreen');
    const comment = { ...REPO, comment_id: made.data.id };
    await seeded.bot.issues.updateComment({ ...comment, body: 'two' });
    assert.equal((await seeded.bot.issues.getComment(comment)).data.body, 'two');
    const foreign = await refusalOf(
      seeded.user('rita').issues.updateComment({ ...comment, body: 'no' }),
    );
    assert.equal(foreign.status, 403);
    await seeded.bot.issues.deleteComment(comment);
    assert.deepEqual((await seeded.bot.issues.listComments(where)).data, []);
    assert.equal((await refusalOf(seeded.bot.issues.getComment(comment))).status, 404);
  });

  it('refuses empty and too long comments', async () => {
    const where = { ...REPO, issue_number: 1 };
    const long = await refusalOf(
      seeded.bot.issues.createComment({ ...where, body: 'x'.repeat(65_537) }),
    );
    assert.deepEqual(long.errors, [
      {
        resource: 'IssueComment',
        field: 'data',
        code: 'unprocessable',
        message: 'Body is too long (maximum is 65536 characters)',
      },
    ]);
    assert.equal(
      (await refusalOf(seeded.bot.issues.createComment({ ...where, body: ' ' }))).status,
      422,
    );
  });

  it('answers a repeated reaction with 200 instead of 201 and keeps one', async () => {
    const where = { ...REPO, issue_number: 1 };
    const first = await seeded.bot.reactions.createForIssue({ ...where, content: 'eyes' });
    const second = await seeded.bot.reactions.createForIssue({ ...where, content: 'eyes' });
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.equal(first.data.id, second.data.id);
    const { id } = await seeded.forge
      .as('ann')
      .comment({ repository: REPOSITORY, number: 1 }, 'hi');
    await seeded.bot.reactions.createForIssueComment({ ...REPO, comment_id: id, content: '+1' });
    const { data } = await seeded.bot.reactions.listForIssueComment({ ...REPO, comment_id: id });
    assert.deepEqual(
      data.map(({ content, user }) => [content, user?.login]),
      [['+1', 'redgreen[bot]']],
    );
    const all = await seeded.bot.reactions.listForIssue({ ...where, content: 'heart' });
    assert.deepEqual(all.data, []);
    assert.equal((await seeded.bot.issues.get(where)).data.reactions?.eyes, 1);
  });

  it('pages with Link headers that octokit can follow', async () => {
    const person = seeded.forge.as('ann');
    const { number } = await person.openIssue(REPOSITORY, { title: 'Many' });
    for (let n = 1; n <= 5; n += 1)
      await person.comment({ repository: REPOSITORY, number }, `c${n}`);
    const where = { ...REPO, issue_number: number };
    const second = await seeded.bot.issues.listComments({ ...where, per_page: 2, page: 2 });
    assert.deepEqual(
      second.data.map(({ body }) => body),
      ['c3', 'c4'],
    );
    const rels = [...(second.headers.link ?? '').matchAll(/[?&]page=(\d)[^>]*>; rel="(\w+)"/g)];
    assert.deepEqual(Object.fromEntries(rels.map(([, page, rel]) => [rel, page])), {
      prev: '1',
      next: '3',
      last: '3',
      first: '1',
    });
    const all = await seeded.bot.paginate(seeded.bot.issues.listComments, {
      ...where,
      per_page: 2,
    });
    assert.deepEqual(
      all.map(({ body }) => body),
      ['c1', 'c2', 'c3', 'c4', 'c5'],
    );
    const large = await seeded.bot.issues.listComments({ ...where, per_page: 1000 });
    assert.equal(large.data.length, 5);
  });
});
