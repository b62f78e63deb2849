// Judges the address with which an app sends a person to be authorised. Pure: answers what to do
// next and changes nothing. An address that is not the app's own is never redirected to.

import type { AuthorizeRequest } from '../world/oauth.ts';
import type { App } from '../world/state.ts';

type Judgement =
  | { kind: 'ask'; app: App; request: AuthorizeRequest }
  | { kind: 'redirect'; location: string }
  | { kind: 'refuse'; status: number; problem: string };

const DOCS =
  'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#';
/** SHA-256 in base64url, unpadded. */
const CHALLENGE = /^[\w-]{43}$/;

export function judgeAuthorize(apps: Iterable<App>, query: URLSearchParams): Judgement {
  const clientId = query.get('client_id');
  const app = [...apps].find((candidate) => candidate.clientId === clientId);
  if (app === undefined || app.clientSecretHash === undefined) {
    return { kind: 'refuse', status: 404, problem: 'There is no app with this client_id.' };
  }
  const [first] = app.callbackUrls;
  if (first === undefined) {
    return { kind: 'refuse', status: 400, problem: 'This app has no callback URL registered.' };
  }
  const state = query.get('state') ?? undefined;
  const redirectUri = query.get('redirect_uri') ?? first;
  if (!app.callbackUrls.includes(redirectUri)) {
    return refusal({ redirectUri: first, state }, 'redirect_uri_mismatch');
  }
  const codeChallenge = query.get('code_challenge') ?? undefined;
  const request = { appId: app.id, redirectUri, state, codeChallenge };
  const method = query.get('code_challenge_method') ?? undefined;
  const isPlain = codeChallenge === undefined && method === undefined;
  const isPkce = CHALLENGE.test(codeChallenge ?? '') && method === 'S256';
  return isPlain || isPkce ? { kind: 'ask', app, request } : refusal(request, 'invalid_request');
}

const REASONS = {
  access_denied: 'The user has denied your application access.',
  invalid_request: 'PKCE needs a code_challenge of 43 characters and code_challenge_method S256.',
  redirect_uri_mismatch:
    'The redirect_uri MUST match the registered callback URL for this application.',
} as const;

/** Back to the app with an error, in GitHub's words. */
export function refusal(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  error: keyof typeof REASONS,
): { kind: 'redirect'; location: string } {
  const location = backTo(redirectUri, {
    error,
    error_description: REASONS[error],
    error_uri: DOCS + error.replaceAll('_', '-'),
    state,
  });
  return { kind: 'redirect', location };
}

/** The app's address with more parameters; what it had stays. */
export function backTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.href;
}
