// One try against the Messages API: who asks whom, with which headers and which credential.
import { APIError } from '@anthropic-ai/sdk/error';
import type { Secret } from '../../secret.ts';
import type { Try } from '../connection.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import type { Credential } from './credential.ts';
import { streamEvents } from './http.ts';

const API_VERSION = '2023-06-01';

type Endpoint = { baseUrl: string; credential: Credential };

/** Writes the request; what it gives is used up. */
type WriteBody = () => Uint8Array<ArrayBuffer>;

/** The events of the answer as they come, unchecked. */
export async function* streamOnce(
  { baseUrl, credential }: Endpoint,
  body: WriteBody,
  one: Try,
): AsyncGenerator<unknown, void, undefined> {
  const ask = (secret: Secret) => {
    const headers = headersOf(credential, secret);
    const send = async (signal: AbortSignal): Promise<Response> => {
      const bytes = body();
      const init = { method: 'POST', body: bytes, signal };
      const response = guardedFetch(`${baseUrl}/v1/messages`, { init, headers });
      // `fetch` has made its own copy by now; megabytes each turn would wait for the collector.
      bytes.buffer.transfer(0);
      return await response;
    };
    return streamEvents(send, one);
  };
  const secret = await credential.current(one.signal);
  try {
    yield* ask(secret);
  } catch (error) {
    // Refused before anything was said: another key may be had.
    const isRefused = error instanceof APIError && error.status === 401;
    if (!isRefused || !credential.replace(secret)) throw error;
    yield* ask(await credential.current(one.signal));
  }
}

function headersOf({ kind }: Credential, secret: Secret): Record<string, string> {
  return {
    accept: 'text/event-stream',
    'anthropic-version': API_VERSION,
    'content-type': 'application/json',
    'user-agent': 'redgreen',
    ...(kind === 'auth_token'
      ? { authorization: `Bearer ${secret.reveal()}` }
      : { 'x-api-key': secret.reveal() }),
  };
}
