// What a person does on GitHub's pages, as far as it is an operation of the API: through the same
// rules and events. A refusal is thrown as VALIDATION_ERROR with GitHub's own words.
import { AppError } from '../../errors.ts';
import { type PerformParts, perform } from '../api/perform.ts';
import { isPull } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { requireRepository } from '../seed/accounts.ts';
import type { PullThread } from '../view/pull.ts';
import { hasRole, roleOf } from '../world/permissions.ts';
import type { Account, Repository, Role } from '../world/state.ts';

/** Where: `OWNER/NAME` and the number of the issue or pull request. */
export type ThreadName = { repository: string; number: number };

/** Who acts, and on what. */
export type Acting = { parts: PerformParts; account: Account };

export async function actAs(
  { parts, account }: Acting,
  request: {
    operationId: OperationId;
    path: Record<string, unknown>;
    body?: Record<string, unknown> | undefined;
  },
): Promise<unknown> {
  const described = parts.description.operations.get(request.operationId);
  const path = (described?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
  const answer = await perform(parts, {
    body: undefined,
    ...request,
    actor: { kind: 'user', account },
    query: {},
    url: new URL(parts.world.urls.api + path),
    accept: 'application/json',
  });
  if (answer.status < 400) return answer.body;
  throw new AppError('VALIDATION_ERROR', {
    problem: 'GitHub would refuse this',
    details: { operationId: request.operationId, status: answer.status, answer: answer.body },
  });
}

export function requireRole(repository: Repository, account: Account, role: Role): void {
  if (hasRole(roleOf(repository, account.id), role)) return;
  throw new AppError('ROLE_INSUFFICIENT', { problem: `${account.login} may not do this here` });
}

export function requirePull(repository: Repository, number: number): PullThread {
  const issue = repository.issues.get(number);
  if (issue !== undefined && isPull(issue)) return issue;
  throw new AppError('VALIDATION_ERROR', { problem: `#${number} is no pull request` });
}

/** Under the lock that the API holds too. */
export async function inRepository<T>(
  { parts, account }: Acting,
  { name, role }: { name: string; role: Role },
  work: (repository: Repository) => Promise<T> | T,
): Promise<T> {
  const repository = requireRepository(parts.world, name);
  requireRole(repository, account, role);
  return await parts.locks.run(repository.id, async () => await work(repository));
}

export function thread({ repository, number }: ThreadName) {
  return { ...ownerAndName(repository), issue_number: String(number) };
}

export function ownerAndName(path: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = path.split('/');
  return { owner, repo };
}
