// The REST API over HTTP: route, caller, limits, injected faults, then perform.ts. Also ETags and
// the headers GitHub sends with every answer.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import type { Answer } from '../call/call.ts';
import { implemented } from '../operations/operations.ts';
import type { OperationId } from '../schema/selection.ts';
import type { Actor } from '../world/actor.ts';
import { authenticate } from '../world/auth.ts';
import type { Fault, Faults } from '../world/faults.ts';
import { GithubError, notFound, notImplemented } from '../world/github-error.ts';
import {
  primaryLimit,
  type RateLimiter,
  rateHeaders,
  secondaryLimit,
} from '../world/rate-limit.ts';
import { ACCESS, acceptedHeader } from './access.ts';
import { errorAnswer, type PerformParts, perform } from './perform.ts';
import type { Match, Router } from './routes.ts';

export type ApiParts = PerformParts & { router: Router; faults: Faults };

type ApiRequest = {
  method: string;
  /** Below `/api/v3`. */
  path: string;
  /** As GitHub would be asked, for Link headers. */
  url: URL;
  authorization: string | undefined;
  accept: string;
  ifNoneMatch: string | undefined;
  /** Raw text; empty when there is none. */
  body: string;
  signal: AbortSignal;
};

/** `lost`: everything was done, and the connection must be cut without a word. */
type ApiResult = { kind: 'answer'; answer: Answer } | { kind: 'lost' };

const DOCS = 'https://docs.github.com/rest';

export async function answerApi(parts: ApiParts, request: ApiRequest): Promise<ApiResult> {
  const match = parts.router(request.method, request.path);
  const operationId = match === undefined ? undefined : implemented(match.id);
  if (match === undefined) return refuse(notFound());
  if (operationId === undefined) return refuse(notImplemented(match.id));
  const fault = parts.faults.take(operationId);
  try {
    const answer = await answerOperation(parts, request, { match, operationId, fault });
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { signal: request.signal });
    return fault?.kind === 'lost-answer' ? { kind: 'lost' } : { kind: 'answer', answer };
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): ApiResult {
  return { kind: 'answer', answer: errorAnswer(error, DOCS) };
}

type Operation = { match: Match; operationId: OperationId; fault: Fault | undefined };

async function answerOperation(
  parts: ApiParts,
  request: ApiRequest,
  { match, operationId, fault }: Operation,
): Promise<Answer> {
  const { world } = parts;
  const actor = authenticate(world.state, request.authorization, world.deps.now());
  const isWrite = request.method !== 'GET';
  const isContent = isWrite && !operationId.startsWith('apps/');
  let rate =
    operationId === 'rate-limit/get'
      ? world.rates.look(actor)
      : world.rates.count(actor, { isWrite, isContent });
  if (fault?.kind === 'error') {
    const { status = 502, message = 'Server Error', headers = {} } = fault;
    throw new GithubError(status, message, { headers });
  }
  if (fault?.kind === 'rate-limit') throw limitOf(fault, rate, world.deps.now());
  const answer = await perform(parts, {
    operationId,
    actor,
    path: match.parameters,
    query: Object.fromEntries(request.url.searchParams),
    body: parseBody(request.body),
    url: request.url,
    accept: request.accept,
    isAnswered: fault?.kind !== 'lost-answer',
  });
  const cached = withEtag(answer, request, actor);
  if (cached.status === 304) rate = world.rates.refund(actor);
  const accepted = acceptedHeader(ACCESS[operationId]);
  return {
    ...cached,
    headers: {
      ...rateHeaders(rate),
      'x-github-media-type': 'github.v3; format=json',
      ...(accepted === undefined ? {} : { 'x-accepted-github-permissions': accepted }),
      ...cached.headers,
    },
  };
}

function limitOf(
  { isPrimary = false, retryAfterSeconds }: Extract<Fault, { kind: 'rate-limit' }>,
  rate: ReturnType<RateLimiter['look']>,
  now: Date,
): GithubError {
  if (!isPrimary) return secondaryLimit(retryAfterSeconds ?? 60);
  if (retryAfterSeconds === undefined) return primaryLimit(rate);
  return primaryLimit({ ...rate, reset: Math.ceil(now.getTime() / 1000) + retryAfterSeconds });
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) throw new GithubError(400, 'Problems parsing JSON');
  return value;
}

/** A GET that has not changed costs an authorised caller nothing. */
function withEtag(answer: Answer, request: ApiRequest, actor: Actor): Answer {
  if (request.method !== 'GET' || answer.status !== 200 || answer.body === undefined) return answer;
  const digest = createHash('sha256').update(JSON.stringify(answer.body)).digest('hex');
  const etag = `W/"${digest}"`;
  const headers = { ...answer.headers, etag };
  const isKnown = actor.kind !== 'anonymous' && request.ifNoneMatch === etag;
  return isKnown ? { status: 304, headers } : { ...answer, headers };
}
