// Evidence against a provider that lies, stalls or is away: a real HTTP server that answers by
// script, and the unmodified SDK.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { isAppError } from '../../../../../app/errors.ts';
import { createE2bDriver } from '../../../../../sandbox/driver/e2b/driver.ts';
import type { SandboxDriver } from '../../../../../sandbox/driver/port.ts';

type Answer = { status: number; body?: unknown };
const GONE: Answer = { status: 404, body: { code: 404, message: 'not found' } };
const BROKEN: Answer = { status: 500, body: { code: 500, message: 'sorry' } };
const DONE: Answer = { status: 204 };
const ALIVE: Answer = {
  status: 200,
  body: {
    sandboxID: 's',
    templateID: 't',
    envdVersion: '0.5.7',
    startedAt: new Date(0).toISOString(),
    endAt: new Date(0).toISOString(),
    state: 'running',
  },
};

describe('evidence of destroying', () => {
  let server: Server | undefined;
  let asked: string[] = [];
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function provider(script: Record<string, Answer[]>): Promise<SandboxDriver> {
    asked = [];
    server = createServer((request, response) => {
      const method = request.method ?? '';
      asked.push(method);
      const answers = script[method] ?? [];
      const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? BROKEN;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const url = `http://127.0.0.1:${port}`;
    const connect = async () => ({ apiKey: 'key', apiUrl: url, sandboxUrl: url });
    return createE2bDriver({ connect, now: Date.now });
  }

  it('is given only when the provider itself no longer knows the sandbox', async () => {
    const driver = await provider({ DELETE: [DONE, GONE], GET: [ALIVE, ALIVE, GONE] });
    const evidence = await driver.destroy('s');
    assert.deepEqual(asked, ['DELETE', 'GET', 'DELETE', 'GET', 'DELETE', 'GET']);
    assert.deepEqual(
      [evidence.sandboxId, evidence.method, evidence.providerAnswer],
      ['s', 'kill', 'kill: not found; info: not found'],
    );
    assert.ok(evidence.confirmedAt.getTime() > evidence.requestedAt.getTime());
  });

  it('is not made of errors: it asks again until it knows', async () => {
    const driver = await provider({ DELETE: [BROKEN, DONE], GET: [BROKEN, GONE] });
    const evidence = await driver.destroy('s');
    assert.equal(evidence.providerAnswer, 'kill: done; info: not found');
  });

  it('is refused when the sandbox is still there at the deadline', async () => {
    const driver = await provider({ DELETE: [DONE], GET: [ALIVE] });
    await assert.rejects(driver.destroy('s', { deadlineMs: 300 }), {
      code: 'SANDBOX_NOT_DESTROYED',
    });
  });

  it('is refused when the provider cannot be asked', async () => {
    const driver = await provider({});
    server?.close();
    await assert.rejects(driver.destroy('s', { deadlineMs: 200 }), {
      code: 'SANDBOX_NOT_DESTROYED',
    });
  });

  it('stops asking when the caller gives up', async () => {
    const driver = await provider({ DELETE: [DONE], GET: [ALIVE] });
    const signal = AbortSignal.timeout(100);
    await assert.rejects(driver.destroy('s', { signal }), (error) =>
      isAppError(error, 'CANCELLED'),
    );
  });

  it('of a snapshot is that it is in no list any more', async () => {
    const listed = { status: 200, body: [{ snapshotID: 'n', names: [] }] };
    const driver = await provider({ DELETE: [DONE], GET: [listed, { status: 200, body: [] }] });
    const evidence = await driver.deleteSnapshot('n');
    assert.deepEqual([evidence.sandboxId, evidence.method], ['n', 'deleteSnapshot']);
    assert.match(evidence.providerAnswer, /list: not in it/);
  });
});
