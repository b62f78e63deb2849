// The way to GitHub: one deadline per call, one limiter per installation, tokens, repeats. Requests
// that are harmless to repeat are repeated; others are sent once and their caller looks first.
import { Octokit } from '@octokit/rest';
import type { Logger } from '../log.ts';
import { createDeadline, type Deadline, untilAborted } from '../machine/deadline.ts';
import type { Secret } from '../secret.ts';
import { type Answer, exchange, type Fetch, limitedUntil, toResponse } from './answer.ts';
import { isUnanswered, noAccess, toFault, unanswered } from './faults.ts';
import { createLimiter, type Limiter, type RequestKind, type Wait } from './limiter.ts';
import {
  createGivenToken,
  createTokens,
  type Grants,
  type TokenScope,
  type Tokens,
} from './tokens.ts';

/** The App's key makes tokens for its installations; a given token is used as it is. */
export type Credentials = { privateKey: Secret } | { token: Secret };

type ConnectionOptions = Credentials & {
  appId: number;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  baseUrl: string;
  log: Logger;
  now: () => number;
  fetch: Fetch;
  /** Of one request with its answer. */
  requestMs: number;
  /** Of a whole call, waits and repeats included. */
  callMs: number;
  /** Before the second try; four times as long before each further one. */
  backOffMs: number;
};

export type Api = {
  rest: Octokit['rest'];
  /** For requests that do the same twice as once. Throws AppError. */
  ask<T>(what: string, send: () => Promise<{ data: T }>): Promise<T>;
  /** Sent once; undefined when nobody knows whether it was done. Throws AppError otherwise. */
  once<T>(what: string, send: () => Promise<{ data: T }>): Promise<T | undefined>;
  /** What REST cannot do. Throws AppError; refused by GitHub's own word `FORBIDDEN` with that reason. */
  graphql(what: string, query: string, variables: Record<string, unknown>): Promise<unknown>;
  /** Before the second, third … try. */
  backOff(tries: number): Promise<void>;
};

type CallContext = { what: string; installationId: number; signal: AbortSignal | undefined };
export type Connection = {
  call<T>(context: CallContext, work: (api: Api) => Promise<T>): Promise<T>;
  /** As the App itself, not for one of its installations. */
  asApp<T>(
    context: Omit<CallContext, 'installationId'>,
    work: (api: Api) => Promise<T>,
  ): Promise<T>;
  readToken(context: CallContext, repository: string): Promise<string>;
  grants(context: CallContext): Promise<Grants>;
  waitedMs(): number;
};

export const TRIES = 3;
/** Of a token that is not taken, before the installation counts as gone. */
const RENEWALS = 3;

type Parts = ConnectionOptions & { tokens: Tokens; limiterOf: (id: number) => Limiter };
type Call = CallContext & { deadline: Deadline; wait: Wait; limiter: Limiter };

export function createConnection(options: ConnectionOptions): Connection {
  const limiters = new Map<number, Limiter>();
  const limiterOf = (id: number): Limiter => {
    const limiter = limiters.get(id) ?? createLimiter(options.now);
    limiters.set(id, limiter);
    return limiter;
  };
  const tokens =
    'token' in options
      ? createGivenToken(options.token)
      : createTokens({ ...options, ask: askForToken });
  const parts: Parts = { ...options, tokens, limiterOf };

  async function askForToken(installationId: number, jwt: string, scope: TokenScope) {
    const what = 'an installation token';
    const call = openCall(parts, { what, installationId, signal: undefined });
    const { rest, ask } = createApi(
      parts,
      call,
      async () => await Promise.resolve(`bearer ${jwt}`),
    );
    const input = { installation_id: installationId, ...scope };
    try {
      return await ask(what, async () => await rest.apps.createInstallationAccessToken(input));
    } catch (error) {
      throw noAccess(installationId, error);
    }
  }

  return {
    async call(context, work) {
      const call = openCall(parts, context);
      const authorise = async () =>
        `token ${await within(call, tokens.installation(context.installationId))}`;
      return await work(createApi(parts, call, authorise));
    },
    async asApp(context, work) {
      // GitHub counts the App's own calls apart, and 0 is no installation's id.
      const call = openCall(parts, { ...context, installationId: 0 });
      const authorise = async () => `bearer ${await within(call, tokens.app())}`;
      return await work(createApi(parts, call, authorise));
    },
    async readToken(context, repository) {
      const call = openCall(parts, context);
      return await within(call, tokens.reading(context.installationId, repository));
    },
    async grants(context) {
      const call = openCall(parts, context);
      return await within(call, tokens.grants(context.installationId));
    },
    waitedMs: () => limiters.values().reduce((sum, limiter) => sum + limiter.waitedMs(), 0),
  };
}

