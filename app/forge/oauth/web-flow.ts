// The web flow as a person's browser sees it: the page with the form, and what its submission does.
// A form is good once, for ten minutes, and only in the browser that was shown it.
import { z } from 'zod';
import type { AuthorizeRequest, OpenForm } from '../world/oauth.ts';
import type { Account } from '../world/state.ts';
import { accountById, accountByLogin, appById, type World } from '../world/world.ts';
import { backTo, judgeAuthorize, refusal } from './authorize.ts';
import { authorizeHtml, pageHeaders, problemHtml } from './authorize-page.ts';
import { grantCode } from './grants.ts';

export type WebAnswer = { status: number; headers: Record<string, string>; html: string };

const FORM_LIFE_MS = 600_000;
const COOKIE = 'forge_browser';

const submission = z.object({
  form_token: z.string(),
  login: z.string(),
  decision: z.enum(['authorize', 'cancel']),
});

export function showAuthorize(
  world: World,
  query: URLSearchParams,
  cookies: string | undefined,
): WebAnswer {
  const judged = judgeAuthorize(world.state.apps.values(), query);
  if (judged.kind === 'refuse') return problemPage(judged.status, judged.problem);
  if (judged.kind === 'redirect') return redirectTo(judged.location);
  const people = peopleOf(world);
  if (people.length === 0) return problemPage(409, 'Nobody has an account here yet.');
  const { browserId, signedIn } = browserOf(world, cookies);
  const named = people.find(
    ({ login }) => login.toLowerCase() === query.get('login')?.toLowerCase(),
  );
  const { request, app } = judged;
  const html = authorizeHtml({
    appName: app.name,
    ownerLogin: accountById(world.state, app.ownerId).login,
    redirectUri: request.redirectUri,
    formToken: openForm(world, request, browserId),
    people,
    chosen: named ?? signedIn,
    signedIn,
  });
  const cookie = `${COOKIE}=${browserId}; Path=/login/oauth; HttpOnly; SameSite=Lax`;
  return {
    status: 200,
    headers: { ...pageHeaders(request.redirectUri), 'set-cookie': cookie },
    html,
  };
}

export function submitAuthorize(
  world: World,
  fields: Readonly<Record<string, string>>,
  cookies: string | undefined,
): WebAnswer {
  const given = submission.safeParse(fields);
  if (!given.success) return problemPage(422, 'This form is not complete.');
  const { form_token: token, login, decision } = given.data;
  const form = takeForm(world, token, cookieOf(cookies));
  if (form === undefined) {
    return problemPage(
      422,
      'This form was used or is too old. Go back to the app and start again.',
    );
  }
  if (decision === 'cancel') return redirectTo(refusal(form, 'access_denied').location);
  const account = accountByLogin(world.state, login);
  if (account?.type !== 'User') return problemPage(422, 'There is no such person.');
  world.state.oauth.browsers.set(form.browserId, { accountId: account.id });
  const code = grantCode(world, form, account);
  return redirectTo(backTo(form.redirectUri, { code, state: form.state }));
}

function peopleOf(world: World): Account[] {
  return [...world.state.accounts.values()].filter(({ type }) => type === 'User');
}

type KnownBrowser = { browserId: string; signedIn: Account | undefined };

function browserOf(world: World, cookies: string | undefined): KnownBrowser {
  const { browsers } = world.state.oauth;
  const sent = cookieOf(cookies);
  const known = sent === undefined ? undefined : browsers.get(sent);
  const browserId = sent === undefined || known === undefined ? world.deps.newSecret() : sent;
  if (known === undefined) browsers.set(browserId, { accountId: undefined });
  const signedIn =
    known?.accountId === undefined ? undefined : world.state.accounts.get(known.accountId);
  return { browserId, signedIn };
}

function cookieOf(cookies: string | undefined): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

function openForm(world: World, request: AuthorizeRequest, browserId: string): string {
  const { forms } = world.state.oauth;
  const nowMs = world.deps.now().getTime();
  for (const [token, form] of forms) if (form.expiresAtMs <= nowMs) forms.delete(token);
  const token = world.deps.newSecret();
  forms.set(token, { ...request, browserId, expiresAtMs: nowMs + FORM_LIFE_MS });
  return token;
}

/** A form from another browser is not used up: a stranger cannot spoil it. */
function takeForm(
  world: World,
  token: string,
  browserId: string | undefined,
): OpenForm | undefined {
  const { forms } = world.state.oauth;
  const form = forms.get(token);
  if (form === undefined || form.browserId !== browserId) return undefined;
  forms.delete(token);
  const isInTime = form.expiresAtMs > world.deps.now().getTime();
  return isInTime && world.state.apps.has(form.appId) ? withRegisteredUrl(world, form) : undefined;
}

/** The app may have lost this address since the form was shown. */
function withRegisteredUrl(world: World, form: OpenForm): OpenForm | undefined {
  const { callbackUrls } = appById(world.state, form.appId);
  return callbackUrls.includes(form.redirectUri) ? form : undefined;
}

function redirectTo(location: string): WebAnswer {
  return {
    status: 302,
    headers: { ...pageHeaders(undefined), location },
    html: problemHtml('Redirecting', 'You are being redirected.'),
  };
}

export function problemPage(status: number, problem: string): WebAnswer {
  const title = status === 404 ? 'Not found' : 'This cannot be authorized';
  return { status, headers: pageHeaders(undefined), html: problemHtml(title, problem) };
}
