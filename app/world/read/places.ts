// What happens to installations, repositories and labels → happenings. Pure.
import { z } from 'zod';
import type { Detail } from '../happening.ts';
import type { WorldName } from '../table.ts';
import { FromInstallation, FromRepository, happened, Id, type Reader, reader } from './shapes.ts';

export function installationReader(name: WorldName): Reader {
  return reader(FromInstallation, (given) => {
    const at = given.installation.updated_at;
    return happened(name, given, { place: { kind: 'installation' }, at });
  });
}

const MOST_REPOSITORIES = 10_000;
const Listed = z.array(z.object({ id: Id })).max(MOST_REPOSITORIES);
const Repositories = FromInstallation.extend({
  repositories_added: Listed.default([]),
  repositories_removed: Listed.default([]),
});

export function repositoriesReader(name: WorldName): Reader {
  return reader(Repositories, (given) => {
    const { installation, repositories_added: added, repositories_removed: removed } = given;
    const listed = name === 'installation_repositories.added' ? added : removed;
    const place = { kind: 'repository', repositoryIds: listed.map(({ id }) => id) } as const;
    return happened(name, given, { place, at: installation.updated_at });
  });
}

/** GitHub says what a thing was called before, wherever that changed. */
const Was = z.object({ from: z.string().max(300) });
const Changes = z.object({
  repository: z.object({ name: Was }).optional(),
  name: Was.optional(),
  default_branch: Was.optional(),
});
const Repository = FromRepository.extend({ changes: Changes.optional().catch(undefined) });

export function repositoryReader(name: WorldName): Reader {
  return reader(Repository, (given) => {
    const { repository, changes } = given;
    const from = changes?.repository?.name.from ?? changes?.default_branch?.from;
    return happened(name, given, {
      place: { kind: 'repository', repositoryIds: [repository.id] },
      at: repository.updated_at,
      detail: from === undefined ? {} : { from },
    });
  });
}

const Label = Repository.extend({ label: z.object({ name: z.string().max(200) }) });

export function labelReader(name: WorldName): Reader {
  return reader(Label, (given) => {
    const { repository, label, changes } = given;
    const from = changes?.name?.from;
    const detail: Detail = { label: label.name, ...(from !== undefined && { from }) };
    return happened(name, given, { place: { kind: 'nobody' }, at: repository.updated_at, detail });
  });
}
