// One HTTP exchange with GitHub: the whole answer within its time, or an error. Octokit takes half
// an answer for an empty one, so the body is read here, before Octokit sees it.

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Answer = { status: number; headers: Headers; body: ArrayBuffer };

export async function exchange(fetch: Fetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(NO_BODY.has(status) ? null : body, { status, headers });
}

const SECONDARY_WAIT_MS = 60_000;

/** Until when GitHub asks us to stay away; undefined when it does not. Nothing was done then. */
export function limitedUntil({ status, headers, body }: Answer, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return now + Math.max(1, seconds) * 1000;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset')) * 1000;
    return Math.max(reset, now) + 1000;
  }
  // A proxy may have taken the headers away.
  const isLimit = /rate limit|abuse detection/i.test(Buffer.from(body).toString());
  return status === 429 || isLimit ? now + SECONDARY_WAIT_MS : undefined;
}
