// Whether a clone on another machine has all files that were verified: names are compared with those of
// the base commit, on the host's own clone.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import type { TamperFinding } from '../../proof/tamper/finding.ts';
import { namesakeFindings } from '../../proof/tamper/namesakes.ts';
import type { StepDeps } from '../deps.ts';
import { readBase } from '../thread.ts';
import type { SandboxHolder } from './sandbox-use.ts';

export async function readNamesakes(
  deps: StepDeps,
  { record, signal }: Pick<SandboxHolder, 'record' | 'signal'>,
  changes: readonly FileChange[],
): Promise<TamperFinding[]> {
  const { repository, thread } = await readBase(deps, record.job.id);
  const at = { repository, sha: thread.baseSha, wanted: wantedFiles };
  const { entries } = await deps.workspaces.look(at, signal);
  return namesakeFindings(entries.keys(), changes);
}
