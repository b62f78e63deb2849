// One try against an OpenAI-compatible Chat Completions API with plain `fetch`: the chunks of the
// answer as they come, unchecked.
import { BrokenStream } from '../assembly.ts';
import type { Try } from '../connection.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import type { OpenAiAccess } from './access.ts';
import { ProviderError, readError, toError } from './faults.ts';
import { readEvents } from './sse.ts';

/** The last event of every stream; without it the stream was cut. */
export const DONE = '[DONE]';

/** Ends with DONE, which is given out too. */
export async function* streamOnce(
  access: OpenAiAccess,
  body: object,
  one: Try,
): AsyncGenerator<unknown, void, undefined> {
  const response = await post(access, body, one);
  if (!response.ok) throw new ProviderError(await readError(response));
  for await (const data of readEvents(response.body ?? new ReadableStream())) {
    const isEnd = data === DONE;
    yield isEnd ? DONE : readChunk(data);
    if (isEnd) return;
  }
}

async function post({ baseUrl, apiKey }: OpenAiAccess, body: object, one: Try): Promise<Response> {
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${apiKey.reveal()}`,
    'content-type': 'application/json',
    'user-agent': 'redgreen',
  };
  const init = { method: 'POST', body: JSON.stringify(body), signal: one.signal };
  try {
    return await guardedFetch(`${baseUrl}/chat/completions`, {
      headers,
      init,
      onBytes: one.onBytes,
    });
  } catch (cause) {
    if (one.signal.aborted) throw cause;
    throw new ProviderError('unreachable', { cause });
  }
}

function readChunk(data: string): unknown {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (cause) {
    throw new BrokenStream('an event that is not JSON', { cause });
  }
  const error = toError(chunk);
  if (error !== undefined) throw new ProviderError(error);
  return chunk;
}
