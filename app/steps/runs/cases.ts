// Runs cases where no agent has been, each run as in a sandbox of its own: the next may begin in the
// same one only when the last left no trace. The exit code is the verdict, unless the run says itself
// that it executed no test: that is never green.
import type { ExecResult, Sandbox } from '../../../sandbox/driver/port.ts';
import { isAppError } from '../../errors.ts';
import { isNothingRan } from '../../proof/output/nothing-ran.ts';
import { redKind } from '../../proof/output/red-kind.ts';
import { refine, type TestReport } from '../../proof/output/test-report.ts';
import { NO_TEST_RAN } from '../../proof/output/test-runners/test-runner.ts';
import { againLimit, type LimitOf, RUN_MS, TIMED_OUT } from '../../proof/run-limit.ts';
import type { TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { restorePaths } from '../tree/restore.ts';
import { inSandbox, openSandbox, type SandboxHolder } from '../tree/sandbox-use.ts';
import { type NotedTree, noteTree, WORKSPACE } from '../tree/workspace.ts';
import { sideBySide } from './side-by-side.ts';
import { touchRow, watch } from './touched.ts';
import { readTests, readTraces, type Traces } from './traces.ts';

/** Every case at least twice: two runs that differ are a finding of their own. */
const RUNS = 2;
const SANDBOX_MS = 1_800_000;
/** A run that begins later might not see its end in there. */
const LAST_START_MS = SANDBOX_MS - RUN_MS - 120_000;
/** What a shell says of a command that was killed. */
const KILLED = 137;
/** Without what only makes a later run faster: no later one may read it. */
const ENVIRONMENT = { PYTHONDONTWRITEBYTECODE: '1' };
/** Of the tests in a report; more are counted and not compared. */
const MOST_KEPT = 20_000;
const NOTHING_RAN = 'No test ran: exit code 0 is no proof and counts as 5.';

type RunKey = Pick<TestRun, 'jobId' | 'planId' | 'tree' | 'hunk' | 'attemptNumber'>;

/** Into the records of the job, by its claim. */
export function keepRuns({ store }: StepDeps, fence: number): NonNullable<RunRequest['keep']> {
  return async (...runs) =>
    await store.transaction(async ({ proof }) => await proof.addRuns(fence, runs));
}

type RunRequest = {
  laid: LaidTree;
  key: RunKey;
  cases: readonly { id: string; run: string }[];
  /** Unset: as often as a verdict needs. */
  times?: number;
  /** The repository's own suite; it is compared and not judged. */
  suite?: string | undefined;
  /** Unset: once. */
  suiteTimes?: number;
  /** Paths that are as on the base commit while the suite runs, the authored files among them. */
  atBase?: readonly string[];
  /** Runs with this key before a kill: they are not made again. */
  known: readonly TestRun[];
  /** How long one may take; unset: as long as a verdict may. */
  limitOf?: LimitOf;
  /** Files of which is noted whether a run touches them. */
  watched?: readonly string[] | undefined;
  /** Called for each run as it ends. */
  keep?(...runs: TestRun[]): Promise<void>;
};

export type SeenRuns = {
  runs: TestRun[];
  /** Files of the tree that were different after a run. */
  changed: string[];
  /** What was noted of each run: rows of their own. */
  touches: TestRun[];
};

type Piece = { line: string; runNumber: number; caseId?: string };

export async function runCases(
  deps: StepDeps,
  holder: SandboxHolder,
  request: RunRequest,
): Promise<SeenRuns> {
  const { laid, known, watched, atBase = [] } = request;
  const { runs, touches, changed, runPiece } = createSeen(deps, request);
  const queue = piecesOf(request).filter((piece) => !known.some((run) => isOf(run, piece)));
  const next = () => queue.shift();
  const pieces = { next, most: deps.sandboxes.atOnce, signal: holder.signal };
  await sideBySide(pieces, async (first, signal) => {
    const own = { ...holder, signal };
    if (first.caseId === undefined && atBase.length > 0) {
      const restored = { ...laid, watched, atBase };
      await onRestoredTree(deps, own, restored, async (sandbox, tree) => {
        await runPiece(first, { sandbox, tree, signal });
      });
      return;
    }
    await onLaidTree(deps, own, { ...laid, watched }, async (sandbox) => {
      const lastStart = performance.now() + LAST_START_MS;
      for (let one: Piece | undefined = first; one !== undefined; one = next()) {
        const isUntouched = await runPiece(one, { sandbox, tree: laid.tree, signal });
        if (!isUntouched || performance.now() > lastStart) return;
      }
    });
  });
  return { runs, changed: [...changed].sort(), touches };
}

/** Runs pieces and gathers what was seen of them. */
function createSeen(
  deps: StepDeps,
  { key, known, watched, keep, limitOf = () => RUN_MS }: RunRequest,
) {
  const runs = [...known];
  const touches: TestRun[] = [];
  const changed = new Set<string>();
  return {
    runs,
    touches,
    changed,
    /** Whether the sandbox is as it was. */
    async runPiece({ line, ...piece }: Piece, on: Omit<RunOn, 'line' | 'limitMs'>) {
      const limitMs = Math.min(limitOf(piece.caseId), againLimit(runs, piece.caseId));
      const { seen, traces } = await runAndTrace(deps, { ...on, line, limitMs });
      for (const path of traces.changed) changed.add(path);
      const run = { ...key, ...piece, id: deps.newId(), ...seen };
      const touch = watched && { ...touchRow(run, traces, watched), id: deps.newId() };
      await keep?.(run, ...(touch === undefined ? [] : [touch]));
      runs.push(run);
      if (touch !== undefined) touches.push(touch);
      return traces.isUntouched;
    },
  };
}

type Watched = Pick<RunRequest, 'watched'>;

/** A sandbox of its own: nothing else is run on this tree. */
async function onRestoredTree(
  deps: StepDeps,
  holder: SandboxHolder,
  { purpose, from, atBase, watched = [] }: LaidTree & Watched & { atBase: readonly string[] },
  work: (sandbox: Sandbox, tree: NotedTree) => Promise<void>,
): Promise<void> {
  const { signal } = holder;
  const open = await openSandbox(deps, holder, { purpose, timeoutMs: SANDBOX_MS, from });
  await inSandbox(deps, open, async (sandbox) => {
    await restorePaths(sandbox, atBase, signal);
    const tree = await noteTree(sandbox, signal);
    await watch(sandbox, watched, signal);
    await sandbox.mark({ signal });
    await work(sandbox, tree);
  });
}

/** Where it was laid for the first who comes, changes on top; for the others one from its snapshot. */
async function onLaidTree(
  deps: StepDeps,
  holder: SandboxHolder,
  { take, purpose, from, watched = [] }: LaidTree & Watched,
  work: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  const { signal } = holder;
  const taken = take();
  if (taken !== undefined) return await inSandbox(deps, taken, work);
  const use = { purpose, timeoutMs: SANDBOX_MS, from };
  await inSandbox(deps, await openSandbox(deps, holder, use), async (sandbox) => {
    await watch(sandbox, watched, signal);
    await sandbox.mark({ signal });
    await work(sandbox);
  });
}

type RunOn = Required<Omit<RunLine, 'cwd' | 'env'>> & { sandbox: Sandbox; tree: NotedTree };

async function runAndTrace(
  deps: StepDeps,
  { sandbox, line, limitMs, tree, signal }: RunOn,
): Promise<{ seen: SeenRun; traces: Traces }> {
  const one = await runOnce(deps, sandbox, { line, limitMs, signal });
  const traces = await readTraces(sandbox, tree, signal);
  const said = { stdout: one.stdout, written: traces.written };
  return { seen: refined(one, await readTests(sandbox, said, signal)), traces };
}

/** The suite first: it is the longest. */
function piecesOf({
  cases,
  suite,
  suiteTimes = 1,
  times = RUNS,
}: Pick<RunRequest, 'cases' | 'suite' | 'suiteTimes' | 'times'>): Piece[] {
  const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);
  return [
    ...(suite === undefined ? [] : upTo(suiteTimes)).map((runNumber) => ({
      line: suite ?? '',
      runNumber,
    })),
    ...upTo(times).flatMap((runNumber) =>
      cases.map(({ id, run }) => ({ line: run, runNumber, caseId: id })),
    ),
  ];
}

