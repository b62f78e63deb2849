// `fetch` for model providers: exactly the headers given, no redirects, and every byte noticed.

type GuardedRequest = {
  headers: Record<string, string>;
  /** Hears every piece of the answer; unset: whoever reads it notices by himself. */
  onBytes?: () => void;
  init: RequestInit | undefined;
};

/**
 * A redirect would carry the credential to another host: its answer is handed back as it is, with
 * its status of 3xx. An answer without a body has an empty one, which is a broken stream.
 */
export async function guardedFetch(
  url: string | URL | Request,
  { headers, onBytes, init }: GuardedRequest,
): Promise<Response> {
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  onBytes?.();
  const { status, statusText } = response;
  if (response.body === null) {
    return new Response('', { status: status === 204 ? 200 : status, headers: response.headers });
  }
  if (onBytes === undefined) return response;
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
