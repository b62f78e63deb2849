// A key of its own for every provider and source, and a provider that repeats it in every form it
// can: it gets into nothing that leaves the gateway. The log's own redactor knows none of the keys.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { connectAll } from '../../../app/gateway/connections.ts';
import { createGateway } from '../../../app/gateway/gateway.ts';
import { configuredProviders, type ProviderAccess } from '../../../app/gateway/providers.ts';
import { createRouter } from '../../../app/gateway/router.ts';
import { createLogger } from '../../../app/log.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Secret } from '../../../app/secret.ts';
import { until } from '../../support/waiting.ts';
import { request } from '../../unit/gateway/asking.ts';
import { type Answer, messagesServer } from '../../unit/gateway/messages-server.ts';
import { anthropicFormat } from './anthropic-format.ts';
import { type ProviderFormat, QUICK, refusing, streaming } from './format.ts';
import { withLedger } from './ledger.ts';
import { lmStudioFormat, openaiFormat } from './openai-format.ts';
import { eventsOf } from './suite.ts';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redgreen-helper-'));
});
after(async () => await rm(directory, { recursive: true }));

type Source = {
  name: string;
  format: ProviderFormat;
  access(url: string, key: string): Promise<ProviderAccess>;
};

const SOURCES: Source[] = [
  ...[anthropicFormat, openaiFormat, lmStudioFormat].map((format) => ({
    name: `${format.provider} by its key`,
    format,
    access: async (url: string, key: string) => format.access(url, key),
  })),
  {
    name: 'claude_code_subscription by its token',
    format: anthropicFormat,
    access: async (url, key) => ({
      claude_code_subscription: { authToken: new Secret(key), baseUrl: url },
    }),
  },
  {
    name: 'claude_code_subscription by its helper',
    format: anthropicFormat,
    access: async (url, key) => {
      const apiKeyHelper = join(directory, `helper-${randomBytes(8).toString('hex')}`);
      await writeFile(apiKeyHelper, `#!/bin/sh\necho '${key}'\necho 'said ${key}' >&2\n`);
      await chmod(apiKeyHelper, 0o700);
      return { claude_code_subscription: { apiKeyHelper, baseUrl: url } };
    },
  },
];

for (const { name, format, access } of SOURCES) {
  describe(`the key of ${name} stays inside`, () => {
    const key = `K3y+/=%~${randomBytes(18).toString('base64')}`;
    const forms = formsOf(key);
    const echo = `refused ${forms.join(' and ')}`;
    const hello = format.say({ texts: ['Hello'], stop: 'end' });
    const answers: Record<string, Answer> = {
      'an answer': streaming(hello),
      'a rate limit': refusing(format, 'rate', { message: echo }),
      'an overload': refusing(format, 'overloaded', { message: echo }),
      'a bad request': refusing(format, 'bad', { message: echo }),
      'a refused key': refusing(format, 'key', { message: echo }),
      'a prompt too long': refusing(format, 'too_long', { message: `context window ${echo}` }),
      'a spent limit': refusing(format, 'spent', { message: echo }),
      'a redirect': (response) => {
        response.writeHead(307, { location: `http://127.0.0.1:1/?key=${encodeURIComponent(key)}` });
        response.end(echo);
      },
      'a broken stream': streaming(`${eventsOf(hello)[0]}data: {"${echo}\n\n`),
      'a page': (response) => {
        response.writeHead(502, { 'content-type': 'text/html' });
        response.end(`<html>${echo}</html>`);
      },
      'a cut': (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-echo': 'key' });
        response.write(eventsOf(hello)[0], () => response.destroy());
      },
    };
    for (const [what, answer] of Object.entries(answers)) {
      test(`in ${what}`, async () => {
        await using server = await messagesServer(answer);
        const said = await listen(await access(server.url, key));
        assert.ok(server.received.length > 0);
        // The server got it, so it was there to be lost.
        assert.ok(
          JSON.stringify(server.received[0]?.headers).includes(JSON.stringify(key).slice(1, -1)),
        );
        assertClean(said, forms);
      });
    }

    test('in a call that is cancelled', async () => {
      await using server = await messagesServer((response) => response.write(''));
      const controller = new AbortController();
      const pending = listen(await access(server.url, key), controller.signal);
      await until(() => server.received.length === 1);
      controller.abort(new Error('enough'));
      assertClean(await pending, forms);
    });

    test('where nobody listens', async () => {
      const server = await messagesServer(streaming(hello));
      await server[Symbol.asyncDispose]();
      assertClean(await listen(await access(server.url, key)), forms);
    });
  });
}

/** All that comes out of one call: answer or error, usage, log lines. */
async function listen(access: ProviderAccess, signal = AbortSignal.timeout(20_000)) {
  const lines: string[] = [];
  const log = createLogger({
    level: 'trace',
    redactor: createRedactor([]),
    destination: { write: (line) => lines.push(line) },
  });
  const gateway = createGateway({
    connections: connectAll(access),
    router: createRouter({ providers: configuredProviders(access) }),
    limits: QUICK,
    log,
  });
  const { budgeted, rows } = withLedger(gateway);
  const outcome = await budgeted.complete(request(), { signal }).catch((error: unknown) => {
    log.error({ err: error }, 'failed');
    return error;
  });
  return [inspect(outcome, { depth: 12 }), JSON.stringify(outcome), JSON.stringify(rows), ...lines];
}

function assertClean(said: readonly string[], forms: readonly string[]): void {
  const all = said.join('\n');
  assert.ok(all.length > 20);
  for (const form of forms) assert.ok(!all.includes(form), 'a key got out');
}

function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(key),
    Array.from(key).toReversed().join(''),
    JSON.stringify(key).slice(1, -1),
  ];
}
