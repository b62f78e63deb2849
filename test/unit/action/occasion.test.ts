// Which events a run acts on, and which it refuses.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { findIssue } from '../../../action/issue.ts';
import { type Occasion, readOccasion, type Told } from '../../../action/occasion.ts';
import { toRefused } from '../../../action/refusals.ts';

const repository = {
  id: 21,
  name: 'greetings',
  owner: { id: 3, login: 'acme' },
  default_branch: 'main',
  private: false,
};
const sender = { id: 5, login: 'mona', type: 'User' };
const comment = { id: 9, body: '/approve', user: { id: 5 }, created_at: '2026-01-01T00:00:00Z' };

function told(name: string, more: object = {}, rest: Partial<Told> = {}): Told {
  const payload = { repository, sender, ...more };
  return { name, payload, issue: '', repository: 'acme/greetings', ...rest };
}

function refusal(given: Told) {
  try {
    readOccasion(given);
  } catch (error) {
    return toRefused(error);
  }
  return assert.fail('it was not refused');
}

test('a run of the workflow is about the issue it names', () => {
  const occasion = readOccasion(told('workflow_dispatch', {}, { issue: '#7' }));
  assert.equal(occasion?.kind, 'dispatch');
  assert.equal(occasion.issue, 7);
  assert.equal(occasion.installationId, 3, "the owner's id stands for the installation");
});

for (const issue of ['', 'seven', '0', '-1', '1e3', '7; rm -rf /', '99999999999']) {
  test(`the issue "${issue}" is refused with the line to write`, () => {
    const { code, remedy } = refusal(told('workflow_dispatch', {}, { issue }));
    assert.equal(code, 'CONFIG_INVALID');
    assert.match(remedy, /issue: \$\{\{ inputs\.issue \}\}/);
  });
}

test('a label and a comment are handed on with the stand-in for the installation', () => {
  const label = { label: { name: 'redgreen' }, issue: { number: 7, title: 'Greet' } };
  const labelled = readOccasion(told('issues', { action: 'labeled', ...label }));
  assert.ok(labelled?.kind === 'label' && labelled.trigger.kind === 'label');
  assert.equal(labelled.trigger.installationId, 3);
  const issue = { number: 8, pull_request: {} };
  const said = readOccasion(told('issue_comment', { action: 'created', issue, comment }));
  assert.ok(said?.kind === 'comment' && said.trigger.kind === 'comment');
  assert.deepEqual(said.trigger.thread, { number: 8, isPullRequest: true });
  assert.equal(said.trigger.installationId, 3);
});

test('a command on a line and one in a review are handed on, with where they are answered', () => {
  const place = { path: 'a.js', line: 2, diff_hunk: '@@', commit_id: 'a'.repeat(40) };
  const on = { pull_request: { number: 8 } };
  const line = { ...comment, ...place, in_reply_to_id: 4, body: 'No.\r\n/fix' };
  const created = { action: 'created', ...on, comment: line };
  const said = readOccasion(told('pull_request_review_comment', created));
  assert.ok(said?.kind === 'comment' && said.trigger.kind === 'comment');
  assert.deepEqual(said.trigger.thread, { number: 8, isPullRequest: true });
  assert.equal(said.trigger.comment.line?.inReplyToId, 4);
  const review = { id: 3, body: '/status', user: { id: 5 }, submitted_at: comment.created_at };
  const submitted = { action: 'submitted', ...on, review };
  const asked = readOccasion(told('pull_request_review', submitted));
  assert.ok(asked?.kind === 'comment' && asked.trigger.kind === 'comment');
  assert.equal(asked.trigger.comment.place, 'review');
  const talk = { action: 'created', ...on, comment: { ...line, body: 'Fine.' } };
  assert.equal(readOccasion(told('pull_request_review_comment', talk)), undefined);
});

test('the example has every event that is acted upon, and no other', async () => {
  const path = join(import.meta.dirname, '../../../deploy/workflows/redgreen.yml');
  const { on } = parse(await readFile(path, 'utf8')) as {
    on: Record<string, { types?: string[] }>;
  };
  const { remedy } = refusal(told('push'));
  const named = parse(remedy.slice(remedy.indexOf('on:'))) as { on: typeof on };
  assert.deepEqual(on, named.on);
  const page = await readFile(join(import.meta.dirname, '../../../docs/action.md'), 'utf8');
  const shown = parse(/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '') as { on: typeof on };
  assert.deepEqual(shown.on, on);
  for (const [name, { types: [action = ''] = [] }] of Object.entries(on)) {
    const { cause } = refusal(told(name, { action }));
    assert.doesNotMatch(cause, /Nothing is done for the event/);
  }
});

