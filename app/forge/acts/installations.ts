// What an owner does to the installation of an app. Announced while it can still be heard of.
import { AppError } from '../../errors.ts';
import { announceInstallation, announceRepositories } from '../events/installations.ts';
import { requireRepository } from '../seed/accounts.ts';
import { requireApp } from '../seed/apps.ts';
import type { Installation } from '../world/state.ts';
import { timestamp } from '../world/world.ts';
import { type Acting, requireRole } from './act.ts';

export function installationActs({ parts, account: sender }: Acting) {
  const { world } = parts;
  const { state } = world;
  /** Of this app on the account that has the repository. */
  const installationOf = (slug: string, name: string): Installation => {
    const app = requireApp(world, slug);
    const repository = requireRepository(world, name);
    requireRole(repository, sender, 'admin');
    const found = [...state.installations.values()].find(
      ({ appId, accountId }) => appId === app.id && accountId === repository.ownerId,
    );
    if (found !== undefined) return found;
    throw new AppError('VALIDATION_ERROR', { problem: `${slug} is not installed there` });
  };
  return {
    suspendApp(slug: string, repository: string): void {
      const installation = installationOf(slug, repository);
      // The app hears that it is suspended, and then nothing more.
      const suspended = { ...installation, suspendedAt: timestamp(world) };
      announceInstallation(world, suspended, { action: 'suspend', sender });
      Object.assign(installation, suspended);
    },
    unsuspendApp(slug: string, repository: string): void {
      const installation = installationOf(slug, repository);
      installation.suspendedAt = undefined;
      announceInstallation(world, installation, { action: 'unsuspend', sender });
    },
    uninstallApp(slug: string, repository: string): void {
      const installation = installationOf(slug, repository);
      announceInstallation(world, installation, { action: 'deleted', sender });
      state.installations.delete(installation.id);
    },
    acceptPermissions(slug: string, repository: string): void {
      const installation = installationOf(slug, repository);
      const action = 'new_permissions_accepted';
      announceInstallation(world, installation, { action, sender });
    },
    addToApp(slug: string, name: string): void {
      const installation = installationOf(slug, name);
      const repository = requireRepository(world, name);
      installation.repositoryIds = [...new Set([...installation.repositoryIds, repository.id])];
      const what = { action: 'added', repositories: [repository], sender } as const;
      announceRepositories(world, installation, what);
    },
    removeFromApp(slug: string, name: string): void {
      const installation = installationOf(slug, name);
      const repository = requireRepository(world, name);
      installation.repositoryIds = installation.repositoryIds.filter((id) => id !== repository.id);
      for (const token of state.installationTokens.values()) {
        if (token.installationId !== installation.id) continue;
        token.repositoryIds = token.repositoryIds.filter((id) => id !== repository.id);
      }
      const what = { action: 'removed', repositories: [repository], sender } as const;
      announceRepositories(world, installation, what);
    },
  };
}
