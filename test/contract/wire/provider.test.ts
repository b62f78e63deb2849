// What the network does to a call of a model: each fault is tried again and then said as one that
// passes; no half answer is ever taken, and nothing of the wire or the credential is passed on.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import nock from 'nock';
import type { ModelAnswer } from '../../../app/gateway/port.ts';
import { request } from '../../unit/gateway/asking.ts';
import { anthropicFormat } from '../gateway/anthropic-format.ts';
import { gatewayFor, KEY, type ProviderFormat, QUICK } from '../gateway/format.ts';
import { openaiFormat } from '../gateway/openai-format.ts';
import { NETWORK_FAULTS, networkError, useNock } from './nock.ts';
import { brokenServer, nobody, untrustedServer, WIRE_FAULTS } from './raw-server.ts';

const { tries } = QUICK.retry;

async function ask(format: ProviderFormat, url: string): Promise<ModelAnswer> {
  const signal = AbortSignal.timeout(20_000);
  return await gatewayFor(format, url).complete(request(), { signal });
}

/** `overloaded` is waited out; a stream that broke again and again begins a new session. */
function assertPassing(answer: ModelAnswer): void {
  assert.ok(!answer.ok);
  const { kind, message } = answer.fault;
  assert.match(kind, /^(?:overloaded|invalid)$/);
  assert.match(message, /^The model provider(?: cannot be reached|’s|'s stream)/);
  assert.doesNotMatch(message, /127\.0\.0\.1|node:|\bat /);
  assert.ok(!message.includes(KEY));
}

for (const format of [anthropicFormat, openaiFormat]) {
  describe(`a broken wire to ${format.name}`, () => {
    for (const fault of WIRE_FAULTS) {
      test(`${fault}: it is tried again, and then said`, async () => {
        await using server = await brokenServer(fault);
        assertPassing(await ask(format, server.url));
        assert.ok(server.asked() >= QUICK.retry.brokenStreamTries, `${server.asked()} times`);
      });
    }

    test('nobody listens, or a certificate that nobody trusts: the provider is away', async () => {
      await using untrusted = await untrustedServer();
      for (const url of [await nobody(), untrusted.url]) {
        const answer = await ask(format, url);
        assertPassing(answer);
        assert.equal(!answer.ok && answer.fault.kind, 'overloaded');
      }
    });
  });

  describe(`names, certificates and wrong answers of ${format.name}, by nock`, () => {
    useNock();
    const origin = 'https://models.example.test';

    for (const code of Object.keys(NETWORK_FAULTS) as (keyof typeof NETWORK_FAULTS)[]) {
      test(`${code}: the provider is away, and a later try finds it`, async () => {
        nock(origin).post(format.path).times(tries).replyWithError(networkError(code));
        const answer = await ask(format, origin);
        assertPassing(answer);
        assert.equal(!answer.ok && answer.fault.kind, 'overloaded');
        nock(origin)
          .post(format.path)
          .times(tries - 1)
          .replyWithError(networkError(code));
        const stream = format.say({ texts: ['Hello'], stop: 'end' });
        const type = { 'content-type': 'text/event-stream' };
        nock(origin).post(format.path).reply(200, stream, type);
        const again = await ask(format, origin);
        assert.ok(again.ok, JSON.stringify(again));
      });
    }

    for (const body of ['{"half": ', '<html>Unicorn!</html>', '', 'null', '{"id": 1}']) {
      test(`${JSON.stringify(body)} with status 200 is no answer that is believed`, async () => {
        const json = { 'content-type': 'application/json' };
        nock(origin).post(format.path).times(QUICK.retry.brokenStreamTries).reply(200, body, json);
        assertPassing(await ask(format, origin));
      });
    }
  });
}
