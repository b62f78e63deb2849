// The repository itself, who may do what in it, and its branches.

import { type Handler, handleIn, type InputOf, ok, type RepositoryCall } from '../call/call.ts';
import type { OperationId } from '../schema/selection.ts';
import { accountView } from '../view/account.ts';
import { commitView } from '../view/commit.ts';
import {
  fullRepositoryView,
  permissionFlags,
  repositoryApi,
  repositoryPage,
} from '../view/repository.ts';
import { GithubError, notFound } from '../world/github-error.ts';
import { hasRole, roleOf } from '../world/permissions.ts';
import type { Role } from '../world/state.ts';
import { accountByLogin } from '../world/world.ts';

export const repositoryOperations = {
  'repos/get': handleIn(getRepository),
  'repos/get-branch': handleIn(getBranch),
  'repos/get-collaborator-permission-level': handleIn(getPermission),
} satisfies Partial<Record<OperationId, Handler>>;

function getRepository(call: RepositoryCall) {
  const { world, repository, actor } = call;
  const view = fullRepositoryView(world, repository);
  if (actor.kind !== 'user') return ok(view);
  const permissions = permissionFlags(roleOf(repository, actor.account.id));
  return ok({ ...view, permissions: { ...permissions, pull: true } });
}

/** `permission` knows four words; `role_name` tells maintain and triage apart. */
function getPermission(call: RepositoryCall<InputOf<'repos', 'getCollaboratorPermissionLevel'>>) {
  const { world, repository, input, actor } = call;
  if (actor.kind === 'user' && !hasRole(roleOf(repository, actor.account.id), 'write')) {
    throw new GithubError(403, 'Must have push access to view collaborator permission.');
  }
  const account = accountByLogin(world.state, input.username);
  if (account === undefined || account.type === 'Organization') throw notFound();
  const role = account.type === 'Bot' ? undefined : roleOf(repository, account.id);
  // Everybody may read what is public.
  const effective = role ?? (repository.isPrivate ? undefined : 'read');
  return ok({
    permission: effective === undefined ? 'none' : LEGACY[effective],
    role_name: effective ?? 'none',
    user: {
      ...accountView(world, account),
      permissions: permissionFlags(effective),
      role_name: effective ?? 'none',
    },
  });
}

const LEGACY = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
} as const satisfies Record<Role, string>;

async function getBranch(call: RepositoryCall<InputOf<'repos', 'getBranch'>>) {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  const ref = await git.ref(`refs/heads/${input.branch}`);
  const [commit] = ref === undefined ? [] : await git.readCommits([ref.sha]);
  if (commit === undefined) throw new GithubError(404, 'Branch not found');
  const self = `${repositoryApi(world, repository)}/branches/${encodeURIComponent(input.branch)}`;
  return ok({
    name: input.branch,
    commit: commitView(world, repository, commit),
    _links: { self, html: `${repositoryPage(world, repository)}/tree/${input.branch}` },
    protected: false,
    protection: {
      enabled: false,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
    },
    protection_url: `${self}/protection`,
  });
}
