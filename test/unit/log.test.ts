import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Probot } from 'probot';
import type { LogLevel } from '../../app/config/variables.ts';
import { AppError } from '../../app/errors.ts';
import { createLogger } from '../../app/log.ts';
import { createRedactor } from '../../app/redact/redact.ts';
import { Secret } from '../../app/secret.ts';

const CANARY = 'canary-"q\\b-4f9a1c7e2d8b6035-value';
const TOKEN = `ghs_1234567_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.${'s-_9'.repeat(20)}`;

type Line = Record<string, unknown> & { err?: ErrorFields };
type ErrorFields = Record<string, unknown> & { cause?: ErrorFields; errors?: ErrorFields[] };

function captureLog(options: { level?: LogLevel; secrets?: string[] } = {}) {
  const written: string[] = [];
  const log = createLogger({
    level: options.level ?? 'trace',
    redactor: createRedactor(options.secrets ?? [CANARY]),
    destination: { write: (text) => written.push(text) },
  });
  return { log, written, lines: () => written.map((text): Line => JSON.parse(text)) };
}

/** Neither the value nor any of its forms in JSON. */
function assertClean(written: readonly string[]): void {
  const all = written.join('');
  for (const secret of [CANARY, TOKEN, '4f9a1c7e2d8b6035', 'eyJpc3MiOjF9']) {
    assert.ok(!all.includes(secret), all);
  }
}

suite('redaction', () => {
  test('no way of logging lets a secret through, and every line stays JSON', () => {
    const { log, written, lines } = captureLog();
    for (const secret of [CANARY, TOKEN]) {
      log.info(secret);
      log.info('with %s and %j', secret, { secret });
      log.info({ field: secret, nested: { list: [secret], [secret]: 1 } }, 'static');
      log.child({ bound: secret }).warn('child');
      log.child({}, { msgPrefix: secret }).warn('prefixed');
      log.error(new Error(`failed with ${secret}`, { cause: new Error(secret) }));
      log.error({ error: new AppError('TIMEOUT', { problem: secret, details: { secret } }) });
      log.debug({ text: JSON.stringify({ inner: secret }) }, 'JSON in JSON');
      log.debug({ base64: Buffer.from(`x-access-token:${CANARY}`).toString('base64') }, 'encoded');
      log.setBindings({ late: secret });
      log.fatal('bound late');
    }
    assert.equal(lines().length, 20);
    assertClean(written);
    assert.ok(!written.join('').includes(Buffer.from(CANARY).toString('base64').slice(4, 28)));
  });

  test('a wrapped secret prints as such', () => {
    const { log, lines } = captureLog({ secrets: [] });
    log.info({ key: new Secret(CANARY), all: { keys: [new Secret(CANARY)] } }, 'wrapped');
    assert.equal(lines()[0]?.['key'], '[secret]');
    assert.deepEqual(lines()[0]?.['all'], { keys: ['[secret]'] });
  });

  test('a line that redaction would break is kept as text in a whole line', () => {
    const { log, lines } = captureLog({ secrets: ['1234567890'] });
    log.info({ amount: 1_234_567_890, other: 'kept' }, 'numbers');
    const [line] = lines();
    assert.match(String(line?.['line']), /"amount":\[redacted\],"other":"kept"/);
  });

  test('line breaks and control characters in a message do not begin a new line', () => {
    const { log, written, lines } = captureLog();
    log.info('first\n{"level":"fatal","msg":"forged"}\r\n\u001b[31mred\u0000');
    assert.equal(written.length, 1);
    assert.equal(written[0]?.split('\n').length, 2);
    assert.equal(
      lines()[0]?.['msg'],
      'first\n{"level":"fatal","msg":"forged"}\r\n\u001b[31mred\u0000',
    );
    const codes = Array.from(written[0] ?? '', (character) => character.codePointAt(0) ?? 0);
    assert.deepEqual(
      codes.filter((code) => code < 32),
      [10],
    );
  });
});

