// What an operation asks of its caller, from GitHub's own permission table, and the check. The
// table is the contract; the forge must not be kinder than GitHub.

import type { OperationId } from '../schema/selection.ts';
import type { Actor } from '../world/actor.ts';
import {
  GithubError,
  notForIntegration,
  notFound,
  requiresAuthentication,
} from '../world/github-error.ts';
import { appMay, canSee, type Grants, hasRole, roleOf } from '../world/permissions.ts';
import type { Repository, Role } from '../world/state.ts';

type Access =
  /** `user-of-app` wants a person's token that belongs to an app. */
  | { by: 'anyone' | 'app' | 'client' | 'installation' | 'user' | 'user-of-app' }
  /** `role` is what a person needs in the repository. */
  | { by: 'repository'; grants: Grants; role: Role; isPublic: boolean };

const reads = (...names: string[]): Access => ({
  by: 'repository',
  grants: names.map((name) => ({ [name]: 'read' as const })),
  role: 'read',
  isPublic: true,
});
const writes = (role: Role, ...names: string[]): Access => ({
  by: 'repository',
  grants: names.map((name) => ({ [name]: 'write' as const })),
  role,
  isPublic: false,
});
const movesRefs: Access = {
  by: 'repository',
  grants: [{ contents: 'write' }, { contents: 'write', workflows: 'write' }],
  role: 'write',
  isPublic: false,
};
const THREAD = ['issues', 'pull_requests'];

export const ACCESS = {
  'apps/get-authenticated': { by: 'app' },
  'apps/list-installations': { by: 'app' },
  'apps/get-installation': { by: 'app' },
  'apps/create-installation-access-token': { by: 'app' },
  'apps/get-repo-installation': { by: 'app' },
  'apps/list-webhook-deliveries': { by: 'app' },
  'apps/get-webhook-delivery': { by: 'app' },
  'apps/redeliver-webhook-delivery': { by: 'app' },
  'apps/check-token': { by: 'client' },
  'apps/delete-authorization': { by: 'client' },
  'apps/delete-token': { by: 'client' },
  'apps/list-installation-repos-for-authenticated-user': { by: 'user-of-app' },
  'apps/list-installations-for-authenticated-user': { by: 'user-of-app' },
  'apps/revoke-installation-access-token': { by: 'installation' },
  'apps/list-repos-accessible-to-installation': { by: 'installation' },
  'checks/create': writes('write', 'checks'),
  'checks/get': reads('checks'),
  'checks/list-for-ref': reads('checks'),
  'checks/update': writes('write', 'checks'),
  'git/create-blob': writes('write', 'contents'),
  'git/create-commit': writes('write', 'contents'),
  'git/create-ref': movesRefs,
  'git/create-tree': writes('write', 'contents'),
  'git/delete-ref': writes('write', 'contents'),
  'git/get-blob': reads('contents'),
  'git/get-commit': reads('contents'),
  'git/get-ref': reads('contents'),
  'git/get-tree': reads('contents'),
  'git/list-matching-refs': reads('contents'),
  'git/update-ref': movesRefs,
  'issues/add-labels': writes('triage', ...THREAD),
  'issues/create': writes('read', 'issues'),
  'issues/create-comment': writes('read', ...THREAD),
  'issues/create-label': writes('write', ...THREAD),
  'issues/delete-comment': writes('read', ...THREAD),
  'issues/get': reads(...THREAD),
  'issues/get-comment': reads(...THREAD),
  'issues/get-label': reads(...THREAD),
  'issues/list-comments': reads(...THREAD),
  'issues/list-comments-for-repo': reads(...THREAD),
  'issues/list-events': reads('issues'),
  'issues/list-for-repo': reads('issues'),
  'issues/list-labels-on-issue': reads(...THREAD),
  'issues/remove-label': writes('triage', ...THREAD),
  'issues/update': writes('read', ...THREAD),
  'issues/update-comment': writes('read', ...THREAD),
  'meta/get': { by: 'anyone' },
  'meta/root': { by: 'anyone' },
  'pulls/create': writes('write', 'pull_requests'),
  'pulls/create-reply-for-review-comment': writes('read', 'pull_requests'),
  'pulls/get': reads('pull_requests', 'contents'),
  'pulls/list': reads('pull_requests'),
  'pulls/list-commits': reads('pull_requests'),
  'pulls/list-files': reads('pull_requests'),
  'pulls/list-review-comments': reads('pull_requests'),
  'pulls/update': writes('read', 'pull_requests'),
  'rate-limit/get': { by: 'anyone' },
  'reactions/create-for-issue': writes('read', 'issues'),
  'reactions/create-for-issue-comment': writes('read', 'issues'),
  'reactions/create-for-pull-request-review-comment': writes('read', 'pull_requests'),
  'reactions/list-for-issue': reads('issues'),
  'reactions/list-for-issue-comment': reads('issues'),
  'repos/compare-commits-with-basehead': reads('contents'),
  'repos/get': reads('metadata'),
  'repos/get-branch': reads('contents'),
  'repos/get-collaborator-permission-level': {
    by: 'repository',
    grants: [{ metadata: 'read' }],
    role: 'read',
    isPublic: false,
  },
  'repos/get-commit': reads('contents'),
  'repos/get-content': reads('contents'),
  'users/get-authenticated': { by: 'user' },
} as const satisfies Record<OperationId, Access>;

