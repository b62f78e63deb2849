// GitHub on behalf of a person, against a server that answers what the test says.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { Secret } from '../../../app/secret.ts';
import { createPeople } from '../../../app/web/people.ts';

type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const signal = AbortSignal.timeout(60_000);

async function asked(reply: (request: IncomingMessage) => Reply | 'silence') {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const path = request.url ?? '';
    const said = path === '/api/v3/app' ? { body: { client_id: 'Iv1.x' } } : reply(request);
    if (said === 'silence') return;
    response.writeHead(said.status ?? 200, said.headers);
    response.end(said.text ?? JSON.stringify(said.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const githubUrl = `http://127.0.0.1:${port}`;
  const people = createPeople({
    appId: 1,
    privateKey: new Secret(PEM),
    clientSecret: new Secret('the-secret'),
    apiUrl: `${githubUrl}/api/v3`,
    githubUrl,
    now: () => 1_000,
    requestMs: 500,
  });
  return {
    people,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'no fault',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

const repository = (id: number) => ({
  id,
  name: `r${id}`,
  owner: { login: 'acme' },
  private: false,
  default_branch: 'main',
  permissions: { admin: id % 2 === 0 },
});

test('every page of the list is read, and no more than is wanted', async () => {
  await using world = await asked((request) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
    const repositories = Array.from({ length: 100 }, (_, index) => repository(page * 100 + index));
    const link = page < 3 ? '<https://elsewhere.example/?page=9>; rel="next"' : '<x>; rel="prev"';
    return { body: { repositories }, headers: { link } };
  });
  const all = await Array.fromAsync(world.people.repositories('t', 7, signal));
  assert.equal(all.length, 300);
  assert.equal(all.filter(({ isAdmin }) => isAdmin).length, 150);
  assert.deepEqual(
    world.requests,
    [1, 2, 3].map(
      (page) => `GET /api/v3/user/installations/7/repositories?per_page=100&page=${page}`,
    ),
  );
  for await (const { id } of world.people.repositories('t', 7, signal)) if (id === 150) break;
  assert.equal(world.requests.length, 4);
});

test('installations of an enterprise are passed over, suspended ones are marked', async () => {
  await using world = await asked(() => ({
    body: {
      installations: [
        { id: 1, account: { id: 2, login: 'acme' }, suspended_at: null },
        { id: 3, account: { id: 4, slug: 'big' } },
        { id: 5, account: { id: 6, login: 'old' }, suspended_at: '2026-01-01T00:00:00Z' },
        { id: 7, account: null },
      ],
    },
  }));
  assert.deepEqual(await world.people.installations('t', signal), [
    { id: 1, accountId: 2, accountLogin: 'acme', isSuspended: false },
    { id: 5, accountId: 6, accountLogin: 'old', isSuspended: true },
  ]);
});

suite('tokens', () => {
  const answers: [string, Reply, unknown][] = [
    [
      'with an end',
      { body: { access_token: 'a', expires_in: 28_800, refresh_token: 'r' } },
      { access: 'a', issuedAt: 1_000, accessExpiresAt: 28_801_000, refresh: 'r' },
    ],
    ['without an end', { body: { access_token: 'a' } }, { access: 'a', issuedAt: 1_000 }],
    ['refused', { body: { error: 'bad_verification_code' } }, undefined],
  ];
  for (const [how, reply, wanted] of answers) {
    test(`a token ${how} is read as it is`, async () => {
      await using world = await asked(() => reply);
      const grant = { code: 'c', verifier: 'v', redirectUri: 'u' };
      assert.deepEqual(await world.people.exchange(grant, signal), wanted);
    });
  }

  test('a secret that GitHub does not take is our fault, and is not repeated in it', async () => {
    await using world = await asked(() => ({ body: { error: 'incorrect_client_credentials' } }));
    const fault: unknown = await world.people.renew('r').catch((error: unknown) => error);
    assert.ok(isAppError(fault, 'GITHUB_UNAVAILABLE'));
    assert.match(fault.message, /CLIENT_SECRET/);
    assert.doesNotMatch(JSON.stringify(fault.details) + fault.message, /the-secret/);
  });
});

suite('what is no answer', () => {
  const replies: [string, Reply | 'silence', string][] = [
    ['401', { status: 401 }, 'UNAUTHORIZED'],
    ['404', { status: 404 }, 'NOT_FOUND'],
    ['500', { status: 500 }, 'GITHUB_UNAVAILABLE'],
    ['403', { status: 403 }, 'GITHUB_UNAVAILABLE'],
    ['429', { status: 429 }, 'RATE_LIMITED'],
    ['403 at the limit', { status: 403, headers: { 'retry-after': '60' } }, 'RATE_LIMITED'],
    ['a page instead of JSON', { text: '<html>' }, 'GITHUB_UNAVAILABLE'],
    ['another shape', { body: { id: 'x' } }, 'GITHUB_UNAVAILABLE'],
    ['silence', 'silence', 'GITHUB_UNAVAILABLE'],
    [
      'a redirect to another site',
      { status: 302, headers: { location: 'https://elsewhere.example/' } },
      'GITHUB_UNAVAILABLE',
    ],
  ];
  for (const [how, reply, wanted] of replies) {
    test(`${how} is ${wanted}`, async () => {
      await using world = await asked(() => reply);
      assert.equal(await codeOf(world.people.person('t', signal)), wanted);
    });
  }
});
