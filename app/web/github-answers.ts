// One request to GitHub and its answer, or the fault it stands for. No answer, address or token
// becomes part of a fault's text.
import { AppError } from '../errors.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Request = {
  /** For the log and the fault. */
  what: string;
  url: string;
  method?: 'GET' | 'POST' | 'DELETE';
  authorization?: string;
  json?: Record<string, string>;
  signal?: AbortSignal | undefined;
};
type Ask = (request: Request) => Promise<{ data: unknown; headers: Headers }>;

export function createAsk(options: { fetch: Fetch; requestMs: number }): Ask {
  return async (request) => {
    const deadline = AbortSignal.timeout(options.requestMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const response = await options.fetch(request.url, toInit(request, signal));
      const text = await response.text();
      if (!response.ok) throw refusal(request.what, response);
      return { data: text === '' ? undefined : JSON.parse(text), headers: response.headers };
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof SyntaxError) throw unreadable(request.what, error);
      throw new AppError('GITHUB_UNAVAILABLE', {
        problem: `GitHub did not answer: ${request.what}`,
        cause: error,
      });
    }
  };
}

export function unreadable(what: string, cause: unknown): AppError {
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub’s answer cannot be read: ${what}`,
    cause,
  });
}

function toInit(
  { method = 'GET', authorization, json }: Request,
  signal: AbortSignal,
): RequestInit {
  return {
    method,
    signal,
    // A redirect would carry the token to another place.
    redirect: 'error',
    headers: {
      accept: 'application/json',
      'user-agent': 'redgreen',
      'x-github-api-version': '2022-11-28',
      ...(authorization !== undefined && { authorization }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  };
}

function refusal(what: string, { status, headers }: Response): AppError {
  const problem = `GitHub refused (${status}): ${what}`;
  const details = { status };
  if (status === 401) return new AppError('UNAUTHORIZED', { problem, details });
  if (status === 404) return new AppError('NOT_FOUND', { problem, details });
  const isLimited = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
  if (status === 429 || (status === 403 && isLimited)) {
    return new AppError('RATE_LIMITED', { problem, details });
  }
  return new AppError('GITHUB_UNAVAILABLE', { problem, details });
}
