// Credentials of a request → Actor. Says who calls, never what he may do (permissions.ts does).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from './actor.ts';
import { badCredentials, GithubError } from './github-error.ts';
import { appOfJwt, looksLikeJwt } from './jwt.ts';
import type { App, ForgeState, Installation } from './state.ts';

/** `authorization` is the header of an API or git request. Throws GithubError (401, 403, 404). */
export function authenticate(
  state: ForgeState,
  authorization: string | undefined,
  now: Date,
): Actor {
  if (authorization === undefined || authorization === '') return { kind: 'anonymous' };
  const client = clientOf(state, authorization);
  if (client !== undefined) return client;
  const token = tokenOf(authorization);
  if (token === undefined) throw badCredentials();
  if (looksLikeJwt(token)) return { kind: 'app', app: appOfJwt(state, token, now) };
  const userId = state.userTokens.get(token);
  const account = userId === undefined ? undefined : state.accounts.get(userId);
  if (account !== undefined) return { kind: 'user', account };
  return userOfApp(state, token, now) ?? installationActor(state, token, now);
}

export function isSecretOf(app: App, secret: string): boolean {
  if (app.clientSecretHash === undefined) return false;
  const given = createHash('sha256').update(secret).digest();
  return timingSafeEqual(given, Buffer.from(app.clientSecretHash, 'hex'));
}

/** Basic with a client id as the user name: an app that asks about its users' tokens. */
function clientOf(state: ForgeState, authorization: string): Actor | undefined {
  const basic = basicOf(authorization);
  const app = [...state.apps.values()].find(({ clientId }) => clientId === basic?.user);
  if (basic === undefined || app === undefined) return undefined;
  if (!isSecretOf(app, basic.password)) throw badCredentials();
  return { kind: 'client', app };
}

function userOfApp(state: ForgeState, token: string, now: Date): Actor | undefined {
  const access = state.oauth.accesses.get(token);
  if (access === undefined || access.expiresAtMs <= now.getTime()) return undefined;
  const account = state.accounts.get(access.accountId);
  const app = state.apps.get(access.appId);
  if (account === undefined || app === undefined) return undefined;
  const installations = [...state.installations.values()]
    .filter(({ appId }) => appId === app.id)
    .map((installation) => cutDown(installation, access.repositoryId));
  return { kind: 'user', account, via: { app, access, installations } };
}

function cutDown(installation: Installation, repositoryId: number | undefined): Installation {
  if (repositoryId === undefined) return installation;
  const repositoryIds = installation.repositoryIds.filter((id) => id === repositoryId);
  return { ...installation, repositoryIds };
}

/** `Bearer X`, `token X`, or basic with the token as password (git) or as user name (curl -u). */
function tokenOf(authorization: string): string | undefined {
  const [scheme = '', value = ''] = authorization.trim().split(/\s+/, 2);
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return value;
    default: {
      const basic = basicOf(authorization);
      const isInName = basic?.password === '' || basic?.password === 'x-oauth-basic';
      return isInName ? basic.user : basic?.password;
    }
  }
}

function basicOf(authorization: string): { user: string; password: string } | undefined {
  const value = /^\s*basic\s+(\S+)/i.exec(authorization)?.[1];
  if (value === undefined) return undefined;
  const [user = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return { user, password: rest.join(':') };
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
