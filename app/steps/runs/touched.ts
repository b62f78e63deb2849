// Which of the changed files a run touches: they are brought up before the mark, for what lies below
// does not show when it is read.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { TOUCHED, writeTouch } from '../../proof/roles/touches.ts';
import type { TestRun } from '../../store/proof.ts';
import { WORKSPACE } from '../tree/workspace.ts';
import type { Traces } from './traces.ts';

const BRING_MS = 60_000;

/** Brings them up; a path that is not there is left out. */
export async function watch(
  sandbox: Sandbox,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (paths.length === 0) return;
  const command = ['touch', '-a', '-c', '-h', '--', ...paths] as const;
  await sandbox.exec({ command, cwd: WORKSPACE, timeoutMs: BRING_MS, signal });
}

/** The row beside the run's own. */
export function touchRow(
  { jobId, planId, attemptNumber, caseId, runNumber }: Omit<TestRun, 'id'>,
  { touched }: Pick<Traces, 'touched'>,
  watched: readonly string[],
): Omit<TestRun, 'id'> {
  return {
    jobId,
    planId,
    tree: 'hunk',
    hunk: TOUCHED,
    ...(attemptNumber !== undefined && { attemptNumber }),
    ...(caseId !== undefined && { caseId }),
    runNumber,
    exitCode: 0,
    durationMs: 0,
    output: writeTouch(touched && watched.filter((path) => touched.includes(path))),
  };
}
