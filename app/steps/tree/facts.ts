// What the base commit says of its own setup and tests. Read on the host, from its own clone.

import type { RepositoryFacts } from '../../../sandbox/projects/facts.ts';
import { detect } from '../../proof/detect/detect.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';

export async function readFacts(
  deps: Pick<StepDeps, 'workspaces'>,
  { repository, thread }: BasedThread,
  signal: AbortSignal,
): Promise<RepositoryFacts> {
  const request = { repository, sha: thread.baseSha, wanted: wantedFiles };
  return detect(await deps.workspaces.look(request, signal));
}
