// The traced cases once more on the head in another world: all differences at once; only where that
// shows one at a time, and then on the base, whose own dependence excuses.

import { ANOTHER_PLACE, type Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import {
  ALL_DIFFERENCES,
  type Difference,
  elsewhereOf,
  lookName,
  NEAR,
} from '../../proof/world/differences.ts';
import { DOORS } from '../../proof/world/doors.ts';
import { dressed, preparation } from '../../proof/world/dress.ts';
import {
  excuseOf,
  judgeWorld,
  singles,
  steadyRed,
  variedIn,
  type WorldFacts,
} from '../../proof/world/judge-world.ts';
import type { World } from '../../proof/world/words.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import { prepareBaseTree } from '../tree/begin.ts';
import { type LaidTree, withLaidTree } from '../tree/laid-tree.ts';
import { inSandbox, openSandbox } from '../tree/sandbox-use.ts';
import { WORKSPACE } from '../tree/workspace.ts';
import { askPlainly, newWord } from './asked.ts';
import { keepRuns, runOnce } from './cases.ts';
import { openedDoors } from './doors.ts';
import type { ChangedText } from './hunk-plans.ts';
import { sideBySide } from './side-by-side.ts';

type WorldRequest = {
  /** Holds the verified tree. */
  laid: Pick<LaidTree, 'from'>;
  /** What is laid, on top of the base commit. */
  changes: readonly FileChange[];
  /** What the implementer changed, on both sides. */
  texts: readonly ChangedText[];
  /** Files of the cases, as they are laid on the base. */
  authored: readonly FileChange[];
  cases: readonly TestCase[];
  suite: string | undefined;
  keep: ReadonlySet<string>;
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  /** On the plain head, and on the plain base. */
  head: readonly TestRun[];
  base: readonly TestRun[];
  /** Runs before a kill. */
  known: readonly TestRun[];
};

type Look = {
  name: string;
  differences: readonly Difference[];
  isNear?: boolean;
  pieces: readonly Piece[];
  /** Whether it is told what of it is different. */
  isTold?: boolean;
};
type Piece = { id: string | undefined; run: string; runNumber?: number };

const SANDBOX_MS = 1_800_000;
const PREPARE_MS = 60_000;
/** A run that is ended counts as red: more than of a hunk. */
const LEAST_MS = 30_000;
const OPENED = lookName(DOORS);

export async function runWorld(
  deps: StepDeps,
  context: EffectContext,
  request: WorldRequest,
): Promise<World | undefined> {
  const runs = request.known.filter(({ hunk = '' }) => /^world\b/.test(hunk));
  const look = async (looks: Look[], laid: Pick<LaidTree, 'from'>) =>
    await runLooks(deps, context, { request, looks, laid, runs });
  const { cases, laid } = request;
  runs.push(...(await askPlainly(deps, context, request)));
  const all = { name: lookName('all'), differences: ALL_DIFFERENCES, pieces: cases, isTold: true };
  await look([all], laid);
  const facts = factsOf(request, runs);
  const varied = variedIn(runs) ?? [];
  if (redCases(request, runs).length === 0) return judgeWorld(facts());
  const again = redCases(request, runs).map(({ id, run }) => ({ id, run, runNumber: 2 }));
  await look([{ ...all, pieces: again, isTold: false }], laid);
  const red = redCases(request, runs);
  if (red.length === 0) return judgeWorld(facts());
  await look(
    varied.map((one) => ({ name: lookName(one), differences: [one], pieces: red })),
    laid,
  );
  await lookNear({ runs, red, look, laid });
  await lookAtBase(deps, context, { request, runs, red, facts, look });
  await lookAtRest({ runs, red, varied, facts, look, laid });
  return judgeWorld(facts());
}

type Looking = {
  runs: TestRun[];
  red: readonly TestCase[];
  look: (looks: Look[], laid: Pick<LaidTree, 'from'>) => Promise<void>;
  laid: Pick<LaidTree, 'from'>;
};

async function lookNear({ runs, red, look, laid }: Looking): Promise<void> {
  const late = red.filter(({ id }) => singles(runs, id).includes('date'));
  if (late.length === 0) return;
  await look([{ name: lookName(NEAR), differences: ['date'], isNear: true, pieces: late }], laid);
}

/** Without what the base depends on as well. */
async function lookAtRest({
  runs,
  red,
  varied,
  facts,
  look,
  laid,
}: Looking & { varied: Difference[]; facts: () => WorldFacts }): Promise<void> {
  const rest = varied.filter((one) => excuseOf(facts(), one) === undefined);
  const excused = red.filter(({ id }) => {
    const on = singles(runs, id);
    return on.length > 0 && !on.some((one) => rest.includes(one));
  });
  if (excused.length === 0 || rest.length === 0) return;
  await look([{ name: lookName('rest'), differences: rest, pieces: excused }], laid);
}

/** What showed on the head, each alone; where nothing did alone, all of it. */
async function lookAtBase(
  deps: StepDeps,
  context: EffectContext,
  parts: Omit<Looking, 'laid'> & { request: WorldRequest; facts: () => WorldFacts },
): Promise<void> {
  const { request, runs, red, facts, look } = parts;
  const shown = new Set(red.flatMap(({ id }) => singles(runs, id)));
  const asked = [...shown].filter((one) => excuseOf(facts(), one) === undefined);
  const isTogether = red.some(({ id }) => singles(runs, id).length === 0);
  const names = [...asked, ...(isTogether ? (['all'] as const) : [])];
  if (names.length === 0) return;
  const { cases, keep, suite, authored } = request;
  const ids = new Set(red.map(({ id }) => id));
  const own = cases.filter(({ id, criterionId }) => ids.has(id) || keep.has(criterionId));
  const looksAt = (pieces: Piece[]): Look[] =>
    names.map((one) => ({
      name: lookName(one, 'base'),
      differences: one === 'all' ? ALL_DIFFERENCES : [one],
      pieces,
    }));
  const bare = looksAt(suite === undefined ? [] : [{ id: undefined, run: suite }]);
  // The suite would collect what looks like a test: it runs on the base alone.
  for (const [changes, looks] of [[[], bare] as const, [authored, looksAt(own)] as const]) {
    if (looks.every((one) => left(one, runs).length === 0)) continue;
    const baseTree = await prepareBaseTree(deps, context);
    const tree = { purpose: 'world', baseTree, changes, read: async () => undefined };
    await withLaidTree(deps, context, tree, async (laid) => await look(looks, laid));
  }
}

function redCases({ cases }: WorldRequest, runs: readonly TestRun[]): TestCase[] {
  const red = new Set(steadyRed(runs));
  return cases.filter(({ id }) => red.has(id));
}

function factsOf({ cases, keep, base }: WorldRequest, looks: readonly TestRun[]) {
  const own = cases.map(({ id, criterionId: criterion }) => ({ id, criterion }));
  return (): WorldFacts => ({ looks, base, keep, cases: own });
}

/** Pieces of a look that have not been run. */
function left({ name, pieces }: Look, runs: readonly TestRun[]): Piece[] {
  return pieces.filter(
    ({ id, runNumber = 1 }) =>
      !runs.some((run) => run.hunk === name && run.caseId === id && run.runNumber === runNumber),
  );
}

type SeenPiece = Omit<TestRun, 'id' | 'tree' | 'jobId' | 'planId' | 'hunk'>;
type LooksRequest = {
  request: WorldRequest;
  looks: readonly Look[];
  laid: Pick<LaidTree, 'from'>;
  /** Gets what is run. */
  runs: TestRun[];
};

/** Each look in sandboxes of its own; its pieces side by side where there is but one look. */
async function runLooks(
  deps: StepDeps,
  context: EffectContext,
  { request, looks, laid, runs }: LooksRequest,
): Promise<void> {
  const queues = looks.map((look) => ({ look, queue: left(look, runs) }));
  const next = () => queues.find(({ queue }) => queue.length > 0);
  const limitOf = variantLimits(request.head, LEAST_MS);
  const keep = keepRuns(deps, context.fence);
  const pieces = { next, most: deps.sandboxes.atOnce, signal: context.signal };
  await sideBySide(pieces, async ({ look, queue }, signal) => {
    const first = queue.shift();
    if (first === undefined) return;
    const elsewhere = elsewhereOf(look.differences);
    const use = { purpose: 'world', timeoutMs: SANDBOX_MS, from: laid.from, elsewhere };
    const open = await openSandbox(deps, { ...context, signal }, use);
    await inSandbox(deps, open, async (sandbox) => {
      const told = await prepare(sandbox, look, signal);
      const store = async (run: SeenPiece, hunk = look.name) => {
        const whole = {
          ...request.key,
          id: deps.newId(),
          tree: 'hunk',
          hunk,
          ...run,
        } as const;
        // Known before it is kept: another sandbox of the same look asks what was told already.
        runs.push(whole);
        await keep(whole);
      };
      if (look.isTold === true && variedIn(runs) === undefined) await store(told.run);
      for (let one: Piece | undefined = first; one !== undefined; one = queue.shift()) {
        const world = {
          differences: told.varied,
          shift: look.isNear === true ? 'days' : 'years',
        } as const;
        const marks = look.isTold === true ? `/tmp/${newWord(deps)}` : undefined;
        const { command, env } = dressed(one.run, { ...world, marks });
        const limitMs = limitOf(one.id);
        const line = { line: command, env, cwd: told.cwd, limitMs, signal };
        const { stdout: _stdout, ...seen } = await runOnce(deps, sandbox, line);
        const { id: caseId, runNumber = 1 } = one;
        const own = { ...(caseId !== undefined && { caseId }), runNumber };
        const output = await openedDoors(sandbox, { marks, texts: request.texts, signal });
        await store({ ...own, ...seen });
        if (output !== '') await store({ ...own, exitCode: 0, durationMs: 0, output }, OPENED);
        const { isUntouched } = await sandbox
          .traces({ signal })
          .catch(() => ({ isUntouched: false }));
        signal.throwIfAborted();
        if (!isUntouched) return;
      }
    });
  });
}

type Told = {
  varied: Difference[];
  cwd: string;
  run: Pick<TestRun, 'runNumber' | 'exitCode' | 'durationMs' | 'output'>;
};

/** Only what is different there is asked of a run: a sandbox may not know all of it. */
async function prepare(sandbox: Sandbox, look: Look, signal: AbortSignal): Promise<Told> {
  const { workspace } = ANOTHER_PLACE;
  const script = `cd ${workspace} 2>/dev/null || cd ${WORKSPACE}\n${preparation(look)}\nexit 0`;
  const { stdout, exitCode, durationMs } = await sandbox.exec({
    command: script,
    cwd: '/',
    timeoutMs: PREPARE_MS,
    signal,
  });
  await sandbox.mark({ signal });
  const run = { runNumber: 1, exitCode, durationMs: Math.round(durationMs), output: stdout };
  const told = { ...run, tree: 'hunk', hunk: lookName('all') } as const;
  const varied = variedIn([told]) ?? [];
  return { varied, cwd: varied.includes('workspace') ? workspace : WORKSPACE, run };
}
