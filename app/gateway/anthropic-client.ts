// One try against the Messages API through the provider's SDK. The SDK is given nothing it could
// lose: no credential, no environment, no log, no retries; what goes over the wire is decided here.
import { Anthropic, APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Secret } from '../secret.ts';
import type { Credential } from './credential.ts';
import type { Said } from './faults.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { CredentialUnavailable } from './key-helper.ts';
import type { Try } from './wire.ts';

const API_VERSION = '2023-06-01';
/** The SDK insists on a credential; this one never leaves the process. */
const NO_CREDENTIAL = 'set-by-fetch';

export type Endpoint = { baseUrl: string; credential: Credential };

/** The events of the answer as they come, unchecked. */
export async function* streamOnce(
  { baseUrl, credential }: Endpoint,
  body: MessageCreateParamsStreaming,
  one: Try,
): AsyncGenerator<unknown, void, undefined> {
  const open = async (secret: Secret) => {
    const client = createClient(baseUrl, headersOf(credential, secret), one);
    return await client.messages.create(body, { signal: one.signal, maxRetries: 0 });
  };
  const secret = await credential.current(one.signal);
  yield* await open(secret).catch(async (error: unknown) => {
    const isRefused = error instanceof APIError && error.status === 401;
    if (!isRefused || !credential.replace(secret)) throw error;
    return await open(await credential.current(one.signal));
  });
}

export function understand(error: unknown): Said | undefined {
  if (error instanceof CredentialUnavailable) return { status: 401, message: error.message };
  if (error instanceof APIConnectionError) return 'unreachable';
  if (!(error instanceof APIError)) return undefined;
  return {
    message: error.apiMessage ?? error.message,
    status: error.status,
    type: error.type ?? undefined,
    code: error.errorCode ?? undefined,
    headers: error.headers,
  };
}

const nothing = () => undefined;
const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing };

/**
 * The SDK adds headers from ANTHROPIC_CUSTOM_HEADERS whatever it is told, so all of its headers are
 * replaced by ours, the credential among them.
 */
function createClient(baseUrl: string, headers: Record<string, string>, one: Try): Anthropic {
  return new Anthropic({
    baseURL: baseUrl,
    apiKey: NO_CREDENTIAL,
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: one.timeoutMs,
    logLevel: 'off',
    logger: SILENT,
    openTelemetry: false,
    fetch: async (url, init) => await guardedFetch(url, { init, headers, onBytes: one.onBytes }),
  });
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