suite('lines', () => {
  test('a line holds level, time, fields and message', () => {
    const { log, lines } = captureLog();
    log.child({ jobId: 'j1' }).info({ attempt: 2 }, 'step done');
    const [{ time, ...rest } = {}] = lines();
    assert.deepEqual(rest, { level: 'info', jobId: 'j1', attempt: 2, msg: 'step done' });
    assert.equal(new Date(String(time)).toISOString(), time);
  });

  test('levels below the chosen one are not written', () => {
    const { log, lines } = captureLog({ level: 'warn' });
    log.info('no');
    log.warn('yes');
    assert.deepEqual(
      lines().map(({ msg }) => msg),
      ['yes'],
    );
  });

  test('an error is written with code, details and the chain of its causes', () => {
    const { log, lines } = captureLog();
    const refused = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    const cause = new Error('no connection', { cause: refused });
    log.error(new AppError('DATABASE_UNREACHABLE', { details: { host: 'db' }, cause }), 'failed');
    const err = lines()[0]?.err;
    assert.equal(err?.['code'], 'DATABASE_UNREACHABLE');
    assert.equal(err?.['type'], 'AppError');
    assert.deepEqual(err?.['details'], { host: 'db' });
    assert.match(String(err?.['stack']), /log\.test\.ts/);
    assert.equal(err?.cause?.['message'], 'no connection');
    assert.equal(err?.cause?.cause?.['code'], 'ECONNREFUSED');
  });

  test('what libraries hang on their errors is not written', () => {
    const { log, written, lines } = captureLog({ secrets: [] });
    const foreign = Object.assign(new Error('Not Found', { cause: { body: CANARY } }), {
      status: 404,
      request: { headers: { cookie: CANARY } },
      event: { payload: { body: CANARY } },
      detail: CANARY,
    });
    log.error(new AggregateError([foreign], 'several'));
    assertClean(written);
    const [inner] = lines()[0]?.err?.errors ?? [];
    assert.equal(inner?.['status'], 404);
    assert.deepEqual(inner?.cause, { type: 'object' });
  });

  test('an error that causes itself ends', () => {
    const { log, lines } = captureLog();
    const error = new Error('loop');
    error.cause = error;
    log.error(error);
    assert.equal(lines()[0]?.err?.cause?.cause?.['message'], 'loop');
  });

  test('of a webhook only id and name are written, of a request method and path', () => {
    const { log, written, lines } = captureLog({ secrets: [] });
    log.debug({ event: { id: 'd1', name: 'issues', payload: { body: CANARY } } }, 'received');
    log.debug({ event: { type: 'approved' } }, 'our own');
    const headers = { authorization: CANARY };
    log.debug({ req: { method: 'GET', url: `/sign-in?code=${CANARY}`, headers } }, 'request');
    assertClean(written);
    assert.deepEqual(lines()[0]?.['event'], { id: 'd1', name: 'issues' });
    assert.deepEqual(lines()[1]?.['event'], { type: 'approved' });
    assert.deepEqual(lines()[2]?.['req'], { method: 'GET', path: '/sign-in' });
  });
});

test('Probot logs through it, and a webhook with a wrong signature leaves no payload', async () => {
  const { log, written, lines } = captureLog();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const probot = new Probot({
    appId: 1,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    secret: CANARY,
    log,
  });
  await probot.ready();
  const webhook = {
    id: 'd1',
    name: 'issues',
    signature: `sha256=${'0'.repeat(64)}`,
    payload: JSON.stringify({ action: 'opened', issue: { body: 'the whole payload' } }),
  };
  await assert.rejects(probot.webhooks.verifyAndReceive(webhook), /signature does not match/);
  assert.match(String(lines().at(-1)?.err?.['message']), /signature does not match/);
  probot.log.error(new Error(`seen ${CANARY}`), 'from Probot');
  assert.equal(lines().at(-1)?.['name'], 'probot');
  assert.ok(!written.join('').includes('the whole payload'));
  assertClean(written);
});

test('standard output that takes nothing more does not end the process', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const program = `
      const { createLogger } = await import(${JSON.stringify(module('log'))});
      const { createRedactor } = await import(${JSON.stringify(module('redact/redact'))});
      const log = createLogger({ level: 'info', redactor: createRedactor([]) });
      for (let n = 0; n < 100; n += 1) log.info({ n }, 'line');
      process.stderr.write('alive');
    `;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { stdio: ['ignore', full, 'pipe'], timeout: 20_000, encoding: 'utf8' },
    );
    assert.deepEqual({ status, stderr }, { status: 0, stderr: 'alive' });
  } finally {
    closeSync(full);
  }
});

function module(name: string): string {
  return fileURLToPath(new URL(`../../app/${name}.ts`, import.meta.url));
}
