// The variables of the environment: what each may hold, what it is when unset, and what an
// operator is told when it is wrong. Messages never repeat a value. Nothing here reads the
// environment; app/config/config.ts does.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import { apiKey } from '../gateway/variables.ts';
import { Secret } from '../secret.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { readPrivateKey } from './private-key.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const KEY_BYTES = 32;
const SHORTEST_SECRET_BYTES = 32;
/** What Probot takes when it is given none; anyone can sign with it. */
const PUBLIC_WEBHOOK_SECRET = 'development';

export const LOCAL_VARIABLES = {
  DATABASE_URL: z.string().superRefine(checkDatabaseUrl).optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `is not a log level. Use one of ${LOG_LEVELS.join(', ')}.` })
    .default('info'),
  NODE_ENV: z.string().optional(),
  HOME: z.string().optional(),
  TMPDIR: z.string().optional(),
  REDGREEN_HOME: ownDirectory(),
  REDGREEN_CACHE: ownDirectory(),
  XDG_CACHE_HOME: xdgDirectory(),
  XDG_STATE_HOME: xdgDirectory(),
  XDG_RUNTIME_DIR: xdgDirectory(),
};

export const START_VARIABLES = {
  APP_ID: required('Copy "App ID" from the settings page of the App.')
    .regex(
      /^[1-9]\d{0,14}$/,
      'is not a positive whole number. Copy "App ID" from the settings page of the App.',
    )
    .transform(Number),
  PRIVATE_KEY: required('Generate one on the settings page of the App and give the whole PEM.')
    .superRefine(checkPrivateKey)
    .transform(toPem),
  WEBHOOK_SECRET: webhookSecret(),
  WEBHOOK_SECRET_PREVIOUS: webhookSecret().optional(),
  PUBLIC_URL: required('Give the address under which GitHub and people reach this server.')
    .superRefine(checkHttpUrl)
    .transform(withoutEndSlash),
  SESSION_KEY: z
    .string()
    .refine(
      (text) => decodeKey(text) !== undefined,
      'is not 32 bytes as base64 or hex. Make one with `openssl rand -base64 32`.',
    )
    .transform((text) => new Secret(decodeKey(text)?.toString('base64') ?? ''))
    .optional(),
  CLIENT_SECRET: apiKey().optional(),
  PORT: z
    .string()
    .refine(isPort, 'is not a port. Use a whole number from 0 to 65535 (0: any free one).')
    .default('3000')
    .transform(Number),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'is not a host name or an address. Use for example 0.0.0.0.')
    .default('127.0.0.1'),
  GITHUB_API_URL: httpUrl().default('https://api.github.com'),
  E2B_API_KEY: apiKey().optional(),
  E2B_API_URL: httpUrl().optional(),
  E2B_DOMAIN: z
    .string()
    .regex(/^[\w.-]+(?::\d+)?$/, 'is not a domain. Write it without http:// and without a path.')
    .optional(),
  E2B_SANDBOX_URL: httpUrl().optional(),
  CLAUDEOPS_APPRISE_URLS: appriseUrls().optional(),
};

type Context = z.core.$RefinementCtx;

function required(remedy: string) {
  return z.string({ error: `is not set. ${remedy}` });
}

function webhookSecret() {
  const remedy = 'Make one with `openssl rand -hex 32` and give it to the App too.';
  return required(remedy)
    .refine((text) => text !== PUBLIC_WEBHOOK_SECRET, {
      error: `is the publicly known default. ${remedy}`,
      abort: true,
    })
    .refine(
      (text) => Buffer.byteLength(text) >= SHORTEST_SECRET_BYTES,
      `is shorter than 32 bytes. ${remedy}`,
    )
    .transform((text) => new Secret(text));
}

function httpUrl() {
  return z.string().superRefine(checkHttpUrl).transform(withoutEndSlash);
}

/** Each begins with its scheme; a comma or a blank may also stand inside one. */
function appriseUrls() {
  const each = z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i);
  return z.string().transform((text, context) => {
    const read = z
      .array(each)
      .min(1)
      .safeParse(text.split(/[\s,]+(?=[a-z][a-z0-9+.-]*:\/\/)/i));
    if (read.success) return read.data.map((url) => new Secret(url));
    context.addIssue('is not a list of addresses. Write them as SCHEME://…, with blanks between.');
    return z.NEVER;
  });
}

function ownDirectory() {
  return z.string().refine(isAbsolute, 'is not an absolute path. Write it from "/" on.').optional();
}

/** The XDG specification: a relative path counts as unset. */
function xdgDirectory() {
  return z
    .string()
    .optional()
    .transform((text) => (text !== undefined && isAbsolute(text) ? text : undefined));
}

function checkHttpUrl(text: string, context: Context): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    context.addIssue('is not a URL of http or https. Write it as https://HOST.');
  } else if (url.username !== '' || url.password !== '') {
    context.addIssue('holds a user or password. Write it without.');
  } else if (url.search !== '' || url.hash !== '') {
    context.addIssue('has a "?" or "#". Write it without.');
  }
}

function checkDatabaseUrl(text: string, context: Context): void {
  try {
    parseDatabaseUrl(text);
  } catch (error) {
    if (!isAppError(error, 'DATABASE_URL_INVALID')) throw error;
    context.addIssue(
      `is not a Postgres URL. ${error.message} Use postgres://USER:PASSWORD@HOST:PORT/DATABASE or unset it.`,
    );
  }
}

function checkPrivateKey(text: string, context: Context): void {
  const reading = readPrivateKey(text);
  if ('problem' in reading) {
    context.addIssue(
      `${reading.problem}. Give the PEM that GitHub made: whole, with \\n for its line breaks, or as base64.`,
    );
  }
}

function toPem(text: string): Secret {
  const reading = readPrivateKey(text);
  return new Secret('pem' in reading ? reading.pem : '');
}

function withoutEndSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function decodeKey(text: string): Buffer | undefined {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  if (!isHex && !isBase64) return undefined;
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}
