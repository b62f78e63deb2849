// Why a run is red: an assertion failed, the test threw, or it never ran. Read from the output of
// the test runners we know; anything else is an error. The exit code alone decides red or green. Pure.

import { plainText, shortened } from './terminal-text.ts';
import type { RedKind } from './test-runners/test-runner.ts';
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

/** Far beyond what a test prints; what is left out is in the middle. */
const READ_AT_MOST = 1_048_576;
/** What a shell answers when a program cannot be started or is not there. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

/**
 * Undefined for a green run. A kind that was found when it ran stays: the output may not be at hand
 * any more.
 */
export function redKind(run: {
  exitCode: number;
  output: string;
  redKind?: RedKind | undefined;
}): RedKind | undefined {
  const { exitCode } = run;
  if (exitCode === 0) return undefined;
  if (run.redKind !== undefined) return run.redKind;
  const output = readable(run.output);
  const known = TEST_RUNNERS.find(({ red }) => red?.isRecognised(output));
  if (known?.red !== undefined) return known.red.kind({ exitCode, output });
  return NOT_STARTED.has(exitCode) ? 'load' : 'error';
}

export function readable(output: string): string {
  return plainText(shortened(output, READ_AT_MOST));
}
