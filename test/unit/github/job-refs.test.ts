// The kept job on its ref, with the token of a workflow, against the forge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { isAppError } from '../../../app/errors.ts';
import { LARGEST_JOB_BYTES } from '../../../app/github/job-refs.ts';
import { createGitHub } from '../../../app/github/octokit.ts';
import { refusalOf } from '../../../app/github/port.ts';
import { Secret } from '../../../app/secret.ts';
import { connect } from './connected.ts';

const ALL = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
} as const;

async function connected(permissions: Record<string, 'read' | 'write'> = ALL) {
  const { seeded, repository } = await connect();
  const { forge } = seeded;
  const name = `${repository.owner}/${repository.name}`;
  const { token } = forge.operator.createActionsToken({ repository: name, permissions });
  const github = createGitHub({
    appId: 15_368,
    token: new Secret(token),
    baseUrl: forge.apiUrl,
    log: pino({ level: 'silent' }),
    request: { backOffMs: 20 },
  });
  return { github, repository, forge, [Symbol.asyncDispose]: async () => await forge.close() };
}

test('a job is written, read again and written forward', async () => {
  await using place = await connected();
  const { github, repository } = place;
  assert.equal(await github.readJobRef(repository, 7), undefined);
  const one = {
    issue: 7,
    parent: undefined,
    message: 'Keep\n\nDigest: x',
    content: '{"a": "ä"}\n',
  };
  const first = await github.writeJobRef(repository, one);
  assert.deepEqual(await github.readJobRef(repository, 7), {
    sha: first,
    message: one.message,
    author: 'github-actions[bot]',
    content: one.content,
  });
  const second = await github.writeJobRef(repository, { ...one, parent: first, content: '{}' });
  assert.equal((await github.readJobRef(repository, 7))?.sha, second);
  assert.equal(await github.readJobRef(repository, 8), undefined);
});

test('whoever writes from an older state is refused, and nothing is overwritten', async () => {
  await using place = await connected();
  const { github, repository } = place;
  const write = async (parent: string | undefined, content: string) =>
    await github.writeJobRef(repository, { issue: 7, parent, message: content, content });
  const first = await write(undefined, 'one');
  const newest = await write(first, 'two');
  for (const parent of [undefined, first]) {
    await assert.rejects(
      async () => await write(parent, 'three'),
      (error) => refusalOf(error) === 'ref-moved',
    );
  }
  assert.equal((await github.readJobRef(repository, 7))?.sha, newest);
});

test('an answer that got lost after the ref was moved is no refusal', async () => {
  await using place = await connected();
  const { github, repository, forge } = place;
  const job = { issue: 7, parent: undefined, message: 'one', content: 'one' };
  forge.injectFault({ operation: 'git/create-ref', kind: 'lost-answer', times: 1 });
  const first = await github.writeJobRef(repository, job);
  forge.injectFault({ operation: 'git/update-ref', kind: 'lost-answer', times: 1 });
  const second = await github.writeJobRef(repository, { ...job, parent: first, content: 'two' });
  assert.equal((await github.readJobRef(repository, 7))?.sha, second);
});

test('a job beyond the limit is refused before anything is sent', async () => {
  await using place = await connected();
  const { github, repository, forge } = place;
  const content = 'x'.repeat(LARGEST_JOB_BYTES + 1);
  await assert.rejects(
    async () =>
      await github.writeJobRef(repository, { issue: 7, parent: undefined, message: 'm', content }),
    (error) => isAppError(error, 'VALIDATION_ERROR'),
  );
  assert.deepEqual(
    forge.calls.filter(({ operationId }) => operationId === 'git/create-blob'),
    [],
  );
});

test('the probe for checks passes with the permission and fails without', async () => {
  await using may = await connected();
  await may.github.probeChecks(may.repository);
  assert.deepEqual(
    may.forge.calls
      .filter(({ status }) => status < 400 && status >= 200)
      .map(({ operationId }) => operationId)
      .filter((id) => id.startsWith('checks/')),
    [],
  );
  await using mayNot = await connected({ ...ALL, checks: 'read' });
  await assert.rejects(
    async () => await mayNot.github.probeChecks(mayNot.repository),
    (error) => isAppError(error, 'GITHUB_PERMISSION_MISSING'),
  );
});

test('a given token clones too, and is never exchanged for another', async () => {
  await using place = await connected();
  const { token } = await place.github.readToken(place.repository);
  assert.match(token, /^ghs_15368_/);
});
