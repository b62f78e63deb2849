// The fresh-sandbox run, the only way to DELIVERED: base + patch + the author's own copies of all
// tests, also those the implementer never saw. No agent is in it.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import { changedFiles } from '../proof/changed-files.ts';
import { failingCases } from '../proof/failures.ts';
import { failureFingerprint } from '../proof/fingerprint.ts';
import type { ChangedFile, Report } from '../proof/report.ts';
import { opaqueFindings } from '../proof/roles/opaque.ts';
import { rolesOf, untoldText } from '../proof/roles/roles.ts';
import { touchesOf } from '../proof/roles/touches.ts';
import type { TamperFinding } from '../proof/tamper/finding.ts';
import { findTampering, guardFindings } from '../proof/tamper/tamper.ts';
import { buildVerificationTree, type VerificationTree } from '../proof/verification-tree.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import { endAttempt } from './attempt.ts';
import type { StepDeps } from './deps.ts';
import { putStatus } from './publisher.ts';
import { blockedCriteria, storeReport, writeReport } from './report.ts';
import { keepRuns, runCases, type SeenRuns } from './runs/cases.ts';
import { type Looked, lookAtHead } from './runs/looks.ts';
import { type ActivePlan, readPlan, readSettings } from './thread.ts';
import { type BaseTree, prepareChangedTree } from './tree/begin.ts';
import { type LaidTree, withLaidTree } from './tree/laid-tree.ts';
import { endLeftovers } from './tree/sandbox-use.ts';
import { parseTexts, textsOf } from './tree/syntax.ts';
import { baseText } from './tree/workspace.ts';

type Context = EffectContext<EffectOf<'verify'>>;
type Verified = {
  runs: TestRun[];
  tree: VerificationTree;
  tampering: TamperFinding[];
  changedFiles: ChangedFile[];
  /** Absent: a test is red, so there is nothing to guard yet. */
  guard?: Looked & { untold: string | undefined };
  /** Why the tree could not be set up: nothing ran on it. */
  setup?: string;
};

export function createVerifyStep(deps: StepDeps): EffectFunction<'verify'> {
  return async (context) => {
    const { record, fence } = context;
    const { id: jobId } = record.job;
    await endLeftovers(deps, jobId);
    await putStatus(deps, jobId);
    const active = await readPlan(deps, jobId);
    const cases = await deps.store.transaction(
      async ({ proof }) => await proof.casesOfPlan(active.stored.id),
    );
    const verified = await verifyTree(deps, context, active, cases);
    const report = await writeReport(deps, context, { active, cases, verified });
    const isGreen = report.verdict.passed;
    const fingerprint = isGreen ? undefined : fingerprintOf(verified, cases, report);
    await deps.store.transaction(async (records) => {
      await storeReport(records, { id: deps.newId(), report, fence });
      await endAttempt(records, context, {
        status: isGreen ? 'green' : 'red',
        ...(fingerprint !== undefined && { fingerprint }),
      });
    });
    return fingerprint === undefined
      ? { type: 'verify_passed' }
      : { type: 'verify_failed', fingerprint };
  };
}

async function verifyTree(
  deps: StepDeps,
  context: Context,
  active: ActivePlan,
  cases: TestCase[],
): Promise<Verified> {
  const { record, effect } = context;
  const { id: jobId } = record.job;
  const { changes, known, blocked } = await deps.store.transaction(async (records) => ({
    changes: await records.files.ofAttempt(jobId, effect.attempt),
    known: await records.proof.runsOfPlan(active.stored.id),
    blocked: await blockedCriteria(records, jobId),
  }));
  const { paths: limits } = await readSettings(deps, jobId);
  const tree = buildVerificationTree({ ...active.plan, limits }, changes, authoredFiles(cases));
  const baseTree = await prepareChangedTree(deps, context, tree.changes);
  const request = {
    purpose: 'verify',
    baseTree,
    changes: tree.changes,
    read: async (sandbox: Sandbox) => await readBaseTexts(sandbox, changes, context.signal),
  };
  return await withLaidTree(deps, context, request, async (laid, baseTexts) => {
    const head = { active, cases, changes, tree, baseTree, laid, known, baseTexts };
    const told = { tree, changedFiles: countLines(head) };
    const base = known.filter(({ tree: kind }) => kind === 'base');
    if (baseTree.refused !== undefined) {
      const tampering = await readTampering(deps, head, []);
      return { runs: base, ...told, tampering, setup: baseTree.refused };
    }
    const seen = await runOnHead(deps, context, head);
    const runs = [...base, ...seen.runs];
    const tampering = await readTampering(deps, head, seen.changed);
    const judged = cases.filter(({ criterionId }) => !blocked.includes(criterionId));
    if (!areGreen(judged, seen.runs)) return { runs, ...told, tampering };
    const { guard, found } = await look(deps, context, { ...head, judged, seen }, runs);
    return { runs, ...told, tampering: [...tampering, ...found], guard };
  });
}

