// `/verify`: the authored tests of an approved plan, byte for byte, on the head commit of a pull
// request, in sandboxes without an agent and without network. Reads; changes nothing of the job.
import type { CheckContext, CheckFunctions } from '../engine/branch-checks/port.ts';
import { AppError } from '../errors.ts';
import type { RepositoryRef } from '../github/port.ts';
import type { CheckOutcome, CheckRun } from '../job/check-outcome.ts';
import { CHECKED_TREE, checkMatrix, judgeCheck } from '../proof/branch-check.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import {
  type CheckAnswer,
  type CheckSeen,
  checkAnswer,
  checkedAgain,
} from '../proof/markdown/branch-check.ts';
import type { MatrixRow } from '../proof/matrix.ts';
import { plainText, shortened } from '../proof/output/terminal-text.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import type { StepDeps } from './deps.ts';
import { blockedCriteria } from './report.ts';
import { runCases } from './runs/cases.ts';
import { type ActivePlan, planOf, readNewestReport, readSettings, readThread } from './thread.ts';
import { type BaseTree, prepareBaseTree } from './tree/begin.ts';
import { withLaidTree } from './tree/laid-tree.ts';
import { endLeftoversOfCheck, type SandboxHolder } from './tree/sandbox-use.ts';

/** Enough for a stack trace and a difference. */
const OUTPUT_KEPT = 8_000;

export function createCheckFunctions(deps: StepDeps): CheckFunctions {
  return {
    see: async (context) => await see(deps, context),
    tell: async (context) => await tell(deps, context),
  };
}

async function see(deps: StepDeps, context: CheckContext): Promise<CheckOutcome> {
  const { check, record, fence, signal } = context;
  await endLeftoversOfCheck(deps, check.id);
  const given = await readGiven(deps, context);
  const { cases, active } = given;
  requireInForce(active);
  const { thread, repository } = await readThread(deps, check.jobId);
  if (isByButton(check)) await showRunning(deps, repository, check);
  const based = { repository, thread: { ...thread, baseSha: check.commitSha } };
  const holder = { record, fence, signal, checkId: check.id };
  const baseTree = await prepareBaseTree(deps, holder, based);
  const { runs, changedMeanwhile } = await runOnCommit(deps, holder, { baseTree, cases, active });
  const seen = runs.map(toCheckRun);
  const blocked = await readBlocked(deps, check.jobId);
  const verdict = judgeCheck(matrixOf(given, seen, blocked));
  return { kind: 'seen', ...verdict, runs: seen, changedMeanwhile };
}

/** Whoever pressed a button of the check looks at the check. */
function isByButton({ commentId }: CheckContext['check']): boolean {
  return commentId === undefined;
}

async function showRunning(
  { github }: StepDeps,
  repository: RepositoryRef,
  { commitSha: sha, requestedBy }: CheckContext['check'],
): Promise<void> {
  const title = 'The criteria are checked again';
  const summary = `${title}, as \`${requestedBy}\` asked. Nothing but this check is changed.`;
  await github.putCheckRun(repository, { sha, status: 'in_progress', title, summary });
}

/** On the very commit, whatever the branch has come to. */
async function showResult(
  deps: StepDeps,
  repository: RepositoryRef,
  { check, answer }: { check: CheckContext['check']; answer: CheckAnswer },
): Promise<void> {
  const { commitSha: sha, jobId } = check;
  const commits = await deps.store.transaction(
    async ({ movements }) => await movements.commits(jobId),
  );
  const delivered = commits.findLast(({ kind }) => kind === 'delivered')?.sha;
  const report = delivered === sha ? await readNewestReport(deps, jobId) : undefined;
  const text = checkedAgain(answer, report);
  await deps.github.putCheckRun(repository, { sha, status: 'completed', ...text });
}

