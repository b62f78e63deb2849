// What an owner does to a repository: its name, its owner, its labels, its end. Names and owners of the
// past lead nowhere here, though GitHub redirects: nobody may count on that.
import { AppError } from '../../errors.ts';
import { afterRefChange } from '../events/ref-changes.ts';
import { NO_OBJECT } from '../git/objects.ts';
import { findLabel } from '../operations/labels.ts';
import { requireAccount, requireRepository } from '../seed/accounts.ts';
import { accountView, organizationView } from '../view/account.ts';
import { labelView } from '../view/issue.ts';
import type { Account, Repository } from '../world/state.ts';
import { accountById, timestamp, type World } from '../world/world.ts';
import { type Acting, inRepository } from './act.ts';

type Json = Record<string, unknown>;

export function repositoryActs(acting: Acting) {
  const { account: sender } = acting;
  const { world } = acting.parts;
  const change = async (
    name: string,
    action: string,
    work: (repository: Repository) => Json | undefined,
  ): Promise<void> => {
    await inRepository(acting, { name, role: 'admin' }, (repository) => {
      const changes = work(repository);
      repository.updatedAt = timestamp(world);
      const payload = changes === undefined ? {} : { changes };
      world.announce({ event: 'repository', action, repository, sender, payload });
    });
  };
  const set = (facts: Partial<Repository>) => (repository: Repository) => {
    Object.assign(repository, facts);
    return undefined;
  };
  return {
    ...labelActs(acting),
    async renameRepository(name: string, to: string): Promise<void> {
      await change(name, 'renamed', (repository) => {
        const from = repository.name;
        repository.name = to;
        return { repository: { name: { from } } };
      });
    },
    async transferRepository(name: string, to: string): Promise<void> {
      const owner = requireAccount(world, to);
      await change(name, 'transferred', (repository) => handOver(world, repository, owner));
    },
    archiveRepository: async (name: string) =>
      await change(name, 'archived', set({ isArchived: true })),
    unarchiveRepository: async (name: string) =>
      await change(name, 'unarchived', set({ isArchived: false })),
    privatizeRepository: async (name: string) =>
      await change(name, 'privatized', set({ isPrivate: true })),
    publicizeRepository: async (name: string) =>
      await change(name, 'publicized', set({ isPrivate: false })),
    async setDefaultBranch(name: string, branch: string): Promise<void> {
      await change(name, 'edited', (repository) => {
        const from = repository.defaultBranch;
        repository.defaultBranch = branch;
        return { default_branch: { from } };
      });
    },
    async deleteRepository(name: string): Promise<void> {
      const { id } = requireRepository(world, name);
      await change(name, 'deleted', () => undefined);
      world.state.repositories.delete(id);
      for (const one of world.state.installations.values()) {
        one.repositoryIds = one.repositoryIds.filter((known) => known !== id);
      }
    },
    async deleteBranch(name: string, branch: string): Promise<void> {
      await inRepository(acting, { name, role: 'write' }, async (repository) => {
        const git = world.gitOf(repository);
        const ref = `refs/heads/${branch}`;
        const before = (await git.ref(ref))?.sha;
        if (before === undefined) {
          throw new AppError('VALIDATION_ERROR', { problem: `there is no branch ${branch}` });
        }
        await git.moveRef(ref, before, NO_OBJECT);
        await afterRefChange(world, repository, { ref, before, after: NO_OBJECT, sender });
      });
    },
  };
}

function handOver(world: World, repository: Repository, owner: Account): Json {
  const from = accountById(world.state, repository.ownerId);
  repository.ownerId = owner.id;
  moveBetweenInstallations(world, repository);
  const was =
    from.type === 'Organization'
      ? { organization: organizationView(world, from) }
      : { user: accountView(world, from) };
  return { owner: { from: was } };
}

/** Only apps that the new owner has installed get at it, and only they hear that it came. */
function moveBetweenInstallations(world: World, { id, ownerId }: Repository): void {
  for (const one of world.state.installations.values()) {
    const others = one.repositoryIds.filter((known) => known !== id);
    one.repositoryIds = one.accountId === ownerId ? [...others, id] : others;
  }
}

function labelActs(acting: Acting) {
  const { account: sender } = acting;
  const { world } = acting.parts;
  const known = (repository: Repository, name: string) => {
    const label = findLabel(repository, name);
    if (label !== undefined) return label;
    throw new AppError('VALIDATION_ERROR', { problem: `there is no label ${name}` });
  };
  return {
    async renameLabel(name: string, { from, to }: { from: string; to: string }): Promise<void> {
      await inRepository(acting, { name, role: 'write' }, (repository) => {
        const label = known(repository, from);
        label.name = to;
        const payload = { label: labelView(world, repository, label), changes: { name: { from } } };
        world.announce({ event: 'label', action: 'edited', repository, sender, payload });
      });
    },
    async deleteLabel(name: string, wanted: string): Promise<void> {
      await inRepository(acting, { name, role: 'write' }, (repository) => {
        const label = known(repository, wanted);
        repository.labels = repository.labels.filter((one) => one !== label);
        for (const issue of repository.issues.values()) {
          issue.labelIds = issue.labelIds.filter((id) => id !== label.id);
        }
        const payload = { label: labelView(world, repository, label) };
        world.announce({ event: 'label', action: 'deleted', repository, sender, payload });
      });
    },
  };
}
