// Who may see a repository and do something in it: roles of people, permissions of tokens and of
// the apps behind them. What each operation asks for is a table of its own (api/access.ts).
import type { Actor } from './actor.ts';
import type { Level, Permissions, Repository, Role } from './state.ts';

/** Alternatives; each is a set of permissions that are needed together. */
export type Grants = readonly Permissions[];

export function canSee(actor: Actor, repository: Repository): boolean {
  if (!repository.isPrivate) return true;
  if (actor.kind === 'user' && roleOf(repository, actor.account.id) === undefined) return false;
  const isKnown = actor.kind === 'user' || actor.kind === 'installation';
  return isKnown && appMay(actor, repository, [{}]);
}

/**
 * May the app behind the caller do this here, by one of the grants? A person who comes without an
 * app is not held back; what he may do himself is a question of his role.
 */
export function appMay(actor: Actor, repository: Repository, grants: Grants): boolean {
  const isEnough = (held: Permissions): boolean => grants.some((grant) => covers(held, grant));
  if (actor.kind === 'installation') {
    const { repositoryIds, permissions } = actor.token;
    return repositoryIds.includes(repository.id) && isEnough(permissions);
  }
  if (actor.kind !== 'user' || actor.via === undefined) return true;
  return actor.via.installations.some(
    ({ suspendedAt, repositoryIds, permissions }) =>
      suspendedAt === undefined && repositoryIds.includes(repository.id) && isEnough(permissions),
  );
}

export function roleOf(repository: Repository, accountId: number): Role | undefined {
  return accountId === repository.ownerId ? 'admin' : repository.roles.get(accountId);
}

const ROLES: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin'];

export function hasRole(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

const LEVELS: readonly Level[] = ['read', 'write', 'admin'];

/** Does `held` contain all of `needed`? Metadata may be read by every token. */
export function covers(held: Permissions, needed: Permissions): boolean {
  return Object.entries(needed).every(([name, level]) => {
    const has = name === 'metadata' ? (held[name] ?? 'read') : held[name];
    return has !== undefined && LEVELS.indexOf(has) >= LEVELS.indexOf(level);
  });
}
