// OAuth over HTTP below /login/oauth: reads what came, sends what the flow answers. Decides
// nothing about who may have a token.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import { readLimited } from '../http/read-limited.ts';
import type { Faults } from '../world/faults.ts';
import { GithubError, notImplemented } from '../world/github-error.ts';
import type { World } from '../world/world.ts';
import { answerToken, type Fields, type TokenAnswer } from './access-token.ts';
import { AUTHORIZE_PATH } from './authorize-page.ts';
import { problemPage, showAuthorize, submitAuthorize, type WebAnswer } from './web-flow.ts';

export type OauthParts = { world: World; faults: Faults; closing: AbortSignal };
type OauthExchange = { request: IncomingMessage; response: ServerResponse; url: URL };

const TOKEN_PATH = '/login/oauth/access_token';
/** The name of the token request for injected faults and in the log of calls. */
const TOKEN_OPERATION = 'oauth/access-token';
const LARGEST_BODY = 64 * 1024;

const jsonFields = z.record(z.string(), z.union([z.string(), z.number()]));

export async function serveOauth(parts: OauthParts, exchange: OauthExchange): Promise<void> {
  const { request, response, url } = exchange;
  const { world } = parts;
  const isGet = request.method === 'GET';
  const isPost = request.method === 'POST';
  if (url.pathname === AUTHORIZE_PATH && isGet) {
    sendPage(response, showAuthorize(world, url.searchParams, request.headers.cookie));
  } else if (url.pathname === AUTHORIZE_PATH && isPost) {
    const fields = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    sendPage(response, submitAuthorize(world, fields, request.headers.cookie));
  } else if (url.pathname === TOKEN_PATH && isPost) {
    await serveToken(parts, exchange);
  } else if (url.pathname === AUTHORIZE_PATH || url.pathname === TOKEN_PATH) {
    sendPage(response, problemPage(404, 'There is nothing here for this kind of request.'));
  } else {
    throw notImplemented(`oauth ${url.pathname}`);
  }
}

async function serveToken(parts: OauthParts, { request, response }: OauthExchange): Promise<void> {
  const fields = fieldsOf(request, await bodyOf(request));
  const fault = parts.faults.take(TOKEN_OPERATION);
  if (fault?.kind === 'error') throw new GithubError(fault.status ?? 502, 'Server Error');
  if (fault?.kind === 'rate-limit') throw new GithubError(429, 'Too Many Requests');
  const answer = answerToken(parts.world, fields);
  parts.world.state.calls.push({
    operationId: TOKEN_OPERATION,
    actor: fields['client_id'] ?? 'anonymous',
    path: TOKEN_PATH,
    // Neither secrets nor tokens.
    body: { grant_type: fields['grant_type'], error: answer['error'] },
    status: 200,
    isAnswered: fault?.kind !== 'lost-answer',
  });
  if (fault?.kind === 'lost-answer') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { signal: parts.closing });
  sendToken(response, answer, request.headers.accept ?? '');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const body = await readLimited(request, LARGEST_BODY);
  if (body.length === LARGEST_BODY) throw new GithubError(413, 'Payload Too Large');
  return body.toString('utf8');
}

/** GitHub takes a form and JSON alike. */
function fieldsOf(request: IncomingMessage, body: string): Fields {
  if (request.headers['content-type']?.includes('json') !== true) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  const parsed = jsonFields.safeParse(parseJson(body));
  if (!parsed.success) throw new GithubError(400, 'Problems parsing JSON');
  const texts = Object.entries(parsed.data).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(texts);
}

function sendToken(response: ServerResponse, answer: TokenAnswer, accept: string): void {
  const isJson = accept.includes('json');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) form.append(name, String(value));
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  response
    .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(isJson ? JSON.stringify(answer) : form.toString());
}

function sendPage(response: ServerResponse, { status, headers, html }: WebAnswer): void {
  response.writeHead(status, headers).end(html);
}
