// One try against an OpenAI-compatible Chat Completions API with plain `fetch`: the chunks of the
// answer as they come, unchecked, and its errors as this wire says them.
import { z } from 'zod';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import type { OpenAiAccess } from '../access.ts';
import { BrokenStream } from '../assembly.ts';
import type { Said } from '../faults.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import type { Try } from '../provider.ts';
import { readEvents } from './sse.ts';

/** The last event of every stream; without it the stream was cut. */
export const DONE = '[DONE]';
/** What is read of an answer that is an error. */
const LONGEST_ERROR = 64 * 1024;

/** What the provider answered instead of a stream; `unreachable` when it did not. */
class ProviderError extends Error {
  readonly said: Said;

  constructor(said: Said, options?: { cause: unknown }) {
    super('The model provider answered with an error.', options);
    this.name = 'ProviderError';
    this.said = said;
  }
}

export function understand(error: unknown): Said | undefined {
  return error instanceof ProviderError ? error.said : undefined;
}

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

const text = z.string().nullish().catch(undefined);
const Details = z.object({
  message: z.string(),
  type: text,
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
});
/** OpenAI and LiteLLM say an object, LM Studio a text; some proxies say `detail` or `message`. */
const ErrorBody = z.union([
  z.object({ error: Details }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ message: detail })),
]);

function toError(value: unknown): Exclude<Said, string> | undefined {
  const { data } = ErrorBody.safeParse(value);
  if (data === undefined) return undefined;
  const { message, type, code }: z.output<typeof Details> = data;
  return {
    message,
    type: type ?? undefined,
    code: code === null || code === undefined ? undefined : String(code),
  };
}

async function readError(response: Response): Promise<Said> {
  const { status, headers } = response;
  const body = await readStart(response);
  const said = toError(parseJson(body)) ?? {
    message: `The model provider answered with status ${status}.`,
  };
  return { ...said, status, headers };
}

async function readStart(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? new ReadableStream<Uint8Array>()) {
    pieces.push(piece);
    size += piece.length;
    if (size > LONGEST_ERROR) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
