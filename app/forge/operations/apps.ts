// The app itself, its installations and its tokens.

import {
  type Call,
  created,
  type Handler,
  handle,
  handleIn,
  type InputOf,
  NO_CONTENT,
  ok,
  type RepositoryCall,
  refuseInputs,
} from '../call/call.ts';
import { paged } from '../call/paging.ts';
import type { OperationId } from '../schema/selection.ts';
import { appView, installationView } from '../view/app.ts';
import { repositoryView } from '../view/repository.ts';
import { notFound, requiresAuthentication, unprocessable } from '../world/github-error.ts';
import { covers } from '../world/permissions.ts';
import type { App, Installation, Level, Permissions } from '../world/state.ts';
import { repositoryById } from '../world/world.ts';

const TOKEN_LIFE_MS = 3_600_000;

export const appOperations = {
  'apps/get-authenticated': handle((call) => ok(appView(call.world, appOf(call)))),
  'apps/list-installations': handle(listInstallations),
  'apps/get-installation': handle((call: Call<InputOf<'apps', 'getInstallation'>>) =>
    ok(installationView(call.world, installationOf(call, call.input.installation_id))),
  ),
  'apps/get-repo-installation': handleIn(repositoryInstallation),
  'apps/create-installation-access-token': handle(createToken),
  'apps/revoke-installation-access-token': handle((call) => {
    if (call.actor.kind !== 'installation') throw requiresAuthentication();
    call.world.state.installationTokens.delete(call.actor.token.token);
    return NO_CONTENT;
  }),
  'apps/list-repos-accessible-to-installation': handle(listRepositories),
} satisfies Partial<Record<OperationId, Handler>>;

export function appOf(call: Call): App {
  if (call.actor.kind !== 'app') throw requiresAuthentication();
  return call.actor.app;
}

function installationsOf(call: Call): Installation[] {
  const app = appOf(call);
  return [...call.world.state.installations.values()].filter(({ appId }) => appId === app.id);
}

function installationOf(call: Call, id: number): Installation {
  const found = installationsOf(call).find((installation) => installation.id === id);
  if (found === undefined) throw notFound();
  return found;
}

async function listInstallations(call: Call<InputOf<'apps', 'listInstallations'>>) {
  refuseInputs(call, 'apps/list-installations', ['since', 'outdated']);
  return await paged(call, installationsOf(call), (page) =>
    page.map((installation) => installationView(call.world, installation)),
  );
}

function repositoryInstallation(call: RepositoryCall) {
  const found = installationsOf(call).find(({ repositoryIds }) =>
    repositoryIds.includes(call.repository.id),
  );
  if (found === undefined) throw notFound();
  return ok(installationView(call.world, found));
}

/** A token may be narrowed to some repositories and permissions, never widened. */
function createToken(call: Call<InputOf<'apps', 'createInstallationAccessToken'>>) {
  const { world, input } = call;
  const installation = installationOf(call, input.installation_id);
  const repositoryIds = narrowedRepositories(call, installation);
  const permissions = narrowedPermissions(input.permissions, installation.permissions);
  const token = {
    // The long form GitHub hands out since 2026: nobody may count on 40 characters.
    token: `ghs_${installation.appId}_${world.deps.newSecret()}.${world.deps.newSecret()}`,
    installationId: installation.id,
    expiresAt: `${new Date(world.deps.now().getTime() + TOKEN_LIFE_MS).toISOString().slice(0, 19)}Z`,
    repositoryIds,
    permissions,
  };
  world.state.installationTokens.set(token.token, token);
  const isNarrowed = input.repositories !== undefined || input.repository_ids !== undefined;
  return created({
    token: token.token,
    expires_at: token.expiresAt,
    permissions,
    repository_selection: 'selected',
    ...(isNarrowed
      ? {
          repositories: repositoryIds.map((id) =>
            repositoryView(world, repositoryById(world.state, id)),
          ),
        }
      : {}),
  });
}

function narrowedRepositories(
  call: Call<InputOf<'apps', 'createInstallationAccessToken'>>,
  installation: Installation,
): number[] {
  const { repositories: names, repository_ids: ids } = call.input;
  if (names === undefined && ids === undefined) return [...installation.repositoryIds];
  const chosen = installation.repositoryIds.filter((id) => {
    const { name } = repositoryById(call.world.state, id);
    return names?.includes(name) === true || ids?.includes(id) === true;
  });
  const asked = new Set([...(names ?? []), ...(ids ?? [])]).size;
  if (chosen.length < asked) {
    throw unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  }
  return chosen;
}

function narrowedPermissions(asked: object | undefined, held: Permissions): Permissions {
  if (asked === undefined) return held;
  const entries = Object.entries(asked).filter((entry): entry is [string, Level] =>
    ['read', 'write', 'admin'].includes(String(entry[1])),
  );
  const wanted = Object.fromEntries(entries);
  if (!covers(held, wanted)) {
    throw unprocessable('The permissions requested are not granted to this installation.');
  }
  return { metadata: 'read', ...wanted };
}

async function listRepositories(call: Call<InputOf<'apps', 'listReposAccessibleToInstallation'>>) {
  if (call.actor.kind !== 'installation') throw requiresAuthentication();
  const { repositoryIds } = call.actor.token;
  return await paged(call, repositoryIds, (page) => ({
    total_count: repositoryIds.length,
    repository_selection: 'selected',
    repositories: page.map((id) =>
      repositoryView(call.world, repositoryById(call.world.state, id)),
    ),
  }));
}
