import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AnthropicAccess } from '../../../../app/gateway/anthropic/access.ts';
import { connectAnthropic } from '../../../../app/gateway/anthropic/connection.ts';
import { createKeyHelper } from '../../../../app/gateway/anthropic/key-helper.ts';
import { Secret } from '../../../../app/secret.ts';
import { gateway, request } from '../asking.ts';
import { type Answer, hello, messagesServer, refused } from '../messages-server.ts';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redgreen-key-'));
});
after(async () => await rm(directory, { recursive: true }));

/** Counts its runs; each prints another key. */
async function helper(name: string, script = 'echo "  key-$n  "'): Promise<string> {
  const path = join(directory, name);
  const count = `${path}.runs`;
  const lines = ['#!/bin/sh', `echo run >> ${count}`, `n=$(wc -l < ${count} | tr -d ' ')`, script];
  await writeFile(path, lines.join('\n'));
  await chmod(path, 0o700);
  return path;
}

async function runsOf(path: string): Promise<number> {
  const text = await readFile(`${path}.runs`, 'utf8').catch(() => '');
  return text.split('\n').length - 1;
}

const LIVE = AbortSignal.timeout(60_000);
const refusedKey = refused(401, { type: 'authentication_error', message: 'invalid x-api-key' });

describe('the credential for Anthropic', () => {
  test('is the token, else the key, else what the helper prints', async () => {
    const apiKeyHelper = await helper('order');
    const all = {
      authToken: new Secret('token-1'),
      apiKey: new Secret('key-of-env'),
      apiKeyHelper,
    };
    const { authToken: _token, ...withoutToken } = all;
    const cases: [Omit<AnthropicAccess, 'baseUrl'>, string | undefined, string | undefined][] = [
      [all, 'Bearer token-1', undefined],
      [withoutToken, undefined, 'key-of-env'],
      [{ apiKeyHelper }, undefined, 'key-1'],
    ];
    for (const [access, authorization, apiKey] of cases) {
      await using server = await messagesServer(hello);
      const model = gateway(server.url, { access: { ...access, baseUrl: server.url } });
      assert.ok((await model.complete(request(), { signal: LIVE })).ok);
      const { headers } = server.received[0] ?? {};
      assert.deepEqual([headers?.authorization, headers?.['x-api-key']], [authorization, apiKey]);
    }
    assert.equal(await runsOf(apiKeyHelper), 1, 'asked only when nothing else is set');
  });

  test('that is refused is not replaced by a later one', async () => {
    await using server = await messagesServer(refusedKey);
    const apiKeyHelper = await helper('unused');
    const access = { apiKey: new Secret('wrong-key'), apiKeyHelper, baseUrl: server.url };
    const answer = await gateway(server.url, { access }).complete(request(), { signal: LIVE });
    assert.ok(!answer.ok && answer.fault.kind === 'authentication');
    assert.equal(server.received.length, 1);
    assert.equal(await runsOf(apiKeyHelper), 0);
  });

  test('has to be there', () => {
    assert.throws(() => connectAnthropic({ baseUrl: 'http://127.0.0.1:1' }), {
      code: 'CONFIG_INVALID',
      message: /ANTHROPIC_API_KEY/,
    });
  });
});

describe('a key helper', () => {
  test('is asked again once when its key is refused', async () => {
    const apiKeyHelper = await helper('renewed');
    const onlySecond: Answer = (response, received) => {
      const answer = received.headers['x-api-key'] === 'key-2' ? hello : refusedKey;
      answer(response, received);
    };
    await using server = await messagesServer(onlySecond);
    const model = gateway(server.url, { access: { apiKeyHelper, baseUrl: server.url } });
    for (let calls = 0; calls < 3; calls += 1) {
      assert.ok((await model.complete(request(), { signal: LIVE })).ok);
    }
    assert.equal(await runsOf(apiKeyHelper), 2);
    assert.equal(server.received.length, 4);
  });

  test('whose keys are all refused is asked no more than once again for each call', async () => {
    const apiKeyHelper = await helper('refused');
    await using server = await messagesServer(refusedKey);
    const model = gateway(server.url, { access: { apiKeyHelper, baseUrl: server.url } });
    const answer = await model.complete(request(), { signal: LIVE });
    assert.ok(!answer.ok && answer.fault.kind === 'authentication');
    assert.equal(await runsOf(apiKeyHelper), 2);
    assert.equal(server.received.length, 2);
  });

  test('is asked by many at once only once, and again when its key is old', async () => {
    const program = await helper('kept');
    let now = 0;
    const keys = createKeyHelper({ program, now: () => now, keptMs: 1_000 });
    const many = await Promise.all([1, 2, 3].map(async () => await keys.current(LIVE)));
    assert.deepEqual(
      many.map((one) => one.reveal()),
      ['key-1', 'key-1', 'key-1'],
    );
    now = 999;
    assert.equal((await keys.current(LIVE)).reveal(), 'key-1');
    now = 1_000;
    assert.equal((await keys.current(LIVE)).reveal(), 'key-2');
    assert.deepEqual(
      keys.secrets().map((one) => one.reveal()),
      ['key-2', 'key-1'],
    );
  });

  const failing: [string, string, RegExp][] = [
    ['fails', 'echo secret-word; exit 3', /ended with code 3/],
    ['prints nothing', 'true', /printed no key/],
    ['prints two lines', 'echo secret-word; echo secret-word', /printed no key/],
    ['prints without end', 'yes secret-word', /printed too much/],
    ['hangs, and so does its child', 'sleep 60 & sleep 60', /did not end within/],
  ];
  for (const [name, script, problem] of failing) {
    test(`that ${name} is a fault that repeats nothing of it`, async () => {
      const program = await helper(`fails-${failing.findIndex(([one]) => one === name)}`, script);
      const keys = createKeyHelper({
        program,
        now: () => 0,
        timeoutMs: name.startsWith('hangs') ? 200 : 20_000,
      });
      await assert.rejects(keys.current(LIVE), (error: Error) => {
        assert.match(error.message, problem);
        assert.ok(!JSON.stringify([error.message, error.stack]).includes('secret-word'));
        return true;
      });
    });
  }

  test('that is not there fails the call as a matter of authentication, unasked', async () => {
    await using server = await messagesServer(hello);
    const access = { apiKeyHelper: join(directory, 'nowhere'), baseUrl: server.url };
    const answer = await gateway(server.url, { access }).complete(request(), { signal: LIVE });
    assert.ok(!answer.ok && answer.fault.kind === 'authentication');
    assert.match(answer.fault.message, /could not be started/);
    assert.equal(server.received.length, 0);
  });

  test('is not waited for by a call that is cancelled', async () => {
    const program = await helper('slow', 'sleep 5; echo key');
    const keys = createKeyHelper({ program, now: () => 0, timeoutMs: 6_000 });
    const controller = new AbortController();
    const pending = keys.current(controller.signal);
    controller.abort();
    const begin = performance.now();
    await assert.rejects(pending, { name: 'AbortError' });
    assert.ok(performance.now() - begin < 4_000);
  });
});
