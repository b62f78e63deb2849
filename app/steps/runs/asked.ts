// Do the changed functions answer a plain program as they answer a test? Each case is run once with
// the calls noted that it makes; then, on the head as it is, the same calls are made by a test of our
// own, which shows that they can be made again, and by a plain program.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import { variantLimits } from '../../proof/run-limit.ts';
import {
  notedAll,
  otherAnswers,
  type Program,
  programsOf,
  readCalls,
} from '../../proof/world/asked.ts';
import { BESIDES, CALLER, lookName } from '../../proof/world/differences.ts';
import type { TestCase, TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from '../tree/laid-tree.ts';
import { openVariantTree, type VariantTree } from '../tree/variant.ts';
import { putProgram, readText, runProgram, SAME_ORDER } from './ask-program.ts';
import { askAgain } from './besides.ts';
import { keepRuns, runOnce } from './cases.ts';
import { type ChangedText, parseChanges, soundOnly } from './hunk-plans.ts';
import { sideBySide } from './side-by-side.ts';

type CallsRequest = {
  laid: Pick<LaidTree, 'from'>;
  changes: readonly FileChange[];
  texts: readonly ChangedText[];
  cases: readonly TestCase[];
  key: Pick<TestRun, 'jobId' | 'planId' | 'attemptNumber'>;
  head: readonly TestRun[];
  known: readonly TestRun[];
};
type Noted = { path: string; content: string }[];

const LEAST_MS = 5_000;
/** Whoever throws dice gives another answer in one of them. */
const TIMES = 4;
const LOOK = lookName(CALLER);
const AGAIN = lookName(BESIDES);

/**
 * For each case that was not looked at before a kill a row that is red where the answers differ, and
 * before it one of what its calls do besides.
 */
export async function askPlainly(
  deps: StepDeps,
  context: EffectContext,
  request: CallsRequest,
): Promise<TestRun[]> {
  const { cases, known, texts } = request;
  const queue = cases.filter(
    ({ id }) => !known.some(({ hunk, caseId }) => hunk === LOOK && caseId === id),
  );
  const files = queue.length === 0 ? [] : await parseChanges(deps.parsers, texts);
  const helper = { name: newWord(deps), marks: `/tmp/${newWord(deps)}` };
  const noted = await soundOnly(deps.parsers, notedAll(files, helper));
  if (noted.length === 0) return [];
  const rows: TestRun[] = [];
  const pieces = { next: () => queue.shift(), most: deps.sandboxes.atOnce, signal: context.signal };
  await sideBySide(pieces, async (first, signal) => {
    const holder = { ...context, signal };
    await using tree = openVariantTree(deps, holder, { ...request, purpose: 'world' });
    for (let one: TestCase | undefined = first; one !== undefined; one = queue.shift()) {
      for (const row of await askOfCase(deps, { request, noted, ...helper, tree, one, signal })) {
        await keepRuns(deps, context.fence)(row);
        rows.push(row);
      }
    }
  });
  return rows;
}

type Asking = {
  request: CallsRequest;
  noted: Noted;
  marks: string;
  tree: VariantTree;
  one: TestCase;
  signal: AbortSignal;
};

async function askOfCase(
  deps: StepDeps,
  { request, noted, marks, tree, one, signal }: Asking,
): Promise<TestRun[]> {
  const sandbox = await tree.hold(noted);
  const limitMs = variantLimits(request.head, LEAST_MS)(one.id);
  const line = { line: one.run, env: SAME_ORDER, limitMs, signal };
  const { exitCode, durationMs } = await runOnce(deps, sandbox, line);
  const calls = exitCode === 0 ? readCalls(await readText(sandbox, marks, signal)) : [];
  await tree.settle();
  const others: string[] = [];
  const besides: string[] = [];
  const directory = `/tmp/${newWord(deps)}`;
  for (const asked of programsOf(calls, directory)) {
    const head = await tree.hold([]);
    others.push(...(await ask(deps, head, { asked, directory, signal })));
    await tree.settle();
    besides.push(
      ...(await askAgain(deps, { asked, directory, tree, texts: request.texts, signal })),
    );
  }
  const row = (output: string[]) => ({
    ...request.key,
    id: deps.newId(),
    tree: 'hunk' as const,
    runNumber: 1,
    caseId: one.id,
    durationMs,
    output: deps.redact(output.join('\n')).replaceAll('\0', '\u{FFFD}'),
  });
  const told = besides.length === 0 ? [] : [{ ...row(besides), hunk: AGAIN, exitCode: 0 }];
  if (others.length === 0) return [...told, { ...row([]), hunk: LOOK, exitCode: 0 }];
  return [...told, { ...row(others), hunk: LOOK, exitCode: 1, redKind: 'assertion' as const }];
}

/** Calls that are answered otherwise. */
async function ask(
  deps: StepDeps,
  sandbox: Sandbox,
  { asked, directory, signal }: { asked: Program; directory: string; signal: AbortSignal },
): Promise<string[]> {
  const { calls, asTest, plainly } = asked;
  await putProgram(sandbox, { asked, directory, signal });
  const answersTo = async (line: string, name: string) => {
    const program = { line, writes: `${directory}/${name}`, signal };
    return (await runProgram(deps, sandbox, program)).written;
  };
  const answers = { asTest: [] as string[], plain: [] as string[] };
  let others: string[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    answers.asTest.push(await answersTo(asTest, 'test.json'));
    // Nothing was answered: the sandbox may have ended over it.
    if (answers.asTest.at(-1) === '') return [];
    answers.plain.push(await answersTo(plainly, 'plain.json'));
    others = otherAnswers(calls, answers);
    if (others.length === 0) return [];
  }
  return others;
}

/** Of letters only: nothing in it can be taken for a number. */
export function newWord({ newId }: StepDeps): string {
  const letters = newId().replaceAll(/[^0-9a-z]/gi, '');
  return `h${letters.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
}
