import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { createLogger } from '../../../app/log.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Secret } from '../../../app/secret.ts';
import { createWebhookServerMiddleware, WEBHOOK_PATH } from '../../../app/webhook/middleware.ts';
import { until } from '../../support/waiting.ts';
import {
  commented,
  labeled,
  OLD_SECRET,
  SECRET,
  type Sent,
  sign,
  webhookWorld,
} from './webhook-world.ts';

describe('a forged delivery', () => {
  const genuine = labeled();
  const body = JSON.stringify(genuine.payload);
  const sha1 = createHmac('sha1', SECRET).update(body).digest('hex');
  const signature = (value: string | undefined) => ({ 'x-hub-signature-256': value });
  const forgeries: [string, Partial<Sent>][] = [
    ['no signature', { headers: signature(undefined) }],
    ['an empty one', { headers: signature('') }],
    ['only the prefix', { headers: signature('sha256=') }],
    [
      'the old header alone',
      { headers: { ...signature(undefined), 'x-hub-signature': `sha1=${sha1}` } },
    ],
    ['SHA-1 in the new header', { headers: signature(`sha1=${sha1}`) }],
    ['half a signature', { headers: signature(sign(body).slice(0, 40)) }],
    ['capital letters', { headers: signature(sign(body).toUpperCase()) }],
    ['something behind it', { headers: signature(`${sign(body)}0`) }],
    ['two of them', { headers: signature(`${sign(body)}, ${sign(body)}`) }],
    ['an empty secret', { headers: signature(sign(body, '')) }],
    ["Probot's default secret", { secret: 'development' }],
    ['another secret', { secret: 'x'.repeat(40) }],
    ['another body', { body: body.replace('mona', 'eve'), headers: signature(sign(body)) }],
    [
      'the body written anew',
      { body: JSON.stringify(genuine.payload, null, 1), headers: signature(sign(body)) },
    ],
    ['bytes that are no text', { body: Buffer.from([0xff, 0xfe]), headers: signature(sign('��')) }],
    ['no event', { headers: { 'x-github-event': undefined } }],
    ['a strange event', { headers: { 'x-github-event': '../issues' } }],
    ['an event that is a word of the language', { headers: { 'x-github-event': '__proto__' } }],
    ['no delivery id', { headers: { 'x-github-delivery': undefined } }],
    ['a strange delivery id', { headers: { 'x-github-delivery': "1';--" } }],
    ['no hook id', { headers: { 'x-github-hook-id': undefined } }],
    ['a strange hook id', { headers: { 'x-github-hook-id': '-1' } }],
    ['no JSON', { body: 'payload={}' }],
    ['half JSON', { body: body.slice(0, 100) }],
    ['a list', { body: '[]' }],
    ['null', { body: 'null' }],
    ['a word', { body: '"issues"' }],
    ['no body', { body: '' }],
  ];
  test('is refused with 400 or 401, one and all, and leaves no row', async () => {
    await using world = await webhookWorld();
    for (const [name, forgery] of forgeries) {
      const { status } = await world.send({ ...genuine, ...forgery });
      assert.ok(status === 400 || status === 401, `${name}: ${status}`);
    }
    assert.equal(await world.count('webhook_deliveries'), 0);
    assert.equal(await world.count('jobs'), 0);
    assert.equal(world.github.asked, 0);
  });

  test('cannot use up the id of the genuine one', async () => {
    await using world = await webhookWorld();
    const guid = randomUUID();
    assert.equal((await world.send({ ...genuine, guid, secret: 'x'.repeat(40) })).status, 401);
    assert.equal((await world.send({ ...genuine, guid })).status, 200);
    assert.equal(await world.count('jobs'), 1);
  });

  test('does not get its payload into the log', async () => {
    await using world = await webhookWorld();
    await world.send({ ...labeled({ body: 'canary-in-the-issue' }), secret: 'x'.repeat(40) });
    await world.send(labeled({ body: 'canary-in-the-issue' }));
    await world.send(commented('canary-in-the-comment'));
    world.github.fault = new Error('no');
    await world.post(labeled({ number: 7, body: 'canary-in-the-issue' }));
    await until(() => world.logged.join('').includes('a delivery is tried again later'));
    const lines = world.logged.join('');
    assert.ok(lines.includes('a delivery was handled'));
    assert.ok(!lines.includes('canary'));
    assert.ok(!lines.includes(SECRET));
  });
});

test('characters that no database keeps are replaced, and the label is heard', async () => {
  await using world = await webhookWorld();
  const body = JSON.stringify(labeled({ body: 'HALVES' }).payload);
  const odd = { ...labeled(), body: body.replace('HALVES', String.raw`a\u0000b \ud83d c \udc00`) };
  assert.equal((await world.send(odd)).status, 200);
  assert.equal(await world.count('jobs'), 1);
});

test('both secrets are accepted while one is rotated out', async () => {
  await using world = await webhookWorld();
  assert.equal((await world.send({ ...labeled({ number: 1 }), secret: SECRET })).status, 200);
  assert.equal((await world.send({ ...labeled({ number: 2 }), secret: OLD_SECRET })).status, 200);
  assert.equal(await world.count('jobs'), 2);
});

