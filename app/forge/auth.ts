// Credentials of a request → Actor. Says who calls, never what he may do (access.ts does).
import type { Actor } from './actor.ts';
import { badCredentials, GithubError } from './github-error.ts';
import { appOfJwt, looksLikeJwt } from './jwt.ts';
import type { ForgeState } from './state.ts';

/** `authorization` is the header of an API or git request. Throws GithubError (401, 403, 404). */
export function authenticate(
  state: ForgeState,
  authorization: string | undefined,
  now: Date,
): Actor {
  if (authorization === undefined || authorization === '') return { kind: 'anonymous' };
  const token = tokenOf(authorization);
  if (token === undefined) throw badCredentials();
  if (looksLikeJwt(token)) return { kind: 'app', app: appOfJwt(state, token, now) };
  const userId = state.userTokens.get(token);
  const account = userId === undefined ? undefined : state.accounts.get(userId);
  if (account !== undefined) return { kind: 'user', account };
  return installationActor(state, token, now);
}

/** `Bearer X`, `token X`, or basic with the token as password (git) or as user name (curl -u). */
function tokenOf(authorization: string): string | undefined {
  const [scheme = '', value = ''] = authorization.trim().split(/\s+/, 2);
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return value;
    case 'basic': {
      const [user = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
      const password = rest.join(':');
      return password === '' || password === 'x-oauth-basic' ? user : password;
    }
    default:
      return undefined;
  }
}

function installationActor(state: ForgeState, value: string, now: Date): Actor {
  const token = state.installationTokens.get(value);
  const installation =
    token === undefined ? undefined : state.installations.get(token.installationId);
  const app = installation === undefined ? undefined : state.apps.get(installation.appId);
  const account = app === undefined ? undefined : state.accounts.get(app.botId);
  const isLive = token !== undefined && Date.parse(token.expiresAt) > now.getTime();
  if (!isLive || installation === undefined || app === undefined || account === undefined) {
    throw badCredentials();
  }
  if (installation.suspendedAt !== undefined) {
    throw new GithubError(403, 'This installation has been suspended');
  }
  return { kind: 'installation', app, account, installation, token };
}
