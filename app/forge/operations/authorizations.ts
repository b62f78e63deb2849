// What an app asks about the tokens of its users, with its client id and secret.
import { type Call, type Handler, handle, type InputOf, NO_CONTENT, ok } from '../call/call.ts';
import { findAccess, revokeGrant } from '../oauth/grants.ts';
import type { OperationId } from '../schema/selection.ts';
import { authorizationView } from '../view/authorization.ts';
import { notFound, requiresAuthentication } from '../world/github-error.ts';
import type { UserAccess } from '../world/oauth.ts';
import type { App } from '../world/state.ts';
import { accountById } from '../world/world.ts';

type TokenCall = Call<InputOf<'apps', 'checkToken'>>;

export const authorizationOperations = {
  'apps/check-token': handle((call: TokenCall) => {
    const { app, access } = meant(call);
    return ok(authorizationView(call.world, app, access));
  }),
  'apps/delete-token': handle((call: TokenCall) => {
    call.world.state.oauth.accesses.delete(meant(call).access.token);
    return NO_CONTENT;
  }),
  'apps/delete-authorization': handle((call: TokenCall) => {
    const { app, access } = meant(call);
    revokeGrant(call.world, app, accountById(call.world.state, access.accountId));
    return NO_CONTENT;
  }),
} satisfies Partial<Record<OperationId, Handler>>;

/** The token of the body, if it is alive and belongs to the app that asks. */
function meant({ world, actor, input }: TokenCall): { app: App; access: UserAccess } {
  if (actor.kind !== 'client') throw requiresAuthentication();
  const { app } = actor;
  if (app.clientId !== input.client_id) throw notFound();
  const access = findAccess(world, app, input.access_token);
  if (access === undefined) throw notFound();
  return { app, access };
}