/** `contents=write; contents=write,workflows=write`: `;` separates alternatives. */
export function acceptedHeader(access: Access): string | undefined {
  if (access.by !== 'repository') return undefined;
  return access.grants
    .map((grant) =>
      Object.entries(grant)
        .map(([name, level]) => `${name}=${level}`)
        .join(','),
    )
    .join('; ');
}

/** For operations that need no repository. Throws what GitHub answers. */
export function checkActor(access: Access, actor: Actor): void {
  switch (access.by) {
    case 'anyone':
    case 'repository':
      return;
    case 'app':
      if (actor.kind !== 'app') {
        throw new GithubError(401, 'A JSON web token could not be decoded');
      }
      return;
    case 'client':
      if (actor.kind === 'client') return;
      throw actor.kind === 'anonymous' ? requiresAuthentication() : notFound();
    case 'installation':
      if (actor.kind === 'installation') return;
      throw actor.kind === 'anonymous'
        ? requiresAuthentication()
        : new GithubError(403, 'You must authenticate with an installation access token');
    case 'user':
      if (actor.kind === 'user') return;
      throw actor.kind === 'installation' ? notForIntegration() : requiresAuthentication();
    case 'user-of-app':
      if (actor.kind === 'user' && actor.via !== undefined) return;
      throw actor.kind === 'anonymous' ? requiresAuthentication() : new GithubError(403, NO_APP);
  }
}

const NO_APP =
  'You must authenticate with an access token authorized to a GitHub App in order to list installations';

/** Throws 404 when the caller may not even see the repository, else 401 or 403. */
export function checkRepository(access: Access, actor: Actor, repository: Repository): void {
  if (access.by !== 'repository') return;
  if (!canSee(actor, repository)) throw notFound();
  if (repository.isArchived && isWrite(access.grants)) {
    throw new GithubError(403, 'Repository was archived so is read-only.');
  }
  if (access.isPublic && !repository.isPrivate) return;
  switch (actor.kind) {
    case 'anonymous':
    case 'app':
    case 'client':
      throw requiresAuthentication();
    case 'user':
      if (!appMay(actor, repository, access.grants)) throw notForIntegration();
      if (hasRole(roleOf(repository, actor.account.id), access.role)) return;
      if (access.role === 'read' && !repository.isPrivate) return;
      throw actor.via === undefined
        ? new GithubError(403, 'Resource not accessible by personal access token')
        : notForIntegration();
    case 'installation':
      if (!appMay(actor, repository, access.grants)) throw notForIntegration();
  }
}

function isWrite(grants: Grants): boolean {
  return grants.some((grant) => Object.values(grant).includes('write'));
}
