// Every operation the forge implements, by GitHub's operationId. Complete by type: an operation
// that is selected but missing here does not compile.
import type { Handler } from '../call/call.ts';
import { type OperationId, SELECTED_OPERATIONS } from '../schema/selection.ts';
import { appOperations } from './apps.ts';
import { authorizationOperations } from './authorizations.ts';
import { checkOperations } from './checks.ts';
import { commentOperations } from './comments.ts';
import { commitOperations } from './commits.ts';
import { contentOperations } from './contents.ts';
import { gitObjectOperations } from './git-objects.ts';
import { refOperations } from './git-refs.ts';
import { deliveryOperations } from './hook-deliveries.ts';
import { issueOperations } from './issues.ts';
import { labelOperations } from './labels.ts';
import { lineCommentOperations } from './line-comments.ts';
import { metaOperations } from './meta.ts';
import { pullOperations } from './pulls.ts';
import { reactionOperations } from './reactions.ts';
import { repositoryOperations } from './repositories.ts';
import { userInstallationOperations } from './user-installations.ts';

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
  ...lineCommentOperations,
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
