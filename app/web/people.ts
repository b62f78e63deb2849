// GitHub on behalf of a person: the web flow with PKCE, and what his own token shows. Asks over plain
// HTTP; keeps nothing but the App's client id, and repeats nothing.
import { createAppAuth } from '@octokit/auth-app';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Revealing } from './deps.ts';
import { createAsk, type Fetch, type Request, unreadable } from './github-answers.ts';
import type { People, UserTokens } from './port.ts';

const PAGE_SIZE = 100;
const MOST_PAGES = 100;

export type PeopleOptions = {
  appId: number;
  privateKey: Revealing;
  clientSecret: Revealing;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  apiUrl: string;
  githubUrl: string;
  now(): number;
  fetch?: Fetch;
  /** Of one request; 10 s unless given. */
  requestMs?: number;
};

type Parts = PeopleOptions & {
  ask(request: Request): Promise<{ data: unknown; headers: Headers }>;
  clientId(signal?: AbortSignal): Promise<string>;
};

export function createPeople(options: PeopleOptions): People {
  const parts = createParts(options);
  return {
    authorizeUrl: async (request, signal) => await authorizeUrl(parts, request, signal),
    exchange: async ({ code, verifier, redirectUri }, signal) =>
      await askForTokens(
        parts,
        { code, code_verifier: verifier, redirect_uri: redirectUri },
        signal,
      ),
    renew: async (refresh) =>
      await askForTokens(parts, { grant_type: 'refresh_token', refresh_token: refresh }),
    revoke: async (access) => {
      await revoke(parts, access);
    },
    person: async (access, signal) => {
      const { data } = await parts.ask(asPerson(parts, '/user', { access, signal }));
      return read('the user', PersonAnswer, data);
    },
    installations: async (access, signal) =>
      await Array.fromAsync(installations(parts, { access, signal })),
    repositories: (access, installationId, signal) =>
      repositories(parts, installationId, { access, signal }),
  };
}

function createParts(options: PeopleOptions): Parts {
  const ask = createAsk({
    fetch: options.fetch ?? fetch,
    requestMs: options.requestMs ?? 10_000,
  });
  const auth = createAppAuth({ appId: options.appId, privateKey: options.privateKey.reveal() });
  let known: string | undefined;
  return {
    ...options,
    ask,
    async clientId(signal) {
      if (known !== undefined) return known;
      const { token } = await auth({ type: 'app' });
      const url = `${options.apiUrl}/app`;
      const { data } = await ask({
        what: 'the App',
        url,
        authorization: `Bearer ${token}`,
        signal,
      });
      known = read('the App', AppAnswer, data).client_id;
      return known;
    },
  };
}

const AppAnswer = z.object({ client_id: z.string().min(1) });
const PersonAnswer = z.object({ id: z.int().positive(), login: z.string().min(1) });
const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
});
const TokenRefusal = z.object({ error: z.string() });
const InstallationsAnswer = z.object({
  installations: z.array(
    z.object({
      id: z.int().positive(),
      suspended_at: z.string().nullish(),
      /** Enterprises have no login and no repositories. */
      account: z.object({ id: z.int().positive(), login: z.string().optional() }).nullable(),
    }),
  ),
});
const RepositoriesAnswer = z.object({
  repositories: z.array(
    z.object({
      id: z.int().positive(),
      name: z.string().min(1),
      owner: z.object({ login: z.string().min(1) }),
      private: z.boolean(),
      default_branch: z.string().min(1),
      permissions: z.object({ admin: z.boolean() }).optional(),
    }),
  ),
});

function read<T extends z.ZodType>(what: string, shape: T, data: unknown): z.infer<T> {
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw unreadable(what, parsed.error);
  return parsed.data;
}

async function authorizeUrl(
  { clientId, githubUrl }: Parts,
  { redirectUri, state, challenge }: Parameters<People['authorizeUrl']>[0],
  signal: AbortSignal,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: await clientId(signal),
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${githubUrl}/login/oauth/authorize?${query.toString()}`;
}

/** Refusals come as a 200 that names the error. Only a wrong secret is our own fault. */
async function askForTokens(
  { ask, clientId, clientSecret, githubUrl, now }: Parts,
  grant: Record<string, string>,
  signal?: AbortSignal,
): Promise<UserTokens | undefined> {
  const form = {
    client_id: await clientId(signal),
    client_secret: clientSecret.reveal(),
    ...grant,
  };
  const url = `${githubUrl}/login/oauth/access_token`;
  const { data } = await ask({ what: 'a user token', url, method: 'POST', json: form, signal });
  const refusal = TokenRefusal.safeParse(data);
  if (refusal.success) {
    const { error } = refusal.data;
    if (error !== 'incorrect_client_credentials') return undefined;
    throw new AppError('GITHUB_UNAVAILABLE', {
      problem: 'GitHub does not take CLIENT_SECRET: copy it anew from the page of the App.',
    });
  }
  const { access_token, expires_in, refresh_token } = read('a user token', TokenAnswer, data);
  const issuedAt = now();
  return {
    access: access_token,
    issuedAt,
    ...(expires_in !== undefined && { accessExpiresAt: issuedAt + expires_in * 1000 }),
    ...(refresh_token !== undefined && { refresh: refresh_token }),
  };
}

async function revoke(parts: Parts, access: string): Promise<void> {
  const { ask, clientId, clientSecret, apiUrl } = parts;
  const id = await clientId();
  const credentials = Buffer.from(`${id}:${clientSecret.reveal()}`).toString('base64');
  await ask({
    what: 'the end of a user token',
    url: `${apiUrl}/applications/${encodeURIComponent(id)}/token`,
    method: 'DELETE',
    authorization: `Basic ${credentials}`,
    json: { access_token: access },
  });
}

type Asking = { access: string; signal: AbortSignal };

function asPerson({ apiUrl }: Parts, path: string, { access, signal }: Asking): Request {
  return { what: path, url: apiUrl + path, authorization: `Bearer ${access}`, signal };
}

async function* installations(parts: Parts, asking: Asking) {
  for await (const data of pages(parts, '/user/installations', asking)) {
    const answer = read('installations', InstallationsAnswer, data);
    for (const { id, account, suspended_at } of answer.installations) {
      if (account?.login === undefined) continue;
      const isSuspended = typeof suspended_at === 'string';
      yield { id, accountId: account.id, accountLogin: account.login, isSuspended };
    }
  }
}

async function* repositories(parts: Parts, installationId: number, asking: Asking) {
  const path = `/user/installations/${installationId}/repositories`;
  for await (const data of pages(parts, path, asking)) {
    for (const one of read('repositories', RepositoriesAnswer, data).repositories) {
      yield {
        id: one.id,
        owner: one.owner.login,
        name: one.name,
        defaultBranch: one.default_branch,
        isPrivate: one.private,
        isAdmin: one.permissions?.admin === true,
      };
    }
  }
}

/** GitHub says whether there is more; where it is, we know ourselves. */
async function* pages(parts: Parts, path: string, asking: Asking): AsyncGenerator {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const request = asPerson(parts, `${path}?per_page=${PAGE_SIZE}&page=${page}`, asking);
    const { data, headers } = await parts.ask({ ...request, what: path });
    yield data;
    if (!/;\s*rel="next"/.test(headers.get('link') ?? '')) return;
  }
  throw new AppError('GITHUB_UNAVAILABLE', {
    problem: `There are more than ${MOST_PAGES * PAGE_SIZE} entries: ${path}`,
  });
}
