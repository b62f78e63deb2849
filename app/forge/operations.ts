// Every operation the forge implements, by GitHub's operationId. Complete by type: an operation
// that is selected but missing here does not compile.
import type { Handler } from './call.ts';
import { appOperations } from './operations/apps.ts';
import { authorizationOperations } from './operations/authorizations.ts';
import { checkOperations } from './operations/checks.ts';
import { commentOperations } from './operations/comments.ts';
import { commitOperations } from './operations/commits.ts';
import { contentOperations } from './operations/contents.ts';
import { gitObjectOperations } from './operations/git-objects.ts';
import { refOperations } from './operations/git-refs.ts';
import { deliveryOperations } from './operations/hook-deliveries.ts';
import { issueOperations } from './operations/issues.ts';
import { labelOperations } from './operations/labels.ts';
import { metaOperations } from './operations/meta.ts';
import { pullOperations } from './operations/pulls.ts';
import { reactionOperations } from './operations/reactions.ts';
import { repositoryOperations } from './operations/repositories.ts';
import { userInstallationOperations } from './operations/user-installations.ts';
import { type OperationId, SELECTED_OPERATIONS } from './schema/selection.ts';

export const OPERATIONS: Readonly<Record<OperationId, Handler>> = {
  ...appOperations,
  ...authorizationOperations,
  ...checkOperations,
  ...commentOperations,
  ...commitOperations,
  ...contentOperations,
  ...deliveryOperations,
  ...gitObjectOperations,
  ...issueOperations,
  ...labelOperations,
  ...metaOperations,
  ...pullOperations,
  ...reactionOperations,
  ...refOperations,
  ...repositoryOperations,
  ...userInstallationOperations,
};

export function implemented(id: string): OperationId | undefined {
  return SELECTED_OPERATIONS.find((known) => known === id);
}
