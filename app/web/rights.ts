// What a person may do with a repository, by GitHub's live answers: what his own token sees, and his
// permission as the App's installation sees it. Nothing is remembered from one request to the next.
import { AppError, isAppError } from '../errors.ts';
import type { Permission, RepositoryRef } from '../github/port.ts';
import type { People, Person, VisibleInstallation, VisibleRepository } from './port.ts';

export type Administered = {
  person: Person;
  installation: VisibleInstallation;
  repository: VisibleRepository;
};

export type RightsDeps = {
  people: Pick<People, 'person' | 'installations' | 'repositories'>;
  permission(repository: RepositoryRef, login: string, signal: AbortSignal): Promise<Permission>;
};

type Asking = { access: string; githubId: number; signal: AbortSignal };

/**
 * NOT_FOUND for what he may not read (or where the App is not installed), ROLE_INSUFFICIENT for what
 * he may read but not administer, GITHUB_UNAVAILABLE when nobody can tell (decision 59).
 */
export async function requireAdmin(
  deps: RightsDeps,
  asking: Asking,
  { owner, name }: { owner: string; name: string },
): Promise<Administered> {
  const { access, signal } = asking;
  const [person, installations] = await Promise.all([
    livePerson(deps, asking),
    deps.people.installations(access, signal),
  ]);
  for (const installation of installations.filter(isOf(owner))) {
    const repository = await findIn(deps, installation, { access, signal, owner, name });
    if (repository === undefined) continue;
    const ref = { owner: repository.owner, name: repository.name, installationId: installation.id };
    judge(repository, await deps.permission(ref, person.login, signal));
    return { person, installation, repository };
  }
  throw new AppError('NOT_FOUND');
}

/** Those he administers, by name. */
export async function administeredBy(
  deps: RightsDeps,
  asking: Asking,
): Promise<VisibleRepository[]> {
  const { access, signal } = asking;
  const [, installations] = await Promise.all([
    livePerson(deps, asking),
    deps.people.installations(access, signal),
  ]);
  const usable = installations.filter(({ isSuspended }) => !isSuspended);
  const found: VisibleRepository[] = [];
  for (const { id } of usable) {
    const seen = deps.people.repositories(access, id, signal);
    const all = await orNone(Array.fromAsync(seen));
    found.push(...all.filter(({ isAdmin }) => isAdmin));
  }
  return found.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
}

/** Both answers must say admin; where they contradict each other nobody can tell. */
function judge({ isAdmin }: VisibleRepository, permission: Permission): void {
  if (!isAdmin) throw new AppError('ROLE_INSUFFICIENT');
  if (permission === 'admin') return;
  if (permission !== 'none') throw new AppError('ROLE_INSUFFICIENT');
  throw new AppError('GITHUB_UNAVAILABLE', {
    problem: 'GitHub did not confirm the permission of a person it shows as an admin.',
  });
}

/** A login can change and be taken by another; the number cannot. */
async function livePerson({ people }: RightsDeps, asking: Asking): Promise<Person> {
  const person = await people.person(asking.access, asking.signal);
  if (person.id !== asking.githubId) throw new AppError('UNAUTHORIZED');
  return person;
}

function isOf(owner: string) {
  return ({ accountLogin, isSuspended }: VisibleInstallation) =>
    !isSuspended && accountLogin.toLowerCase() === owner.toLowerCase();
}

type Wanted = { access: string; signal: AbortSignal; owner: string; name: string };

async function findIn(
  { people }: RightsDeps,
  { id }: VisibleInstallation,
  { access, signal, owner, name }: Wanted,
): Promise<VisibleRepository | undefined> {
  const wanted = nameOf({ owner, name });
  try {
    for await (const repository of people.repositories(access, id, signal)) {
      if (nameOf(repository) === wanted) return repository;
    }
    return undefined;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** An installation may be removed between two questions. */
async function orNone<T>(found: Promise<T[]>): Promise<T[]> {
  try {
    return await found;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

function nameOf({ owner, name }: { owner: string; name: string }): string {
  return `${owner}/${name}`.toLowerCase();
}
