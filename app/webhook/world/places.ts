// What a happening says of the place itself: what it is called, and whether it can be reached.
import type { Records } from '../../store/records.ts';
import type { Happening } from '../../world/happening.ts';
import type { WorldName } from '../../world/table.ts';

type Change = (records: Records, happening: Happening) => Promise<void>;

const installation =
  (is: 'there' | 'suspended' | 'removed'): Change =>
  async ({ places }, { installationId }) => {
    await places.setInstallation(installationId, is);
  };

const repositories =
  (is: 'there' | 'archived' | 'removed'): Change =>
  async ({ places }, { place }) => {
    if (place.kind === 'repository') await places.setRepositories(place.repositoryIds, is);
  };

const described: Change = async ({ places, installations }, { repository, installationId, at }) => {
  if (repository === undefined) return;
  const { id, owner, ownerId, name, defaultBranch, isPrivate } = repository;
  // Only what a job began in is known; the rest is none of our business.
  if ((await installations.findRepository(id)) === undefined) return;
  const account = { accountId: ownerId, accountLogin: owner };
  await installations.saveInstallation({ id: installationId, ...account });
  await places.describe({ id, installationId, owner, name, defaultBranch, isPrivate }, at);
};

const CHANGES: { [N in WorldName]?: Change } = {
  'installation.created': installation('there'),
  'installation.unsuspend': installation('there'),
  'installation.new_permissions_accepted': installation('there'),
  'installation.suspend': installation('suspended'),
  'installation.deleted': installation('removed'),
  'installation_repositories.added': repositories('there'),
  'installation_repositories.removed': repositories('removed'),
  'repository.renamed': described,
  'repository.transferred': described,
  'repository.privatized': described,
  'repository.publicized': described,
  'repository.edited': described,
  'repository.archived': repositories('archived'),
  'repository.unarchived': repositories('there'),
  'repository.deleted': repositories('removed'),
};

/** Whether there was anything to be changed. */
export async function placeChange(records: Records, happening: Happening): Promise<boolean> {
  const change = CHANGES[happening.name];
  if (change === undefined) return false;
  await change(records, happening);
  return true;
}
