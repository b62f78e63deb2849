// What an OpenAI-compatible server says instead of an answer, or in the middle of one.
import { z } from 'zod';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import type { Said } from '../faults.ts';

/** What is read of an answer that is an error. */
const LONGEST_ERROR = 64 * 1024;

/** What the provider answered instead of a stream; `unreachable` when it did not. */
export class ProviderError extends Error {
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

export function toError(value: unknown): Exclude<Said, string> | undefined {
  const { data } = ErrorBody.safeParse(value);
  if (data === undefined) return undefined;
  const { message, type, code }: z.output<typeof Details> = data;
  return {
    message,
    type: type ?? undefined,
    code: code === null || code === undefined ? undefined : String(code),
  };
}

export async function readError(response: Response): Promise<Said> {
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