type Seen = Head & { judged: TestCase[]; seen: SeenRuns };

/** What only further runs show. */
async function look(
  deps: StepDeps,
  context: Context,
  { judged, seen, ...head }: Seen,
  runs: readonly TestRun[],
) {
  const kept = keptChanges(head);
  const looks = head.known.filter(({ tree: kind }) => kind === 'hunk');
  const rows = [...seen.runs, ...looks, ...seen.touches];
  const touches = touchesOf(rows, context.effect.attempt);
  const roles = rolesOf(pathsOnHead(kept), touches);
  const authored = authoredFiles(head.cases);
  const looked = await lookAtHead(
    deps,
    context,
    { ...head, cases: judged, authored, kept, roles },
    runs,
  );
  const guard = { ...looked, untold: untoldText(touches) };
  return { guard, found: [...guardFindings(guard), ...opaqueFindings(kept, roles)] };
}

/** A test that is red anyway notices nothing: those of blocked criteria guard no hunk. */
function areGreen(judged: readonly TestCase[], runs: readonly TestRun[]): boolean {
  const ids = new Set(judged.map(({ id }) => id));
  return runs.every(({ caseId, exitCode }) => exitCode === 0 || !ids.has(caseId ?? ''));
}

type Head = {
  active: ActivePlan;
  cases: TestCase[];
  /** What the implementer left. */
  changes: readonly FileChange[];
  tree: VerificationTree;
  baseTree: BaseTree;
  laid: LaidTree;
  known: readonly TestRun[];
  baseTexts: Map<string, string>;
};

function countLines({ cases, tree, baseTexts }: Head): ChangedFile[] {
  return changedFiles(tree.changes, authoredFiles(cases), (path) => baseTexts.get(path));
}

/** Runs every case where no agent has been; once, also when it is run again. */
async function runOnHead(deps: StepDeps, context: Context, head: Head): Promise<SeenRuns> {
  const { record, effect } = context;
  const { active, cases, laid } = head;
  const known = head.known.filter(
    ({ tree: kind, attemptNumber }) => kind === 'head' && attemptNumber === effect.attempt,
  );
  const key = {
    jobId: record.job.id,
    planId: active.stored.id,
    tree: 'head',
    attemptNumber: effect.attempt,
  } as const;
  const { suite } = active.plan;
  const keep = keepRuns(deps, context.fence);
  const atBase = authoredFiles(cases).map(({ path }) => path);
  const watched = pathsOnHead(keptChanges(head));
  const given = { laid, key, cases, suite, atBase, known, watched, keep };
  return await runCases(deps, context, given);
}

/** The implementer's own part of the tree: no authored file, also where it was left as it was given. */
function keptChanges({ changes, tree, cases }: Head): FileChange[] {
  const others = [...tree.dropped, ...authoredFiles(cases)];
  const paths = new Set(others.map(({ path }) => path));
  return changes.filter(({ path }) => !paths.has(path));
}

function pathsOnHead(kept: readonly FileChange[]): string[] {
  return kept.flatMap((change) => ('deleted' in change ? [] : [change.path]));
}

async function readBaseTexts(
  sandbox: Sandbox,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path } of changes) {
    const text = await baseText(sandbox, path, signal);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

async function readTampering(
  deps: StepDeps,
  { changes, tree, baseTexts }: Head,
  changedMeanwhile: readonly string[],
): Promise<TamperFinding[]> {
  const found = findTampering({
    changes,
    dropped: tree.dropped,
    baseText: (path) => baseTexts.get(path),
    trees: {
      base: await parseTexts(deps.parsers, baseTexts),
      head: await parseTexts(deps.parsers, textsOf(changes)),
    },
  });
  const detail = 'it was different after the tests had run';
  return [
    ...found,
    ...changedMeanwhile.map((path) => ({ kind: 'changed-while-verified', path, detail }) as const),
  ];
}

function fingerprintOf({ runs, tree, setup }: Verified, cases: TestCase[], report: Report): string {
  const { attempt, matrix, verdict } = report;
  const blocked = new Set(matrix.flatMap((row) => (row.blocked ? [row.criterion] : [])));
  const judged = cases.map(toProofCase).filter(({ criterion }) => !blocked.has(criterion));
  const { outsideFence } = tree;
  const facts = { cases: judged, runs, attempt, outsideFence, setup };
  return failureFingerprint(failingCases({ ...facts, reasons: verdict.reasons }));
}
