// GitHub's words for a lasting "no", as it says them, and what each is called here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERRORS, type ErrorCode, FOR_PEOPLE } from '../../../app/error-codes.ts';
import { isForPeople } from '../../../app/errors.ts';
import { limitedUntil } from '../../../app/github/answer.ts';
import { toFault } from '../../../app/github/faults.ts';

const SAID: [status: number, said: string, code: ErrorCode][] = [
  [403, 'Resource not accessible by integration', 'GITHUB_PERMISSION_MISSING'],
  [403, 'Resource not accessible by personal access token', 'GITHUB_PERMISSION_MISSING'],
  [
    403,
    'GitHub Actions is not permitted to create or approve pull requests.',
    'GITHUB_PULLS_FORBIDDEN',
  ],
  [403, 'Repository was archived so is read-only.', 'GITHUB_ARCHIVED'],
  [401, 'Bad credentials', 'GITHUB_NO_ACCESS'],
  [401, 'A JSON web token could not be decoded', 'GITHUB_NO_ACCESS'],
  [403, 'This installation has been suspended', 'GITHUB_NO_ACCESS'],
  [
    422,
    'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
    'GITHUB_RULE',
  ],
  [409, 'Repository rule violations found\n\nCannot create ref\n', 'GITHUB_RULE'],
  [422, 'Cannot update this protected ref.', 'GITHUB_RULE'],
  [422, 'Protected branch update failed for refs/heads/redgreen/issue-1.', 'GITHUB_RULE'],
  [403, 'Unable to create comment because issue is locked.', 'GITHUB_THREAD_CLOSED'],
  [410, 'Issues are disabled for this repo', 'GITHUB_THREAD_CLOSED'],
  [410, 'Issues has been disabled in this repository.', 'GITHUB_THREAD_CLOSED'],
  [
    403,
    'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
    'GITHUB_REFUSED',
  ],
  [403, 'Resource protected by organization SAML enforcement.', 'GITHUB_REFUSED'],
  [451, 'Repository access blocked', 'GITHUB_REFUSED'],
  [409, 'Git Repository is empty.', 'GITHUB_REFUSED'],
];

for (const [status, said, code] of SAID) {
  test(`${status} “${said.split('\n')[0]?.slice(0, 60)}” is ${code}, named with its remedy`, () => {
    const fault = toFault('a commit for x', answered(status, said));
    assert.equal(fault.code, code);
    assert.ok(isForPeople(fault), 'nobody tries it again');
    assert.match(fault.message, new RegExp(`^GitHub refused \\(${status}\\): a commit for x\\.`));
    assert.ok(fault.message.includes(said.split('\n')[0] ?? ''), 'its first line is told');
    assert.ok(!fault.message.includes('\n'));
    assert.ok(fault.hint.length > 20);
  });
}

test('what callers ask about stays theirs: no such thing, not valid', () => {
  assert.equal(toFault('x', answered(404, 'Not Found')).code, 'NOT_FOUND');
  assert.equal(toFault('x', answered(410, 'This was deleted')).code, 'NOT_FOUND');
  assert.equal(toFault('x', answered(422, 'Reference already exists')).code, 'VALIDATION_ERROR');
  assert.equal(toFault('x', answered(422, 'Validation Failed')).code, 'VALIDATION_ERROR');
});

test('a server that fails is no refusal, whatever it says', () => {
  for (const status of [408, 500, 502, 503, 504]) {
    const fault = toFault('x', answered(status, 'Repository was archived so is read-only.'));
    assert.equal(fault.code, 'GITHUB_UNAVAILABLE');
  }
});

test('a limit whose headers were taken away on the way is a minute, and no refusal', () => {
  const headers = new Headers();
  for (const message of [
    'API rate limit exceeded for 1.',
    'secondary rate limit',
    'abuse detection',
  ]) {
    const body = new TextEncoder().encode(JSON.stringify({ message })).buffer;
    assert.equal(limitedUntil({ status: 403, headers, body }, 0), 60_000, message);
  }
  const body = new TextEncoder().encode('{"message":"Resource not accessible"}').buffer;
  assert.equal(limitedUntil({ status: 403, headers, body }, 0), undefined);
});

