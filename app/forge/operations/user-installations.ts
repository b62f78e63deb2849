// Which installations of an app a person can reach, and which repositories in them: only those for
// which he has a role of his own, as GitHub has it.

import { type Call, type Handler, handle, type InputOf } from '../call/call.ts';
import { paged } from '../call/paging.ts';
import type { OperationId } from '../schema/selection.ts';
import { installationView } from '../view/app.ts';
import { permissionFlags, repositoryView } from '../view/repository.ts';
import type { Via } from '../world/actor.ts';
import { GithubError, notFound, requiresAuthentication } from '../world/github-error.ts';
import { roleOf } from '../world/permissions.ts';
import type { Account, Installation, Repository } from '../world/state.ts';
import { repositoryById } from '../world/world.ts';

export const userInstallationOperations = {
  'apps/list-installations-for-authenticated-user': handle(listInstallations),
  'apps/list-installation-repos-for-authenticated-user': handle(listRepositories),
} satisfies Partial<Record<OperationId, Handler>>;

async function listInstallations(
  call: Call<InputOf<'apps', 'listInstallationsForAuthenticatedUser'>>,
) {
  const installations = reachable(call);
  return await paged(call, installations, (page) => ({
    total_count: installations.length,
    installations: page.map((installation) => installationView(call.world, installation)),
  }));
}

async function listRepositories(
  call: Call<InputOf<'apps', 'listInstallationReposForAuthenticatedUser'>>,
) {
  const { account } = userOf(call);
  const found = reachable(call).find(({ id }) => id === call.input.installation_id);
  if (found === undefined) throw notFound();
  if (found.suspendedAt !== undefined) {
    throw new GithubError(403, 'This installation has been suspended');
  }
  const repositories = readable(call, found);
  return await paged(call, repositories, (page) => ({
    total_count: repositories.length,
    repository_selection: 'selected',
    repositories: page.map((repository) => ({
      ...repositoryView(call.world, repository),
      permissions: permissionFlags(roleOf(repository, account.id)),
    })),
  }));
}

function userOf({ actor }: Call): { account: Account; via: Via } {
  if (actor.kind !== 'user' || actor.via === undefined) throw requiresAuthentication();
  return { account: actor.account, via: actor.via };
}

function reachable(call: Call): Installation[] {
  const { account, via } = userOf(call);
  return via.installations.filter(
    (installation) =>
      installation.accountId === account.id || readable(call, installation).length > 0,
  );
}

function readable(call: Call, installation: Installation): Repository[] {
  const { account } = userOf(call);
  return installation.repositoryIds
    .map((id) => repositoryById(call.world.state, id))
    .filter((repository) => roleOf(repository, account.id) !== undefined);
}
