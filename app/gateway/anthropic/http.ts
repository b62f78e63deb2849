// One request of the Messages API and the events of its answer. Of the provider's SDK only what reads
// a stream and names errors: its client adds headers from the environment, logs, and takes longer to
// load than everything else of a session together.
import { APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import { Stream } from '@anthropic-ai/sdk/streaming';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';

/** Sends the request; what it rejects with is taken for a provider that cannot be reached. */
type Send = (signal: AbortSignal) => Promise<Response>;

/** The events as they come, unchecked. Throws APIError, and SyntaxError for what is no JSON. */
export async function* streamEvents(
  send: Send,
  { signal, onBytes }: { signal: AbortSignal; onBytes(): void },
): AsyncGenerator<unknown, void, undefined> {
  const reading = new AbortController();
  const response = await send(AbortSignal.any([signal, reading.signal])).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new APIConnectionError({ cause: cause instanceof Error ? cause : undefined });
  });
  if (!response.ok) throw await toError(response);
  let isWhole = false;
  try {
    for await (const { event, data } of Stream.rawEvents(response, reading)) {
      // Watching the bytes themselves would send each through another stream.
      onBytes();
      if (event === 'error') {
        throw new APIError(undefined, parseObject(data), data, response.headers);
      }
      if (event !== null && event !== 'ping' && data !== '') yield JSON.parse(data);
    }
    isWhole = true;
  } finally {
    // Whoever stops listening closes the connection.
    if (!isWhole) reading.abort();
  }
}

async function toError(response: Response): Promise<APIError> {
  const text = await response.text();
  return APIError.generate(response.status, parseObject(text), text, response.headers);
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