test('a limit whose reset is missing or no time is a minute too, and never no wait at all', () => {
  const body = new TextEncoder().encode('{}').buffer;
  const until = (headers: Record<string, string>, status = 403) =>
    limitedUntil({ status, headers: new Headers(headers), body }, 1_000);
  const spent = { 'x-ratelimit-remaining': '0' };
  assert.equal(until(spent), 61_000);
  for (const reset of ['', 'soon', '-1', '0']) {
    assert.equal(until({ ...spent, 'x-ratelimit-reset': reset }), 61_000, reset);
  }
  assert.equal(until({ ...spent, 'x-ratelimit-reset': '30' }), 31_000);
  for (const after of ['', 'soon', '-5']) {
    assert.equal(until({ 'retry-after': after }, 429), 61_000, after);
  }
  assert.equal(until({ 'retry-after': '0' }, 429), 2_000);
  assert.equal(until({ 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }, 429), 30_000);
});

test('GraphQL limits with status 200, and only there these words count', () => {
  const said = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
  const body = new TextEncoder().encode(JSON.stringify(said)).buffer;
  const headers = new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' });
  const answer = { status: 200, headers, body };
  assert.equal(limitedUntil(answer, 1_000, 'https://api.github.com/graphql'), 31_000);
  const bare = { ...answer, headers: new Headers() };
  assert.equal(limitedUntil(bare, 1_000, 'https://ghe.test/api/graphql'), 61_000);
  assert.equal(limitedUntil(answer, 1_000, 'https://api.github.com/repos/a/b'), undefined);
  const done = new TextEncoder().encode('{"data":{"x":"rate limit RATE_LIMITED"}}').buffer;
  const last = { ...answer, body: done };
  assert.equal(limitedUntil(last, 1_000, 'https://api.github.com/graphql'), undefined);
});

test('GraphQL says no with status 200: only what it names lasts', () => {
  const fault = (...errors: object[]) =>
    toFault('x', Object.assign(new Error('x'), { name: 'GraphqlResponseError', errors }));
  assert.equal(fault({ type: 'FORBIDDEN' }).details['reason'], 'forbidden');
  assert.equal(fault({ type: 'NOT_FOUND' }).code, 'NOT_FOUND');
  assert.equal(fault({ type: 'UNPROCESSABLE' }).code, 'VALIDATION_ERROR');
  const bug = { message: 'Something went wrong while executing your query. This may be a bug.' };
  for (const one of [bug, { ...bug, type: 'INTERNAL' }, { type: 'SERVICE_UNAVAILABLE' }]) {
    assert.equal(fault(one).code, 'GITHUB_UNAVAILABLE', JSON.stringify(one));
  }
});

test('what would be enough is told where a permission is missing', () => {
  const headers = { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' };
  const words = 'Resource not accessible by integration';
  const fault = toFault('a comment on 7', answered(403, words, headers));
  assert.match(fault.message, /It needs issues=write or pull_requests=write\./);
});

test('every lasting refusal of GitHub is for people, and none is tried again', () => {
  const codes = Object.keys(ERRORS).filter((code) => /^GITHUB_(?!UNAVAILABLE)/.test(code));
  assert.deepEqual(
    codes.filter((code) => !FOR_PEOPLE.has(code as ErrorCode)),
    [],
  );
  assert.ok(codes.every((code) => !ERRORS[code as ErrorCode].retryable));
  const page = readFileSync('docs/endurance.md', 'utf8');
  assert.ok(
    codes.every((code) => page.includes(`| \`${code}\` `)),
    'each has its line',
  );
});

/** As Octokit throws it. */
function answered(status: number, message: string, headers: Record<string, string> = {}): Error {
  const response = { status, headers, data: { message, documentation_url: 'https://x' } };
  return Object.assign(new Error(`${message} - https://x`), { status, response });
}
