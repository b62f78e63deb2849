// GitHub's way in: checks size, headers and signature of a request, hands the event to Probot, and
// answers 2xx only when the app has written it. Probot's own HTTP side is not used: it knows one
// secret, logs forged payloads, answers 202 after 9 s whatever becomes of the event, and has no cap.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApplicationFunction, Probot, ProbotOctokit } from 'probot';
import { z } from 'zod';
import { isPlainObject } from '../../sandbox/protocol/parse-json.ts';
import { AppError, toErrorBody } from '../errors.ts';
import type { Logger } from '../log.ts';
import { waitAtMost } from '../machine/deadline.ts';
import { deliveryIdText } from './app.ts';
import { type BodyBudget, createBodyBudget, readBody } from './read-body.ts';
import { checkSignature, type Revealing } from './signature.ts';

type WebhookServerOptions = {
  app: ApplicationFunction;
  appId: number;
  privateKey: Revealing;
  /** The present one first; each is accepted, so that one can be rotated out. */
  webhookSecrets: readonly [Revealing, ...Revealing[]];
  githubApiUrl: string;
  log: Logger;
  limits?: Partial<WebhookLimits>;
};

export type WebhookLimits = {
  /** GitHub's own cap. */
  bodyBytes: number;
  bodyMs: number;
  /** Without a byte. */
  idleMs: number;
  /** Of all bodies together while nobody knows who sent them. */
  unsignedBytes: number;
  /** GitHub hangs up after 10 s and counts it as failed; so do we, a little earlier. */
  handleMs: number;
};

export const WEBHOOK_PATH = '/api/github/webhooks';
const DEFAULT_LIMITS: WebhookLimits = {
  bodyBytes: 25 * 1024 * 1024,
  bodyMs: 9_000,
  idleMs: 3_000,
  unsignedBytes: 64 * 1024 * 1024,
  handleMs: 9_000,
};
const SHORTEST_SECRET_BYTES = 32;
/** Slow bodies are ended within that. */
const RETRY_AFTER_S = 10;

/** False, and nothing answered, when the path is not ours. Never rejects. */
export type WebhookListener = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>;

/** Throws CONFIG_INVALID when a secret is too short to keep anyone out (decision 88). */
export async function createWebhookServerMiddleware(
  options: WebhookServerOptions,
): Promise<WebhookListener> {
  const { webhookSecrets: secrets, app, log } = options;
  if (secrets.some((secret) => Buffer.byteLength(secret.reveal()) < SHORTEST_SECRET_BYTES)) {
    throw new AppError('CONFIG_INVALID', {
      problem: `WEBHOOK_SECRET: has fewer than ${SHORTEST_SECRET_BYTES} bytes.`,
    });
  }
  const probot = createQuietProbot(options);
  await probot.load(app);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const budget = createBodyBudget(limits.unsignedBytes);
  return async (request, response) => {
    if (pathOf(request) !== WEBHOOK_PATH) return false;
    const answer = await handle({ probot, secrets, limits, budget, log }, request).catch(
      toErrorBody,
    );
    send(request, response, answer);
    return true;
  };
}

/** Our code asks GitHub through its own port; the client Probot makes for handlers stays unused. */
function createQuietProbot(options: WebhookServerOptions): Probot {
  const { appId, privateKey, webhookSecrets, githubApiUrl, log } = options;
  return new Probot({
    appId,
    privateKey: privateKey.reveal(),
    secret: webhookSecrets[0].reveal(),
    baseUrl: githubApiUrl,
    log,
    Octokit: ProbotOctokit.defaults((defaults: object) => ({
      ...defaults,
      throttle: { enabled: false },
      retry: { enabled: false },
      log: SILENT,
      authStrategy: oneForAll,
    })),
  });
}

/** Nobody asks through it, and to make it anew would be most of what a delivery costs. */
function oneForAll({ octokit }: { octokit: unknown }) {
  const hook = async () => await Promise.reject(new AppError('INTERNAL_ERROR'));
  return Object.assign(async () => await Promise.resolve(octokit), { hook });
}

