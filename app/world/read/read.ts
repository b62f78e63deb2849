// GitHub's event and payload → what happened, for every event of the table that is no trigger. Pure.
import { readDeletion, readPush } from './branches.ts';
import {
  installationReader as installation,
  labelReader as label,
  repositoriesReader as repositories,
  repositoryReader as repository,
} from './places.ts';
import type { Reader } from './shapes.ts';
import { commentReader as comment, issueReader as issue, pullReader as pull } from './threads.ts';

/** By GitHub's event and action; what is missing here is a trigger, or nothing of ours. */
export const WORLD_READERS = {
  'issues.unlabeled': issue('issues.unlabeled'),
  'issues.edited': issue('issues.edited'),
  'issues.closed': issue('issues.closed'),
  'issues.reopened': issue('issues.reopened'),
  'issues.transferred': issue('issues.transferred'),
  'issues.deleted': issue('issues.deleted'),
  'issue_comment.edited': comment('issue_comment.edited'),
  'issue_comment.deleted': comment('issue_comment.deleted'),
  'pull_request.closed': pull('closed'),
  'pull_request.reopened': pull('reopened'),
  'pull_request.ready_for_review': pull('ready_for_review'),
  'pull_request.converted_to_draft': pull('converted_to_draft'),
  'pull_request.synchronize': pull('synchronize'),
  'pull_request.edited': pull('edited'),
  push: readPush,
  delete: readDeletion,
  'installation.created': installation('installation.created'),
  'installation.deleted': installation('installation.deleted'),
  'installation.suspend': installation('installation.suspend'),
  'installation.unsuspend': installation('installation.unsuspend'),
  'installation.new_permissions_accepted': installation('installation.new_permissions_accepted'),
  'installation_repositories.added': repositories('installation_repositories.added'),
  'installation_repositories.removed': repositories('installation_repositories.removed'),
  'repository.renamed': repository('repository.renamed'),
  'repository.transferred': repository('repository.transferred'),
  'repository.archived': repository('repository.archived'),
  'repository.unarchived': repository('repository.unarchived'),
  'repository.deleted': repository('repository.deleted'),
  'repository.privatized': repository('repository.privatized'),
  'repository.publicized': repository('repository.publicized'),
  'repository.edited': repository('repository.edited'),
  'label.edited': label('label.edited'),
  'label.deleted': label('label.deleted'),
} satisfies Record<string, Reader>;

export type HappeningEvent = keyof typeof WORLD_READERS;
