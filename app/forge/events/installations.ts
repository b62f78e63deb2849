// What happens to an installation as a whole and to its list of repositories, as the app hears it.
import { nodeId } from '../view/account.ts';
import { installationView } from '../view/app.ts';
import type { Account, Installation, Repository } from '../world/state.ts';
import { fullName, repositoryById, type World } from '../world/world.ts';

type Json = Record<string, unknown>;
type Action = 'created' | 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted';

/** Call it while the installation can still be heard of. */
export function announceInstallation(
  world: World,
  installation: Installation,
  { action, sender }: { action: Action; sender: Account },
): void {
  const repositories = installation.repositoryIds.map((id) =>
    shortView(world, repositoryById(world.state, id)),
  );
  world.announce({
    event: 'installation',
    action,
    repository: undefined,
    sender,
    onlyInstallationId: installation.id,
    payload: {
      installation: installationView(world, installation),
      repositories,
      ...(action === 'created' ? { requester: null } : {}),
    },
  });
}

export function announceRepositories(
  world: World,
  installation: Installation,
  what: { action: 'added' | 'removed'; repositories: readonly Repository[]; sender: Account },
): void {
  const views = what.repositories.map((repository) => shortView(world, repository));
  const isAdded = what.action === 'added';
  world.announce({
    event: 'installation_repositories',
    action: what.action,
    repository: undefined,
    sender: what.sender,
    onlyInstallationId: installation.id,
    payload: {
      installation: installationView(world, installation),
      repository_selection: 'selected',
      repositories_added: isAdded ? views : [],
      repositories_removed: isAdded ? [] : views,
      requester: null,
    },
  });
}

function shortView(world: World, repository: Repository): Json {
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(world.state, repository),
    private: repository.isPrivate,
  };
}