const nothing = () => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

type Parts = {
  probot: Probot;
  secrets: readonly Revealing[];
  limits: WebhookLimits;
  budget: BodyBudget;
  log: Logger;
};
type Answer = { status: number; body: unknown; retryAfterS?: number };

const DeliveryHeaders = z.object({
  'x-github-event': z.string().regex(/^[a-z][a-z0-9_]{0,99}$/),
  'x-github-delivery': z.string().regex(/^[\w-]{1,100}$/),
  'x-github-hook-id': z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

async function handle(parts: Parts, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'POST') return refusal(405, 'Only POST is answered here.');
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refusal(415, 'The content type must be application/json.');
  }
  const body = await readGenuine(parts, request);
  if (!('bytes' in body)) return body;
  const headers = DeliveryHeaders.safeParse(request.headers);
  if (!headers.success) {
    const names = headers.error.issues.map(({ path }) => path.map(String).join('.'));
    return refusal(400, `These headers are missing or wrong: ${names.join(', ')}.`);
  }
  const payload = parseObject(body.bytes);
  if (payload === undefined) return refusal(400, 'The payload is not a JSON object.');
  const { 'x-github-event': name, 'x-github-delivery': guid } = headers.data;
  const id = deliveryIdText({ hookId: headers.data['x-github-hook-id'], guid });
  return await receive(parts, { id, name, payload });
}

/** The body, once it is known who sent it. */
async function readGenuine(
  { limits, secrets, budget }: Parts,
  request: IncomingMessage,
): Promise<Answer | { bytes: Buffer }> {
  const signature = checkSignature(request.headers['x-hub-signature-256'], secrets);
  if (signature === undefined) return refusal(401, UNSIGNED);
  const { bodyBytes, bodyMs: ms, idleMs } = limits;
  const body = await readBody(request, {
    limits: { bytes: bodyBytes, ms, idleMs },
    budget,
    see: signature.update,
  });
  if (body.ok) return signature.isGenuine() ? body : refusal(401, UNSIGNED);
  switch (body.why) {
    case 'too_large':
      return refusal(413, `The payload has more than ${bodyBytes} bytes.`);
    case 'busy':
      return {
        ...refusal(503, 'Too many payloads are being read; send it again later.'),
        retryAfterS: RETRY_AFTER_S,
      };
    case 'late':
    case 'gone':
      return refusal(408, 'The payload did not come in time.');
  }
}

const UNSIGNED = 'The signature is missing or wrong.';

type WebhookEvent = Parameters<Probot['receive']>[0];

async function receive(
  { probot, limits, log }: Parts,
  event: { id: string; name: string; payload: object },
): Promise<Answer> {
  try {
    // Probot's types list the events it knows; unknown ones are passed over by name.
    const done = probot.receive(event as WebhookEvent).then(() => true);
    const isDone = await waitAtMost(limits.handleMs, done, () => false);
    if (isDone) return { status: 200, body: { ok: true } };
    log.warn({ id: event.id }, 'a delivery took too long and is answered as failed');
    return toErrorBody(new AppError('TIMEOUT'));
  } catch (error) {
    return toErrorBody(firstCause(error));
  }
}

/** Probot gathers what handlers throw, and has logged it by now. */
function firstCause(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] as unknown) : error;
}

const CODES: Record<number, string> = { 401: 'UNAUTHORIZED', 503: 'RATE_LIMITED' };

function refusal(status: number, message: string): Answer {
  const code = CODES[status] ?? 'VALIDATION_ERROR';
  return { status, body: { error: { code, message } } };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, retryAfterS }: Answer,
): void {
  if (response.destroyed) return;
  // What is left of a refused body is not waited for.
  const isCutShort = !request.complete;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    ...(isCutShort && { connection: 'close' }),
  });
  response.end(JSON.stringify(body));
  if (isCutShort) request.resume();
}

function parseObject(bytes: Buffer): object | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return URL.parse(url, 'http://localhost')?.pathname;
}
