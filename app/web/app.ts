// The pages for people: settings behind a sign-in with GitHub. Rendered here, without a line of script
// in the browser. Joins routes to their handlers, and puts the same frame of headers, deadline and
// errors around all of them.
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../errors.ts';
import { untilAborted } from '../machine/deadline.ts';
import { settingsSchemaText } from '../settings/json-schema.ts';
import { createCookies } from './cookies.ts';
import { DEFAULT_LIMITS, type WebDeps } from './deps.ts';
import {
  FOREIGN_FORM,
  NOT_FOUND,
  say,
  sayFault,
  TOO_LARGE,
  WRONG_METHOD,
  WRONG_TYPE,
} from './errors.ts';
import { isFormToken, isFromHere } from './forgery.ts';
import { securityHeaders } from './headers.ts';
import { type PageContext, viewerOf, type WebEnv, type WebParts } from './page-context.ts';
import { requireMeans } from './require.ts';
import { createSealer } from './seal.ts';
import { changeSettings, listRepositories, showSettings } from './settings-routes.ts';
import { CALLBACK_PATH, finishSignIn, revokeQuietly, startSignIn } from './sign-in.ts';
import { endSignIn, findSignIn } from './sign-ins.ts';
import { homePage } from './views/pages.ts';
import { ICON, STYLE } from './views/style.ts';

type WebApp = Hono<WebEnv>;

const SETTINGS = '/repositories/:owner/:name/settings';
const SCHEMA = '/schema/settings.json';
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

export function createWebApp(deps: WebDeps): WebApp {
  const parts = toParts(deps);
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const app: WebApp = new Hono<WebEnv>();
  app.onError(async (error, context) => await sayFault(parts, context, error));
  app.notFound(async (context) => await say(parts, context, NOT_FOUND));
  app.use(securityHeaders(deps.publicUrl));
  app.use(async (context, next) => await withDeadline(context, next, limits.requestMs));
  app.get('/style.css', (context) => asset(context, 'text/css; charset=utf-8', STYLE));
  app.get('/icon.svg', (context) => asset(context, 'image/svg+xml', ICON));
  app.get(SCHEMA, schemaForEditors());
  app.use(async (context, next) => {
    await knowSignIn(parts, context);
    await next();
  });
  const bodyOf = bodyLimit({
    maxSize: limits.bodyBytes,
    onError: async (context) => await say(parts, context, TOO_LARGE),
  });
  app.post('*', async (context, next) => await fromHere(parts, context, next), bodyOf);
  addRoutes(app, parts);
  return app;
}

function addRoutes(app: WebApp, parts: WebParts): void {
  app.get('/', async (context) => await home(parts, context));
  app.get('/sign-in', async (context) => await startSignIn(parts, context));
  app.get(CALLBACK_PATH, async (context) => await finishSignIn(parts, context));
  app.post('/sign-out', async (context) => await signOut(parts, context));
  app.get('/repositories', async (context) => await listRepositories(parts, context));
  app.get(SETTINGS, async (context) => await showSettings(parts, context));
  app.post(SETTINGS, async (context) => await changeSettings(parts, context));
  const methods: [string, string][] = [
    ['/', 'GET'],
    ['/style.css', 'GET'],
    ['/icon.svg', 'GET'],
    [SCHEMA, 'GET'],
    ['/sign-in', 'GET'],
    [CALLBACK_PATH, 'GET'],
    ['/sign-out', 'POST'],
    ['/repositories', 'GET'],
    [SETTINGS, 'GET, POST'],
  ];
  for (const [path, allow] of methods) {
    app.all(path, async (context) => {
      context.header('allow', allow);
      return await say(parts, context, WRONG_METHOD);
    });
  }
}

function toParts(deps: WebDeps): WebParts {
  const { signIn, store, now, newSecret, publicUrl } = deps;
  const under = new URL(publicUrl).pathname.replace(/\/+$/, '');
  return {
    ...deps,
    cookies: createCookies(publicUrl),
    link: (path) => under + path,
    means:
      'missing' in signIn
        ? undefined
        : { people: signIn.people, sealer: createSealer(signIn.sessionKey), store, now, newSecret },
  };
}

type Next = () => Promise<void>;

/** What is still under way goes on to its own end; nobody waits for it any more. */
async function withDeadline(context: PageContext, next: Next, requestMs: number): Promise<void> {
  const deadline = AbortSignal.timeout(requestMs);
  context.set('signal', AbortSignal.any([deadline, context.req.raw.signal]));
  await untilAborted(next(), deadline, () => new AppError('TIMEOUT'));
}

async function knowSignIn(parts: WebParts, context: PageContext): Promise<void> {
  const { means, cookies } = parts;
  const signIn = means && (await findSignIn(means, cookies.signIn.read(context)));
  context.set('signIn', signIn);
}

async function fromHere(
  parts: WebParts,
  context: PageContext,
  next: Next,
): Promise<Response | undefined> {
  if (!isFromHere(context.req.raw.headers, parts.publicUrl)) {
    return await say(parts, context, FOREIGN_FORM);
  }
  if (!FORM_TYPE.test(context.req.header('content-type') ?? '')) {
    return await say(parts, context, WRONG_TYPE);
  }
  await next();
  return undefined;
}

async function home(parts: WebParts, context: PageContext): Promise<Response> {
  requireMeans(parts);
  return await context.html(homePage({ viewer: viewerOf(context), link: parts.link }));
}

/** The row goes first: whatever GitHub answers, the sign-in is over. */
async function signOut(parts: WebParts, context: PageContext): Promise<Response> {
  const means = requireMeans(parts);
  const signIn = context.get('signIn');
  if (signIn !== undefined) {
    const { form_token: given } = await context.req.parseBody();
    if (!isFormToken(signIn.id, given)) return await say(parts, context, FOREIGN_FORM);
    await endSignIn(means, signIn);
    await revokeQuietly(means, signIn.tokens.access, parts.log);
  }
  parts.cookies.signIn.clear(context);
  return context.redirect(parts.link('/'), 303);
}

/** Whoever asks: editors sign in nowhere, and some of them are pages of other sites. */
function schemaForEditors(): (context: PageContext) => Response {
  const text = settingsSchemaText();
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return (context) => {
    context.header('access-control-allow-origin', '*');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('etag', tag);
    context.header('cache-control', 'public, max-age=3600');
    const isKnown = context.req.header('if-none-match') === tag;
    if (isKnown) return context.body(null, 304);
    return context.body(text, 200, { 'content-type': 'application/schema+json; charset=utf-8' });
  };
}

function asset(context: PageContext, type: string, text: string): Response {
  return context.body(text, 200, { 'content-type': type, 'cache-control': 'public, max-age=300' });
}