test('a comment that is no command concerns nobody', () => {
  for (const body of ['Looks good', '> /approve', '', null]) {
    const payload = { action: 'created', issue: { number: 8 }, comment: { ...comment, body } };
    assert.equal(readOccasion(told('issue_comment', payload)), undefined);
  }
});

for (const name of ['push', 'pull_request', 'pull_request_target', 'workflow_run', 'schedule']) {
  test(`${name} is refused with the events to use`, () => {
    const { code, cause, remedy } = refusal(told(name));
    assert.equal(code, 'USAGE');
    assert.match(cause, new RegExp(name));
    assert.match(remedy, /workflow_dispatch:[\s\S]*types: \[labeled\][\s\S]*types: \[created\]/);
  });
}

test('an edited comment and another action are refused with the events to use', () => {
  const issue = { number: 8 };
  for (const [name, action] of [
    ['issue_comment', 'edited'],
    ['issues', 'opened'],
  ] as const) {
    assert.match(refusal(told(name, { action, issue, comment })).remedy, /types: \[created\]/);
  }
});

test('an event of another repository, or of none, is refused', () => {
  const elsewhere = told('workflow_dispatch', {}, { issue: '7', repository: 'acme/other' });
  assert.match(
    refusal(elsewhere).cause,
    /about acme\/greetings, but this run belongs to acme\/other/,
  );
  for (const payload of [undefined, null, 7, {}, { repository }, { repository: 'x', sender }]) {
    assert.equal(refusal({ ...told('workflow_dispatch'), payload }).code, 'VALIDATION_ERROR');
  }
});

const REF = { owner: 'acme', name: 'greetings', installationId: 3 };

/** Issue 9 is the one that a job was kept of. */
async function issueOf(
  head: { branch: string; repository: string | undefined },
  { words = comment.body, body = '' } = {},
) {
  const issue = { number: 8, pull_request: {} };
  const said = { action: 'created', issue, comment: { ...comment, body: words } };
  const occasion = readOccasion(told('issue_comment', said));
  const shown = {
    url: '',
    isDraft: false,
    state: 'open',
    headSha: 'a'.repeat(40),
    title: '',
    baseBranch: 'main',
  };
  const kept = { sha: 'b'.repeat(40), message: '', author: '', content: '' };
  const github: Parameters<typeof findIssue>[0] = {
    pullHead: async () => head,
    pullRequest: async (_repository, number) => ({ ...shown, state: 'open', number, body }),
    readJobRef: async (_repository, number) => (number === 9 ? kept : undefined),
  };
  return await findIssue(github, REF, occasion as Occasion);
}

test('`/verify` on a pull request of a person is about the issue it names', async () => {
  const head = { branch: 'topic', repository: 'acme/greetings' };
  const body = 'After #4. Fixes acme/greetings#9, fixes eve/other#3.';
  assert.equal(await issueOf(head, { words: '/verify', body }), 9);
  assert.equal(await issueOf(head, { words: '/status', body }), undefined);
  await assert.rejects(
    async () => await issueOf(head, { words: '/verify', body: 'Fixes #4' }),
    (error) => /names no issue with an approved plan/.test(toRefused(error).cause),
  );
  await assert.rejects(
    async () => await issueOf({ ...head, repository: 'eve/greetings' }, { words: '/verify', body }),
    (error) => /comes from a fork/.test(toRefused(error).cause),
  );
});

test("a pull request names its issue by its branch, and only this repository's branch counts", async () => {
  assert.equal(await issueOf({ branch: 'redgreen/issue-7', repository: 'Acme/Greetings' }), 7);
  assert.equal(await issueOf({ branch: 'topic', repository: 'acme/greetings' }), undefined);
  assert.equal(
    await issueOf({ branch: 'redgreen/issue-7x', repository: 'acme/greetings' }),
    undefined,
  );
  for (const fork of ['eve/greetings', undefined]) {
    await assert.rejects(
      async () => await issueOf({ branch: 'redgreen/issue-7', repository: fork }),
      (error) => /comes from a fork/.test(toRefused(error).cause),
    );
  }
});
