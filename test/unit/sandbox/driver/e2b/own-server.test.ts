import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { askMark, readContacts, readTraces } from '../../../../../sandbox/driver/e2b/own-server.ts';

describe('what only our own server can tell', () => {
  let server: Server;
  let apiUrl = '';
  let answer: { status: number; body: string } = { status: 404, body: '' };
  const asked: string[] = [];
  const read = async () => await readContacts(async () => ({ apiKey: 'key', apiUrl }), 'a/b');

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${String(request.headers['x-api-key'])} ${request.method} ${request.url}`);
      response.writeHead(answer.status).end(answer.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('is whom a sandbox spoke to', async () => {
    const time = '2026-01-02T03:04:05.000Z';
    const times = { firstAt: time, lastAt: time };
    const host = { host: 'a.test', port: 443, verdict: 'refused', why: 'not-listed' };
    const hosts = [{ ...host, ...times, count: 2, bytes: 0 }];
    answer = { status: 200, body: JSON.stringify({ hosts, unlisted: 3, bytes: 9 }) };
    const at = new Date(time);
    assert.deepEqual(await read(), {
      hosts: [{ ...hosts[0], firstAt: at, lastAt: at }],
      unlisted: 3,
      bytes: 9,
    });
    assert.deepEqual(asked, ['key GET /sandboxes/a%2Fb/contacts']);
  });

  it('is unknown, not none, where nobody can tell', async () => {
    const others = [
      { status: 404, body: '{"code":404,"message":"not found"}' },
      { status: 501, body: '' },
      { status: 200, body: '[]' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"hosts":[]}' },
    ];
    for (const other of others) {
      answer = other;
      assert.equal(await read(), undefined, JSON.stringify(other));
    }
    const cloud = await readContacts(async () => ({ apiKey: 'key' }), 'id');
    assert.equal(cloud, undefined);
  });

  it('is that a sandbox is as it was made, and nobody else is believed', async () => {
    const connect = async () => ({ apiKey: 'key', apiUrl });
    const ask = async () => await readTraces(connect, 'a/b');
    answer = { status: 200, body: '{"isUntouched":true,"touched":["a"]}' };
    assert.deepEqual(await ask(), { isUntouched: true, touched: ['a'] });
    assert.equal(asked.at(-1), 'key POST /sandboxes/a%2Fb/traces');
    const nothing = { isUntouched: false };
    for (const body of ['{"isUntouched":false}', '{}', '{"isUntouched":"true"}', '<html>']) {
      answer = { status: 200, body };
      assert.deepEqual(await ask(), nothing, body);
    }
    answer = { status: 404, body: '{"isUntouched":true}' };
    assert.deepEqual(await ask(), nothing);
    assert.deepEqual(await readTraces(async () => ({ apiKey: 'key' }), 'id'), nothing);
    await askMark(connect, 'a/b');
    assert.equal(asked.at(-1), 'key POST /sandboxes/a%2Fb/mark');
  });

  it('is a fault to ask where no key is known or nobody is there', async () => {
    answer = { status: 401, body: '' };
    await assert.rejects(read(), { code: 'SANDBOX_UNAUTHORIZED' });
    const nowhere = async () =>
      await Promise.resolve({ apiKey: 'k', apiUrl: 'http://127.0.0.1:9' });
    await assert.rejects(readContacts(nowhere, 'id'), { code: 'SANDBOX_UNREACHABLE' });
    const signal = AbortSignal.abort();
    await assert.rejects(readContacts(nowhere, 'id', { signal }), { code: 'CANCELLED' });
  });
});
