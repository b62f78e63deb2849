// A user access token as GitHub shows it to the app it belongs to. Pure.
import { createHash } from 'node:crypto';
import type { UserAccess } from '../world/oauth.ts';
import type { App } from '../world/state.ts';
import { accountById, type World } from '../world/world.ts';
import { accountView } from './account.ts';

export function authorizationView(
  world: World,
  app: App,
  access: UserAccess,
): Record<string, unknown> {
  return {
    id: access.id,
    url: `${world.urls.api}/authorizations/${access.id}`,
    app: {
      client_id: app.clientId,
      name: app.name,
      url: `${world.urls.web}/apps/${app.slug}`,
    },
    token: access.token,
    hashed_token: createHash('sha256').update(access.token).digest('hex'),
    token_last_eight: access.token.slice(-8),
    note: null,
    note_url: null,
    created_at: access.createdAt,
    updated_at: access.createdAt,
    expires_at: `${new Date(access.expiresAtMs).toISOString().slice(0, 19)}Z`,
    scopes: [],
    fingerprint: null,
    user: accountView(world, accountById(world.state, access.accountId)),
  };
}
