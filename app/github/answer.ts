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

/** Where GitHub does not say how long, or a proxy took it away. */
const UNNAMED_WAIT_MS = 60_000;

/** Until when GitHub asks us to stay away; undefined when it does not. Nothing was done then. */
export function limitedUntil(answer: Answer, now: number, url = ''): number | undefined {
  const { status, headers } = answer;
  const isGraphql = status === 200 && url.endsWith('/graphql');
  if (isGraphql && !isLimitedGraphql(answer)) return undefined;
  if (!isGraphql && status !== 403 && status !== 429) return undefined;
  const after = retryAfterMs(headers, now);
  if (after !== undefined) return now + Math.max(1000, after);
  const isSpent = headers.get('x-ratelimit-remaining') === '0';
  const reset = isSpent ? resetMs(headers) : undefined;
  if (reset !== undefined) return Math.max(reset, now) + 1000;
  const isLimit = isSpent || isGraphql || status === 429 || saysLimit(answer);
  return isLimit ? now + UNNAMED_WAIT_MS : undefined;
}

/** Seconds, or a date. */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const said = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000;
  const at = /^[A-Z][a-z]{2},/.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isFinite(at) ? at - now : undefined;
}

function resetMs(headers: Headers): number | undefined {
  const said = headers.get('x-ratelimit-reset')?.trim() ?? '';
  return /^[1-9]\d{0,11}$/.test(said) ? Number(said) * 1000 : undefined;
}

/** GraphQL limits with status 200. */
function isLimitedGraphql({ body }: Answer): boolean {
  return /"type"\s*:\s*"RATE_LIMITED"/.test(Buffer.from(body).toString());
}

function saysLimit({ body }: Answer): boolean {
  return /rate limit|abuse detection/i.test(Buffer.from(body).toString());
}
