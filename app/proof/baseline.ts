// Whether the authored tests stand up on the base commit (decision 27): what is new is red for the
// right reason, what must stay is green, and two runs agree. Pure.
import type { Criterion, Plan } from '../../sandbox/protocol/plan.ts';
import { type ProofCase, type ProofRun, runsOf } from './case.ts';
import { isMissingBehaviour } from './output/missing-behaviour.ts';
import { redKind } from './output/red-kind.ts';

export const RUNS_AT_LEAST = 2;

type BaselineReason = { caseId: string; criterion: string; message: string };
type Baseline = { passed: true } | { passed: false; reasons: BaselineReason[] };

/** `runs` may hold runs on other trees too; only those on the base count. */
export function judgeBaseline(
  plan: Plan,
  cases: readonly ProofCase[],
  runs: readonly ProofRun[],
): Baseline {
  const base = runsOf(runs, 'base');
  const reasons = cases.flatMap((one) => {
    const criterion = plan.criteria.find(({ id }) => id === one.criterion);
    const own = base.filter(({ caseId }) => caseId === one.id);
    const message =
      criterion === undefined
        ? `${one.criterion} is no criterion of the plan`
        : problemOf(plan, criterion, own);
    return message === undefined ? [] : [{ caseId: one.id, criterion: one.criterion, message }];
  });
  return reasons.length === 0 ? { passed: true } : { passed: false, reasons };
}

/** One line for the job's record and for people. */
export function baselineDetail(reasons: readonly BaselineReason[]): string {
  return reasons
    .map(({ caseId, criterion, message }) => `${caseId} (${criterion}) ${message}`)
    .join('; ');
}

function problemOf(plan: Plan, { kind }: Criterion, runs: readonly ProofRun[]): string | undefined {
  const [first] = runs;
  if (first === undefined || runs.length < RUNS_AT_LEAST) {
    return `was run ${runs.length} times on the base commit, not ${RUNS_AT_LEAST}`;
  }
  const verdicts = new Set(runs.map((run) => redKind(run) ?? 'green'));
  if (verdicts.size > 1) {
    return `gave different results on the base commit: ${[...verdicts].join(', ')}`;
  }
  const red = redKind(first);
  if (kind === 'keep') {
    return red === undefined ? undefined : `is red (${red}) on the base commit and must be green`;
  }
  if (red === undefined) return 'is green on the base commit: it tests nothing new';
  if (red === 'load' && !isMissingBehaviour(first.output, plan)) {
    return 'cannot be loaded, and not because the behaviour is missing';
  }
  return undefined;
}
