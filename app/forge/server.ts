// The HTTP server on loopback: GitHub Enterprise's layout. REST at /api/v3/* and /*, git at
// /OWNER/NAME.git, OAuth at /login/oauth, pages for people at /OWNER/NAME/pull/N. Only moves bytes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { parseJson } from '../../sandbox/protocol/parse-json.ts';
import { type ApiParts, answerApi } from './api/api.ts';
import { errorAnswer } from './api/perform.ts';
import type { Answer } from './call/call.ts';
import { type GitHttpParts, parseGitPath, serveGit } from './git-http/serve.ts';
import { answerGraphql } from './graphql/mark-ready.ts';
import { readLimited } from './http/read-limited.ts';
import { type OauthParts, serveOauth } from './oauth/serve.ts';
import { parsePagePath, servePage } from './pages/serve.ts';
import { authenticate } from './world/auth.ts';
import { GithubError } from './world/github-error.ts';
import { rateHeaders } from './world/rate-limit.ts';

const LARGEST_BODY = 100 * 1024 * 1024;
const REQUEST_DEADLINE_MS = 150_000;
const API_PREFIX = '/api/v3';
const DOCS = 'https://docs.github.com/rest';

export type ServerParts = ApiParts & GitHttpParts & OauthParts;

type ForgeServer = {
  server: Server;
  /** Resolves when no request is being worked on, also those whose client has gone away. */
  idle: () => Promise<void>;
};

export function createForgeServer(parts: ServerParts): ForgeServer {
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = serve(parts, request, response)
      .catch((error: unknown) => {
        failed(parts, response, error);
      })
      .finally(() => open.delete(work));
    open.add(work);
  });
  server.requestTimeout = REQUEST_DEADLINE_MS;
  return {
    server,
    idle: async () => {
      await Promise.all(open);
    },
  };
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client behind an HTTP proxy setting sends the whole address; the host is not ours to judge.
  const url = new URL(request.url ?? '/', parts.world.urls.web);
  const gitPath = parseGitPath(url.pathname);
  if (gitPath !== undefined) {
    await serveGit(parts, { request, response, url, path: gitPath });
    return;
  }
  const page = parsePagePath(url.pathname);
  if (page !== undefined && request.method === 'GET') {
    servePage(parts, { request, response, path: page });
    return;
  }
  if (url.pathname.startsWith('/login/')) {
    await serveOauth(parts, { request, response, url });
    return;
  }
  const path = url.pathname.startsWith(`${API_PREFIX}/`)
    ? url.pathname.slice(API_PREFIX.length)
    : url.pathname;
  if (/^\/(api\/)?graphql$/.test(path)) {
    await serveGraphql(parts, request, response);
    return;
  }
  await serveApi(parts, { request, response, path, url });
}

async function serveGraphql(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world } = parts;
  const body = await readLimited(request, LARGEST_BODY);
  const { authorization } = request.headers;
  const actor = authenticate(world.state, authorization, world.deps.now());
  const rate = world.rates.count(actor, { isWrite: true, isContent: false });
  const answer = await answerGraphql(world, actor, parseJson(body.toString('utf8')));
  send(parts, response, { ...answer, headers: rateHeaders(rate) });
}

async function serveApi(
  parts: ServerParts,
  exchange: { request: IncomingMessage; response: ServerResponse; path: string; url: URL },
): Promise<void> {
  const { request, response } = exchange;
  const body = await readLimited(request, LARGEST_BODY);
  if (body.length === LARGEST_BODY) throw new GithubError(413, 'Payload Too Large');
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  const result = await answerApi(parts, {
    method: request.method ?? 'GET',
    path: exchange.path,
    url: new URL(`${parts.world.urls.api}${exchange.path}${exchange.url.search}`),
    authorization: request.headers.authorization,
    accept: request.headers.accept ?? '',
    ifNoneMatch: request.headers['if-none-match'],
    body: body.toString('utf8'),
    signal: AbortSignal.any([gone.signal, parts.closing]),
  });
  if (result.kind === 'lost') response.destroy();
  else send(parts, response, result.answer);
}

function send(parts: ServerParts, response: ServerResponse, answer: Answer): void {
  const headers = { 'x-github-request-id': parts.world.deps.newGuid(), ...answer.headers };
  if (answer.raw !== undefined) {
    const { type, content } = answer.raw;
    response.writeHead(answer.status, { ...headers, 'content-type': type }).end(content);
  } else if (answer.body === undefined) {
    response.writeHead(answer.status, headers).end();
  } else {
    response
      .writeHead(answer.status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(answer.body));
  }
}

function failed(parts: ServerParts, response: ServerResponse, error: unknown): void {
  const isGone = error instanceof Error && error.name === 'AbortError';
  if (isGone || response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!(error instanceof GithubError)) {
    // Whatever it is, it is a bug of the forge, and tests must see it.
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (!parts.closing.aborted) {
      parts.violations.push({ where: 'server', status: 500, problem });
    }
  }
  const known = error instanceof GithubError ? error : new GithubError(500, 'Server Error');
  send(parts, response, errorAnswer(known, DOCS));
}
