// Runs cases in a sandbox that no agent has touched. The exit code is the verdict, unless
// the run says itself that it executed no test: that is never green.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import { isNothingRan, NO_TEST_RAN } from '../proof/nothing-ran.ts';
import { redKind } from '../proof/red-kind.ts';
import type { TestRun } from '../store/evidence/port.ts';
import type { StepDeps } from './deps.ts';
import { WORKSPACE } from './workspace.ts';

/** Every case at least twice: two runs that differ are a finding of their own. */
export const RUNS = 2;
const RUN_MS = 300_000;
/** What `timeout` exits with. */
const TIMED_OUT = 124;
const NOTHING_RAN = 'No test ran: exit code 0 is no proof and counts as 5.';

export type RunPlace = Pick<TestRun, 'jobId' | 'planId' | 'tree' | 'attemptNumber'>;

export async function runCases(
  deps: Pick<StepDeps, 'newId' | 'redact'>,
  sandbox: Sandbox,
  request: {
    place: RunPlace;
    cases: readonly { id: string; run: string }[];
    /** The repository's own suite; run once, it is compared and not judged. */
    suite?: string | undefined;
    signal: AbortSignal;
  },
): Promise<TestRun[]> {
  const { place, cases, suite, signal } = request;
  const runs: TestRun[] = [];
  const once = async (line: string, runNumber: number, caseId?: string) => {
    const seen = await runOnce(deps, sandbox, { line, signal });
    const of = caseId === undefined ? {} : { caseId };
    runs.push({ ...place, ...of, id: deps.newId(), runNumber, ...seen });
  };
  for (let runNumber = 1; runNumber <= RUNS; runNumber += 1) {
    for (const one of cases) await once(one.run, runNumber, one.id);
  }
  if (suite !== undefined) await once(suite, 1);
  return runs;
}

export type SeenRun = Pick<TestRun, 'exitCode' | 'redKind' | 'durationMs' | 'output'>;

/** One line, run once at the repository's root. */
export async function runOnce(
  deps: Pick<StepDeps, 'redact'>,
  sandbox: Sandbox,
  { line, signal }: { line: string; signal: AbortSignal },
): Promise<SeenRun> {
  const result = await sandbox.exec({ command: line, cwd: WORKSPACE, timeoutMs: RUN_MS, signal });
  const ended = result.ended === 'timeout' ? TIMED_OUT : result.exitCode;
  // As the records keep it: their text holds no NUL.
  const said = deps.redact(joined(result.stdout, result.stderr)).replaceAll('\0', '\u{FFFD}');
  const isNothing = ended === 0 && isNothingRan(said);
  const exitCode = isNothing ? NO_TEST_RAN : ended;
  const output = isNothing ? `${said}\n${NOTHING_RAN}` : said;
  const kind = isNothing ? 'load' : redKind({ exitCode, output });
  return {
    exitCode,
    ...(kind !== undefined && { redKind: kind }),
    durationMs: Math.round(result.durationMs),
    output,
  };
}

function joined(stdout: string, stderr: string): string {
  return stderr === '' ? stdout : `${stdout}\n--- stderr ---\n${stderr}`;
}
