// Signing in with GitHub: the web flow with PKCE. State, verifier and the way back lie sealed in a
// cookie of this browser, and each state is taken once. Whatever is wrong ends in a page that says
// what to do, and changes nothing.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import { isSame } from './forgery.ts';
import type { PageContext, WebParts } from './page-context.ts';
import type { Person, UserTokens } from './port.ts';
import { requireMeans } from './require.ts';
import { AFTER_SIGN_IN, localPath } from './return-path.ts';
import { beginSignIn, digestOf, endSignIn } from './sign-ins.ts';
import type { TokenDeps } from './user-token.ts';
import { type Problem, problemPage } from './views/pages.ts';

export const CALLBACK_PATH = '/sign-in/callback';
const SIGN_IN_MS = 600_000;
const CONTEXT = 'sign-in';
/** GitHub may not know a new token everywhere at once. */
const PAUSES_MS = [200, 600, 1500];

const UnderWay = z.object({
  state: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
});
type UnderWay = z.infer<typeof UnderWay>;

export async function startSignIn(parts: WebParts, context: PageContext): Promise<Response> {
  const { people, sealer, newSecret, now } = requireMeans(parts);
  const underWay: UnderWay = {
    state: newSecret(),
    verifier: newSecret(),
    returnTo: localPath(context.req.query('return')) ?? AFTER_SIGN_IN,
    startedAt: now(),
  };
  const request = {
    redirectUri: parts.publicUrl + CALLBACK_PATH,
    state: underWay.state,
    challenge: createHash('sha256').update(underWay.verifier).digest('base64url'),
  };
  const url = await people.authorizeUrl(request, context.get('signal'));
  const sealed = sealer.seal(JSON.stringify(underWay), CONTEXT);
  const cookie = Buffer.from(sealed).toString('base64url');
  parts.cookies.underWay.write(context, cookie, SIGN_IN_MS / 1000);
  return context.redirect(url, 302);
}

export async function finishSignIn(parts: WebParts, context: PageContext): Promise<Response> {
  const means = requireMeans(parts);
  const given = parts.cookies.underWay.read(context);
  parts.cookies.underWay.clear(context);
  const underWay = openUnderWay(means, given);
  const refusal = await judge(means, underWay, context.req.query('state'));
  if (refusal !== undefined || underWay === undefined) {
    return await refused(parts, context, refusal ?? REFUSALS.unknown);
  }
  const code = context.req.query('code');
  if (code === undefined || context.req.query('error') !== undefined) {
    return await refused(parts, context, REFUSALS.denied);
  }
  const redirectUri = parts.publicUrl + CALLBACK_PATH;
  const { verifier, returnTo } = underWay;
  const signal = context.get('signal');
  const tokens = await means.people.exchange({ code, verifier, redirectUri }, signal);
  if (tokens === undefined) return await refused(parts, context, REFUSALS.code);
  const person = await personOf(means, tokens, signal);
  await replaceSignIn(parts, context, { means, person, tokens });
  return context.redirect(parts.link(localPath(returnTo) ?? AFTER_SIGN_IN), 303);
}

const REFUSALS = {
  unknown: startAgain(
    'This sign-in was not started in this browser, or not in the last ten minutes. Nothing was changed.',
  ),
  used: startAgain('This sign-in was finished before. Nothing was changed.'),
  denied: startAgain('GitHub did not give its consent, because you or GitHub said no.'),
  code: startAgain('GitHub did not take the answer it gave to your browser. Nothing was changed.'),
} as const;

function startAgain(text: string): Problem {
  return {
    title: 'You are not signed in',
    text: `${text} Start again from here.`,
    action: { label: 'Sign in with GitHub', path: '/sign-in' },
  };
}

/** A state counts as used as soon as it came back to its own browser, whatever comes of it. */
async function judge(
  { store, now }: TokenDeps,
  underWay: UnderWay | undefined,
  state: string | undefined,
): Promise<Problem | undefined> {
  if (underWay === undefined || state === undefined) return REFUSALS.unknown;
  if (!isSame(underWay.state, state)) return REFUSALS.unknown;
  const at = now();
  const expiresAt = underWay.startedAt + SIGN_IN_MS;
  if (at >= expiresAt) return REFUSALS.unknown;
  const isFirst = await store.transaction(
    async ({ signIns }) =>
      await signIns.useState({ digest: digestOf(underWay.state), now: at, expiresAt }),
  );
  return isFirst ? undefined : REFUSALS.used;
}

function openUnderWay({ sealer }: TokenDeps, cookie: string | undefined): UnderWay | undefined {
  if (cookie === undefined) return undefined;
  const text = sealer.open(Buffer.from(cookie, 'base64url'), CONTEXT);
  return text === undefined ? undefined : UnderWay.parse(JSON.parse(text));
}

async function personOf(
  { people }: TokenDeps,
  { access }: UserTokens,
  signal: AbortSignal,
): Promise<Person> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await people.person(access, signal);
    } catch (error) {
      if (!isAppError(error, 'UNAUTHORIZED')) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
  return await people.person(access, signal);
}

/** Whatever sign-in the browser held before is over, its token too. */
async function replaceSignIn(
  { cookies, log }: WebParts,
  context: PageContext,
  made: { means: TokenDeps; person: Person; tokens: UserTokens },
): Promise<void> {
  const { means, person, tokens } = made;
  const old = context.get('signIn');
  const id = await beginSignIn(means, person, tokens);
  cookies.signIn.write(context, id, 7 * 24 * 3600);
  log.info({ login: person.login }, 'a person signed in');
  if (old === undefined) return;
  await endSignIn(means, old);
  await revokeQuietly(means, old.tokens.access, log);
}

/** Best effort: without it the token ends by itself within hours, and nobody holds it any more. */
export async function revokeQuietly(
  { people }: Pick<TokenDeps, 'people'>,
  access: string,
  log: WebParts['log'],
): Promise<void> {
  try {
    await people.revoke(access);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return;
    log.warn({ err: error }, 'A token could not be revoked at GitHub');
  }
}

async function refused(parts: WebParts, context: PageContext, problem: Problem): Promise<Response> {
  const viewer = undefined;
  return await context.html(problemPage({ viewer, link: parts.link }, problem), 400);
}
