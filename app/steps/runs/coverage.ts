// The traced cases once more on the head, only to count lines: for people, and for no verdict. Last of
// all, in sandboxes of their own, for the tool writes files.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import {
  changedCodeLines,
  judgeCoverage,
  LINES,
  merged,
  toldOutput,
} from '../../proof/coverage/judge-coverage.ts';
import { type Asked, readV8 } from '../../proof/coverage/v8.ts';
import type { Coverage } from '../../proof/coverage/words.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { withSandbox } from '../tree/sandbox-use.ts';
import { WORKSPACE } from '../tree/workspace.ts';
import { keepRuns, runOnce } from './cases.ts';
import type { ChangedText } from './hunk-plans.ts';
import { isUnheard } from './traces.ts';

type CoverageRequest = {
  laid: Pick<LaidTree, 'from'>;
  /** What the implementer changed, on both sides. */
  texts: readonly ChangedText[];
  cases: readonly TestCase[];
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** On the plain head. */
  head: readonly TestRun[];
  /** Runs before a kill. */
  known: readonly TestRun[];
};

const SANDBOX_MS = 1_800_000;
const LEAST_MS = 30_000;
/** Of all cases together, as they took on the head: no person waits longer for what decides nothing. */
const MOST_MS = 60_000;
const WRITTEN = '/tmp/redgreen-lines';
const MOST_FILES = 40;
const LARGEST = 8 * 1024 * 1024;
const COUNTED = /\.(?:[cm]?js|[cm]?ts)$/;

export async function runCoverage(
  deps: StepDeps,
  context: EffectContext,
  request: CoverageRequest,
): Promise<Coverage | undefined> {
  const asked = askedOf(request.texts.filter(({ path }) => COUNTED.test(path)));
  if (asked.length === 0 || msOnHead(request.head) > MOST_MS) return undefined;
  const runs = request.known.filter(({ hunk }) => hunk === LINES);
  const left = request.cases.filter(({ id }) => !runs.some(({ caseId }) => caseId === id));
  if (left.length > 0) {
    const use = { purpose: 'lines', timeoutMs: SANDBOX_MS, from: request.laid.from };
    await withSandbox(deps, context, use, async (sandbox) => {
      for (const one of left) {
        const run = await runCounted(deps, context, { request, asked, sandbox, one });
        await keepRuns(deps, context.fence)(run);
        runs.push(run);
      }
    });
  }
  const paths = asked.map(({ path }) => path);
  return judgeCoverage(runs, paths);
}

function msOnHead(head: CoverageRequest['head']): number {
  const once = head.filter(({ caseId, runNumber }) => caseId !== undefined && runNumber === 1);
  return once.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function askedOf(texts: readonly ChangedText[]): Asked[] {
  return texts.flatMap(({ path, base, head }) => {
    const lines = changedCodeLines({ base, head });
    if (head === undefined || lines.length === 0) return [];
    return [{ path, url: fileUrl(`${WORKSPACE}/${path}`), text: head, lines }];
  });
}

/** As Node writes it. */
function fileUrl(path: string): string {
  return new URL(
    `file://${path.replaceAll('%', '%25').replaceAll('?', '%3F').replaceAll('#', '%23')}`,
  ).href;
}

type Counting = {
  request: CoverageRequest;
  asked: readonly Asked[];
  sandbox: Sandbox;
  one: TestCase;
};

async function runCounted(
  deps: StepDeps,
  { signal }: EffectContext,
  { request, asked, sandbox, one }: Counting,
): Promise<TestRun> {
  const limitMs = variantLimits(request.head, LEAST_MS)(one.id);
  const env = { NODE_V8_COVERAGE: WRITTEN };
  const { stdout: _stdout, ...seen } = await runOnce(deps, sandbox, {
    line: one.run,
    env,
    limitMs,
    signal,
  });
  const told = (await readWritten(sandbox, signal)).map((written) => readV8(written, asked));
  const output = toldOutput(merged(told));
  const key = { ...request.key, tree: 'hunk', hunk: LINES, runNumber: 1 } as const;
  return { ...key, id: deps.newId(), caseId: one.id, ...seen, output };
}

/** What each process of the run wrote; the next run begins without it. */
async function readWritten(sandbox: Sandbox, signal: AbortSignal): Promise<string[]> {
  const list = `cd ${WRITTEN} 2>/dev/null && ls -1 | head -${MOST_FILES}`;
  const { stdout } = await sandbox.exec({ command: list, cwd: '/', timeoutMs: LEAST_MS, signal });
  const texts: string[] = [];
  for (const name of stdout.split('\n').filter((one) => /^[\w.-]+$/.test(one))) {
    try {
      const bytes = await sandbox.download(`${WRITTEN}/${name}`, { maxBytes: LARGEST, signal });
      texts.push(Buffer.from(bytes).toString('utf8'));
    } catch (error) {
      signal.throwIfAborted();
      if (isUnheard(error)) throw error;
    }
  }
  await sandbox.exec({ command: `rm -rf ${WRITTEN}`, cwd: '/', timeoutMs: LEAST_MS, signal });
  return texts;
}
