// One try against the Messages API through the provider's SDK. The SDK is given nothing it could
// lose: no credential, no environment, no log, no retries; what goes over the wire is decided here.
import { Anthropic } from '@anthropic-ai/sdk';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Secret } from '../secret.ts';

export type AnthropicAccess = {
  /** At least one; the token wins where both are set (seed 000 §2.7.4). */
  apiKey?: Secret | undefined;
  authToken?: Secret | undefined;
  baseUrl: string;
};

export type Try = {
  body: MessageCreateParamsStreaming;
  signal: AbortSignal;
  /** Bytes came, be they only a sign of life. */
  onBytes(): void;
  /** Longest wait for the first byte; the caller's signal ends the rest. */
  timeoutMs: number;
};

const API_VERSION = '2023-06-01';
/** The SDK insists on a credential; this one never leaves the process. */
const NO_CREDENTIAL = 'set-by-fetch';

/** The events of the answer as they come, unchecked. Throws what the SDK throws. */
export async function* streamOnce(
  access: AnthropicAccess,
  { body, signal, onBytes, timeoutMs }: Try,
): AsyncGenerator<unknown, void, undefined> {
  const client = new Anthropic({
    baseURL: access.baseUrl,
    apiKey: NO_CREDENTIAL,
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    logger: SILENT,
    openTelemetry: false,
    fetch: async (url, init) => await guardedFetch(access, url, { init, onBytes }),
  });
  yield* await client.messages.create(body, { signal, maxRetries: 0 });
}

const nothing = () => undefined;
const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing };

/**
 * The SDK adds headers from ANTHROPIC_CUSTOM_HEADERS whatever it is told, so all of its headers are
 * replaced by ours, the credential among them.
 */
async function guardedFetch(
  access: AnthropicAccess,
  url: string | URL | Request,
  { init, onBytes }: { init: RequestInit | undefined; onBytes: () => void },
): Promise<Response> {
  const headers = {
    accept: 'text/event-stream',
    'anthropic-version': API_VERSION,
    'content-type': 'application/json',
    'user-agent': 'redgreen',
    ...credential(access),
  };
  // A redirect would carry the credential to another host.
  const response = await fetch(url, { ...init, headers, redirect: 'error' });
  onBytes();
  const { status, statusText } = response;
  // An answer without a body is read as an empty stream, which is a broken one.
  if (response.body === null) return new Response('', { headers: response.headers });
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes();
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(watched, { status, statusText, headers: response.headers });
}

function credential({ apiKey, authToken }: AnthropicAccess): Record<string, string> {
  if (authToken !== undefined) return { authorization: `Bearer ${authToken.reveal()}` };
  return apiKey === undefined ? {} : { 'x-api-key': apiKey.reveal() };
}