/** Every case twice and the suite once, on the commit with the authored files. */
async function runOnCommit(
  deps: StepDeps,
  holder: SandboxHolder,
  {
    baseTree,
    cases,
    active,
  }: { baseTree: BaseTree; cases: readonly TestCase[]; active: ActivePlan },
): Promise<{ runs: TestRun[]; changedMeanwhile: string[] }> {
  const authored = authoredFiles(cases);
  const request = { purpose: 'check', baseTree, changes: authored, read: async () => undefined };
  return await withLaidTree(deps, holder, request, async (laid) => {
    const key = { jobId: holder.record.job.id, planId: active.stored.id, ...CHECKED_TREE };
    const { suite } = active.plan;
    const seen = await runCases(deps, holder, { laid, key, cases, suite, known: [] });
    const changed = new Set(seen.changed);
    const changedMeanwhile = authored.map(({ path }) => path).filter((path) => changed.has(path));
    return { runs: seen.runs, changedMeanwhile };
  });
}

type Given = { active: ActivePlan; cases: TestCase[]; known: TestRun[] };

async function readGiven(deps: StepDeps, { check }: CheckContext): Promise<Given> {
  const { jobId, planId } = check;
  const { stored, ...given } = await deps.store.transaction(async ({ plans, proof }) => ({
    stored: await plans.find(planId),
    cases: await proof.casesOfPlan(planId),
    known: await proof.runsOfPlan(planId),
  }));
  if (stored === undefined) throw new AppError('NOT_FOUND', { details: { planId } });
  return { ...given, active: { stored, plan: planOf(stored, await readSettings(deps, jobId)) } };
}

function requireInForce({ stored }: ActivePlan): void {
  if (stored.status !== 'superseded') return;
  throw new AppError('REVISION_CONFLICT', {
    problem: 'The plan was revised after the check was asked for.',
  });
}

async function readBlocked({ store }: StepDeps, jobId: string): Promise<string[]> {
  return await store.transaction(async (records) => await blockedCriteria(records, jobId));
}

function matrixOf(
  { active, cases, known }: Given,
  seen: readonly CheckRun[],
  blocked: readonly string[],
): MatrixRow[] {
  return checkMatrix({ plan: active.plan, cases: cases.map(toProofCase), known, seen, blocked });
}

function toCheckRun({
  caseId,
  runNumber,
  exitCode,
  redKind,
  durationMs,
  output,
}: TestRun): CheckRun {
  return {
    ...(caseId !== undefined && { caseId }),
    runNumber,
    exitCode,
    ...(redKind !== undefined && { redKind }),
    durationMs,
    output: shortened(plainText(output), OUTPUT_KEPT),
  };
}

async function tell(deps: StepDeps, context: CheckContext): Promise<{ id: number }> {
  const { check } = context;
  const { outcome, startedAt, judgedAt } = check;
  if (outcome === undefined || startedAt === undefined || judgedAt === undefined) {
    throw new AppError('INTERNAL_ERROR', {
      problem: 'A check is to be told before it was judged.',
    });
  }
  const { thread, repository } = await readThread(deps, check.jobId);
  const given = await readGiven(deps, context);
  const answer: CheckAnswer = {
    commitSha: check.commitSha,
    requestedBy: check.requestedBy,
    durationMs: judgedAt - startedAt,
    issue: thread.issueNumber,
    revision: given.active.stored.revision,
    told: outcome.kind === 'seen' ? toSeen(given, outcome) : outcome,
    redact: deps.redact,
  };
  if (isByButton(check)) await showResult(deps, repository, { check, answer });
  const key = `verify-${check.id}`;
  return await deps.github.comment(repository, check.pullNumber, checkAnswer(answer), key);
}

function toSeen(given: Given, outcome: Extract<CheckOutcome, { kind: 'seen' }>): CheckSeen {
  const { criteria, runs } = outcome;
  const blocked = criteria.flatMap(({ id, status }) => (status === 'blocked' ? [id] : []));
  return {
    ...outcome,
    matrix: matrixOf(given, runs, blocked),
    cases: given.cases.map(toProofCase),
    suite: given.active.plan.suite,
  };
}
