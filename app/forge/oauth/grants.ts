// Codes, tokens and their ends: what a person's consent gives an app and how it is taken back.
// Works on the state only; knows no HTTP.

import type { AuthorizeRequest, Code, UserAccess } from '../world/oauth.ts';
import { type Account, type App, takeId } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';

const CODE_LIFE_MS = 600_000;
export const ACCESS_LIFE_SECONDS = 28_800;
export const REFRESH_LIFE_SECONDS = 15_897_600;
/** As long as GitHub's. */
const CODE_LENGTH = 20;

/** The person has said yes: from now on the app may ask for tokens. */
export function grantCode(world: World, request: AuthorizeRequest, account: Account): string {
  const { oauth } = world.state;
  const nowMs = world.deps.now().getTime();
  for (const [value, code] of oauth.codes) {
    if (code.expiresAtMs <= nowMs) oauth.codes.delete(value);
  }
  if (!isGranted(world, request.appId, account.id)) {
    oauth.grants.push({ appId: request.appId, accountId: account.id });
  }
  const value = world.deps.newSecret().slice(0, CODE_LENGTH);
  const { appId, redirectUri, codeChallenge } = request;
  oauth.codes.set(value, {
    appId,
    redirectUri,
    codeChallenge,
    accountId: account.id,
    expiresAtMs: nowMs + CODE_LIFE_MS,
  });
  return value;
}

/** Whoever asks with the right app uses the code up, whatever comes of it. */
export function takeCode(world: World, app: App, value: string): Code | undefined {
  const { codes } = world.state.oauth;
  const code = codes.get(value);
  if (code?.appId !== app.id) return undefined;
  codes.delete(value);
  return code.expiresAtMs > world.deps.now().getTime() ? code : undefined;
}

export function issueAccess(
  world: World,
  facts: Pick<UserAccess, 'appId' | 'accountId' | 'repositoryId'>,
): UserAccess {
  const nowMs = world.deps.now().getTime();
  const access: UserAccess = {
    id: takeId(world.state),
    token: `ghu_${world.deps.newSecret()}`,
    refreshToken: `ghr_${world.deps.newSecret()}${world.deps.newSecret()}`,
    ...facts,
    createdAt: timestamp(world),
    expiresAtMs: nowMs + ACCESS_LIFE_SECONDS * 1000,
    refreshExpiresAtMs: nowMs + REFRESH_LIFE_SECONDS * 1000,
  };
  world.state.oauth.accesses.set(access.token, access);
  return access;
}

/** Ends the old pair, also its access token, and gives a new one. */
export function rotateAccess(world: World, app: App, refreshToken: string): UserAccess | undefined {
  const { accesses } = world.state.oauth;
  const old = [...accesses.values()].find((access) => access.refreshToken === refreshToken);
  if (old?.appId !== app.id || old.refreshExpiresAtMs <= world.deps.now().getTime()) {
    return undefined;
  }
  accesses.delete(old.token);
  const { appId, accountId, repositoryId } = old;
  return issueAccess(world, { appId, accountId, repositoryId });
}

/** The live token of this app, as `POST /applications/{client_id}/token` finds it. */
export function findAccess(world: World, app: App, token: string): UserAccess | undefined {
  const access = world.state.oauth.accesses.get(token);
  const isLive = access !== undefined && access.expiresAtMs > world.deps.now().getTime();
  return isLive && access.appId === app.id ? access : undefined;
}

export function isGranted(world: World, appId: number, accountId: number): boolean {
  return world.state.oauth.grants.some(
    (grant) => grant.appId === appId && grant.accountId === accountId,
  );
}

/** Ends everything the app holds of this person, and tells the app. */
export function revokeGrant(world: World, app: App, account: Account): void {
  const { oauth } = world.state;
  const isMeant = (held: { appId: number; accountId: number }): boolean =>
    held.appId === app.id && held.accountId === account.id;
  oauth.grants = oauth.grants.filter((grant) => !isMeant(grant));
  for (const [value, code] of oauth.codes) if (isMeant(code)) oauth.codes.delete(value);
  for (const [token, access] of oauth.accesses) if (isMeant(access)) oauth.accesses.delete(token);
  world.announce({
    event: 'github_app_authorization',
    action: 'revoked',
    repository: undefined,
    sender: account,
    onlyAppId: app.id,
    payload: {},
  });
}