test('a secret that keeps nobody out is refused before anything is served', async () => {
  const log = createLogger({ level: 'silent', redactor: createRedactor([]) });
  for (const secret of ['', 'development', 'x'.repeat(31)]) {
    const made = createWebhookServerMiddleware({
      app: () => undefined,
      appId: 1,
      privateKey: new Secret('x'),
      webhookSecrets: [new Secret(SECRET), new Secret(secret)],
      githubApiUrl: 'http://127.0.0.1:1',
      log,
    });
    await assert.rejects(made, { code: 'CONFIG_INVALID' });
  }
});

describe('the way in', () => {
  test('is one path, by POST, as JSON; other paths are left to others', async () => {
    await using world = await webhookWorld();
    const url = `${world.url}${WEBHOOK_PATH}`;
    assert.equal((await fetch(url)).status, 405);
    assert.equal((await fetch(`${world.url}/elsewhere`, { method: 'POST' })).status, 404);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await world.send({ ...labeled(), headers })).status, 415);
    const ping = { event: 'ping', payload: { zen: 'Keep it logically awesome.', hook_id: 1 } };
    assert.equal((await world.send(ping)).status, 200);
  });

  test('refuses a body above the cap, announced or not, and stays open for others', async () => {
    await using world = await webhookWorld({}, { bodyBytes: 100_000 });
    const large = { ...labeled(), body: JSON.stringify({ x: 'y'.repeat(150_000) }) };
    assert.equal((await world.send(large)).status, 413);
    const unannounced = await rawPost(world.url, [
      SIGNED,
      'transfer-encoding: chunked\r\n\r\n',
      `1f400\r\n${'y'.repeat(128_000)}\r\n0\r\n\r\n`,
    ]);
    assert.match(unannounced, /^HTTP\/1\.1 413 /);
    assert.equal((await world.send(labeled())).status, 200);
  });

  test('does not wait for a body that never comes', async () => {
    await using world = await webhookWorld({}, { bodyMs: 80 });
    const begin = performance.now();
    const answer = await rawPost(world.url, [SIGNED, 'content-length: 1000\r\n\r\n', '{"action":']);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.ok(performance.now() - begin < 10_000);
  });

  test('ends a body that stands still long before its time is over', async () => {
    await using world = await webhookWorld({}, { bodyMs: 600_000, idleMs: 80 });
    const answer = await rawPost(world.url, [SIGNED, 'content-length: 1000\r\n\r\n', '{"action":']);
    assert.match(answer, /^HTTP\/1\.1 408 /);
  });

  test('reads no body without the shape of a signature', async () => {
    await using world = await webhookWorld({}, { bodyMs: 600_000, idleMs: 600_000 });
    const answer = await rawPost(world.url, ['content-length: 1000\r\n\r\n', '{"action":']);
    assert.match(answer, /^HTTP\/1\.1 401 /);
  });

  test('holds so much for strangers and no more, announced or not', async () => {
    await using world = await webhookWorld({}, { unsignedBytes: 50_000, idleMs: 600_000 });
    const { hostname, port } = new URL(world.url);
    const announced = connect(Number(port), hostname);
    announced.write(`${HEAD}${SIGNED}content-length: 30000\r\n\r\n{`);
    const chunked = connect(Number(port), hostname);
    chunked.write(
      `${HEAD}${SIGNED}transfer-encoding: chunked\r\n\r\n2710\r\n${'y'.repeat(10_000)}\r\n`,
    );
    await until(async () => {
      const { status } = await world.post({
        ...labeled(),
        body: JSON.stringify({ x: 'y'.repeat(15_000) }),
      });
      return status === 503;
    });
    const refused = await rawPost(world.url, [SIGNED, 'content-length: 20000\r\n\r\n']);
    assert.match(refused, /^HTTP\/1\.1 503 /);
    assert.match(refused, /retry-after: 10\r\n/i);
    assert.equal((await world.send(labeled())).status, 200, 'what is small still fits');
    announced.destroy();
    chunked.destroy();
    const large = { ...labeled({ number: 8, body: 'y'.repeat(20_000) }) };
    await until(async () => (await world.send(large)).status === 200);
    assert.equal(await world.count('jobs'), 2);
  });

  test('survives a client that goes away, and JSON nested without end', async () => {
    await using world = await webhookWorld();
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${HEAD}${SIGNED}`);
    socket.write('content-length: 1000\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    const nested = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    assert.equal((await world.send({ ...labeled(), body: nested })).status, 200);
    assert.equal((await world.send(labeled())).status, 200);
    assert.equal(await world.count('jobs'), 1);
  });

  test('answers a delivery that takes too long as failed, so that it comes again', async () => {
    const slow = async () => await new Promise<never>(() => undefined);
    await using world = await webhookWorld({ store: { accept: slow } }, { handleMs: 60 });
    const { status, body } = await world.send(labeled());
    assert.equal(status, 504);
    assert.match(body, /INTERNAL_ERROR/);
  });
});

const HEAD = `POST ${WEBHOOK_PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
/** It may be one: nobody knows before the last byte. */
const SIGNED = `x-hub-signature-256: sha256=${'0'.repeat(64)}\r\n`;

async function rawPost(url: string, parts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(HEAD);
  for (const part of parts) socket.write(part);
  return await text(socket);
}
