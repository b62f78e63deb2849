// Accounts and their roles, as an operator makes them before the story begins. Bad input is refused
// with VALIDATION_ERROR and changes nothing.
import { AppError } from '../../errors.ts';
import type { GitRepositories } from '../git/repository.ts';
import { type Account, type Repository, type Role, takeId } from '../world/state.ts';
import { accountByLogin, findRepository, timestamp, type World } from '../world/world.ts';

export type SeedParts = { world: World; git: GitRepositories; directory: string };

export type NewUser = {
  login: string;
  /** Generated unless given. */
  token?: string;
  name?: string;
  type?: 'User' | 'Organization';
};
type SeededUser = { id: number; login: string; token: string };

export function createUser({ world }: SeedParts, user: NewUser): SeededUser {
  const token = user.token ?? `ghp_${world.deps.newSecret()}`;
  if (world.state.userTokens.has(token)) throw invalid('this token belongs to another user');
  const account = addAccount(world, { ...user, type: user.type ?? 'User' });
  world.state.userTokens.set(token, account.id);
  return { id: account.id, login: account.login, token };
}

export function setPermission(
  { world }: SeedParts,
  wanted: { repository: string; login: string; permission: Role | 'none' },
): void {
  const repository = requireRepository(world, wanted.repository);
  const account = requireAccount(world, wanted.login);
  if (wanted.permission === 'none') repository.roles.delete(account.id);
  else repository.roles.set(account.id, wanted.permission);
}

export function addAccount(
  world: World,
  wanted: { id?: number; login: string; type: Account['type']; name?: string | undefined },
): Account {
  const bare = wanted.login.replace(/\[bot\]$/, '');
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/.test(bare)) throw invalid(`not a login: ${wanted.login}`);
  if (accountByLogin(world.state, wanted.login) !== undefined) {
    throw invalid(`the login ${wanted.login} is taken`);
  }
  const id = wanted.id ?? takeId(world.state);
  if (world.state.accounts.has(id)) throw invalid(`the account ${id} exists`);
  const account = {
    id,
    login: wanted.login,
    type: wanted.type,
    name: wanted.name,
    email: `${id}+${wanted.login}@users.noreply.github.com`,
    createdAt: timestamp(world),
  };
  world.state.accounts.set(id, account);
  return account;
}

export function requireAccount(world: World, login: string): Account {
  const account = accountByLogin(world.state, login);
  if (account === undefined) throw invalid(`there is no account ${login}`);
  return account;
}

export function requireRepository(world: World, path: string): Repository {
  const [owner = '', name = ''] = path.split('/');
  const repository = findRepository(world.state, owner, name);
  if (repository === undefined) throw invalid(`there is no repository ${path}`);
  return repository;
}

export function invalid(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', { problem });
}