/** Nothing is left to run for this key. */
export function isAllRun({
  cases,
  suite,
  known,
}: Pick<RunRequest, 'cases' | 'suite' | 'known'>): boolean {
  return piecesOf({ cases, suite }).every((piece) => known.some((run) => isOf(run, piece)));
}

function isOf(run: TestRun, { caseId, runNumber }: Piece): boolean {
  return run.caseId === caseId && run.runNumber === runNumber;
}

type SeenRun = Pick<TestRun, 'exitCode' | 'redKind' | 'durationMs' | 'output' | 'tests'>;

type RunLine = {
  line: string;
  limitMs?: number;
  /** Unset: as for every run. */
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

/** One line, run once at the repository's root. */
export async function runOnce(
  deps: Pick<StepDeps, 'redact'>,
  sandbox: Sandbox,
  { line, limitMs = RUN_MS, cwd = WORKSPACE, env = ENVIRONMENT, signal }: RunLine,
): Promise<SeenRun & { stdout: string }> {
  const exec = { command: line, cwd, env, timeoutMs: limitMs, signal };
  const result = await sandbox.exec(exec).catch(overLimit);
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
    stdout: result.stdout,
  };
}

const WORSE = {
  'failed in the report': { exitCode: 1, redKind: 'assertion', words: 'a test failed' },
  'no test ran': { exitCode: NO_TEST_RAN, redKind: 'load', words: 'no test ran' },
} as const;

/** A report can make a run worse, never better. */
export function refined(
  { stdout: _stdout, ...run }: SeenRun & { stdout: string },
  report: TestReport | undefined,
): SeenRun {
  if (report === undefined) return run;
  const tests = report.slice(0, MOST_KEPT).map(({ name, status }) => ({ name, status }));
  const verdict = refine(run.exitCode, report);
  if (verdict.status === 'green' || verdict.why === 'exit code') return { ...run, tests };
  const { exitCode, redKind: kind, words } = WORSE[verdict.why];
  const said = `Its own report says that ${words}: exit code 0 counts as ${exitCode}.`;
  return { ...run, tests, exitCode, redKind: kind, output: `${run.output}\n${said}` };
}

/** Its sandbox was ended for using too much: that is the run's own doing. */
function overLimit(
  error: unknown,
): Pick<ExecResult, 'ended' | 'exitCode' | 'stdout' | 'stderr' | 'durationMs'> {
  if (!isAppError(error, 'SANDBOX_RESOURCE_LIMIT')) throw error;
  return { ended: 'exit', exitCode: KILLED, stdout: '', stderr: error.message, durationMs: 0 };
}

function joined(stdout: string, stderr: string): string {
  return stderr === '' ? stdout : `${stdout}\n--- stderr ---\n${stderr}`;
}
