// What the network does to a call of the sandbox API. The SDK brings a fetch of its own that nothing
// can stand in for, so a raw server stands on the other side: each fault is a provider that is away.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { absenceOf } from '../../../app/engine/absence.ts';
import { AppError } from '../../../app/errors.ts';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { SandboxDriver } from '../../../sandbox/driver/port.ts';
import { brokenServer, nobody, untrustedServer, WIRE_FAULTS } from './raw-server.ts';

const KEY = `e2b_${'0'.repeat(40)}`;

function connect(apiUrl: string): SandboxDriver {
  const connection = { apiKey: KEY, apiUrl, sandboxUrl: apiUrl };
  return createE2bDriver({ connect: async () => connection, now: Date.now });
}

async function faultsOf(driver: SandboxDriver): Promise<AppError[]> {
  const calls = [
    async () =>
      await driver.create({
        from: { kind: 'template', name: 'base' },
        metadata: { job: 'j', session: 's', attempt: '1' },
        timeoutMs: 10_000,
      }),
    async () => await driver.attach('sandbox-1'),
    async () => await driver.list(),
    async () => await driver.listSnapshots(),
  ];
  const faults: AppError[] = [];
  for (const call of calls) {
    const fault = await call().then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof AppError, String(fault));
    assert.ok(!`${fault.message} ${JSON.stringify(fault.details)}`.includes(KEY));
    faults.push(fault);
  }
  return faults;
}

async function assertAway(url: string): Promise<void> {
  for (const fault of await faultsOf(connect(url))) {
    const absence = absenceOf(fault);
    assert.ok(absence, `${fault.code}: ${fault.message}`);
    assert.match(absence.detail, /^(?:The sandbox provider|GitHub|No sandbox)[a-z :.]+$/i);
    assert.doesNotMatch(absence.detail, /127\.0\.0\.1|node:|\bat /);
  }
}

describe('a broken wire to the sandbox API', () => {
  for (const fault of WIRE_FAULTS) {
    test(`${fault}: the provider is away`, async () => {
      await using server = await brokenServer(fault);
      await assertAway(server.url);
      assert.ok(server.asked() >= 4);
    });
  }

  test('nobody listens, no such name, a certificate that nobody trusts: it is away', async () => {
    await using untrusted = await untrustedServer();
    for (const url of [await nobody(), 'http://no-such-host.invalid', untrusted.url]) {
      await assertAway(url);
    }
  });
});

describe('answers of the sandbox API', () => {
  for (const status of [429, 500, 502, 503, 504]) {
    test(`${status}: the provider is away`, async () => {
      await using server = await answering(status, '{"message": "not now"}');
      await assertAway(server.url);
    });
  }

  for (const status of [400, 403, 409]) {
    test(`${status}: it says what is wrong, so nobody waits for it`, async () => {
      await using server = await answering(status, '{"message": "not like this"}');
      const [fault] = await faultsOf(connect(server.url));
      assert.equal(absenceOf(fault), undefined, fault?.code);
    });
  }

  test('401: the key is named', async () => {
    await using server = await answering(401, '{"message": "who are you"}');
    for (const { code } of await faultsOf(connect(server.url))) {
      assert.equal(code, 'SANDBOX_UNAUTHORIZED');
    }
  });

  for (const body of ['{"half": ', '<html>Unicorn!</html>', 'null', '[]', '{}']) {
    test(`${body} with status 200 is no sandbox, and no crash`, async () => {
      await using server = await answering(200, body);
      const driver = connect(server.url);
      const made = driver.create({
        from: { kind: 'template', name: 'base' },
        metadata: { job: 'j', session: 's', attempt: '1' },
        timeoutMs: 10_000,
      });
      await assert.rejects(made, AppError);
    });
  }
});

async function answering(status: number, body: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
