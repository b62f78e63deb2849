// One try against the Messages API: who asks whom, with which headers and which credential.
import type { Secret } from '../secret.ts';
import { streamEvents } from './anthropic-http.ts';

export type AnthropicAccess = {
  /** At least one; the token wins where both are set (seed 000 §2.7.4). */
  apiKey?: Secret | undefined;
  authToken?: Secret | undefined;
  baseUrl: string;
};

export type Try = {
  /** Writes the request; what it gives is used up. */
  body(): Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  /** Bytes came, be they only a sign of life. */
  onBytes(): void;
};

const API_VERSION = '2023-06-01';

/** The events of the answer as they come, unchecked. Throws the SDK's errors. */
export function streamOnce(
  access: AnthropicAccess,
  { body, signal, onBytes }: Try,
): AsyncGenerator<unknown, void, undefined> {
  const url = `${access.baseUrl}/v1/messages`;
  const send = (either: AbortSignal): Promise<Response> => {
    const bytes = body();
    const init = { method: 'POST', body: bytes, signal: either };
    const response = guardedFetch(access, url, { init, onBytes });
    // `fetch` has made its own copy by now; megabytes each turn would wait for the collector.
    bytes.buffer.transfer(0);
    return response;
  };
  return streamEvents(send, signal);
}

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
