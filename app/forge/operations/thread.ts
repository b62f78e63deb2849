// Finding an issue, pull request or comment, and who may change it: shared by the operations on
// threads.

import { type RepositoryCall, senderOf } from '../call/call.ts';
import type { Place } from '../events/announce.ts';
import type { Actor } from '../world/actor.ts';
import { GithubError, notForIntegration, notFound } from '../world/github-error.ts';
import { appMay, hasRole, roleOf } from '../world/permissions.ts';
import type { Comment, Issue, Level, LineComment, Repository, Role } from '../world/state.ts';

/** Finds the thread and checks that the token's permission fits its kind. */
export function threadOf(call: RepositoryCall, number: number, level: Level): Place {
  const { actor, repository } = call;
  const issue = repository.issues.get(number);
  if (issue === undefined) throw notFound();
  checkKind(actor, { repository, issue }, level);
  return { repository, issue };
}

export function commentOf(
  call: RepositoryCall,
  id: number,
  level: Level,
): Place & { comment: Comment } {
  const { actor, repository } = call;
  for (const issue of repository.issues.values()) {
    const comment = issue.comments.find((candidate) => candidate.id === id);
    if (comment !== undefined) {
      checkKind(actor, { repository, issue }, level);
      return { repository, issue, comment };
    }
  }
  throw notFound();
}

export function lineCommentOf(
  { repository }: RepositoryCall,
  id: number,
): { comment: LineComment } {
  for (const { pull } of repository.issues.values()) {
    const comment = pull?.lineComments.find((candidate) => candidate.id === id);
    if (comment !== undefined) return { comment };
  }
  throw notFound();
}

/** An author may change his own words; others need a role. Apps were judged by permission. */
export function checkEditor(call: RepositoryCall, authorId: number, role: Role): void {
  const { actor, repository } = call;
  if (actor.kind === 'installation' || senderOf(call).id === authorId) return;
  if (hasAtLeast(actor, repository, role)) return;
  throw new GithubError(403, 'Resource not accessible by personal access token');
}

export function hasAtLeast(actor: Actor, repository: Repository, role: Role): boolean {
  if (actor.kind === 'installation') return true;
  return actor.kind === 'user' && hasRole(roleOf(repository, actor.account.id), role);
}

/** `pull_requests` alone does not open plain issues; `issues` opens both. */
function checkKind(
  actor: Actor,
  { issue, repository }: { issue: Issue; repository: Repository },
  level: Level,
): void {
  if (level === 'read' && !repository.isPrivate) return;
  if (appMay(actor, repository, [{ issues: level }])) return;
  if (issue.pull !== undefined && appMay(actor, repository, [{ pull_requests: level }])) return;
  throw notForIntegration();
}