function openCall({ callMs, now, limiterOf }: Parts, context: CallContext): Call {
  const { what, signal } = context;
  const deadline = createDeadline(`GitHub: ${what}`, { deadlineMs: callMs, signal });
  const wait = { check: deadline.check, pause: deadline.pause, endsAt: now() + callMs };
  return { ...context, deadline, wait, limiter: limiterOf(context.installationId) };
}

function createApi(parts: Parts, call: Call, authorise: () => Promise<string>): Api {
  const octokit = new Octokit({
    baseUrl: parts.baseUrl,
    userAgent: 'redgreen',
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    request: { fetch: limitedFetch(parts, call, authorise) },
  });
  const backOff = async (tries: number) => {
    await call.limiter.pause(parts.backOffMs * 4 ** (tries - 1), call.wait);
  };
  const ask: Api['ask'] = async (what, send) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await send()).data;
      } catch (error) {
        const fault = toFault(what, error);
        if (tries === TRIES || !isUnanswered(fault)) throw fault;
        parts.log.warn({ what, tries, err: fault }, 'GitHub did not answer; asking again');
        await backOff(tries);
      }
    }
  };
  return {
    rest: octokit.rest,
    backOff,
    ask,
    graphql: async (what, query, variables) =>
      await ask(what, async () => ({ data: await octokit.graphql(query, variables) })),
    async once(what, send) {
      try {
        return (await send()).data;
      } catch (error) {
        const fault = toFault(what, error);
        if (!isUnanswered(fault)) throw fault;
        parts.log.warn({ what, err: fault }, 'GitHub did not answer; looking whether it was done');
        return undefined;
      }
    },
  };
}

/** Below Octokit, so that nothing can go around limits, deadline and token. */
function limitedFetch(parts: Parts, call: Call, authorise: () => Promise<string>): Fetch {
  return async (url, init) => {
    const kind = kindOf(url, init.method);
    for (let renewals = 0; ; ) {
      await call.limiter.take(kind, call.wait);
      const authorization = await authorise();
      const answer = await exchangeOnce(parts, call, { url, init, authorization });
      const until = limitedUntil(answer, parts.now(), url);
      if (until !== undefined) {
        parts.log.warn({ what: call.what, until }, 'GitHub asks us to wait');
        call.limiter.pauseUntil(until);
      } else if (answer.status === 401 && renewals < RENEWALS) {
        // A token that was made just now is not known everywhere yet.
        if (renewals > 0) await call.limiter.pause(parts.backOffMs * 4 ** renewals, call.wait);
        renewals += 1;
        parts.tokens.forget(call.installationId, authorization.replace(/^token /, ''));
      } else {
        return toResponse(answer);
      }
    }
  };
}

function kindOf(url: string, method: string | undefined): RequestKind {
  if (method === 'GET') return 'read';
  return /\/git\/(?:blobs|trees|commits)$/.test(url) ? 'object' : 'write';
}

type Exchange = { url: string; init: RequestInit; authorization: string };

async function exchangeOnce(
  parts: Parts,
  call: Call,
  { url, init, authorization }: Exchange,
): Promise<Answer> {
  const { signal } = call.deadline;
  const headers = new Headers(init.headers);
  headers.set('authorization', authorization);
  headers.set('x-github-api-version', '2022-11-28');
  try {
    return await exchange(parts.fetch, url, {
      ...init,
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(parts.requestMs)]),
    });
  } catch (error) {
    call.deadline.check();
    throw unanswered(call.what, error);
  }
}

/** A shared request goes on when one of those who wait for it gives up. */
async function within<T>({ deadline }: Call, work: Promise<T>): Promise<T> {
  return await untilAborted(work, deadline.signal, deadline.fault);
}

function nothing(): void {
  // Octokit's own log lines would repeat addresses; ours name the call.
}
