// What a provider's format is, as far as the conformance suite needs to speak it on the server's side.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAll } from '../../../app/gateway/connections.ts';
import { createGateway, type GatewayOptions } from '../../../app/gateway/gateway.ts';
import type { AssistantBlock, Gateway, ModelReply } from '../../../app/gateway/port.ts';
import {
  configuredProviders,
  type ProviderAccess,
  type ProviderId,
} from '../../../app/gateway/providers.ts';
import { DEFAULT_RETRY } from '../../../app/gateway/retry.ts';
import { createRouter } from '../../../app/gateway/router.ts';
import type { CallLimits } from '../../../app/gateway/try-until-done.ts';
import type { Answer } from '../../unit/gateway/messages-server.ts';

export type Spoken = {
  thinking?: string;
  texts?: readonly string[];
  calls?: readonly { id: string; name: string; json: readonly string[] }[];
  stop: 'end' | 'tools' | 'length' | 'refusal';
};

/** Faults by what they mean; each format has its own status, type and words for them. */
export type Wrong = 'rate' | 'overloaded' | 'bad' | 'key' | 'too_long' | 'spent';

export type ProviderFormat = {
  name: string;
  provider: ProviderId;
  /** As usage has it. */
  model: string;
  path: string;
  /** The header that carries the credential, with its value for this key. */
  credential(key: string): [header: string, value: string];
  access(url: string, key: string): ProviderAccess;
  /** One whole stream. */
  say(spoken: Spoken): string;
  /** A sign of life without content. */
  ping: string;
  /** In the middle of a stream. */
  streamError: string;
  refuse(wrong: Wrong, message?: string): { status: number; body: string };
  /** Throws when the messages of a received body are no valid history. */
  checkHistory(body: string): void;
  /** The array of messages as received, without what marks the cache. */
  messagesText(body: string): string;
  fixtures: string;
};

export const QUICK: CallLimits = {
  idleMs: 5_000,
  totalMs: 10_000,
  retry: { ...DEFAULT_RETRY, tries: 4, brokenStreamTries: 2, baseMs: 1, longestMs: 2 },
};

export const KEY = 'canary-4f1c9d2e7a-contract-key';

export function gatewayFor(
  format: ProviderFormat,
  url: string,
  wishes: Partial<GatewayOptions> = {},
): Gateway {
  const access = format.access(url, KEY);
  return createGateway({
    connections: connectAll(access),
    router: createRouter({ providers: configuredProviders(access) }),
    limits: QUICK,
    ...wishes,
  });
}

export function streaming(bytes: string | Uint8Array, piece = 1_000_000): Answer {
  return (response) => {
    const whole = Buffer.from(bytes);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < whole.length; at += piece) response.write(whole.subarray(at, at + piece));
    response.end();
  };
}

export function refusing(
  format: ProviderFormat,
  wrong: Wrong,
  { headers = {}, message }: { headers?: Record<string, string>; message?: string } = {},
): Answer {
  const { status, body } = format.refuse(wrong, message);
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

export type Fixture = {
  name: string;
  stream: string;
  expected: { content: AssistantBlock[]; stopReason: ModelReply['stopReason'] };
};

export function fixturesOf({ fixtures }: ProviderFormat): Fixture[] {
  const directory = join(import.meta.dirname, '../../fixtures/streams', fixtures);
  const names = readdirSync(directory).filter((file) => file.endsWith('.sse'));
  return names.toSorted().map((file) => ({
    name: file.replace('.sse', ''),
    stream: readFileSync(join(directory, file), 'utf8'),
    expected: JSON.parse(readFileSync(join(directory, file.replace('.sse', '.json')), 'utf8')),
  }));
}
